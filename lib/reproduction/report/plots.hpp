#pragma once
/// The panels of the figures and the extra experiments as plots drawn by gnuplot. The same results give the same bytes.

#include <string>
#include <vector>

#include "experiments/charts/svg_image.hpp"
#include "reproduction/extra/extra_results.hpp"
#include "reproduction/paper/figure.hpp"
#include "reproduction/paper/run_info.hpp"
#include "reproduction/theory/topic_result.hpp"

namespace ballast::reproduction {

/// One plot for each sweep and learning curve (`fig2_left`, ...), and in control one for each further measure
/// (`fig4_pendulum_final_omega`).
std::vector<SvgImage> plots_of(const Figure& figure, const RunInfo& info);

/// Divergence and drift, and the other readings of the paper.
std::vector<SvgImage> plots_of(const ExtraResults& extra, const RunInfo& info);

/// The charts of a topic.
std::vector<SvgImage> plots_of(const TopicResult& topic, const RunInfo& info);

/// The stems of all plots of a figure, of the extra experiments and of a topic.
std::vector<std::string> stems_of(const Figure& figure);
std::vector<std::string> stems_of(const TopicResult& topic);
std::vector<std::string> stems_of(const ExtraResults& extra);

/// Divergence has a plot for each chain and step-size.
std::string stem_of(const DivergenceRun& run);
std::vector<std::string> stems_of(const std::vector<DivergenceRun>& runs);

/// "implicit, R = 10" for "implicit_r10"
std::string label_of_variant(const std::string& variant);

}  // namespace ballast::reproduction
