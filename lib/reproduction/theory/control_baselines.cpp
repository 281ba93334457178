#include "reproduction/theory/control_baselines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "experiments/charts/palette.hpp"
#include "experiments/definition/plan_of.hpp"
#include "experiments/page/paired_table.hpp"
#include "experiments/page/sweep_table.hpp"
#include "experiments/text/number_format.hpp"
#include "reproduction/claims/paired_queries.hpp"
#include "reproduction/extra/halves.hpp"
#include "reproduction/paper/environments.hpp"
#include "reproduction/paper/figure_files.hpp"
#include "reproduction/paper/methods.hpp"
#include "reproduction/paper/queue_model.hpp"

namespace ballast::reproduction {
namespace {

constexpr const char* judged_by = "reward_last_third";

/// A grid for each task: a run of the pendulum takes fifteen times as long.
struct Grid {
  std::vector<double> step_sizes;
  std::vector<double> ratios;
  std::uint32_t most_runs;
};

Grid grid_of(const std::string& environment) {
  if (environment == paper::pendulum_name) { return {{0.5, 1.5, 4.5}, {0.1, 1.0}, 20}; }
  return {{0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0}, {0.01, 0.1, 1.0}, 30};
}

// --- plans ----------------------------------------------------------------------------------------------------------

SweepPlan plan_for(PanelDefinition panel) {
  const Grid grid = grid_of(panel.model.simulator == Simulator::pendulum ? paper::pendulum_name : "");
  panel.trials = std::min(panel.trials, grid.most_runs);
  SweepPlan plan = plan_of(panel);
  plan.stem = "theory_control_" + plan.environment.name;
  plan.xs = grid.step_sizes;
  const Decay decay = plan.methods.front().decay;
  plan.methods.clear();
  for (Method method : control_methods()) {
    method.decay = decay;
    const std::string name = method.name;
    for (const double ratio : grid.ratios) {
      method.ratio = ratio;
      method.name = fmt::format("{}_c{}", name, ratio);
      plan.methods.push_back(method);
      if (!has_ratio(method.rule)) { break; }
    }
  }
  return plan;
}

// --- the best of each method ----------------------------------------------------------------------------------------

/// The cell with the highest mean over the choosing half; nothing if a run of each overflows there.
const Cell* chosen(const Sweep& grid, Rule rule) {
  const Cell* best = nullptr;
  double highest = -HUGE_VAL;
  for (const Cell& cell : grid.cells) {
    if (cell.method.rule != rule || cell.measure != judged_by) { continue; }
    const std::optional<double> reward = mean_of(choosing_half(cell.values));
    if (reward && *reward > highest) {
      best = &cell;
      highest = *reward;
    }
  }
  return best;
}

AtEdge edges_of(const Sweep& grid, const Cell& best) {
  const auto is_outermost = [&](auto setting) {
    double least = HUGE_VAL;
    double most = -HUGE_VAL;
    for (const Cell& cell : grid.cells) {
      if (cell.method.rule != best.method.rule) { continue; }
      least = std::min(least, setting(cell));
      most = std::max(most, setting(cell));
    }
    return least < most && (setting(best) <= least || setting(best) >= most);
  };
  return {is_outermost([](const Cell& cell) { return cell.x; }),
          is_outermost([](const Cell& cell) { return cell.method.ratio; })};
}

ControlBest best_of(const Sweep& grid, const Method& method, const Cell& cell, const Cell& implicit) {
  const std::vector<double> measured = measuring_half(cell.values);
  ControlBest best{method,
                   cell.x,
                   has_ratio(method.rule) ? cell.method.ratio : std::numeric_limits<double>::quiet_NaN(),
                   edges_of(grid, cell),
                   estimate(measured),
                   std::nullopt,
                   paired_difference(measured, measuring_half(implicit.values), Better::more, 1)};
  if (const Cell* const worth = grid.find(cell.method, cell.x, "greedy_worth")) {
    best.greedy_worth = estimate(measuring_half(worth->values));
  }
  return best;
}

// --- in words -------------------------------------------------------------------------------------------------------

std::vector<std::string> row_of(const ControlBest& best) {
  const bool is_itself = best.method.rule == Rule::implicit;
  const auto edge = [](bool is_at_edge) { return is_at_edge ? " (edge of the grid)" : ""; };
  return {best.method.label,
          format_number(best.step_size) + edge(best.at_edge.step_size),
          std::isnan(best.ratio) ? "none" : format_number(best.ratio) + edge(best.at_edge.ratio),
          format_estimate(best.reward),
          best.greedy_worth ? format_estimate(*best.greedy_worth) : "",
          is_itself ? "" : format_difference(best.difference),
          is_itself ? "" : name_of(best.difference.standing)};
}

TopicTable table_of(const ControlTask& task) {
  TopicTable table{task.title,
                   {"method", "step-size", "c", "reward, last third", "worth of the final policy",
                    "reward - that of implicit SARSA", "compared with implicit SARSA"},
                   {}};
  for (const ControlBest& best : task.methods) { table.rows.push_back(row_of(best)); }
  return table;
}

std::string grid_text(const std::string& title, const std::string& environment) {
  const Grid grid = grid_of(environment);
  return fmt::format(
      "{}: step-sizes {} (beta_0 is 400 times that, decaying as in figure 4), ratios c {}; {} runs at most.", title,
      fmt::join(grid.step_sizes, ", "), fmt::join(grid.ratios, ", "), grid.most_runs);
}

/// Ours.
Claim claim_of(const ControlTask& task) {
  const std::string text = task.environment == paper::pendulum_name ? "the pendulum" : "access control";
  Claim claim = topic_claim(
      "control_baselines", "implicit_earns_more_" + task.environment, Source::ballast,
      fmt::format("On {}, implicit SARSA at its best settings earns more than each other method at its own.", text),
      "Each other method is a part: it earns less in the last third of a run, by the paired difference over the odd "
      "runs and its 95 % interval. Step-size and c of each method are chosen by the even runs.");
  std::vector<std::string> texts;
  for (const ControlBest& best : task.methods) {
    if (best.method.rule == Rule::implicit) { continue; }
    claim.parts.push_back({fmt::format("{} ({})", best.method.label, format_difference(best.difference)),
                           state_of(best.difference, Standing::worse)});
    claim.numbers.emplace_back(best.method.name, best.difference.mean);
    texts.push_back(fmt::format("{} {}", best.method.label, format_difference(best.difference)));
  }
  claim.measured = fmt::format("Reward minus that of implicit SARSA: {}.", fmt::join(texts, "; "));
  return judged(claim);
}

}  // namespace

const std::vector<Method>& control_methods() {
  static const std::vector<Method> methods = {
      {"standard", "SARSA, standard", Rule::standard, std::nullopt, orange},
      {"implicit", "SARSA, implicit", Rule::implicit, std::nullopt, blue},
      {"differential", "SARSA, differential", Rule::differential, std::nullopt, purple},
      {"implicit-differential", "SARSA, implicit differential", Rule::implicit_differential, std::nullopt, green},
      {"differential-q", "differential Q-learning", Rule::differential_q, std::nullopt, yellow},
      {"rvi-q", "RVI Q-learning", Rule::rvi_q, std::nullopt, light_blue}};
  return methods;
}

std::optional<ControlTask> control_task(const Sweep& grid) {
  const Cell* const implicit = chosen(grid, Rule::implicit);
  if (implicit == nullptr || measuring_half(implicit->values).size() < 2) { return std::nullopt; }
  ControlTask task{grid.environment, grid.title, {}};
  for (const Method& method : control_methods()) {
    const Cell* const cell = chosen(grid, method.rule);
    if (cell != nullptr) { task.methods.push_back(best_of(grid, method, *cell, *implicit)); }
  }
  return task;
}

/// In double, and with the first reading of the paper: the theory part has no others.
ControlBaselines::ControlBaselines(const Options& options) : cache_(options.seed) {
  Options own = options;
  own.scales_each_row = own.scales_speed = own.holds_raw_step = false;
  for (const PanelDefinition& panel : paper::figure_definition("4", own).panels) {
    grids_.push_back(std::make_shared<SweepExperiment>(plan_for(panel), Scalar::float64, cache_));
  }
}

std::vector<std::shared_ptr<Experiment>> ControlBaselines::experiments() const {
  return {grids_.begin(), grids_.end()};
}

std::vector<ControlTask> ControlBaselines::tasks() const {
  std::vector<ControlTask> tasks;
  for (const auto& grid : grids_) {
    if (const std::optional<ControlTask> task = control_task(grid->sweep())) { tasks.push_back(*task); }
  }
  return tasks;
}

TopicResult ControlBaselines::result() const {
  TopicResult result{
      name(),
      "Control: SARSA and Q-learning at their best settings",
      {"Figure 4 has SARSA with c = 1. Here each method has the best of a grid of step-sizes and ratios c, with the "
       "tasks, features and exploration of that figure: SARSA with each rule of the library (lambda = 0.25), "
       "differential Q-learning (Wan, Naik and Sutton, 2021) and RVI Q-learning (Abounadi, Bertsekas and Borkar, "
       "2001), both with one step. One half of the runs chooses the setting by the reward of the last third, in which "
       "nothing is explored; the other half measures it.",
       fmt::format("The best policy of access control earns {:.6f}, exactly.",
                   static_cast<double>(queue_model().optimum.average_reward))},
      {},
      {},
      {}};
  for (const ControlTask& task : tasks()) {
    result.text.push_back(grid_text(task.title, task.environment));
    result.tables.push_back(table_of(task));
    result.claims.push_back(claim_of(task));
  }
  return result;
}

}  // namespace ballast::reproduction
