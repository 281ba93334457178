#pragma once
/// The runs of a trial for the topic of the joint ball.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "experiments/results/method.hpp"

namespace ballast::reproduction {

using namespace experiments;

/// The projection of a run; `_in_O` with the constant direction removed after it.
enum class BallKind : std::uint8_t { none, joint, joint_in_O, separate, separate_in_O };

struct BallRun {
  Rule rule;
  double step_size;
  BallKind kind;
  double factor;  ///< R in units of ||Theta*||; 0 without a ball
};

/// All runs of a trial.
const std::vector<BallRun>& ball_runs();

/// The radii, in units of ||Theta*||.
constexpr double radius_factors[] = {0.1, 0.18, 0.32, 0.42, 0.56, 0.75, 1.0, 1.3, 1.8, 3.2, 10.0, 32.0, 100.0, 320.0};

// The step-sizes of the implicit rule, and the one with which the standard rule overflows.
constexpr double ball_step_sizes[] = {0.5, 2.0};
constexpr double exploding_step_size = 3.0;

/// What a trial gives, number by number.
namespace ball_columns {
constexpr std::size_t norm_star = 0;   ///< ||Theta*||
constexpr std::size_t start_loss = 1;  ///< before the first step
/// Of run i: the final loss, NaN after an overflow, and the share of updates in which the ball acted.
constexpr std::size_t loss(std::size_t i) {
  return 2 + 2 * i;
}
constexpr std::size_t share(std::size_t i) {
  return 3 + 2 * i;
}
}  // namespace ball_columns

std::vector<double> run_ball_trial(std::uint64_t seed, std::uint32_t trial, std::uint32_t steps);

}  // namespace ballast::reproduction
