#include "commands/telemetry_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "commands/telemetry_devices.hpp"
#include "commands/telemetry_fleet.hpp"
#include "experiments/charts/describe.hpp"
#include "experiments/charts/draw_line_chart.hpp"
#include "experiments/charts/extent.hpp"
#include "experiments/charts/palette.hpp"
#include "experiments/charts/y_axis.hpp"
#include "experiments/text/number_format.hpp"

namespace tool {

using ballast::Verdict;
using ballast::experiments::chart_height;
using ballast::experiments::chart_width;
using ballast::experiments::counted;
using ballast::experiments::Curve;
using ballast::experiments::escaped;
using ballast::experiments::Extent;
using ballast::experiments::line_colours;
using ballast::experiments::LineChart;
using ballast::experiments::LineStyle;
using ballast::experiments::Marker;
using ballast::experiments::Rectangle;
using ballast::experiments::Sample;
using ballast::experiments::SvgImage;

namespace {

// --- time -----------------------------------------------------------------------------------------------------------

/// Large numbers along an axis are hard to read: they are counted from the first, and in thousands or millions.
class TimeAxis {
 public:
  explicit TimeAxis(const TelemetryHistory& history) : whole_(history.last_time() - history.first_time()) {
    constexpr double large = 1e5;
    const double first = history.first_time();
    const double last = history.last_time();
    if (last >= large && first >= 0.2 * last) {
      origin_ = first;
      label_ += fmt::format(" since {}", ballast::experiments::with_commas(history.first_time()));
    }
    if (last - origin_ < large) { return; }
    const int power = 3 * static_cast<int>(std::log10(last - origin_) / 3.0);
    scale_ = std::pow(10.0, power);
    label_ += fmt::format(", in {}", ballast::experiments::power_of_ten(power));
  }

  double at(double time) const { return (time - origin_) / scale_; }
  /// From the first record to the last.
  double whole() const { return whole_; }
  const std::string& label() const { return label_; }

 private:
  double origin_ = 0;
  double scale_ = 1;
  double whole_;
  std::string label_ = "time";
};

// --- lines ----------------------------------------------------------------------------------------------------------

static_assert(std::size(line_colours) == most_single_devices);

LineStyle solid(const char* colour) {
  return {colour, colour, 2.2, {}, Marker::none};
}
LineStyle dashed(const char* colour) {
  return {colour, colour, 1.6, {7.0, 5.0}, Marker::none};
}

Sample sample_of(double x, const NumberRange& range) {
  return {x, range.mean, range.low, range.high, range.count > 0};
}

/// One line for each device, or one for the fleet.
class Lines {
 public:
  explicit Lines(const TelemetryHistory& history) : history_(history), axis_(history) {}

  const TimeAxis& axis() const { return axis_; }
  bool are_of_fleet() const { return history_.devices().size() > most_single_devices; }

  /// `what`: a label for the line of a single device or of a fleet.
  void add(LineChart& chart, Quantity quantity, const std::string& what, bool is_dashed) const {
    if (are_of_fleet()) {
      const char* const colour = line_colours[is_dashed ? 1 : 0];
      chart.curves.push_back({what, is_dashed ? dashed(colour) : solid(colour), fleet_samples(quantity)});
      return;
    }
    std::size_t index = 0;
    const bool is_single = history_.devices().size() == 1;
    for (const auto& [device, cells] : history_.devices()) {
      const char* const colour = line_colours[is_single && is_dashed ? 1 : index++];
      const std::string label = is_single ? what : is_dashed ? "" : fmt::format("device {}", device);
      Curve curve{label, is_dashed ? dashed(colour) : solid(colour), {}};
      for (const auto& [interval, cell] : cells) {
        curve.samples.push_back(sample_of(axis_.at(cell.mean_time), cell[quantity]));
      }
      chart.curves.push_back(std::move(curve));
    }
  }

 private:
  std::vector<Sample> fleet_samples(Quantity quantity) const {
    std::vector<Sample> samples;
    for (const FleetPoint& point : fleet_points(history_, quantity)) {
      samples.push_back({axis_.at(point.time), point.median, point.low, point.high, true});
    }
    return samples;
  }

