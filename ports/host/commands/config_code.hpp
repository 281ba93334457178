#pragma once
/// A learner's configuration as C++.

#include <string>

#include "io/learner_settings.hpp"

namespace tool {

/// How the code of a configuration is written.
struct CodeStyle {
  bool is_double;
  const char* next_line;  ///< a line break, and what the next line begins with

  const char* scalar() const { return is_double ? "double" : "float"; }
};

/// `.lambda(0.25F).ratio(...)...`, which follows `Learner::Config()`. A direction that was given is only hinted at.
std::string config_code(const LearnerSettings<double>& settings, const CodeStyle& style);

/// What follows the scalar, and the features or their number, in the type of a learner.
std::string template_arguments(const LearnerSettings<double>& settings, std::size_t dimension, const CodeStyle& style);

}  // namespace tool
