#pragma once
/// What is known of each device of a telemetry file, apart from its history.

#include <ballast/field/telemetry.hpp>

#include <cstdint>
#include <map>
#include <string>

namespace tool {

struct DeviceTally {
  uint64_t records = 0;
  uint64_t restarts = 0;        ///< a count went down: the device was started again, or resumed from an older snapshot
  uint64_t repeated_times = 0;  ///< the same time as in the record before
  uint64_t earlier_times = 0;   ///< an earlier one
  uint32_t first_time = 0;      ///< the earliest
  uint32_t last_time = 0;       ///< the latest
  ballast::Telemetry last;      ///< in the order of the file
};

class TelemetryDevices {
 public:
  /// The next record of the file. Returns the tally of its device.
  const DeviceTally& add(const ballast::Telemetry& record);

  const std::map<uint32_t, DeviceTally>& all() const { return devices_; }

  /// For people: how many records, of which devices, over which time, and how they do at the end.
  std::string summary() const;

 private:
  std::map<uint32_t, DeviceTally> devices_;
};

/// More devices than this are a fleet: they are counted and drawn together.
constexpr std::size_t most_single_devices = 6;

}  // namespace tool
