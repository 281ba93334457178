#include "experiments/trials/sweep_experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "experiments/runner/checkpoints.hpp"
#include "experiments/runner/interrupt.hpp"
#include "experiments/statistics/estimate.hpp"

namespace ballast::experiments {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

void put(const Outcome& outcome, OutcomeWriter& out) {
  out.put(outcome.has_overflowed ? 1U : 0U);
  out.put(outcome.values);
  out.put(outcome.projections);
  out.put(outcome.over_time);
  out.put(outcome.policy);
}

void get(Outcome& outcome, std::size_t values, OutcomeReader& in) {
  std::uint32_t has_overflowed = 0;
  in.get(has_overflowed);
  in.get(outcome.values);
  in.get(outcome.projections);
  in.get(outcome.over_time);
  in.get(outcome.policy);
  OutcomeReader::require(has_overflowed <= 1 && outcome.values.size() == values);
  outcome.has_overflowed = has_overflowed == 1;
}

}  // namespace

SweepExperiment::SweepExperiment(const SweepPlan& plan, Scalar scalar, InstanceCache& cache)
    : plan_(plan), scalar_(scalar), trials_(cache.of(plan.environment)), results_(plan.environment.trials) {}

std::string SweepExperiment::name() const {
  return fmt::format("seed {}, {}, {}", trials_.seed(), plan_.stem, name_of(scalar_));
}

double SweepExperiment::seconds_per_trial() const {
  const Environment& environment = plan_.environment;
  const double runs = static_cast<double>(plan_.methods.size() * std::max<std::size_t>(1, plan_.xs.size()));
  return runs * environment.steps * environment.seconds_per_step + environment.seconds_per_instance;
}

std::vector<Run> SweepExperiment::runs() const {
  std::vector<Run> runs;
  for (const Method& method : plan_.methods) {
    const Scalar scalar = method.scalar.value_or(scalar_);
    if (is_along_time()) { runs.push_back({method, scalar, plan_.every}); }
    for (const double x : plan_.xs) { runs.push_back({with_setting(method, plan_.axis, x), scalar}); }
  }
  return runs;
}

/// The smallest ball first: if it never acts, the larger ones need no run of their own.
std::vector<std::size_t> order_of(const std::vector<Run>& runs) {
  std::vector<std::size_t> order(runs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto size = [&](std::size_t i) {
    const std::optional<Radii>& radii = runs[i].method.radii;
    return radii ? radii->theta : std::numeric_limits<double>::infinity();
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return size(a) < size(b); });
  return order;
}

void SweepExperiment::run(std::uint32_t trial) {
  const std::vector<Run> all = runs();
  Result& result = results_[trial];
  result.resize(all.size());
  for (const std::size_t i : order_of(all)) {
    if (is_interrupted()) { return; }
    if (is_same_as_last(i)) {
      result[i] = result[i - 1];
    } else {
      result[i] = plan_.overflow_search ? search(trials_.get(trial), all[i]) : trials_.run(trial, all[i]);
    }
  }
}

/// A method without the setting along x is run once.
bool SweepExperiment::is_same_as_last(std::size_t index) const {
  if (plan_.xs.empty() || index % plan_.xs.size() == 0) { return false; }
  return !setting_of(plan_.methods[index / plan_.xs.size()], plan_.axis);
}

/// A run that never overflows counts as the largest step-size that was tried.
Outcome SweepExperiment::search(const Trial& instance, const Run& run) const {
  const std::optional<double> step_size = overflow_step_size(instance, run, *plan_.overflow_search);
  Outcome outcome;
  outcome.values = {step_size.value_or(plan_.overflow_search->highest)};
  return outcome;
}

void SweepExperiment::save(std::uint32_t trial, OutcomeWriter& out) const {
  for (const Outcome& outcome : results_[trial]) { put(outcome, out); }
}

void SweepExperiment::load(std::uint32_t trial, OutcomeReader& in) {
  const std::size_t values = plan_.overflow_search ? 1 : plan_.environment.measures.size();
  results_[trial].resize(runs().size());
  for (Outcome& outcome : results_[trial]) { get(outcome, values, in); }
}

const Outcome& SweepExperiment::outcome(const Result& result, std::size_t method, std::size_t x) const {
  return result[method * plan_.xs.size() + x];
}

