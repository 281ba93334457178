#pragma once
/// One method in two arithmetics at every place of an axis: how many times as large its loss is in the first as in the
/// second.

#include <string>
#include <utility>
#include <vector>

#include "experiments/page/html_writer.hpp"
#include "experiments/statistics/paired_ratio.hpp"

namespace ballast::experiments {

using Ratios = std::vector<std::pair<double, PairedRatio>>;  ///< by x

/// "1.00012 ± 0.00035": near 1, three digits would hide what differs. "none" where a trial overflowed.
std::string format_ratio(const PairedRatio& ratio);

/// "Ratio from 0.99961 ± 0.00035 (at 0.1) to 1.00044 ± 0.00061 (at 2.9), none at 2 by overflow."; of a single place
/// "Ratio 1.00012 ± 0.00035."
std::string sentence_of(const Ratios& ratios);

/// The table, folded.
void write_ratios(HtmlWriter& writer, const std::string& title, const std::string& x_label, const Ratios& ratios);

}  // namespace ballast::experiments
