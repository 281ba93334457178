#pragma once
/// One update of a learner in fixed point against Algorithm 1 in double, from the same state. How far each number may
/// be off follows from how it is rounded. A unit is the value of its last place; 2^-14 is a part of the number.
///
/// - z: of a wide one 1 unit for the decay, which is toward zero. Of a narrow one 2 units, because it is rounded to a
///   multiple of 4, 1/2 for a lambda of 1/2, which is a little less, and 1 for a feature that is cut off.
/// - ||z||^2: not less than that of the trace itself, and more by 1 unit for each feature.
/// - delta: half a unit times the sum of |next_i - phi_i|, since the last bit of a weight is not used, and half a unit
///   because the sum is rounded.
/// - k: 2^-14 too small, never too large: a divisor of 17 bits is rounded up, a quotient of 16 bits down. And what 2
///   units more of ||z||^2 make of it, since the sum is rounded up.
/// - a: the same, and 2^-14 in either direction for the product of c and beta.
/// - k and a of the implicit differential rule: 2^-11, because each is a product of three such numbers.
/// - omega: 1 unit, and 1 unit down in all the steps since it was last set, because what is cut off is kept.
/// - theta: 1 unit, and 2^-12 of k delta z, whose mantissa has 13 to 15 bits. It is rounded at random: in n steps,
///   sqrt(n) / 2 units is one standard deviation, and 7 of them are allowed.
/// - balls: norms are computed from upper halves of weights; see `BallOf`.

#include <cstddef>
#include <vector>

#include "fixed_setup.hpp"
#include "tally.hpp"

namespace search {

struct FixedState {
  std::vector<double> theta;
  std::vector<double> z;
  double omega = 0.0;

  void read(const AnyLearner& learner) {
    learner.read_weights(theta);
    learner.read_trace(z);
    omega = learner.average_reward();
  }
};

class FixedStep {
 public:
  FixedStep(const FixedSetup& setup, const Settings& settings, Tally& tally);

  /// The learner has started.
  void begin();
  void reconfigure(const Settings& settings, bool schedule_begins_again);

  /// `saturations`: how many the update has counted.
  void check(const FixedState& before, const Transition& transition, const Outcome& outcome, const FixedState& after,
             uint32_t saturations);

 private:
  struct StepSizes {
    double weights;
    double average_reward;
  };

  void check_trace(const FixedState& before, const FixedState& after);
  void check_norm(const Outcome& outcome);
  void check_td_error(const FixedState& before, const Transition& transition, const Outcome& outcome);
  void check_step_sizes(const Outcome& outcome);
  void check_average_reward(const FixedState& before, const Outcome& outcome, const FixedState& after);
  void check_weights(const FixedState& before, const Outcome& outcome, const FixedState& after);
  void check_ball(const Outcome& outcome, const FixedState& after);
  void scale(double smallest_factor, double largest_factor, const FixedState& after);
  void follow_drift(const FixedState& after);
  void require_within(const char* what, double error, double tolerance);
  StepSizes exact_step_sizes(double trace_norm2) const;
  void remove_ones();

  const Formats& formats_;
  Settings settings_;
  Tally& tally_;
  size_t dimension_;
  size_t t_ = 0;  // of the schedule

  // Of the update that is looked at.
  std::vector<double> phi_;
  std::vector<double> change_;     // next - phi
  std::vector<double> used_;       // the upper halves of z
  std::vector<double> theta_;      // before the ball acts
  std::vector<double> tolerance_;  // of each
  double error_ = 0.0;             // R - omega
  double omega_ = 0.0;             // before the ball acts
  uint32_t saturations_ = 0;       // of the step

  // Of all since the start.
  struct Drift {
    double error = 0.0;      // sum
    double steps = 0.0;      // in which it moved
    double tolerated = 0.0;  // sum of what does not average out
  };
  std::vector<Drift> drift_;
  double average_reward_drift_ = 0.0;
  double average_reward_steps_ = 0.0;
};

}  // namespace search
