#pragma once
/// What a method in fixed point cannot do, as far as a file says it.

#include <string>

#include "experiments/definition/definition.hpp"

namespace ballast::experiments {

/// "in fixed point, ..."; empty if it can be run.
std::string why_not_in_fixed_point(const PanelDefinition& panel, const MethodDefinition& method);

}  // namespace ballast::experiments
