#include "experiments/charts/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/charts/draw_line_chart.hpp"
#include "experiments/text/number_format.hpp"

namespace ballast::experiments {

namespace {

const Sample* lowest(const Curve& curve) {
  const Sample* found = nullptr;
  for (const Sample& sample : curve.samples) {
    if (sample.is_number && (found == nullptr || sample.y < found->y)) { found = &sample; }
  }
  return found;
}

std::string at(const Sample& sample) {
  return fmt::format("{} at {}", sample.is_number ? format_number(sample.y) : "no number", as_given(sample.x));
}

std::string describe(const Curve& curve) {
  const Sample* const low = lowest(curve);
  if (low == nullptr) { return curve.label + ": no number anywhere."; }
  return fmt::format("{}: {}, lowest {}, {}.", curve.label, at(curve.samples.front()), at(*low),
                     at(curve.samples.back()));
}

/// In pixels from the bottom of the chart.
double height_at(const LineChart& chart, double y) {
  const double inside = std::clamp(y, chart.bottom, chart.top);
  const double share = chart.is_y_logarithmic ? std::log(inside / chart.bottom) / std::log(chart.top / chart.bottom)
                                              : (inside - chart.bottom) / (chart.top - chart.bottom);
  return share * height_of_plot(chart);
}

/// A band is visible where it is wider than its line by a pixel on each side.
bool is_band_visible(const LineChart& chart, const Curve& curve) {
  std::size_t numbers = 0;
  std::size_t visible = 0;
  for (const Sample& sample : curve.samples) {
    if (!sample.is_number || sample.y > chart.top) { continue; }
    ++numbers;
    const double height = height_at(chart, sample.high) - height_at(chart, sample.low);
    visible += height >= curve.style.width + 2.0 ? 1U : 0U;
  }
  return 2 * visible > numbers;
}

/// Bands are claimed only where they can be seen.
std::string remark_on_bands(const LineChart& chart) {
  std::vector<std::string> narrow;
  std::size_t bands = 0;
  for (const Curve& curve : chart.curves) {
    if (!has_band(curve)) { continue; }
    ++bands;
    if (!is_band_visible(chart, curve)) { narrow.push_back(curve.label.empty() ? "the others" : curve.label); }
  }
  if (bands == 0) { return ""; }
  if (narrow.size() == bands) { return " The 95 % intervals of the mean are mostly narrower than the lines."; }
  const std::string where = narrow.empty() ? "" : "; mostly narrower than the line: " + listed(narrow);
  return fmt::format(" Bands are 95 % intervals of the mean{}.", where);
}

bool has_marks(const LineChart& chart, bool is_filled) {
  return std::any_of(chart.marks.begin(), chart.marks.end(),
                     [&](const Marks& marks) { return marks.is_filled == is_filled; });
}

}  // namespace

std::string describe(const LineChart& chart) {
  std::string text = fmt::format("Line chart: {} against {}.", chart.y_label, chart.x_label);
  for (const Curve& curve : chart.curves) {
    if (!curve.samples.empty()) { text += " " + describe(curve); }
  }
  return text;
}

std::string caption_of(const LineChart& chart, const std::string& remark) {
  std::string text = remark_on_bands(chart);
  if (!remark.empty()) { text += " " + remark; }
  if (has_marks(chart, false)) { text += " Open triangles: a number, but off the scale."; }
  if (has_marks(chart, true)) { text += " Filled triangles: overflow, there is no number to draw."; }
  return text.empty() ? text : text.substr(1);
}

SvgImage svg_image_of(const LineChart& chart, const std::string& stem, const std::string& remark) {
  return {stem,        chart.title,      describe(chart),  caption_of(chart, remark),
          chart_width, height_of(chart), draw(chart, stem)};
}

}  // namespace ballast::experiments
