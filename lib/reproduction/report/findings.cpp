#include "reproduction/report/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "experiments/text/number_format.hpp"
#include "reproduction/claims/paired_queries.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

constexpr const char* what_it_is =
    "Temporal-difference (TD) learning estimates how good states are; its step-size decides whether it learns or blows "
    "up. The paper proposes an implicit update that is to tolerate larger step-sizes.";

/// "holds", or "hold" if there are several.
std::string words_of(Verdict verdict, bool is_one) {
  switch (verdict) {
    case Verdict::holds: return is_one ? "holds" : "hold";
    case Verdict::holds_in_part: return is_one ? "holds in part" : "hold in part";
    case Verdict::does_not_hold: return is_one ? "does not hold" : "do not hold";
    case Verdict::undecided: return is_one ? "is undecided" : "are undecided";
  }
  return "";
}

std::string verdicts(const Results& results) {
  std::vector<std::string> parts;
  for (const Verdict verdict : all_verdicts) {
    const std::size_t n = count(results, Source::paper, verdict);
    if (n > 0) { parts.push_back(fmt::format("{} {}", n, words_of(verdict, n == 1))); }
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

// --- paired -----------------------------------------------------------------------------------------------------

/// Whether a figure has both rules and the values of more than one trial, so that they can be paired.
bool is_paired(const Figure& figure) {
  const Sweep& sweep = figure.sweeps.front();
  const std::vector<const Cell*> standard = sweep.curve(paper::standard);
  const bool has_both = !standard.empty() && !sweep.curve(paper::implicit).empty();
  return has_both && standard.front()->values.size() > 1 && sweep.x_name == "step_size";
}

struct Totals {
  std::size_t better = 0;
  std::size_t worse = 0;
  std::size_t cells = 0;

  void add(const Standings& standings) {
    better += standings.better.size();
    worse += standings.worse.size();
    cells += standings.cells();
  }
};

/// Over all sweeps of step-sizes that compare the rules: by their losses, or by their rewards.
Totals totals_of(const Results& results, bool are_losses) {
  Totals totals;
  for (const Figure& figure : results.figures) {
    if (!is_paired(figure)) { continue; }
    for (const Sweep& sweep : figure.sweeps) {
      if ((sweep.measures.front() == "loss") != are_losses) { continue; }
      totals.add(compare(sweep, paper::implicit, paper::standard).standings());
    }
  }
  return totals;
}

/// At how many step-sizes the implicit rule is better, and at how many it is worse.
std::string where_worse(const Results& results) {
  std::vector<std::string> counts;
  for (const bool are_losses : {true, false}) {
    const Totals totals = totals_of(results, are_losses);
    if (totals.cells == 0) { continue; }
    counts.push_back(fmt::format("in {} it is better at {} and worse at {} of {}",
                                 are_losses ? "prediction" : "control", totals.better, totals.worse,
                                 counted(totals.cells, "step-size")));
  }
  if (counts.empty()) { return ""; }
  return fmt::format(
      "The implicit rule against the standard one, trial by trial: {}. Nothing is decided at the others.",
      listed(counts));
}

/// Control over the runs of several seeds, which decide more than those of one.
std::string where_worse_over_seeds(const std::vector<PooledDifference>& pooled) {
  if (pooled.empty()) { return ""; }
  const auto with = [&](Standing standing) {
    return std::count_if(pooled.begin(), pooled.end(),
                         [&](const PooledDifference& cell) { return cell.difference.standing == standing; });
  };
  return fmt::format("Over all seeds, {} runs each, it is in control better at {} and worse at {} of {}.",
                     pooled.front().trials, with(Standing::better), with(Standing::worse),
                     counted(pooled.size(), "step-size"));
}

double number_of(const Claim& claim, const std::string& name) {
  const auto found = std::find_if(claim.numbers.begin(), claim.numbers.end(),
                                  [&](const auto& number) { return number.first == name; });
  return found == claim.numbers.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

/// Figure 7: standard TD with a ratio of its own.
std::string tuned_ratio(const Results& results) {
  std::vector<std::string> losses;
  for (const Claim& claim : results.claims) {
    const bool is_about_it = claim.id.find(".standard_better_with_a_tuned_ratio") != std::string::npos;
    if (!is_about_it || claim.verdict != Verdict::holds) { continue; }
    const char* const where = claim.id.find(".mrp.") != std::string::npos ? "MRP" : "Boyan chain";
    losses.push_back(fmt::format("{} at c = {} against {} ({})", format_number(number_of(claim, "loss_standard")),
                                 as_given(number_of(claim, "ratio_standard")),
                                 format_number(number_of(claim, "loss_implicit")), where));
  }
  if (losses.empty()) { return ""; }
  return fmt::format(
      "At beta_0 = 1 in figure 7, standard TD at its best c, chosen by half of the trials, ends below implicit TD at "
      "its best: {}.",
      listed(losses));
}

/// Both rules over all their settings.
std::string tuned_settings(const std::vector<BestSettings>& all) {
  if (all.empty()) { return ""; }
  std::vector<std::string> better;
  std::vector<std::string> worse;
  for (const BestSettings& best : all) {
    if (best.difference.standing == Standing::better) { better.push_back(best.title); }
    if (best.difference.standing == Standing::worse) { worse.push_back(best.title); }
  }
  const auto text = [](const std::vector<std::string>& titles) {
    return titles.empty() ? std::string("nowhere") : fmt::format("here: {}", fmt::join(titles, "; "));
  };
  return fmt::format(
      "With step-size and c both tuned, implicit TD is better {}. It is worse {}. (One seed; the cards say how this "
      "depends "
      "on it.)",
      text(better), text(worse));
}

/// The baselines over all their settings.
std::string tuned_baselines(const std::vector<BestSettings>& all) {
  struct Counts {
    std::string label;
    std::size_t better = 0;
    std::size_t worse = 0;
  };
  std::vector<Counts> methods;
  for (const BestSettings& best : all) {
    for (const OtherBest& other : best.others) {
      const std::string& label = other.best.method.label;
      auto found = std::find_if(methods.begin(), methods.end(), [&](const Counts& one) { return one.label == label; });
      if (found == methods.end()) { found = methods.insert(methods.end(), {label}); }
      found->better += other.difference.standing == Standing::better ? 1U : 0U;
      found->worse += other.difference.standing == Standing::worse ? 1U : 0U;
    }
  }
  std::vector<std::string> texts;
  for (const Counts& one : methods) {
    texts.push_back(fmt::format("{} is better in {} and worse in {}", one.label, one.better, one.worse));
  }
  if (texts.empty()) { return ""; }
  return fmt::format("Against implicit TD at its best, in {} experiments, each method at its best: {}.", all.size(),
                     fmt::join(texts, ", "));
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
  return text + fmt::format(", and a projection keeps it bounded: with R = {} it ends at {}.",
                            bounded->variant.substr(10), format_number(bounded->norms.back().second));
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

// --- theory ---------------------------------------------------------------------------------------------------------

std::string topics(const std::vector<TopicResult>& theory) {
  if (theory.empty()) { return ""; }
  std::vector<std::string> titles;
  for (const TopicResult& topic : theory) { titles.push_back(topic.title); }
  return fmt::format("The theory part compares what the paper proves with what is measured: {}.",
                     fmt::join(titles, "; "));
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
  std::vector<std::string> sentences = {what_it_is};
  if (count(results, Source::paper) > 0) { sentences.push_back(verdicts(results)); }
  if (const Figure* const figure = comparison(results)) { sentences.push_back(both_rules(*figure)); }
  for (const std::string& sentence :
       {where_worse(results), where_worse_over_seeds(results.pooled), tuned_ratio(results)}) {
    if (!sentence.empty()) { sentences.push_back(sentence); }
  }
  const std::string tuned = results.extra ? tuned_settings(results.extra->best_settings) : "";
  if (!tuned.empty()) { sentences.push_back(tuned); }
  const std::string baselines = results.extra ? tuned_baselines(results.extra->best_settings) : "";
  if (!baselines.empty()) { sentences.push_back(baselines); }
  const std::string last = results.extra ? limit(results.extra->divergence) : projections(results);
  for (const std::string& sentence : {last, topics(results.theory)}) {
    if (!sentence.empty()) { sentences.push_back(sentence); }
  }
  return sentences;
}

}  // namespace ballast::reproduction
