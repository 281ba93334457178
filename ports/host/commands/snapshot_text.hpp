#pragma once
/// Parts of a snapshot as people read them.

#include <string>

#include "commands/learner_options.hpp"
#include "io/snapshot.hpp"

namespace tool {

/// In as few digits as its scalar needs.
std::string number_text(double x, const Snapshot& snapshot);

/// "18 bits after the point of a weight, ..."
std::string formats_text(const FixedFormats& formats);

/// The options of `ballast replay` that describe the configuration. That of fixed point in the digits of a float: its
/// step-sizes are kept as their inverses, and would have many digits.
LearnerOptions configuration_of(const Snapshot& snapshot);
std::string configuration_text(const Snapshot& snapshot);

/// "0.5, from decision 200 on 0.1"
std::string exploration_text(const Snapshot& snapshot);

}  // namespace tool
