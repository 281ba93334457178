#pragma once
/// What each figure of the paper consists of.

#include <optional>
#include <string>
#include <vector>

#include "experiments/results/results.hpp"
#include "experiments/trials/learners.hpp"
#include "reproduction/figures/options.hpp"

namespace tool::reproduce {

/// What a sweep varies.
enum class Axis : std::uint8_t {
  step_size,  ///< beta_0 with c = 1; in control beta_0 / 400
  ratio,      ///< c with beta_0 = 1
};

/// One sweep, and in evaluation perhaps the course of one of its step-sizes.
struct SweepPlan {
  std::string stem;
  Environment environment;
  std::string title;
  Decay decay;
  Axis axis;
  std::vector<double> xs;
  std::vector<Method> methods;
  std::optional<double> course_at;  ///< the step-size
  std::string course_stem;
};

struct FigurePlan {
  int number;
  std::string title;
  std::string setup;
  std::vector<SweepPlan> sweeps;
};

constexpr bool is_control(Environment environment) {
  return environment == Environment::access_control || environment == Environment::pendulum;
}

/// All seven.
std::vector<FigurePlan> figure_plans(const Options& options);

/// Other readings of the paper, shown beside the figures; see Beyond::other_readings.
std::vector<SweepPlan> other_reading_plans(const Options& options);

/// What is run in the other scalar, to be set beside the figures.
std::vector<SweepPlan> other_scalar_plans(const Options& options);

/// An empty sweep for a plan: titles and axes.
Sweep make_sweep(const SweepPlan& plan);

}  // namespace tool::reproduce
