#pragma once
/// The environment of an experiment. An experiment declares its own: evaluation_trial.hpp and control_trial.hpp make
/// trials of any process with the interface of lib/sim's, and any other Trial works as well.

#include <ballast/math/random.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "experiments/trials/trial.hpp"

namespace ballast::experiments {

struct Environment {
  std::string name;                   ///< as in results: "mrp"
  std::string title;                  ///< "MRP"
  std::uint64_t number;               ///< makes its random numbers differ from those of others
  std::string step_size_label;        ///< for the axis: "step-size beta_0"
  std::string y_label;                ///< for the axis, of the first measure
  std::vector<std::string> measures;  ///< what a run is measured by, in the order of Outcome::values: {"loss"}
  std::uint32_t trials;
  std::uint32_t steps;  ///< of a run

  /// A trial from a generator of its own.
  std::function<std::unique_ptr<Trial>(ballast::Random random)> make_trial;

  // About how long things take, for the progress bar.
  double seconds_per_step = 0.0;
  double seconds_per_instance = 0.0;

  /// What its trials depend on; environments with the same key share their trials. Empty: its name.
  std::string key = {};
};

}  // namespace ballast::experiments
