#include "experiments/charts/y_axis.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/charts/extent.hpp"

namespace ballast::experiments {

namespace {

template <class Use>
void for_each_number(const LineChart& chart, Use use) {
  for (const Curve& curve : chart.curves) {
    for (const Sample& sample : curve.samples) {
      if (sample.is_number) { use(sample); }
    }
  }
}

Extent extent_of_means(const std::vector<LineChart>& charts) {
  Extent extent;
  for (const LineChart& chart : charts) {
    for_each_number(chart, [&](const Sample& sample) { extent.add(sample.y); });
  }
  return extent;
}

Extent extent_of_bands(const std::vector<LineChart>& charts) {
  Extent extent;
  for (const LineChart& chart : charts) {
    for_each_number(chart, [&](const Sample& sample) {
      extent.add(sample.low);
      extent.add(sample.high);
    });
  }
  return extent;
}

void make_logarithmic(LineChart& chart, double bottom, double top) {
  chart.is_y_logarithmic = true;
  chart.y_label += " (logarithmic)";
  chart.bottom = bottom;
  chart.top = top;
}

/// How far up a logarithmic axis goes at most, in units of the smallest mean.
constexpr double reach = 1e5;

void choose_logarithmic(std::vector<LineChart>& charts, const Extent& means) {
  const double highest = std::min(std::max(means.high, extent_of_bands(charts).high), means.low * reach);
  const double decades = std::max(std::log10(highest / means.low), 0.3);
  for (LineChart& chart : charts) {
    make_logarithmic(chart, means.low * std::pow(10.0, -0.08 * decades), highest * std::pow(10.0, 0.12 * decades));
  }
}

void choose_linear(std::vector<LineChart>& charts) {
  Extent bands = extent_of_bands(charts);
  if (bands.is_empty()) { bands = {0.0, 1.0}; }
  const bool begins_at_zero = bands.low >= 0.0 && bands.low < 0.5 * bands.high;
  const double span = std::max(bands.high - bands.low, 1e-3 * std::fabs(bands.high) + 1e-12);
  for (LineChart& chart : charts) {
    chart.bottom = begins_at_zero ? 0.0 : std::max(bands.low - 0.08 * span, -1e307);
    chart.top = std::min(bands.high + 0.12 * span, 1e307);
  }
}

void mark_what_leaves_the_chart(LineChart& chart) {
  std::vector<Marks> marks;
  for (const Curve& curve : chart.curves) {
    Marks above{curve.label + ": off the scale", curve.style.colour, false, {}};
    for (const Sample& sample : curve.samples) {
      if (sample.is_number && sample.y > chart.top) { above.xs.push_back(sample.x); }
    }
    if (!above.xs.empty()) { marks.push_back(above); }
  }
  chart.marks.insert(chart.marks.begin(), marks.begin(), marks.end());
}

}  // namespace

void choose_y_axis(std::vector<LineChart>& charts, bool may_be_logarithmic) {
  const Extent means = extent_of_means(charts);
  const bool has_marks =
      std::any_of(charts.begin(), charts.end(), [](const LineChart& chart) { return !chart.marks.empty(); });
  const bool explodes = has_marks || means.high >= 30.0 * means.low;
  if (may_be_logarithmic && !means.is_empty() && means.low > 1e-300 && explodes) {
    choose_logarithmic(charts, means);
  } else {
    choose_linear(charts);
  }
  for (LineChart& chart : charts) { mark_what_leaves_the_chart(chart); }
}

void choose_y_axis(LineChart& chart, bool may_be_logarithmic) {
  std::vector<LineChart> charts = {chart};
  choose_y_axis(charts, may_be_logarithmic);
  chart = charts.front();
}

void set_y_axis(LineChart& chart, double bottom, double top) {
  make_logarithmic(chart, bottom, top);
  mark_what_leaves_the_chart(chart);
}

}  // namespace ballast::experiments
