#include "reproduction/theory/measured.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "experiments/charts/extent.hpp"
#include "experiments/charts/palette.hpp"
#include "experiments/charts/sweep_chart.hpp"
#include "experiments/charts/y_axis.hpp"

namespace ballast::reproduction {

Mean mean_of_trials(const std::vector<double>& values) {
  const Estimate all = estimate(values);
  if (values.size() < 2) { return {all.mean, std::nan("")}; }
  return {all.mean, all.ci95 / student_95(static_cast<std::uint32_t>(values.size() - 1))};
}

double log_slope(const std::vector<double>& xs, const std::vector<double>& ys) {
  const auto n = static_cast<double>(xs.size());
  double sx = 0.0;
  double sy = 0.0;
  double sxx = 0.0;
  double sxy = 0.0;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const double x = std::log(xs[i]);
    const double y = std::log(ys[i]);
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return (sxy - sx * sy / n) / (sxx - sx * sx / n);
}

Curve line_of(const std::string& label, const LineStyle& style, const std::vector<double>& xs,
              const std::vector<double>& ys) {
  Curve curve{label, style, {}};
  for (std::size_t i = 0; i < xs.size(); ++i) {
    curve.samples.push_back({xs[i], ys[i], ys[i], ys[i], std::isfinite(ys[i])});
  }
  return curve;
}

Curve curve_of(const std::string& label, const LineStyle& style, const std::vector<double>& xs,
               const VectorExperiment& experiment, std::size_t first) {
  Curve curve{label, style, {}};
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const Estimate estimate = experiment.estimate_of(first + i);
    const bool is_number = std::isfinite(estimate.mean);
    curve.samples.push_back(sample_of(xs[i], is_number ? std::optional<Estimate>(estimate) : std::nullopt));
  }
  return curve;
}

LineChart log_chart(const std::string& title, const std::string& x_label, const std::string& y_label,
                    std::vector<Curve> curves, double highest) {
  LineChart chart;
  chart.title = title;
  chart.x_label = x_label;
  chart.y_label = y_label;
  chart.is_x_logarithmic = true;
  Extent extent;
  for (const Curve& curve : curves) {
    for (const Sample& sample : curve.samples) {
      if (sample.is_number && sample.y > 0.0) { extent.add(sample.y); }
    }
  }
  chart.curves = std::move(curves);
  set_y_axis(chart, extent.low / 1.5, std::min(highest, extent.high * 1.5));
  return chart;
}

LineStyle measured_style(std::size_t number) {
  const char* const colour = line_colours[number % std::size(line_colours)];
  return {colour, colour, 2.6, {}, Marker::none};
}

LineStyle computed_style(std::size_t number) {
  const char* const colour = line_colours[number % std::size(line_colours)];
  return {colour, colour, 1.6, {6.0, 5.0}, Marker::none};
}

}  // namespace ballast::reproduction
