#include "sample_results.hpp"

#include <reproduction/paper/methods.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace ballast::reproduction;

namespace {

constexpr std::uint32_t trials = 50;

std::vector<double> grid(double first, double last, double step) {
  std::vector<double> xs;
  for (int i = 0; first + i * step <= last + 1e-9; ++i) { xs.push_back(first + i * step); }
  return xs;
}

/// A loss that falls, has its minimum near 0.3, and grows: without bound from 2 on if it is of the standard rule.
double loss_at(const Method& method, double x) {
  const double slow = 2.5 * std::exp(-x / 0.1);
  if (method != paper::standard) { return slow + 0.4 + 0.42 * x; }
  return slow + 0.4 + 0.8 * x + (x < 2.0 ? 0.5 * x * x / (2.0 - x) : 1.6e4 * std::pow(1e80, (x - 2.0) / 0.1));
}

Cell cell_of(const Method& method, double x, const std::string& measure, double mean) {
  Cell cell{method, x, measure, Estimate{mean, 0.12 * std::fabs(mean)}, trials, 0, 0};
  if (std::fabs(mean) > 1e200) {
    cell.estimate.reset();
    cell.overflowed = trials - 3;
  }
  return cell;
}

template <class Loss>
Sweep sweep_of(const std::string& stem, const std::string& title, const std::vector<double>& xs, Loss loss) {
  Sweep sweep{stem, "mrp", title, "step_size", "step-size \u03b2\u2080", "loss", {"loss"}, {}};
  for (const Method& method : paper::methods) {
    for (const double x : xs) { sweep.cells.push_back(cell_of(method, x, "loss", loss(method, x))); }
  }
  return sweep;
}

LearningCurve learning_curve_of(const std::string& stem, const std::string& title, double step_size,
                                std::uint32_t steps) {
  LearningCurve learning_curve{stem, "boyan", title, step_size, {}};
  for (const Method& method : paper::methods) {
    for (std::uint32_t t = 0; t <= steps; ++t) {
      const double ripple = 1.0 + 0.1 * std::sin(0.05 * t);
      const double mean = (20.0 * std::exp(-0.01 * t) + loss_at(method, step_size)) * ripple;
      learning_curve.points.push_back({method, t, Estimate{mean, 0.1 * mean}});
    }
  }
  return learning_curve;
}

Figure evaluation(const std::string& name, const std::string& title, double step_size) {
  const std::string stem = "fig" + name;
  Figure figure{name, title, "MRP with 100 states; \u03bb = 0.25, c = 1, 2000 updates, 50 trials.", {}, {}};
  figure.sweeps.push_back(sweep_of(stem + "_left", title, grid(0.1, 3.0, 0.1), loss_at));
  figure.learning_curves.push_back(learning_curve_of(stem + "_right", title, step_size, 2000));
  return figure;
}

Sweep control(const std::string& stem, const std::string& environment, const std::string& title, double level) {
  Sweep sweep{stem,
              environment,
              title,
              "step_size",
              "\u03b2\u2080 / 400",
              "mean reward",
              {"reward", "reward_last_third", "omega"},
              {}};
  if (environment == "access_control") { sweep.measures.push_back("greedy_worth"); }
  for (const Method& method : paper::methods) {
    for (const std::string& measure : sweep.measures) {
      for (const double x : grid(0.25, 1.5, 0.25)) {
        const double fall = method == paper::standard && x > 1.0 ? 0.1 * (x - 1.0) : 0.0;
        sweep.cells.push_back(cell_of(method, x, measure, level + 0.04 * x - fall));
      }
    }
  }
  return sweep;
}

Figure figure_4() {
  Figure figure{"4", "Control: SARSA", "Two environments, 15,000 steps, 30 runs.", {}, {}};
  figure.sweeps.push_back(control("fig4_access_control", "access_control", "Access control", 0.27));
  figure.sweeps.push_back(control("fig4_pendulum", "pendulum", "Pendulum", -0.39));
  return figure;
}

Figure figure_7() {
  const std::vector<double> ratios = {0.01, 0.05, 0.1, 0.125, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5};
  const auto loss = [](const Method& method, double x) {
    return 8.9 + 0.8 / x + (method == paper::standard ? 1.0 : 0.0);
  };
  Figure figure{"7", "Effect of the ratio c", "\u03b2\u2080 = 1, decaying.", {}, {}};
  for (const char* const stem : {"fig7_mrp", "fig7_boyan"}) {
    figure.sweeps.push_back(sweep_of(stem, stem, ratios, [&](const Method& method, double x) {
      return (std::string(stem) == "fig7_mrp" ? 1.0 : 0.1) * loss(method, x);
    }));
    figure.sweeps.back().x_name = "ratio";
    figure.sweeps.back().x_label = "ratio c";
  }
  return figure;
}

/// A single trial, and only one method.
Figure figure_1() {
  Figure figure = evaluation("1", "Step-size sensitivity of standard TD", 1.8);
  const auto is_other = [](const auto& item) { return item.method != paper::standard; };
  auto& cells = figure.sweeps[0].cells;
  cells.erase(std::remove_if(cells.begin(), cells.end(), is_other), cells.end());
  auto& points = figure.learning_curves[0].points;
  points.erase(std::remove_if(points.begin(), points.end(), is_other), points.end());
  for (Cell& cell : cells) {
    if (cell.estimate) { cell.estimate->ci95 = std::numeric_limits<double>::quiet_NaN(); }
  }
  return figure;
}

/// As many as the number of the figure says, every second of which is met; the sixth is undecided.
std::vector<Part> parts_of(int figure) {
  std::vector<Part> parts;
  for (int i = 1; i <= figure; ++i) {
    parts.push_back({"better at " + std::to_string(i), i == 6 ? PartState::undecided : met_if(i % 2 == 1)});
  }
  return parts;
}

/// Nothing, the same for all, or not.
std::optional<VerdictCounts> over_seeds(int figure) {
  if (figure == 1) { return std::nullopt; }
  return figure % 2 == 0 ? VerdictCounts{20, 0, 0, 0} : VerdictCounts{17, 3, 0, 0};
}

std::vector<Claim> claims() {
  std::vector<Claim> result;
  for (int figure = 1; figure <= 7; ++figure) {
    const std::string id = "fig" + std::to_string(figure);
    result.push_back(
        {std::to_string(figure),
         id + ".explodes",
         Source::paper,
         "As the step-size approaches 2 the loss of the standard rule explodes, that of the implicit rule "
         "stays modest up to 3.0.",
         "Holds if the mean loss of the standard rule at 2.0 is at least 100 times its smallest one or a "
         "trial overflows, and that of the implicit rule at 3.0 is at most 10 times its smallest one.",
         {{"standard_at_2.0", 1.6e4}, {"implicit_at_3.0", 1.7}, {"standard_at_3.0", std::nan("")}},
         static_cast<Verdict>(figure % 3),
         "Standard: 0.69 at its best, 16,000 at 2.0, overflow in all trials at 3.0. Implicit: 1.70 at 3.0.",
         parts_of(figure),
         over_seeds(figure)});
  }
  result.push_back({"2",
                    "fig2.awkward",
                    Source::ballast,
                    awkward_text,
                    awkward_text,
                    {{awkward_text, 1.0}},
                    Verdict::holds,
                    awkward_text});
  result.push_back({"4",
                    "fig4.no_difference",
                    Source::ballast,
                    "Implicit SARSA is better at 0.25.",
                    "One part: it earns more.",
                    {},
                    Verdict::undecided,
                    "0.27 and 0.27.",
                    {{"better at 0.25", PartState::undecided}}});
  return result;
}

// --- beyond the paper -----------------------------------------------------------------------------------------------

std::vector<std::pair<std::uint32_t, double>> track(double start, double rate, std::uint32_t last, double limit) {
  std::vector<std::pair<std::uint32_t, double>> result = {{0, start}};
  for (int quarter = 0;; ++quarter) {
    const double t = std::pow(10.0, 0.25 * quarter);
    if (t > last) { break; }
    const double value = start * std::exp(rate * t);
    if (value > 1e300) { break; }
    result.push_back({static_cast<std::uint32_t>(std::lround(t)), std::min(value, limit)});
  }
  return result;
}

std::vector<DivergenceRun> divergence() {
  constexpr double none = std::numeric_limits<double>::infinity();
  std::vector<DivergenceRun> runs;
  for (const char* const chain : {"cycle", "near_cycle"}) {
    runs.push_back({chain, "standard", 3.0, track(1.0, 0.5, 20000, none), {}, 0, 1400});
    runs.push_back({chain, "implicit", 3.0, track(1.0, 0.001, 20000, none), {}, 0, 0});
    runs.push_back({chain, "implicit_r10", 3.0, track(1.0, 0.001, 20000, 10.0), {}, 812, 0});
    runs.push_back({chain, "implicit_r1000", 3.0, track(1.0, 0.001, 20000, 1000.0), {}, 12, 0});
  }
  return runs;
}

std::vector<DriftRun> drift() {
  std::vector<DriftRun> runs;
  for (const char* const scalar : {"double", "float"}) {
    for (const bool is_removed : {false, true}) {
      DriftRun run{scalar, is_removed, 1.0, {}, {}};
      for (int half = 2; half <= 14; ++half) {
        const double t = std::pow(10.0, 0.5 * half);
        const auto at = static_cast<std::uint32_t>(t);
        run.norms.push_back({at, is_removed ? 2.0 : 2.0 + 1.6e-4 * t});
        run.losses.push_back({at, 0.7 + 10.0 / t});
      }
      runs.push_back(run);
    }
  }
  return runs;
}

/// Which share of runs accepts; all or none, if there is but one.
std::vector<std::vector<double>> shares(double needed, bool is_one_run) {
  std::vector<std::vector<double>> rows;
  for (int free = 0; free <= 10; ++free) {
    std::vector<double> row;
    for (int customer = 1; customer <= 4; ++customer) {
      const double share = 1.0 / (1.0 + std::exp(-3.0 * (free + 2.0 * customer - needed)));
      row.push_back(free == 0 ? 0.0 : is_one_run ? std::round(share) : share);
    }
    rows.push_back(row);
  }
  return rows;
}

QueuePolicy policy(const std::string& name, double needed, std::uint32_t runs) {
  QueuePolicy result{name, shares(needed, runs == 0), 0.3376, 3.4, 0.31, 0.3431, runs, 7, {}};
  if (runs > 0) { result.best_accept = shares(needed + 1.0, true); }
  return result;
}

std::vector<BestSettings> best_settings() {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const GridEnds ends{0.09, 1024.0, 0.125, 2.0};
  const BestSetting standard{paper::standard, 1.0, 0.25, {0.316, 0.021}, false};
  const BestSetting implicit{paper::implicit, 2.5, 0.125, {0.402, 0.033}, true};
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const BestSetting lstd{{"lstd", "LSTD", Rule::lstd, std::nullopt, green}, none, none, {0.0045, 0.0012}, false};
  return {{"boyan",
           "Boyan chain, decaying step-size",
           standard,
           implicit,
           {0.086, 0.021, 0.021, Standing::worse},
           ends,
           {{lstd, {-0.3975, 0.033, 0.033, Standing::better}}}},
          {"mrp", awkward_text, standard, implicit, {-infinite, 0.0, 0.0, Standing::better}, ends}};
}

ExtraResults extra(const std::vector<Figure>& figures) {
  ExtraResults result;
  for (const Figure& figure : figures) {
    const Sweep& sweep = figure.sweeps.front();
    for (const Method& method : paper::methods) {
      const std::vector<const Cell*> curve = sweep.curve(method);
      if (curve.empty()) { continue; }
      Cell in_float = *curve[3];
      in_float.estimate->mean *= 1.0 + 1e-6;
      result.float_beside_double.push_back(
          {sweep.stem, method, curve[3]->x, sweep.measures.front(), *curve[3], in_float});
      if (figure.name != "4") {
        const bool is_standard = method == paper::standard;
        result.useful_ranges.push_back(
            {sweep.stem + "_wide", method, 0.3, 0.69, 0.2, is_standard ? 0.9 : 3.0, false, !is_standard});
      }
    }
  }
  result.divergence = divergence();
  result.drift = drift();
  result.best_settings = best_settings();
  result.wide_sweeps = {
      sweep_of("fig2_left_wide", "MRP, constant step-size", {0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0}, loss_at)};
  result.policies = {policy("optimal", 9.0, 0), policy("implicit at 1.5", 8.0, 30), policy("standard at 1.5", 6.5, 30),
                     policy("always accept", -50.0, 0)};
  result.other_readings.push_back(
      control("fig4_access_control_raw_hold", "access_control", "Access control, the raw \u03b2\u2080 held", 0.27));
  for (Cell& cell : result.other_readings.back().cells) {
    if (cell.method == paper::standard) {
      cell.estimate.reset();
      cell.overflowed = trials;
    }
  }
  result.other_readings.push_back(
      sweep_of("fig5_left_without_hold", "MRP, decaying, without the hold", grid(0.1, 3.0, 0.1), loss_at));
  return result;
}

}  // namespace

