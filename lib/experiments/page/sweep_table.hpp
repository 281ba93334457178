#pragma once
/// The numbers of sweeps as HTML tables.

#include <string>
#include <vector>

#include "experiments/page/html_writer.hpp"
#include "experiments/results/sweep.hpp"

namespace ballast::experiments {

/// "1.23 ± 0.04", "1.23", or "overflow in 12 of 50"
std::string format_cell(const Cell& cell);
std::string format_estimate(const Estimate& estimate);

/// A table for each measure of each sweep, folded until a reader opens it.
void write_tables(HtmlWriter& writer, const std::vector<const Sweep*>& sweeps);

}  // namespace ballast::experiments
