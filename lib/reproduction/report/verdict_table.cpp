#include "reproduction/report/verdict_table.hpp"

#include <algorithm>

#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"
#include "reproduction/claims/paired_queries.hpp"
#include "reproduction/claims/stability.hpp"
#include "reproduction/report/claim_cards.hpp"
#include "reproduction/report/findings.hpp"

#include <html_fragments.hpp>
#include <page_fragments.hpp>

namespace ballast::reproduction {
namespace {

constexpr const char* paper = "Implicit Updates for Average-Reward Temporal Difference Learning";

/// The one place where this is said.
constexpr const char* definition =
    "A claim consists of parts: it holds if all of them are met, holds in part if some are met, does not hold if "
    "none is met and one at least is missed, and is undecided otherwise. A comparison whose interval contains 0 "
    "is undecided; a condition on means is met or missed. Two methods are compared by the differences of the trials "
    "that they share (Student's interval). Where several cells are compared, a cell counts only if the interval at "
    "level 1 - 0.05 / cells excludes 0 (Bonferroni). A trial that overflows, or whose loss is above 1e6, counts as "
    "worst: where only one of two methods has such a trial, the other is better; where both have, nothing is decided.";
static_assert(exploded_loss == 1e6, "as the definition says");

/// "all 20 seeds", or how many of them give which verdict; nothing, if there is only this one.
std::string seeds_of(const Claim& claim) {
  if (!claim.over_seeds) { return ""; }
  return claim.over_seeds->depends_on_the_seed() ? text_of(*claim.over_seeds)
                                                 : fmt::format("all {} seeds", claim.over_seeds->seeds());
}

bool has_seeds(const Results& results) {
  return std::any_of(results.claims.begin(), results.claims.end(),
                     [](const Claim& claim) { return claim.over_seeds.has_value(); });
}

std::string seeds_html(const Claim& claim) {
  const std::string seeds = seeds_of(claim);
  return seeds.empty() ? seeds : fmt::format(html::seeds, seeds);
}

/// Claims that say the same of several figures, with the same verdict.
std::vector<std::vector<const Claim*>> rows_of(const Results& results, Source source) {
  std::vector<std::vector<const Claim*>> rows;
  for (const Claim& claim : results.claims) {
    if (claim.source != source) { continue; }
    const auto is_like = [&](const std::vector<const Claim*>& row) {
      return statement_of(*row[0]) == statement_of(claim) && label_html(*row[0]) == label_html(claim) &&
             seeds_of(*row[0]) == seeds_of(claim);
    };
    const auto found = std::find_if(rows.begin(), rows.end(), is_like);
    if (found == rows.end()) {
      rows.push_back({&claim});
    } else {
      found->push_back(&claim);
    }
  }
  return rows;
}

void write_verdict_rows(HtmlWriter& writer, const Results& results, Source source, const char* heading) {
  if (count(results, source) == 0) { return; }
  writer.print(html::verdict_group, heading);
  for (const std::vector<const Claim*>& row : rows_of(results, source)) {
    writer.print(html::verdict_row);
    for (const Claim* const claim : row) {
      writer.print(html::claim_link, claim == row[0] ? "" : ", ", escaped(claim->id), claim->figure);
    }
    writer.print(html::end_verdict_row, math_markup_html(statement_of(*row[0])), label_html(*row[0]),
                 seeds_html(*row[0]));
  }
  writer.print(html::end_verdict_group);
}

}  // namespace

void write_verdicts(HtmlWriter& writer, const Results& results) {
  if (!has_intervals(results.info)) { writer.print(html::no_verdicts_section, no_verdicts); }
  if (results.claims.empty()) { return; }
  writer.print(html::verdicts);
  writer.print(html::verdicts_intro, paper);
  writer.paragraph(definition);
  if (has_seeds(results)) {
    writer.paragraph(
        "Below each verdict: how many seeds give the same one. A run of one seed shows those of the reference, seeds 1 "
        "to 20.");
  }
  writer.print(html::verdict_table);
  write_verdict_rows(writer, results, Source::paper, "What the paper says");
  write_verdict_rows(writer, results, Source::ballast, "What we add");
  writer.print(html::end_table);
  if (results.extra) { writer.print(html::way_on, results.extra->best_settings.empty() ? "" : html::way_to_best); }
  if (!results.theory.empty()) { writer.print(html::way_to_theory); }
  writer.print(page::end_section);
}

}  // namespace ballast::reproduction