  const TelemetryHistory& history_;
  TimeAxis axis_;
};

LineChart chart_of(const std::string& title, const std::string& y_label, const Lines& lines) {
  LineChart chart;
  chart.title = title;
  chart.x_label = lines.axis().label();
  chart.y_label = y_label;
  return chart;
}

LineChart average_reward_chart(const Lines& lines) {
  LineChart chart = chart_of("Average reward", "\u03c9", lines);
  lines.add(chart, Quantity::average_reward, lines.are_of_fleet() ? "median of the devices" : "average reward", false);
  choose_y_axis(chart, false);
  return chart;
}

/// Logarithmic also where only the band of a fleet explodes: the diverging devices are what is looked for.
void choose_error_axis(LineChart& chart) {
  Extent extent;
  for (const Curve& curve : chart.curves) {
    for (const Sample& sample : curve.samples) {
      if (sample.is_number) { extent.add(sample.low), extent.add(sample.high); }
    }
  }
  if (extent.low > 0.0 && extent.high >= 30.0 * extent.low) {
    set_y_axis(chart, extent.low / 1.2, std::min(1.2 * extent.high, 1e6 * extent.low));
  } else {
    choose_y_axis(chart, true);
  }
}

LineChart td_error_chart(const Lines& lines) {
  LineChart chart = chart_of("TD error and deviation of the rewards", "TD error, rewards (dashes)", lines);
  lines.add(chart, Quantity::td_error_size, "TD error", false);
  lines.add(chart, Quantity::reward_deviation, "rewards", true);
  choose_error_axis(chart);
  return chart;
}

/// In units of the radius, if every device has a ball.
LineChart weights_chart(const TelemetryHistory& history, const Lines& lines) {
  bool has_radius = true;
  for (const auto& [device, cells] : history.devices()) {
    for (const auto& [interval, cell] : cells) {
      has_radius = has_radius && cell[Quantity::norm_per_radius].count == cell.records;
    }
  }
  const std::string y_label = has_radius ? "||\u03b8|| / radius" : "||\u03b8||";
  LineChart chart = chart_of("Size of the weights", y_label, lines);
  lines.add(chart, has_radius ? Quantity::norm_per_radius : Quantity::weights_norm,
            lines.are_of_fleet() ? "median of the devices" : "weights", false);
  choose_y_axis(chart, false);
  return chart;
}

// --- verdicts -------------------------------------------------------------------------------------------------------

/// From grey and cool for what is well to warm and black for what is not.
const char* colour_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::starting: return "#c4c4c4";
    case Verdict::learning: return "#56b4e9";
    case Verdict::settled: return "#009e73";
    case Verdict::stalled: return "#f0e442";
    case Verdict::at_the_boundary: return "#e69f00";
    case Verdict::diverging: return "#d55e00";
    case Verdict::blind: return "#222222";
  }
  return "#cc79a7";
}

/// Beside another one of the same colour and height it is the same rectangle.
void add_rectangle(LineChart& chart, Verdict verdict, const Rectangle& added) {
  const char* const colour = colour_of(verdict);
  const auto found = std::find_if(chart.rectangles.begin(), chart.rectangles.end(),
                                  [&](const auto& group) { return group.colour == colour; });
  if (found == chart.rectangles.end()) {
    chart.rectangles.push_back({name(verdict), colour, {added}});
    return;
  }
  Rectangle& last = found->rectangles.back();
  if (last.right == added.left && last.bottom == added.bottom && last.top == added.top) {
    last.right = added.right;
  } else {
    found->rectangles.push_back(added);
  }
}

/// A record counts for as long as records usually are apart, and a little more: silence is white.
double usual_distance(const DeviceHistory& cells, double whole) {
  std::vector<double> distances;
  for (auto cell = cells.begin(); cell != cells.end() && std::next(cell) != cells.end(); ++cell) {
    distances.push_back(std::next(cell)->second.mean_time - cell->second.mean_time);
  }
  return distances.empty() ? std::max(0.02 * whole, 1.0) : quantile(std::move(distances), 0.5);
}

void add_strip(LineChart& chart, const DeviceHistory& cells, const TimeAxis& axis, double bottom, double top) {
  const double distance = usual_distance(cells, axis.whole());
  for (auto cell = cells.begin(); cell != cells.end(); ++cell) {
    const auto next = std::next(cell);
    const double begin = cell->second.mean_time;
    double end = begin + distance;
    if (next != cells.end() && next->second.mean_time < begin + 3.0 * distance) { end = next->second.mean_time; }
    add_rectangle(chart, cell->second.verdict, {axis.at(begin), axis.at(end), bottom, top});
  }
}

