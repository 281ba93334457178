#pragma once
/// The methods that the paper compares.

#include "experiments/charts/palette.hpp"
#include "experiments/results/method.hpp"

namespace ballast::reproduction::paper {

using namespace experiments;

constexpr double omega_radius = 1.0;

inline const Method standard{"standard", "standard", Rule::standard, std::nullopt, orange};
inline const Method implicit{"implicit", "implicit", Rule::implicit, std::nullopt, wide_light_blue};
inline const Method implicit_r1000{"implicit_r1000", "implicit, R = 1000", Rule::implicit, Radii{omega_radius, 1000.0},
                                   blue};
inline const Method implicit_r5000{"implicit_r5000", "implicit, R = 5000", Rule::implicit, Radii{omega_radius, 5000.0},
                                   black_dashes};

/// The same where no other implicit method is drawn over it: a line that is as strong as theirs.
inline const Method implicit_alone{"implicit", "implicit", Rule::implicit, std::nullopt, blue};

inline const std::vector<Method> methods = {standard, implicit, implicit_r1000, implicit_r5000};
inline const std::vector<Method> implicit_methods = {implicit, implicit_r1000, implicit_r5000};

}  // namespace ballast::reproduction::paper