/// A cell from the outcomes of its trials, in order.
Cell SweepExperiment::cell_of(std::size_t method, std::size_t x, std::size_t measure) const {
  const Method with_x = with_setting(plan_.methods[method], plan_.axis, plan_.xs[x]);
  Cell cell{with_x, plan_.xs[x], measures()[measure], std::nullopt, 0, 0, 0};
  const std::size_t value = index_of(cell.measure);
  std::vector<double> values;
  for (const Result& result : results_) {
    const Outcome& own = outcome(result, method, x);
    ++cell.trials;
    cell.overflowed += own.has_overflowed ? 1U : 0U;
    cell.projections += own.projections;
    values.push_back(own.values[value]);
    cell.values.push_back(own.has_overflowed ? not_a_number : own.values[value]);
  }
  if (cell.overflowed == 0) { cell.estimate = estimate(values); }
  return cell;
}

const std::vector<std::string>& SweepExperiment::measures() const {
  return plan_.measures.empty() ? plan_.environment.measures : plan_.measures;
}

/// Where in the outcomes of a run a measure is.
std::size_t SweepExperiment::index_of(const std::string& measure) const {
  if (plan_.overflow_search) { return 0; }
  const std::vector<std::string>& all = plan_.environment.measures;
  return static_cast<std::size_t>(std::find(all.begin(), all.end(), measure) - all.begin());
}

TrialList SweepExperiment::trial_list() const {
  TrialList list{plan_.environment.steps, {}, plan_.features};
  for (std::uint32_t trial = 0; trial < trials(); ++trial) { list.seeds.push_back(trials_.seed_of(trial)); }
  return list;
}

Sweep SweepExperiment::sweep() const {
  Sweep sweep = make_sweep(plan_);
  sweep.trial_list = trial_list();
  for (std::size_t method = 0; method < plan_.methods.size(); ++method) {
    for (std::size_t measure = 0; measure < sweep.measures.size(); ++measure) {
      for (std::size_t x = 0; x < plan_.xs.size(); ++x) { sweep.cells.push_back(cell_of(method, x, measure)); }
    }
  }
  return sweep;
}

Point SweepExperiment::point_of(std::size_t method, std::size_t measure, std::size_t record) const {
  Point point{plan_.methods[method], static_cast<std::uint32_t>(record) * plan_.every, std::nullopt, {}};
  for (const Result& result : results_) {
    const std::vector<double>& own = result[method].over_time[measure];
    const bool is_number = record < own.size() && std::isfinite(own[record]);
    point.values.push_back(is_number ? own[record] : not_a_number);
  }
  const auto is_missing = [](double value) { return std::isnan(value); };
  if (std::none_of(point.values.begin(), point.values.end(), is_missing)) { point.estimate = estimate(point.values); }
  const std::uint32_t last = plan_.environment.steps / plan_.every;
  if (!is_checkpoint(static_cast<std::uint32_t>(record), last)) { point.values.clear(); }
  return point;
}

LearningCurve SweepExperiment::learning_curve(std::size_t measure) const {
  const Environment& environment = plan_.environment;
  LearningCurve curve{
      plan_.stem,  environment.name, plan_.title, plan_.methods.front().step_size, {}, environment.measures[measure],
      trial_list()};
  const std::size_t first = std::isnan(results_.front().front().over_time[measure].front()) ? 1 : 0;  // a mean of none
  const std::size_t last = environment.steps / plan_.every;
  for (std::size_t method = 0; method < plan_.methods.size(); ++method) {
    for (std::size_t record = first; record <= last; ++record) {
      curve.points.push_back(point_of(method, measure, record));
    }
  }
  return curve;
}

std::vector<LearningCurve> SweepExperiment::learning_curves() const {
  std::vector<LearningCurve> curves;
  if (!is_along_time()) { return curves; }
  const std::vector<std::vector<double>>& first = results_.front().front().over_time;
  for (const std::string& measure : measures()) {
    const std::size_t index = index_of(measure);
    if (!first[index].empty()) { curves.push_back(learning_curve(index)); }
  }
  return curves;
}

std::vector<Outcome> SweepExperiment::outcomes(const Method& method, double x) const {
  std::vector<Outcome> found;
  for (const Result& result : results_) {
    for (std::size_t i = 0; i < result.size(); ++i) {
      if (plan_.methods[i / plan_.xs.size()] == method && plan_.xs[i % plan_.xs.size()] == x) {
        found.push_back(result[i]);
      }
    }
  }
  return found;
}

}  // namespace ballast::experiments
