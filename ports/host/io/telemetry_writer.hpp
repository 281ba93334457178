#pragma once
/// Telemetry records as CSV, one row each. Numbers have as few digits as it takes to read the same float again.

#include <string>

#include <ballast/field/telemetry.hpp>

#include "experiments/files/output_file.hpp"

namespace tool {

/// 1 - (size of the TD errors / deviation of the rewards)^2: how much of what the rewards vary by is predicted. NaN if
/// the rewards do not vary.
double explained(const ballast::Telemetry& record);

/// ||theta|| / radius. NaN if there is no ball.
double norm_per_radius(const ballast::Telemetry& record);

class TelemetryWriter {
 public:
  explicit TelemetryWriter(ballast::experiments::OutputFile& out);

  /// `restarts`: how often the device has started again so far.
  void write(const ballast::Telemetry& record, uint64_t restarts);

 private:
  ballast::experiments::OutputFile& out_;
};

}  // namespace tool
