#include "reproduction/report/extra_section.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/charts/sweep_chart.hpp"
#include "experiments/results/measures.hpp"
#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"
#include "reproduction/paper/methods.hpp"
#include "reproduction/report/plots.hpp"

#include <html_fragments.hpp>
#include <page_fragments.hpp>

namespace ballast::reproduction {
namespace {

// --- float beside double --------------------------------------------------------------------------------------------

/// How far apart two cells are, in half widths of the interval; NaN if one of them has no number.
double distance(const FloatBesideDouble& pair) {
  if (!pair.in_double.estimate || !pair.in_float.estimate) { return std::nan(""); }
  return std::fabs(pair.in_float.estimate->mean - pair.in_double.estimate->mean) / pair.in_double.estimate->ci95;
}

/// All pairs of one method in one sweep.
struct Group {
  std::string name;
  std::uint64_t pairs = 0;
  double farthest = 0.0;
  double farthest_x = 0.0;
  std::uint64_t overflowed_in_double = 0;
  std::uint64_t overflowed_in_float = 0;

  void add(const FloatBesideDouble& pair) {
    ++pairs;
    overflowed_in_double += pair.in_double.estimate ? 0U : 1U;
    overflowed_in_float += pair.in_float.estimate ? 0U : 1U;
    if (distance(pair) > farthest) {
      farthest = distance(pair);
      farthest_x = pair.x;
    }
  }
};

std::string name_of_group(const FloatBesideDouble& pair) {
  return fmt::format("{}, {}{}", pair.sweep, pair.method.label,
                     pair.measure == "loss" ? "" : ", " + label_of_measure(pair.measure));
}

std::vector<Group> groups_of(const std::vector<FloatBesideDouble>& pairs) {
  std::vector<Group> groups;
  for (const FloatBesideDouble& pair : pairs) {
    const std::string name = name_of_group(pair);
    auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) { return group.name == name; });
    if (found == groups.end()) {
      groups.push_back({name});
      found = groups.end() - 1;
    }
    found->add(pair);
  }
  return groups;
}

void write_groups(HtmlWriter& writer, const std::vector<Group>& groups) {
  writer.print(html::scalars_table);
  for (const Group& group : groups) {
    writer.print(html::scalars_row, escaped(group.name), group.pairs, format_number(group.farthest),
                 group.farthest > 0.0 ? " at " + as_given(group.farthest_x) : "", group.overflowed_in_double,
                 group.overflowed_in_float);
  }
  writer.print(page::end_scrolled_table);
}

void write_float_beside_double(HtmlWriter& writer, const std::vector<FloatBesideDouble>& pairs) {
  if (pairs.empty()) { return; }
  const auto is_close = [](const FloatBesideDouble& pair) { return distance(pair) <= 0.1; };
  const auto close = static_cast<std::uint64_t>(std::count_if(pairs.begin(), pairs.end(), is_close));
  const auto is_without_number = [](const FloatBesideDouble& pair) {
    return !pair.in_double.estimate || !pair.in_float.estimate;
  };
  const auto without_number = static_cast<std::uint64_t>(std::count_if(pairs.begin(), pairs.end(), is_without_number));
  writer.print(html::float_heading);
  writer.paragraph(
      fmt::format("The same trials were run in both. Of {}, {} have means that differ by less than a tenth of the half "
                  "width of the 95 % interval; in {} one or both overflowed. Distances below are in these half "
                  "widths.",
                  counted(pairs.size(), "cell"), with_commas(close), with_commas(without_number)));
  writer.print(page::details, "Sweep by sweep");
  write_groups(writer, groups_of(pairs));
  writer.print(page::end_details);
}

// --- ranges ---------------------------------------------------------------------------------------------------------

void write_ranges(HtmlWriter& writer, const ExtraResults& extra) {
  if (extra.useful_ranges.empty()) { return; }
  writer.print(html::ranges_heading);
  writer.paragraph(
      "The step-sizes at which the mean final loss is at most twice the lowest of standard TD, around each method's "
      "best "
      "one (the circle), in the sweeps with more step-sizes than the figures have. An arrow means that the sweep ends "
      "there, and the range may continue; a method without a bar is nowhere as good.");
  writer.print(html::one_panel);
  writer.figure("useful_ranges");
  writer.print(page::end_block);
}

