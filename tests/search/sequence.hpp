#pragma once
/// Sequences of features and rewards to learn from.

#include <cstdint>
#include <string>
#include <vector>

#include "draw.hpp"
#include "transition.hpp"

namespace search {

/// How large the features are.
enum class Sizes { unit, mixed, phases, tiny, huge };

/// How they follow one another.
enum class Course { independent, walk, sines, square_wave, there_and_back, cancelling, silences };

enum class Rewards { bounded, constant, sometimes_huge };

class Sequence {
 public:
  Sequence(Draw& draw, const Shape& shape, float lambda);

  /// What it cancels is a trace of this.
  void set_lambda(float lambda) { lambda_ = lambda; }

  Features next();
  float reward();

  /// Whether the last reward was a huge one.
  bool is_exaggerated() const { return is_exaggerated_; }

  /// How many steps it takes to show what it is for.
  size_t typical_steps() const { return typical_steps_; }
  std::string description() const;

 private:
  struct Wave {
    size_t index;
    double period;
    double phase;
    double amplitude;
  };

  void choose_sizes();
  void choose_course();
  void choose_rewards();

  double size();
  float value();
  void add(Features& features, size_t index, float value) const;
  void add_random(Features& features, size_t count);

  void go_on(Features& features);
  void walk(Features& features);
  void sines(Features& features);
  void square_wave(Features& features);
  void there_and_back(Features& features);
  void cancelling(Features& features);
  void silences(Features& features);

  Draw& draw_;
  Shape shape_;
  float lambda_;

  Sizes sizes_ = Sizes::unit;
  double scale_ = 1.0;       // of tiny and huge features
  double phase_size_ = 1.0;  // in phases: the size of this one
  size_t phase_left_ = 0;    // and how long it lasts
  bool is_signed_ = true;
  bool is_of_one_value_ = false;

  Course course_ = Course::independent;
  size_t typical_steps_ = 500;
  size_t period_ = 1;    // of a walk, of going there, of silences: in steps
  double others_ = 0.0;  // how often other features occur as well
  size_t place_ = 0;     // the feature of interest, or the position of a walk
  std::vector<Wave> waves_;
  size_t time_ = 0;
  double trace_ = 0.0;  // of the feature of interest
  bool is_on_the_way_back_ = false;
  double left_over_ = 0.0;  // of a trace that is cancelled

  Rewards rewards_ = Rewards::bounded;
  double reward_scale_ = 1.0;
  bool is_exaggerated_ = false;
  uint32_t action_ = 0;
};

}  // namespace search
