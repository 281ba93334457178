#pragma once
/// A learner as it is described on the command line.

#include <ballast/status.hpp>

#include <string>

#include "commands/dynamic_learner.hpp"

namespace tool {

/// The texts, with their defaults.
struct LearnerOptions {
  std::string rule = "implicit";
  std::string lambda = "0.25";
  std::string ratio = "1";
  std::string schedule = "constant:0.1";
  std::string projection = "joint:1000";
  std::string constant_direction;  ///< none if empty, `ones`, or a file
  std::string theta0;              ///< zeros if empty, or a file
  std::string omega0 = "0";
};

/// The requested learner, started. An InputError names the invalid option and the library's status.
template <class T>
std::unique_ptr<DynamicLearner<T>> start_learner(const LearnerOptions& options, std::size_t dimension);

}  // namespace tool
