#pragma once
/// The panels of the figures, and what goes beyond the paper, as plots drawn by gnuplot. The same results give the same
/// bytes.

#include <string>
#include <vector>

#include "experiments/charts/svg_image.hpp"
#include "experiments/results/results.hpp"

namespace tool::reproduce {

/// One plot for each sweep and course (`fig2_left`, ...), and in control one for each further measure
/// (`fig4_pendulum_final_omega`).
std::vector<Picture> plots_of(const Figure& figure, const RunInfo& info);

/// Divergence and drift, and the other readings of the paper.
std::vector<Picture> plots_of(const Beyond& beyond, const RunInfo& info);

/// The stems of all plots of a figure, and of what goes beyond the paper.
std::vector<std::string> stems_of(const Figure& figure);
std::vector<std::string> stems_of(const Beyond& beyond);

/// The stem of the plot of one measure: that of the sweep, if it is its first.
std::string stem_of(const Sweep& sweep, const std::string& measure);

/// Divergence has a plot for each chain and step-size.
std::string stem_of(const DivergenceRun& run);
std::vector<std::string> stems_of(const std::vector<DivergenceRun>& runs);

/// "implicit, R = 10" for "implicit_r10"
std::string label_of_variant(const std::string& variant);

/// "mean reward over all steps" for "mean_all"
std::string label_of_measure(const std::string& measure);

/// Whether the methods (ii) to (iv) of the paper, the implicit ones, have the same numbers everywhere.
bool implicit_methods_coincide(const Sweep& sweep);

}  // namespace tool::reproduce
