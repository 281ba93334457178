#include "experiments/results/long_csv.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/files/output_file.hpp"

namespace ballast::experiments {
namespace {

constexpr const char* setting_columns =
    "panel,model,method,rule,omega_radius,theta_radius,features,lambda,step_size,ratio,schedule,power,offset,hold,"
    "hold_at,factor";

/// Later ones, at the end of a row: columns keep their places.
constexpr const char* more_columns =
    "joint_radius,without,alpha_schedule,alpha_power,alpha_offset,alpha_hold,alpha_hold_at,alpha_factor";

/// What is not a number is left empty.
std::string number_text(double value) {
  return std::isnan(value) ? "" : fmt::format("{}", value);
}

std::string text_of(const Decay& decay) {
  if (decay.is_constant) { return fmt::format("constant,,,,,{}", decay.factor); }
  return fmt::format("polynomial,{},{},{},{},{}", decay.power, decay.offset, decay.hold,
                     decay.holds_beta_0 ? "beta_0" : "first", decay.factor);
}

/// Empty for a setting that the rule does not have.
std::string if_it(bool has, double value) {
  return has ? fmt::format("{}", value) : "";
}

/// The columns that a row begins with.
template <class Results>
std::string settings_of(const Results& results, const Method& method) {
  const bool has_balls = method.radii && !method.radii->is_joint;
  const std::string radii = has_balls ? fmt::format("{},{}", method.radii->omega, method.radii->theta) : ",";
  const bool has_steps = has_step_size(method.rule);
  return fmt::format("{},{},{},{},{},{},{},{},{},{}", results.stem, results.environment, method.name,
                     name_of(method.rule), radii, results.trial_list.features.at(method.features),
                     if_it(has_lambda(method.rule), method.lambda), if_it(has_steps, method.step_size),
                     if_it(has_ratio(method.rule), method.ratio), has_steps ? text_of(method.decay) : ",,,,,");
}

/// Those that it ends with.
std::string more_settings_of(const Method& method) {
  const bool is_joint = method.radii && method.radii->is_joint;
  return fmt::format("{},{},{}", if_it(is_joint, is_joint ? method.radii->theta : 0.0),
                     method.is_without_constant ? "constant" : "",
                     method.average_reward_decay ? text_of(*method.average_reward_decay) : ",,,,,");
}

/// Whether any method names its scalar. Only then is it the last column: files of other experiments stay as they were.
bool has_scalars(const PanelResults& results) {
  const auto has_one = [](const auto& list) {
    return std::any_of(list.begin(), list.end(), [](const auto& result) { return result.method.scalar.has_value(); });
  };
  return std::any_of(results.sweeps.begin(), results.sweeps.end(),
                     [&](const Sweep& sweep) { return has_one(sweep.cells); }) ||
         std::any_of(results.learning_curves.begin(), results.learning_curves.end(),
                     [&](const LearningCurve& curve) { return has_one(curve.points); });
}

/// With the scalar, if that is a column; empty for a method that names none.
std::string end_of_row(const Method& method, bool has_scalar_column) {
  const std::string scalar = method.scalar ? name_of(*method.scalar) : "";
  return more_settings_of(method) + (has_scalar_column ? "," + scalar : "");
}

std::string text_of(const std::optional<Estimate>& estimate) {
  return estimate ? fmt::format("{},{}", number_text(estimate->mean), number_text(estimate->ci95)) : ",";
}

/// Nothing where an overflow decides: there is no interval.
std::string interval_text(const PairedDifference& difference, double half_width) {
  return std::isfinite(difference.mean) ? number_text(half_width) : "";
}

/// The last columns, if any comparison has ratios.
std::string ratio_text(const Comparison& comparison, std::size_t i) {
  if (comparison.ratios.empty()) { return ",,"; }
  const PairedRatio& ratio = comparison.ratios[i].second;
  return fmt::format(",{},{}", number_text(ratio.ratio), number_text(ratio.ci95));
}

template <class Results>
void write_values(const Results& results, const Method& method, const std::string& measure, std::uint32_t t,
                  const std::vector<double>& values, bool has_scalar_column, OutputFile& file) {
  const std::string settings = settings_of(results, method);
  const std::string more = end_of_row(method, has_scalar_column);
  for (std::size_t trial = 0; trial < values.size(); ++trial) {
    file.print("{},{},{},{},{},{},{},{}\n", settings, measure, t, trial, results.trial_list.seeds[trial],
               number_text(values[trial]), std::isnan(values[trial]) ? 1 : 0, more);
  }
}

/// A method without the setting that lies along x, as one without a projection along the radius, has the same cell
/// everywhere: it is written once.
std::vector<const Cell*> distinct_cells(const Sweep& sweep) {
  std::vector<const Cell*> cells;
  std::string last;
  for (const Cell& cell : sweep.cells) {
    const std::string settings = settings_of(sweep, cell.method) + more_settings_of(cell.method) + cell.measure;
    if (settings != last) { cells.push_back(&cell); }
    last = settings;
  }
  return cells;
}

std::size_t count_missing(const std::vector<double>& values) {
  std::size_t count = 0;
  for (const double value : values) { count += std::isnan(value) ? 1U : 0U; }
  return count;
}

}  // namespace

void write_trials(const PanelResults& results, const std::string& path) {
  OutputFile file(path);
  const bool has_scalar_column = has_scalars(results);
  file.print("{},measure,t,trial,seed,value,overflowed,{}{}\n", setting_columns, more_columns,
             has_scalar_column ? ",scalar" : "");
  for (const Sweep& sweep : results.sweeps) {
    for (const Cell* const cell : distinct_cells(sweep)) {
      write_values(sweep, cell->method, cell->measure, sweep.trial_list.steps, cell->values, has_scalar_column, file);
    }
  }
  for (const LearningCurve& curve : results.learning_curves) {
    for (const Point& point : curve.points) {
      write_values(curve, point.method, curve.measure, point.t, point.values, has_scalar_column, file);
    }
  }
  file.finish();
}

void write_summary(const PanelResults& results, const std::string& path) {
  OutputFile file(path);
  const bool has_scalar_column = has_scalars(results);
  file.print("{},measure,t,mean,ci95,trials,overflowed,projections,{}{}\n", setting_columns, more_columns,
             has_scalar_column ? ",scalar" : "");
  for (const Sweep& sweep : results.sweeps) {
    for (const Cell* const cell : distinct_cells(sweep)) {
      file.print("{},{},{},{},{},{},{},{}\n", settings_of(sweep, cell->method), cell->measure, sweep.trial_list.steps,
                 text_of(cell->estimate), cell->trials, cell->overflowed, cell->projections,
                 end_of_row(cell->method, has_scalar_column));
    }
  }
  for (const LearningCurve& curve : results.learning_curves) {
    for (const Point& point : curve.points) {
      const std::string overflowed =
          point.values.empty() ? "" : fmt::format("{}", count_missing(point.values));  // counted at checkpoints only
      file.print("{},{},{},{},{},{},,{}\n", settings_of(curve, point.method), curve.measure, point.t,
                 text_of(point.estimate), curve.trial_list.seeds.size(), overflowed,
                 end_of_row(point.method, has_scalar_column));
    }
  }
  file.finish();
}

void write_differences(const std::vector<Comparison>& comparisons, const std::string& path) {
  OutputFile file(path);
  const auto has_ratios = [](const Comparison& comparison) { return !comparison.ratios.empty(); };
  const bool has_ratio_columns = std::any_of(comparisons.begin(), comparisons.end(), has_ratios);
  file.print("panel,measure,method,against,x_name,x,difference,ci95,corrected,cells,standing,wins,trials{}\n",
             has_ratio_columns ? ",ratio,ratio_ci95" : "");
  for (const Comparison& comparison : comparisons) {
    for (std::size_t i = 0; i < comparison.differences.size(); ++i) {
      const auto& [x, difference] = comparison.differences[i];
      file.print("{},{},{},{},{},{},{},{},{},{},{},{},{}{}\n", comparison.panel, comparison.measure,
                 comparison.method.name, comparison.against.name, comparison.x_name, x, number_text(difference.mean),
                 interval_text(difference, difference.ci95), interval_text(difference, difference.corrected),
                 comparison.differences.size(), name_of(difference.standing), difference.wins, difference.trials,
                 has_ratio_columns ? ratio_text(comparison, i) : "");
    }
  }
  file.finish();
}

}  // namespace ballast::experiments
