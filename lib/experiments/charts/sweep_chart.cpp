#include "experiments/charts/sweep_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/charts/describe.hpp"
#include "experiments/charts/method_style.hpp"
#include "experiments/charts/y_axis.hpp"
#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"

namespace ballast::experiments {

namespace {

// --- sweeps ---------------------------------------------------------------------------------------------------------

void add_curve(LineChart& chart, const Sweep& sweep, Method method, const std::string& measure) {
  const bool is_alone = method == Method::implicit && sweep.curve(Method::implicit_r1000, measure).empty();
  Curve curve{label_of(method), is_alone ? blue : style_of(method), {}};
  Marks overflows{curve.label + ": overflow", curve.style.colour, true, {}};
  for (const Cell* const cell : sweep.curve(method, measure)) {
    curve.samples.push_back(sample_of(cell->x, cell->estimate));
    if (cell->overflowed > 0) { overflows.xs.push_back(cell->x); }
  }
  if (!curve.samples.empty()) { chart.curves.push_back(curve); }
  if (!overflows.xs.empty()) { chart.marks.push_back(overflows); }
}

// --- learning curves
// ---------------------------------------------------------------------------------------------------

/// Enough for a line that is a few hundred pixels long.
constexpr std::uint32_t points_drawn = 250;

void add_curve(LineChart& chart, const LearningCurve& course, Method method) {
  const std::vector<const Point*> points = course.curve(method);
  if (points.empty()) { return; }
  Curve curve{label_of(method), style_of(method), {}};
  curve.style.markers_every = static_cast<int>(points_drawn / 10);
  Marks overflow{curve.label + ": overflow", curve.style.colour, true, {}};
  const std::uint32_t stride = points.back()->t / points_drawn + 1;
  for (const Point* const point : points) {
    if (!point->estimate && overflow.xs.empty()) { overflow.xs.push_back(point->t); }
    if (point->t % stride == 0 || point == points.back()) {
      curve.samples.push_back(sample_of(point->t, point->estimate));
    }
  }
  chart.curves.push_back(curve);
  if (!overflow.xs.empty()) { chart.marks.push_back(overflow); }
}

bool implicit_methods_coincide(const LearningCurve& course) {
  const std::vector<const Point*> plain = course.curve(Method::implicit);
  const auto is_same = [](const Point* one, const Point* other) {
    return one->estimate.has_value() == other->estimate.has_value() &&
           (!one->estimate || one->estimate->mean == other->estimate->mean);
  };
  for (const Method method : {Method::implicit_r1000, Method::implicit_r5000}) {
    const std::vector<const Point*> other = course.curve(method);
    if (!std::equal(plain.begin(), plain.end(), other.begin(), other.end(), is_same)) { return false; }
  }
  return !plain.empty();
}

}  // namespace

Sample sample_of(double x, const std::optional<Estimate>& estimate) {
  if (!estimate || !std::isfinite(estimate->mean)) { return {x, 0.0, 0.0, 0.0, false}; }
  const double half = std::isfinite(estimate->ci95) ? estimate->ci95 : 0.0;
  return {x, estimate->mean, estimate->mean - half, estimate->mean + half, true};
}

SvgImage chart_of(const Sweep& sweep, const std::string& measure, const std::string& title_suffix) {
  LineChart chart;
  chart.title = typeset(sweep.title) + title_suffix;
  chart.x_label = typeset(sweep.x_label);
  chart.y_label = measure == sweep.measures.front() ? typeset(sweep.y_label) : label_of_measure(measure);
  chart.is_more_better = measure != "loss";
  for (const Method method : methods) { add_curve(chart, sweep, method, measure); }
  choose_y_axis(chart, measure == "loss");
  return picture_of(chart, stem_of(sweep, measure), implicit_methods_coincide(sweep));
}

SvgImage chart_of(const LearningCurve& course, const std::string& title_suffix) {
  LineChart chart;
  chart.title = fmt::format("{}, \u03b2\u2080 = {}{}", typeset(course.title), as_given(course.step_size), title_suffix);
  chart.x_label = "updates";
  chart.y_label = "loss";
  for (const Method method : methods) { add_curve(chart, course, method); }
  choose_y_axis(chart, true);
  return picture_of(chart, course.stem, implicit_methods_coincide(course));
}

std::string stem_of(const Sweep& sweep, const std::string& measure) {
  return measure == sweep.measures.front() ? sweep.stem : sweep.stem + "_" + measure;
}

std::string label_of_measure(const std::string& measure) {
  if (measure == "mean_all") { return "mean reward, all steps"; }
  if (measure == "mean_last_5000") { return "mean reward, last 5000 steps"; }
  if (measure == "final_omega") { return "estimate \u03c9 at the end"; }
  if (measure == "greedy_gain") { return "worth of the final policy"; }
  return measure;
}

bool implicit_methods_coincide(const Sweep& sweep) {
  for (const Cell& cell : sweep.cells) {
    if (cell.method != Method::implicit_r1000 && cell.method != Method::implicit_r5000) { continue; }
    const Cell* const plain = sweep.find(Method::implicit, cell.x, cell.measure);
    if (plain == nullptr || plain->overflowed != cell.overflowed) { return false; }
    if (plain->estimate && cell.estimate && plain->estimate->mean != cell.estimate->mean) { return false; }
  }
  return !sweep.curve(Method::implicit_r1000).empty();
}

}  // namespace ballast::experiments
