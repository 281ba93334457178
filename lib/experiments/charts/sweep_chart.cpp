#include "experiments/charts/sweep_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "experiments/charts/describe.hpp"
#include "experiments/charts/y_axis.hpp"
#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"

namespace ballast::experiments {

namespace {

bool has_projections(const std::vector<Method>& methods) {
  return std::any_of(methods.begin(), methods.end(), [](const Method& method) { return method.radii.has_value(); });
}

/// Nothing, if there is none.
const Method* without_projection(const std::vector<Method>& methods, Rule rule) {
  const auto found = std::find_if(methods.begin(), methods.end(),
                                  [&](const Method& method) { return method.rule == rule && !method.radii; });
  return found == methods.end() ? nullptr : &*found;
}

// --- sweeps ---------------------------------------------------------------------------------------------------------

void add_curve(LineChart& chart, const Sweep& sweep, const Method& method, const std::string& measure) {
  Curve curve{method.label, method.style, {}};
  Marks overflows{curve.label + ": overflow", curve.style.colour, true, {}};
  for (const Cell* const cell : sweep.curve(method, measure)) {
    curve.samples.push_back(sample_of(cell->x, cell->estimate));
    if (cell->overflowed > 0) { overflows.xs.push_back(cell->x); }
  }
  if (!curve.samples.empty()) { chart.curves.push_back(curve); }
  if (!overflows.xs.empty()) { chart.marks.push_back(overflows); }
}

// --- learning curves ------------------------------------------------------------------------------------------------

/// Enough for a line that is a few hundred pixels long.
constexpr std::uint32_t points_drawn = 250;

void add_curve(LineChart& chart, const LearningCurve& learning_curve, const Method& method) {
  const std::vector<const Point*> points = learning_curve.curve(method);
  if (points.empty()) { return; }
  Curve curve{method.label, method.style, {}};
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

bool is_same(const Point* one, const Point* other) {
  return one->estimate.has_value() == other->estimate.has_value() &&
         (!one->estimate || one->estimate->mean == other->estimate->mean);
}

/// As for a sweep.
bool do_projections_change_nothing(const LearningCurve& learning_curve) {
  const std::vector<Method> methods = methods_of(learning_curve.points);
  for (const Method& method : methods) {
    if (!method.radii) { continue; }
    const std::vector<const Point*> own = learning_curve.curve(method);
    const Method* const plain = without_projection(methods, method.rule);
    if (plain == nullptr) { return false; }
    const std::vector<const Point*> free = learning_curve.curve(*plain);
    if (!std::equal(free.begin(), free.end(), own.begin(), own.end(), is_same)) { return false; }
  }
  return has_projections(methods);
}

// --- methods with the same numbers ----------------------------------------------------------------------------------

std::string spelled_out(std::size_t count) {
  static constexpr const char* words[] = {"no", "one", "two", "three", "four", "five"};
  return count < std::size(words) ? words[count] : fmt::format("{}", count);
}

/// A sentence for each rule that there is with a projection.
std::string remark_on_same_numbers(const std::vector<Method>& methods) {
  std::string remark;
  for (const Rule rule : {Rule::standard, Rule::implicit}) {
    std::vector<Method> family;
    std::copy_if(methods.begin(), methods.end(), std::back_inserter(family),
                 [&](const Method& method) { return method.rule == rule; });
    if (!has_projections(family)) { continue; }
    const std::string count = spelled_out(family.size());
    remark += fmt::format("{}The {} {} methods have the same numbers: {} lines in one.", remark.empty() ? "" : " ",
                          count, name_of(rule), count);
  }
  return remark;
}

/// The remark for the caption.
template <class Results>
std::string remark_on(const Results& results, const std::vector<Method>& methods) {
  return do_projections_change_nothing(results) ? remark_on_same_numbers(methods) : "";
}

}  // namespace

Sample sample_of(double x, const std::optional<Estimate>& estimate) {
  if (!estimate || !std::isfinite(estimate->mean)) { return {x, 0.0, 0.0, 0.0, false}; }
  const double half = std::isfinite(estimate->ci95) ? estimate->ci95 : 0.0;
  return {x, estimate->mean, estimate->mean - half, estimate->mean + half, true};
}

SvgImage chart_of(const Sweep& sweep, const std::string& measure, const std::string& title_suffix) {
  LineChart chart;
  chart.title = math_markup(sweep.title) + title_suffix;
  chart.x_label = math_markup(sweep.x_label);
  chart.y_label = measure == sweep.measures.front() ? math_markup(sweep.y_label) : label_of_measure(measure);
  chart.is_more_better = measure != "loss";
  const std::vector<Method> methods = methods_of(sweep.cells);
  for (const Method& method : methods) { add_curve(chart, sweep, method, measure); }
  choose_y_axis(chart, measure == "loss");
  return svg_image_of(chart, stem_of(sweep, measure), remark_on(sweep, methods));
}

SvgImage chart_of(const LearningCurve& learning_curve, const std::string& title_suffix) {
  LineChart chart;
  chart.title = fmt::format("{}, \u03b2\u2080 = {}{}", math_markup(learning_curve.title),
                            as_given(learning_curve.step_size), title_suffix);
  chart.x_label = "updates";
  chart.y_label = "loss";
  const std::vector<Method> methods = methods_of(learning_curve.points);
  for (const Method& method : methods) { add_curve(chart, learning_curve, method); }
  choose_y_axis(chart, true);
  return svg_image_of(chart, learning_curve.stem, remark_on(learning_curve, methods));
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

bool do_projections_change_nothing(const Sweep& sweep) {
  const std::vector<Method> methods = methods_of(sweep.cells);
  for (const Cell& cell : sweep.cells) {
    if (!cell.method.radii) { continue; }
    const Method* const free = without_projection(methods, cell.method.rule);
    const Cell* const plain = free != nullptr ? sweep.find(*free, cell.x, cell.measure) : nullptr;
    if (plain == nullptr || plain->overflowed != cell.overflowed) { return false; }
    if (plain->estimate && cell.estimate && plain->estimate->mean != cell.estimate->mean) { return false; }
  }
  return has_projections(methods);
}

}  // namespace ballast::experiments
