#pragma once
/// A panel before it is run: which methods, where, and along which axis.

#include <optional>
#include <string>
#include <vector>

#include "experiments/results/learning_curve.hpp"
#include "experiments/results/sweep.hpp"
#include "experiments/trials/environment.hpp"
#include "experiments/trials/overflow_step_size.hpp"

namespace ballast::experiments {

/// What lies along x.
enum class Axis : std::uint8_t {
  step_size,
  ratio,  ///< c
  lambda,
  power,   ///< of the decay
  offset,  ///< of the decay
  hold,    ///< how many steps of the decay are held
  radius,  ///< of the ball of theta, or of the one ball
  time,    ///< updates: learning curves, not a sweep
};

/// The name in files: "step_size", ...
const char* name_of(Axis axis);

/// Nothing, if the method has no such setting, as one without a ball has no radius. Along time nothing, either.
std::optional<double> setting_of(const Method& method, Axis axis);

/// The method with its setting along the axis replaced by x. One that has none is the same everywhere.
Method with_setting(const Method& method, Axis axis, double x);

struct SweepPlan {
  std::string stem;
  Environment environment;
  std::string title;
  Axis axis;
  std::vector<double> xs;  ///< none along time
  std::vector<Method> methods;
  std::uint32_t every = 1;                           ///< along time: a point after every n-th update
  std::vector<std::string> measures = {};            ///< some of the environment's; none: all
  std::vector<std::string> features = {"model"};     ///< what Method::features stands for
  std::optional<StepSizeGrid> overflow_search = {};  ///< what is measured is the step-size at which a run overflows
};

/// 1 / per_one, 2 / per_one, ..., count / per_one. (As quotients: 3 / 10 is the number that 0.3 is read as, 3 x 0.1
/// is not.)
std::vector<double> grid(int count, double per_one);

/// Methods with the same settings.
std::vector<Method> with_decay(std::vector<Method> methods, const Decay& decay);
std::vector<Method> at_step_size(std::vector<Method> methods, double step_size);

/// An empty sweep for a plan: titles and axes.
Sweep make_sweep(const SweepPlan& plan);

}  // namespace ballast::experiments
