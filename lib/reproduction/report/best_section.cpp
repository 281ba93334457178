#include "reproduction/report/best_section.hpp"

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
  return format_number(best.ratio) + (best.is_at_edge ? " (edge of the grid)" : "");
}

const char* standing_of(const PairedDifference& difference) {
  return difference.standing == Standing::undecided ? "no difference found" : name_of(difference.standing);
}

void write_settings(HtmlWriter& writer, const BestSettings& best) {
  const BestSetting& standard = best.standard;
  const BestSetting& implicit = best.implicit;
  writer.print(html::best_row, math_markup_html(best.title), escaped(standard.method.label),
               format_number(standard.step_size), ratio_of(standard), format_estimate(standard.loss),
               format_difference(best.difference), standing_of(best.difference));
  writer.print(html::best_second_row, escaped(implicit.method.label), format_number(implicit.step_size),
               ratio_of(implicit), format_estimate(implicit.loss));
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
      "measures it, so that choosing among many flatters neither method. Losses are mean \u00b1 half of the 95 % "
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
