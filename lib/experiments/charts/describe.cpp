#include "experiments/charts/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

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

bool has_bands(const LineChart& chart) {
  return std::any_of(chart.curves.begin(), chart.curves.end(), has_band);
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
  std::string text = has_bands(chart) ? " Bands are 95 % intervals of the mean." : "";
  if (!remark.empty()) { text += " " + remark; }
  if (has_marks(chart, false)) { text += " Open triangles: a number, but off the scale."; }
  if (has_marks(chart, true)) { text += " Filled triangles: overflow, there is no number to draw."; }
  return text.empty() ? text : text.substr(1);
}

SvgImage svg_image_of(const LineChart& chart, const std::string& stem, const std::string& remark) {
  return {stem, chart.title, describe(chart), caption_of(chart, remark), chart_width, chart_height, draw(chart, stem)};
}

}  // namespace ballast::experiments
