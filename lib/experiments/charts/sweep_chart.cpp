#include "experiments/charts/sweep_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/charts/describe.hpp"
#include "experiments/charts/same_numbers.hpp"
#include "experiments/charts/y_axis.hpp"
#include "experiments/results/measures.hpp"
#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"

namespace ballast::experiments {

namespace {

/// Losses, errors and step-sizes are positive, and differ by orders of magnitude.
bool may_be_logarithmic(const std::string& measure) {
  return better_of(measure) == Better::less || measure == "overflow_step_size";
}

// --- sweeps ---------------------------------------------------------------------------------------------------------

void add_curve(LineChart& chart, const Sweep& sweep, const Line& line, const std::string& measure) {
  Curve curve{math_markup(line.label), line.style, {}};
  Marks overflows{curve.label + ": overflow", curve.style.colour, true, {}};
  for (const Cell* const cell : sweep.curve(line.method, measure)) {
    curve.samples.push_back(sample_of(cell->x, cell->estimate));
    if (cell->overflowed > 0) { overflows.xs.push_back(cell->x); }
  }
  if (!curve.samples.empty()) { chart.curves.push_back(curve); }
  if (!overflows.xs.empty()) { chart.marks.push_back(overflows); }
}

/// Whether each place of the axis is the same multiple of the one before: 0.5, 1, 2, 4.
bool has_equal_factors(const std::vector<const Cell*>& curve) {
  if (curve.size() < 4 || curve[0]->x <= 0.0) { return false; }
  const double factor = curve[1]->x / curve[0]->x;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    if (std::fabs(curve[i]->x / curve[i - 1]->x - factor) > 1e-6 * factor) { return false; }
  }
  return factor > 1.0;
}

/// Its y axis is not chosen yet.
LineChart line_chart_of(const Sweep& sweep, const std::string& measure, const std::string& title_suffix) {
  LineChart chart;
  chart.title = math_markup(sweep.title) + title_suffix;
  chart.x_label = math_markup(sweep.x_label);
  chart.y_label = measure == sweep.measures.front() ? math_markup(sweep.y_label) : label_of_measure(measure);
  chart.is_more_better = better_of(measure) == Better::more;
  for (const Line& line : lines_of(sweep)) { add_curve(chart, sweep, line, measure); }
  chart.is_x_logarithmic = !sweep.cells.empty() && has_equal_factors(sweep.curve(sweep.cells.front().method, measure));
  if (chart.is_x_logarithmic) { chart.x_label += " (logarithmic)"; }
  return chart;
}

// --- learning curves ------------------------------------------------------------------------------------------------

/// Enough for a line that is a few hundred pixels long.
constexpr std::uint32_t points_drawn = 250;

constexpr std::uint32_t points_between_markers = points_drawn / 10;

/// Of how many points one is drawn.
std::size_t stride_of(const std::vector<const Point*>& points) {
  return points.size() / points_drawn + 1;
}

void add_curve(LineChart& chart, const LearningCurve& learning_curve, const Line& line) {
  const std::vector<const Point*> points = learning_curve.curve(line.method);
  if (points.empty()) { return; }
  Curve curve{math_markup(line.label), line.style, {}};
  curve.style.markers_every = static_cast<int>(points_between_markers);
  Marks overflow{curve.label + ": overflow", curve.style.colour, true, {}};
  const std::size_t stride = stride_of(points);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i]->estimate && overflow.xs.empty()) { overflow.xs.push_back(points[i]->t); }
    if (i % stride == 0 || i + 1 == points.size()) {
      curve.samples.push_back(sample_of(points[i]->t, points[i]->estimate));
    }
  }
  chart.curves.push_back(curve);
  if (!overflow.xs.empty()) { chart.marks.push_back(overflow); }
}

/// With the step-size, if all methods have the same.
std::string title_of(const LearningCurve& curve) {
  const auto has_step_size = [&](const Point& point) { return point.method.step_size == curve.step_size; };
  const bool is_one = std::all_of(curve.points.begin(), curve.points.end(), has_step_size);
  const std::string title = math_markup(curve.title);
  return is_one ? fmt::format("{}, \u03b2\u2080 = {}", title, as_given(curve.step_size)) : title;
}

/// What is not drawn, or was not measured.
std::string remark_on_thinning(const LineChart& chart, const LearningCurve& learning_curve) {
  if (learning_curve.points.size() < 2) { return ""; }
  const std::vector<const Point*> points = learning_curve.curve(learning_curve.points.front().method);
  const std::size_t stride = stride_of(points) * (points.size() < 2 ? 1 : points[1]->t - points[0]->t);
  const bool has_markers = std::any_of(chart.curves.begin(), chart.curves.end(),
                                       [](const Curve& curve) { return curve.style.marker != Marker::none; });
  const std::string remark = stride == 1 ? "Every step is drawn" : fmt::format("One step in {} is drawn", stride);
  return remark + (has_markers ? fmt::format(", one in {} with a marker.", stride * points_between_markers) : ".");
}

}  // namespace

Sample sample_of(double x, const std::optional<Estimate>& estimate) {
  if (!estimate || !std::isfinite(estimate->mean)) { return {x, 0.0, 0.0, 0.0, false}; }
  const double half = std::isfinite(estimate->ci95) ? estimate->ci95 : 0.0;
  return {x, estimate->mean, estimate->mean - half, estimate->mean + half, true};
}

SvgImage chart_of(const Sweep& sweep, const std::string& measure, const std::string& title_suffix) {
  return charts_of({&sweep}, measure, title_suffix).front();
}

std::vector<SvgImage> charts_of(const std::vector<const Sweep*>& sweeps, const std::string& measure,
                                const std::string& title_suffix) {
  std::vector<LineChart> charts;
  for (const Sweep* const sweep : sweeps) { charts.push_back(line_chart_of(*sweep, measure, title_suffix)); }
  choose_y_axis(charts, may_be_logarithmic(measure));
  std::vector<SvgImage> images;
  for (std::size_t i = 0; i < sweeps.size(); ++i) {
    images.push_back(svg_image_of(charts[i], stem_of(*sweeps[i], measure), ""));
  }
  return images;
}

SvgImage chart_of(const LearningCurve& learning_curve, const std::string& title_suffix) {
  LineChart chart;
  chart.title = title_of(learning_curve) + title_suffix;
  chart.x_label = "updates";
  chart.y_label = learning_curve.measure == "reward" ? "mean reward since the last point"
                                                     : label_of_measure(learning_curve.measure);
  chart.is_more_better = better_of(learning_curve.measure) == Better::more;
  for (const Line& line : lines_of(learning_curve)) { add_curve(chart, learning_curve, line); }
  choose_y_axis(chart, may_be_logarithmic(learning_curve.measure));
  return svg_image_of(chart, learning_curve.stem, remark_on_thinning(chart, learning_curve));
}

std::string stem_of(const Sweep& sweep, const std::string& measure) {
  return measure == sweep.measures.front() ? sweep.stem : sweep.stem + "_" + measure;
}

}  // namespace ballast::experiments
