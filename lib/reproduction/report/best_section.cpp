#include "reproduction/report/best_section.hpp"

#include <cmath>

#include "experiments/page/paired_table.hpp"
#include "experiments/page/sweep_table.hpp"
#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"

#include <html_fragments.hpp>
#include <page_fragments.hpp>

namespace ballast::reproduction {
namespace {

/// With a remark where the grid ends there: the best may be beyond.
std::string ratio_of(const BestSetting& best) {
  if (std::isnan(best.ratio)) { return "none"; }
  return format_number(best.ratio) + (best.is_at_edge ? " (edge of the grid)" : "");
}

const char* standing_of(const PairedDifference& difference) {
  return difference.standing == Standing::undecided ? "no difference found" : name_of(difference.standing);
}

/// The other one minus this one.
PairedDifference reversed(PairedDifference difference) {
  difference.mean = -difference.mean;
  if (difference.standing == Standing::undecided) { return difference; }
  difference.standing = difference.standing == Standing::better ? Standing::worse : Standing::better;
  return difference;
}

void write_cells(HtmlWriter& writer, const BestSetting& best, const std::string& difference,
                 const std::string& standing) {
  const std::string step_size = std::isnan(best.step_size) ? "none" : format_number(best.step_size);
  writer.print(html::best_cells, escaped(best.method.label), step_size, ratio_of(best), format_estimate(best.loss),
               difference, standing);
}

/// The first row has the name of the experiment, which is that of all.
void write_settings(HtmlWriter& writer, const BestSettings& best) {
  const PairedDifference of_standard = reversed(best.difference);
  writer.print(html::best_experiment, 2 + best.others.size(), math_markup_html(best.title));
  write_cells(writer, best.standard, format_difference(of_standard), standing_of(of_standard));
  writer.print(html::best_next_row);
  write_cells(writer, best.implicit, "", "");
  for (const OtherBest& other : best.others) {
    writer.print(html::best_next_row);
    write_cells(writer, other.best, format_difference(other.difference), standing_of(other.difference));
  }
}

}  // namespace

void write_best_section(HtmlWriter& writer, const Results& results) {
  if (!results.extra || results.extra->best_settings.empty()) { return; }
  writer.print(html::best_section);
  const GridEnds& ends = results.extra->best_settings.front().ends;
  writer.paragraph(fmt::format(
      "The figures vary one setting: the step-size at c = 1, or c at one step-size. Here each method has the best of "
      "all pairs of a step-size, from {} to {}, and a ratio c, from {} to {}, on a grid. One half of the trials "
      "chooses the pair, the other half "
      "measures it, so that choosing among many flatters no method. The differential rules have five of the nine "
      "ratios, "
      "LSTD has no settings. Losses are mean \u00b1 half "
      "of the 95 % "
      "interval; the difference is paired over the trials that measure. Where the best is at the edge of the grid, "
      "there "
      "may be better ones beyond.",
      format_number(ends.smallest_step), as_given(ends.largest_step), format_number(ends.smallest_ratio),
      as_given(ends.largest_ratio)));
  writer.print(html::best_table);
  for (const BestSettings& best : results.extra->best_settings) { write_settings(writer, best); }
  writer.print(page::end_scrolled_table);
  writer.print(page::end_section);
}

}  // namespace ballast::reproduction
