#pragma once
/// What a reproduction is asked to do.

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace tool::reproduce {

enum class Scalar : std::uint8_t { float32, float64 };

/// float, double
inline const char* name_of(Scalar scalar) {
  return scalar == Scalar::float32 ? "float" : "double";
}

struct Options {
  std::set<int> figures = {1, 2, 3, 4, 5, 6, 7};
  std::uint64_t seed = 1;
  std::optional<std::uint32_t> given_trials;  ///< instead of both of the following
  std::uint32_t evaluation_trials = 50;
  std::uint32_t control_trials = 30;
  std::uint32_t evaluation_steps = 2000;
  std::uint32_t access_control_steps = 15000;
  std::uint32_t pendulum_steps = 15000;
  std::uint32_t drift_steps = 10000000;
  Scalar scalar = Scalar::float64;
  bool is_preview = false;

  /// Whether all figures are asked for, and so what goes beyond them.
  bool is_whole() const { return figures.size() == 7; }

  // The other readings of the paper.
  bool scales_each_row = false;  ///< features divided by their own norm, not by the largest
  bool holds_raw_step = false;   ///< control: the held step-size is beta_0, not beta_0 / 400^0.99
  bool scales_speed = false;     ///< pendulum: the speed divided by 8

  // What changes nothing about the results.
  std::string out;
  std::uint32_t jobs = 0;  ///< 0: as many as there are cores
};

}  // namespace tool::reproduce
