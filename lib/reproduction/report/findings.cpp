#include "reproduction/report/findings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/text/number_format.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

std::string verdicts(const Results& results) {
  std::vector<std::string> parts;
  for (const Verdict verdict : {Verdict::holds, Verdict::holds_in_part, Verdict::does_not_hold}) {
    const std::size_t n = count(results, Source::paper, verdict);
    const bool is_one = n == 1;
    const char* const words = verdict == Verdict::holds           ? (is_one ? "holds" : "hold")
                              : verdict == Verdict::holds_in_part ? (is_one ? "holds in part" : "hold in part")
                                                                  : (is_one ? "does not hold" : "do not hold");
    if (n > 0) { parts.push_back(fmt::format("{} {}", n, words)); }
  }
  const std::size_t all = count(results, Source::paper);
  return fmt::format("Of the paper's {} that {} checked here, {}.", counted(all, "claim"), all == 1 ? "was" : "were",
                     listed(parts));
}

// --- standard beside implicit ---------------------------------------------------------------------------------------

const Cell* best_of(const std::vector<const Cell*>& curve) {
  const Cell* best = nullptr;
  for (const Cell* const cell : curve) {
    if (cell->estimate && (best == nullptr || cell->estimate->mean < best->estimate->mean)) { best = cell; }
  }
  return best;
}

std::string outcome(const Cell& cell) {
  return cell.estimate ? "ends with a mean loss of " + format_number(cell.estimate->mean)
                       : fmt::format("overflows in {} of {}", cell.overflowed, counted(cell.trials, "trial"));
}

/// The first figure with a loss and both rules: figure 2, if it was asked for.
const Figure* comparison(const Results& results) {
  for (const Figure& figure : results.figures) {
    const Sweep& sweep = figure.sweeps.front();
    const bool has_both = !sweep.curve(paper::standard).empty() && !sweep.curve(paper::implicit).empty();
    if (has_both && sweep.measures.front() == "loss" && sweep.x_name == "step_size") { return &figure; }
  }
  return nullptr;
}

std::string both_rules(const Figure& figure) {
  const Sweep& sweep = figure.sweeps.front();
  const std::vector<const Cell*> standard = sweep.curve(paper::standard);
  const std::vector<const Cell*> implicit = sweep.curve(paper::implicit);
  const Cell* const best_standard = best_of(standard);
  const Cell* const best_implicit = best_of(implicit);
  std::string text =
      fmt::format("In figure {}, at the largest step-size, beta_0 = {}, standard TD {} and implicit TD {}", figure.name,
                  as_given(standard.back()->x), outcome(*standard.back()), outcome(*implicit.back()));
  if (best_standard == nullptr || best_implicit == nullptr) { return text + "."; }
  return text + fmt::format("; at their best step-sizes they end with {} (at {}) and {} (at {}).",
                            format_number(best_standard->estimate->mean), as_given(best_standard->x),
                            format_number(best_implicit->estimate->mean), as_given(best_implicit->x));
}

// --- limits ---------------------------------------------------------------------------------------------------------

const DivergenceRun* find(const std::vector<DivergenceRun>& runs, const DivergenceRun& like,
                          const std::string& variant) {
  for (const DivergenceRun& run : runs) {
    if (run.chain == like.chain && run.step_size == like.step_size && run.variant.rfind(variant, 0) == 0) {
      return &run;
    }
  }
  return nullptr;
}

bool grows(const DivergenceRun& run) {
  return run.overflowed_at > 0 || run.norms.back().second > 100.0 * std::max(run.norms.front().second, 1.0);
}

std::string limit(const std::vector<DivergenceRun>& runs) {
  const auto found = std::find_if(runs.begin(), runs.end(),
                                  [](const DivergenceRun& run) { return run.variant == "implicit" && grows(run); });
  if (found == runs.end()) { return ""; }
  const std::string chain = found->chain == "cycle" ? "a cycle of three states" : "a chain of six states";
  std::string text = fmt::format(
      "But implicit TD is not stable at every step-size: on {}, at beta = {}, ||theta|| {}", chain,
      as_given(found->step_size),
      found->overflowed_at > 0 ? "overflows" : fmt::format("grows to {}", format_number(found->norms.back().second)));
  const DivergenceRun* const bounded = find(runs, *found, "implicit_r");
  if (bounded == nullptr) { return text + "."; }
  return text + fmt::format(", and only a projection stops it: with R = {} it ends at {}.", bounded->variant.substr(10),
                            format_number(bounded->norms.back().second));
}

/// The sentence on projections, if the divergence experiments were not run.
std::string projections(const Results& results) {
  std::uint64_t acted = 0;
  bool was_there = false;
  for (const Figure& figure : results.figures) {
    for (const Sweep& sweep : figure.sweeps) {
      for (const Cell& cell : sweep.cells) {
        was_there = was_there || cell.method == paper::implicit_r1000;
        acted += cell.measure == sweep.measures.front() ? cell.projections : 0;
      }
    }
  }
  if (!was_there) { return ""; }
  return fmt::format("In all these runs the projections with R = 1000 and R = 5000 acted {}.",
                     acted == 0 ? "not once" : counted(acted, "time"));
}

}  // namespace

std::size_t count(const Results& results, Source source, Verdict verdict) {
  return static_cast<std::size_t>(std::count_if(results.claims.begin(), results.claims.end(), [&](const Claim& claim) {
    return claim.source == source && claim.verdict == verdict;
  }));
}

std::size_t count(const Results& results, Source source) {
  return static_cast<std::size_t>(std::count_if(results.claims.begin(), results.claims.end(),
                                                [&](const Claim& claim) { return claim.source == source; }));
}

std::vector<std::string> findings_of(const Results& results) {
  std::vector<std::string> sentences;
  if (count(results, Source::paper) > 0) { sentences.push_back(verdicts(results)); }
  if (const Figure* const figure = comparison(results)) { sentences.push_back(both_rules(*figure)); }
  const std::string last = results.extra ? limit(results.extra->divergence) : projections(results);
  if (!last.empty()) { sentences.push_back(last); }
  return sentences;
}

}  // namespace ballast::reproduction