// --- divergence -----------------------------------------------------------------------------------------------------

const char* chain_of(const DivergenceRun& run) {
  return run.chain == "cycle" ? "Cycle" : "Near-cycle";
}

std::string outcome(const DivergenceRun& run) {
  if (run.overflowed_at > 0) { return fmt::format("overflow at step {}", with_commas(run.overflowed_at)); }
  return fmt::format("{} after {}", format_number(run.norms.back().second), counted(run.norms.back().first, "step"));
}

/// Nothing, where there is no theta* to compare with, or where the run ended before.
std::string final_loss(const DivergenceRun& run) {
  return run.losses.empty() || run.overflowed_at > 0 ? "" : format_number(run.losses.back().second);
}

void write_divergence_table(HtmlWriter& writer, const std::vector<DivergenceRun>& runs) {
  writer.print(html::divergence_table, counted(runs.size(), "run"));
  for (const DivergenceRun& run : runs) {
    writer.print(html::divergence_row, chain_of(run), as_given(run.step_size), escaped(label_of_variant(run.variant)),
                 outcome(run), final_loss(run), with_commas(run.projections));
  }
  writer.print(html::end_divergence_table);
}

/// The outcome of implicit TD in one plot, without a projection and with the smallest ball.
void write_divergence_item(HtmlWriter& writer, const std::vector<DivergenceRun>& runs, const std::string& stem) {
  const DivergenceRun* plain = nullptr;
  const DivergenceRun* bounded = nullptr;
  for (const DivergenceRun& run : runs) {
    if (stem_of(run) != stem) { continue; }
    if (run.variant == "implicit") { plain = &run; }
    if (bounded == nullptr && run.variant.rfind("implicit_r", 0) == 0) { bounded = &run; }
  }
  if (plain == nullptr) { return; }
  writer.print(html::divergence_item, chain_of(*plain), as_given(plain->step_size), outcome(*plain));
  if (bounded != nullptr) {
    writer.print("; with {} at {}, {}", escaped(label_of_variant(bounded->variant).substr(10)),
                 format_number(bounded->norms.back().second), counted(bounded->projections, "projection"));
  }
  writer.print(html::end_divergence_item);
}

void write_divergence(HtmlWriter& writer, const ExtraResults& extra) {
  if (extra.divergence.empty()) { return; }
  writer.print(html::divergence_heading);
  writer.paragraph(
      "Two chains that are not in the paper: a cycle of three states with features 120 degrees apart, and a chain of "
      "six states that is nearly a cycle, with features made as the paper makes them. The step-size is constant.");
  writer.print(page::list);
  for (const std::string& stem : stems_of(extra.divergence)) { write_divergence_item(writer, extra.divergence, stem); }
  writer.print(html::end_list_and_panels);
  for (const std::string& stem : stems_of(extra.divergence)) { writer.figure(stem); }
  writer.print(page::end_block);
  write_divergence_table(writer, extra.divergence);
}

// --- drift ----------------------------------------------------------------------------------------------------------

/// The speed of the drift depends on the instance.
void write_drift_rates(HtmlWriter& writer, const ExtraResults& extra) {
  if (extra.drift_rates.empty()) { return; }
  std::vector<double> rates = extra.drift_rates;
  std::sort(rates.begin(), rates.end());
  const double steps = extra.drift.front().norms.back().first;
  writer.paragraph(fmt::format(
      "How fast it grows depends on the instance: for those of the first {} ||theta|| would be {} to {} after as "
      "many steps, with a median of {}.",
      counted(rates.size(), "trial"), format_number(rates.front() * steps), format_number(rates.back() * steps),
      format_number(rates[rates.size() / 2] * steps)));
}