Results sample_results() {
  Results results;
  results.info = {"0.1.0", "ballast reproduce --seed 1",
                  1,       50,
                  30,      2000,
                  15000,   "double",
                  false,   {{"scaling", "whole matrix"}, {"hold", "the formula's value at t = 0"}}};
  results.figures = {figure_1(),
                     evaluation("2", "MRP, constant step-size", 1.0),
                     evaluation("3", "Boyan chain, decaying step-size", 1.5),
                     figure_4(),
                     evaluation("5", "MRP, decaying step-size", 1.8),
                     evaluation("6", "Boyan chain, constant step-size", 0.5),
                     figure_7()};
  results.claims = claims();
  results.pooled = {{"fig4_pendulum", 0.5, 600, {-0.036, 0.028, 0.041, Standing::undecided}},
                    {"fig4_pendulum", 0.75, 600, {-0.038, 0.024, 0.035, Standing::worse}}};
  results.extra = extra(results.figures);
  return results;
}

TopicResult sample_topic() {
  TopicResult topic{"sample", "A sample of ||Theta||", {awkward_text, "It begins at beta_0 = 1."}, {}, {}, {}};
  LineChart chart;
  chart.title = "Means over lambda";
  chart.x_label = "lambda";
  chart.y_label = "loss";
  chart.bottom = 0.0;
  chart.top = 100.0;
  Curve measured{"measured, c = 1", blue, {{0.25, 2.0, 1.5, 2.5, true}, {0.5, 0.0, 0.0, 0.0, false}}};
  Curve exact{"exact", green, {{0.25, 2.25, 2.25, 2.25, true}, {0.75, 1.5, 1.5, 1.5, true}}};
  chart.curves = {measured, exact};
  topic.charts.push_back({"theory_sample", chart, "A remark."});
  chart.curves = {{"over time", blue, {}}};
  for (int t = 0; t <= 40; ++t) { chart.curves[0].samples.push_back({1.0 * t, 2.0 * t, 2.0 * t, 2.0 * t, true}); }
  topic.charts.push_back({"theory_sample_long", chart, ""});
  topic.tables.push_back({"Rates", {"chain", "exact"}, {{"MRP", "0.125"}, {awkward_text, awkward_text}}});
  for (const Source source : {Source::paper, Source::ballast}) {
    Claim claim = topic_claim(topic.name, name_of(source), source, "The rate is the exact one.", "One part: it is.");
    claim.parts = {{"it is", PartState::met}};
    claim.measured = "0.125";
    topic.claims.push_back(judged(claim));
  }
  return topic;
}

Results sample_with_theory() {
  Results results = sample_results();
  results.info.theory_trials = 1000;
  results.theory = {sample_topic()};
  results.claims.insert(results.claims.end(), results.theory[0].claims.begin(), results.theory[0].claims.end());
  return results;
}
