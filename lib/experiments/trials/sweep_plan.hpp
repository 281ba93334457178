#pragma once
/// A sweep before it is run: which methods, where, and along which axis.

#include <optional>
#include <string>
#include <vector>

#include "experiments/results/sweep.hpp"
#include "experiments/trials/decay.hpp"
#include "experiments/trials/environment.hpp"

namespace ballast::experiments {

/// What a sweep varies.
enum class Axis : std::uint8_t {
  step_size,  ///< with c = 1
  ratio,      ///< c with step-size 1
};

/// One sweep, and in evaluation optionally the learning curve at one of its step-sizes.
struct SweepPlan {
  std::string stem;
  Environment environment;
  std::string title;
  Decay decay;
  Axis axis;
  std::vector<double> xs;
  std::vector<Method> methods;
  std::optional<double> curve_at;  ///< the step-size
  std::string curve_stem;
};

/// 1 / per_one, 2 / per_one, ..., count / per_one. (As quotients: 3 / 10 is the number that 0.3 is read as, 3 x 0.1
/// is not.)
std::vector<double> grid(int count, double per_one);

/// An empty sweep for a plan: titles and axes.
Sweep make_sweep(const SweepPlan& plan);

}  // namespace ballast::experiments
