#include "commands/tune_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/charts/describe.hpp"
#include "experiments/charts/palette.hpp"
#include "experiments/charts/y_axis.hpp"

namespace tool {

using ballast::experiments::line_colours;
using ballast::experiments::LineChart;
using ballast::experiments::LineStyle;
using ballast::experiments::Marker;
using ballast::experiments::Marks;
using ballast::experiments::Sample;

namespace {

const char* colour(std::size_t index) {
  return line_colours[index % std::size(line_colours)];
}

/// From the seventh line on colours come again, as dashes.
LineStyle line_style(std::size_t index) {
  const bool is_dashed = index >= std::size(line_colours);
  return {colour(index), colour(index), 2.4, is_dashed ? std::vector<double>{7.0, 5.0} : std::vector<double>{},
          Marker::square};
}

/// A dot is as large as its line is wide.
LineStyle dots(std::size_t index) {
  return {colour(index), colour(index), 8.0, {}, Marker::none};
}

Sample sample_of(const Tried& tried) {
  const double measure = tried.is_sound() ? tried.measure : 0.0;
  return {tried.candidate.step_size, measure, measure, measure, tried.is_sound()};
}

void add_curve(LineChart& chart, const std::string& label, const LineStyle& style, std::vector<Sample> samples) {
  std::stable_sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) { return a.x < b.x; });
  Marks overflows{label + ": overflow", style.colour, true, {}};
  for (const Sample& sample : samples) {
    if (!sample.is_number) { overflows.xs.push_back(sample.x); }
  }
  chart.curves.push_back({label, style, std::move(samples)});
  if (!overflows.xs.empty()) { chart.marks.push_back(std::move(overflows)); }
}

LineChart grid_chart(const TuneResult& result) {
  const Candidate& best = result.tried.front().candidate;
  std::map<double, std::vector<Sample>> by_lambda;
  for (const Tried& tried : result.tried) {
    if (tried.candidate.ratio == best.ratio && text_of(tried.candidate.form) == text_of(best.form)) {
      by_lambda[tried.candidate.lambda].push_back(sample_of(tried));
    }
  }
  LineChart chart;
  chart.title = fmt::format("{}, ratio {}", text_of(best.form), best.ratio);
  for (auto& [lambda, samples] : by_lambda) {
    add_curve(chart, fmt::format("\u03bb = {}", lambda), line_style(chart.curves.size()), std::move(samples));
  }
  return chart;
}

/// Points without lines between them.
std::vector<Sample> separated(const std::vector<Sample>& samples) {
  std::vector<Sample> result;
  for (const Sample& sample : samples) {
    if (!result.empty()) { result.push_back({sample.x, 0.0, 0.0, 0.0, false}); }
    result.push_back(sample);
  }
  return result;
}

LineChart random_chart(const TuneResult& result) {
  std::map<std::string, std::vector<Sample>> by_schedule;
  for (const Tried& tried : result.tried) { by_schedule[text_of(tried.candidate.form)].push_back(sample_of(tried)); }
  LineChart chart;
  chart.title = "Random settings";
  for (auto& [schedule, samples] : by_schedule) {
    add_curve(chart, schedule, dots(chart.curves.size()), std::move(samples));
    chart.curves.back().samples = separated(chart.curves.back().samples);
  }
  return chart;
}

}  // namespace

ballast::experiments::SvgImage tune_picture(const TuneResult& result, bool is_random) {
  LineChart chart = is_random ? random_chart(result) : grid_chart(result);
  chart.x_label = "first step-size";
  chart.y_label = "measure";
  chart.is_x_logarithmic = true;
  choose_y_axis(chart, true);
  return svg_image_of(chart, "tune", "");
}

}  // namespace tool
