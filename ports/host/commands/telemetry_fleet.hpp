#pragma once
/// The history of a fleet: in each interval of time, how the devices that sent something are spread.

#include <map>
#include <vector>

#include "commands/telemetry_history.hpp"

namespace tool {

/// A quantity of all devices in one interval.
struct FleetPoint {
  double time;
  double low;  ///< 10 % of the devices are below it
  double median;
  double high;  ///< 10 % are above it
};
std::vector<FleetPoint> fleet_points(const TelemetryHistory& history, Quantity quantity);

/// The verdicts of all devices in one interval.
struct FleetVerdicts {
  double begin;
  double end;
  std::map<ballast::Verdict, double> shares;
};
std::vector<FleetVerdicts> fleet_verdicts(const TelemetryHistory& history);

/// How many intervals let most devices have a record in most of them.
uint32_t fleet_intervals(const TelemetryHistory& history);

/// Between two of the numbers in proportion; there must be one at least.
double quantile(std::vector<double> numbers, double share);

}  // namespace tool
