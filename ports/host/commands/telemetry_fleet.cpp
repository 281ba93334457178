#include "commands/telemetry_fleet.hpp"

#include <algorithm>

namespace tool {
namespace {

struct Values {
  double time_sum = 0;
  std::vector<double> values;
};

}  // namespace

std::vector<FleetPoint> fleet_points(const TelemetryHistory& history, Quantity quantity) {
  std::map<uint32_t, Values> intervals;
  for (const auto& [device, cells] : history.devices()) {
    for (const auto& [interval, cell] : cells) {
      if (cell[quantity].count == 0) { continue; }
      Values& values = intervals[interval];
      values.time_sum += cell.mean_time;
      values.values.push_back(cell[quantity].mean);
    }
  }
  std::vector<FleetPoint> points;
  points.reserve(intervals.size());
  for (const auto& [interval, values] : intervals) {
    points.push_back({values.time_sum / static_cast<double>(values.values.size()), quantile(values.values, 0.1),
                      quantile(values.values, 0.5), quantile(values.values, 0.9)});
  }
  return points;
}

std::vector<FleetVerdicts> fleet_verdicts(const TelemetryHistory& history) {
  std::map<uint32_t, std::map<ballast::Verdict, uint64_t>> intervals;
  for (const auto& [device, cells] : history.devices()) {
    for (const auto& [interval, cell] : cells) { ++intervals[interval][cell.verdict]; }
  }
  std::vector<FleetVerdicts> points;
  points.reserve(intervals.size());
  for (const auto& [interval, counts] : intervals) {
    uint64_t sum = 0;
    for (const auto& [verdict, count] : counts) { sum += count; }
    const auto begin = static_cast<double>(interval * history.interval());
    FleetVerdicts point{begin, begin + static_cast<double>(history.interval()), {}};
    for (const auto& [verdict, count] : counts) {
      point.shares[verdict] = static_cast<double>(count) / static_cast<double>(sum);
    }
    points.push_back(point);
  }
  return points;
}

uint32_t fleet_intervals(const TelemetryHistory& history) {
  constexpr uint64_t fewest = 4;
  constexpr uint64_t most = 64;
  return static_cast<uint32_t>(std::clamp(history.cells() / history.devices().size(), fewest, most));
}

double quantile(std::vector<double> numbers, double share) {
  std::sort(numbers.begin(), numbers.end());
  const double place = share * static_cast<double>(numbers.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, numbers.size() - 1);
  return numbers[below] + (place - static_cast<double>(below)) * (numbers[above] - numbers[below]);
}

}  // namespace tool
