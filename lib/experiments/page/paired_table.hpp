#pragma once
/// One method compared with another at every place of an axis: a sentence, and the paired differences as a table.

#include <string>
#include <utility>
#include <vector>

#include "experiments/page/html_writer.hpp"
#include "experiments/page/ratio_table.hpp"
#include "experiments/statistics/paired.hpp"

namespace ballast::experiments {

struct PairedTable {
  std::string title;  ///< "implicit against standard": differences are first minus second
  std::string x_label;
  std::vector<std::pair<double, PairedDifference>> rows;  ///< by x
  Ratios ratios = {};                                     ///< by x; none: it is not of one method in two arithmetics
};

/// "implicit against standard: better at 2 of 6 (1.25, 1.5), undecided at 4 (...), worse at 0"; of a single place
/// "implicit against standard: better at updates 2000, -0.43 ± 0.1"; then that of the ratios, if there are any
std::string sentence_of(const PairedTable& table);

/// "-0.0039 ± 0.0037"; "better by overflow" and "worse by overflow" where only one of them overflowed, "both
/// overflowed" where both did.
std::string format_difference(const PairedDifference& difference);

/// The sentence, and the tables folded below it.
void write_card(HtmlWriter& writer, const PairedTable& table);

}  // namespace ballast::experiments