void write_drift(HtmlWriter& writer, const ExtraResults& extra) {
  if (extra.drift.empty()) { return; }
  writer.print(html::drift_heading);
  writer.paragraph(fmt::format(
      "If some combination of the features is constant, theta can grow along it without bound and without any effect "
      "on differences between states. Implicit TD on the MRP of the first trial, all features divided by the largest "
      "norm, {} with a constant step-size of {}: unchanged, and with the constant direction removed from theta after "
      "each step.",
      counted(extra.drift.front().norms.back().first, "step"), as_given(extra.drift.front().step_size)));
  std::vector<std::string> parts;
  for (const DriftRun& run : extra.drift) {
    parts.push_back(fmt::format("{} in {} with the direction {}", format_number(run.norms.back().second), run.scalar,
                                run.is_direction_removed ? "removed" : "left in"));
  }
  writer.paragraph(fmt::format("At the end ||theta|| is {}.", listed(parts)));
  write_drift_rates(writer, extra);
  writer.print(page::panels);
  writer.figure("drift_norm");
  writer.figure("drift_loss");
  writer.print(page::end_block);
}

// --- policies -------------------------------------------------------------------------------------------------------

/// "differs from the optimum in 3.4 of 40 states"
std::string disagreements_of(const QueuePolicy& policy) {
  return fmt::format("differs from the optimum in {} of 40 states",
                     as_given(std::round(10.0 * policy.disagreements) / 10.0));
}

void write_policy(HtmlWriter& writer, const QueuePolicy& policy, const std::string& stem, bool is_optimal) {
  if (policy.runs == 0) {
    writer.figure(stem, fmt::format("Average reward {:.4f}, exact{}.", policy.gain,
                                    is_optimal ? "" : "; " + disagreements_of(policy)));
    return;
  }
  writer.figure(
      stem, fmt::format("Average reward {:.4f}, mean over {}, from {:.4f} to {:.4f}; {}.", policy.gain,
                        counted(policy.runs, "run"), policy.worst_gain, policy.best_gain, disagreements_of(policy)));
  if (writer.has_image(stem + "_best")) {
    writer.figure(stem + "_best", fmt::format("Average reward {:.4f}, the best of {}.", policy.best_gain, policy.runs));
  }
}

/// Runs that overflowed have no policy.
void write_overflows_at_1_5(HtmlWriter& writer, const Results& results) {
  const Sweep* const sweep = results.sweep("fig4_access_control");
  if (sweep == nullptr) { return; }
  for (const Method& method : {paper::implicit, paper::standard}) {
    const Cell* const cell = sweep->find(method, 1.5);
    if (cell == nullptr || cell->overflowed == 0) { continue; }
    writer.paragraph(fmt::format("There is no policy of {} SARSA at 1.5: it overflowed in {} of {}.", method.label,
                                 cell->overflowed, counted(cell->trials, "run")));
  }
}

void write_policies(HtmlWriter& writer, const Results& results) {
  const std::vector<QueuePolicy>& policies = results.extra->policies;
  if (policies.empty()) { return; }
  writer.print(html::policies_heading);
  writer.paragraph(
      "Who is accepted: a row for each class of customers, a column for each number of free servers. Blue is accept. "
      "In learned policies the numbers are the percentage of runs that accept. A thick orange edge marks where the "
      "optimal policy does the opposite.");
  writer.print(page::panels);
  for (std::size_t i = 0; i < policies.size(); ++i) {
    write_policy(writer, policies[i], fmt::format("policy_{}", i), i == 0);
  }
  writer.print(page::end_block);
  write_overflows_at_1_5(writer, results);
}

}  // namespace

void write_extra_section(HtmlWriter& writer, const Results& results) {
  const ExtraResults& extra = *results.extra;
  writer.print(html::extra_section);
  write_policies(writer, results);
  write_ranges(writer, extra);
  write_divergence(writer, extra);
  write_drift(writer, extra);
  write_float_beside_double(writer, extra.float_beside_double);
  writer.print(page::end_section);
}

}  // namespace ballast::reproduction