/// The last digits of a long number.
std::string short_number(uint32_t device) {
  constexpr std::size_t most = 5;
  const std::string digits = std::to_string(device);
  return digits.size() <= most ? digits : "\u2026" + digits.substr(digits.size() - most + 1);
}

/// A strip for each device, the first one above.
LineChart verdict_strips(const TelemetryHistory& history, const Lines& lines) {
  const auto count = static_cast<double>(history.devices().size());
  LineChart chart = chart_of("Verdict", history.devices().size() == 1 ? "" : "device", lines);
  chart.bottom = 0.0;
  chart.top = std::max(count, 2.0);
  double row = chart.top == count ? count - 0.5 : 1.0;
  for (const auto& [device, cells] : history.devices()) {
    add_strip(chart, cells, lines.axis(), row - 0.35, row + 0.35);
    chart.y_tics.push_back({row, short_number(device)});
    row -= 1.0;
  }
  return chart;
}

/// Which part of the devices that sent something had which verdict.
LineChart verdict_shares(const TelemetryHistory& history, const Lines& lines) {
  LineChart chart = chart_of("Verdict", "share of the devices", lines);
  for (const FleetVerdicts& point : fleet_verdicts(history)) {
    double bottom = 0.0;
    for (const auto& [verdict, share] : point.shares) {
      add_rectangle(chart, verdict, {lines.axis().at(point.begin), lines.axis().at(point.end), bottom, bottom + share});
      bottom += share;
    }
  }
  return chart;
}

/// In the order of the verdicts.
void sort_legend(LineChart& chart) {
  const auto rank = [](const auto& group) {
    uint8_t verdict = 0;
    while (verdict < 255 && colour_of(static_cast<Verdict>(verdict)) != group.colour) { ++verdict; }
    return verdict;
  };
  std::sort(chart.rectangles.begin(), chart.rectangles.end(),
            [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

LineChart verdict_chart(const TelemetryHistory& history, const Lines& lines) {
  LineChart chart = lines.are_of_fleet() ? verdict_shares(history, lines) : verdict_strips(history, lines);
  sort_legend(chart);
  return chart;
}

// --- the picture ----------------------------------------------------------------------------------------------------

constexpr int foot_line = 24;
constexpr int foot_height = 2 * foot_line + 8;

/// How to read it, in two lines.
std::vector<std::string> foot_of(const TelemetryHistory& history, bool is_fleet) {
  const std::string count =
      fmt::format("{} of {}.", counted(history.records(), "record"), counted(history.devices().size(), "device"));
  if (is_fleet) {
    return {
        count + " Lines: median of the devices; bands: from 10 to 90 % of them.",
        fmt::format("Of each device its mean in an interval of {}, and its worst verdict there.", history.interval())};
  }
  if (history.cells() == history.records()) { return {count, "White in a strip: no record for some time."}; }
  return {fmt::format("{} Lines: mean in intervals of {}; bands: from the lowest to the highest.", count,
                      history.interval()),
          "Verdict: the worst of an interval; white: no record for some time."};
}

std::string draw_foot(const std::vector<std::string>& lines) {
  std::string svg;
  int y = 2 * chart_height;
  for (const std::string& text : lines) {
    y += foot_line;
    svg +=
        fmt::format("<text x=\"24\" y=\"{}\" font-family=\"sans-serif\" font-size=\"16\" fill=\"#333333\">{}</text>\n",
                    y, escaped(text));
  }
  return svg;
}

}  // namespace

SvgImage telemetry_picture(TelemetryHistory history) {
  const bool is_fleet = history.devices().size() > most_single_devices;
  if (is_fleet) { history.limit_intervals(fleet_intervals(history)); }
  const Lines lines(history);
  const LineChart charts[] = {average_reward_chart(lines), td_error_chart(lines), weights_chart(history, lines),
                              verdict_chart(history, lines)};
  const std::vector<std::string> foot = foot_of(history, is_fleet);
  SvgImage image{"telemetry", "Telemetry",     fmt::format("{}", fmt::join(foot, " ")),
                 "",          2 * chart_width, 2 * chart_height + foot_height,
                 ""};
  int index = 0;
  for (const LineChart& chart : charts) {
    image.description += " " + chart.title + ". " + describe(chart);
    image.body += fmt::format("<g transform=\"translate({},{})\">\n{}</g>\n", index % 2 * chart_width,
                              index / 2 * chart_height, draw(chart, fmt::format("telemetry-{}", index)));
    ++index;
  }
  image.body += draw_foot(foot);
  return image;
}

}  // namespace tool
