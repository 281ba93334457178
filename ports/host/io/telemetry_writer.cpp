#include "io/telemetry_writer.hpp"

#include <fmt/compile.h>

#include <cmath>
#include <limits>

namespace tool {

using ballast::Telemetry;
using ballast::experiments::OutputFile;

namespace {

constexpr std::size_t longest_row = 512;  // 23 fields of 15 characters at most, but for the name of the verdict
constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// What is computed from floats has no more digits than they have. Nothing where there is no number.
char* put_derived(char* at, double x) {
  *at++ = ',';
  return std::isfinite(x) ? fmt::format_to(at, FMT_COMPILE("{:.9g}"), x) : at;
}

char* put_state(char* at, const Telemetry& record) {
  return fmt::format_to(at, FMT_COMPILE("{},{},{},{},{},{},{},{}"), record.device, record.time, name(record.verdict),
                        int{record.is_agent}, int{record.is_evaluating}, int{record.is_handed_over},
                        int{record.has_rolled_back}, record.scale_warnings);
}

char* put_counts(char* at, const Telemetry& record, uint64_t restarts) {
  return fmt::format_to(at, FMT_COMPILE(",{},{},{},{},{}"), record.updates, record.rejections, record.projections,
                        record.skipped, restarts);
}

char* put_numbers(char* at, const Telemetry& record) {
  const float small_updates = static_cast<float>(record.small_updates) / 65535.0F;
  return fmt::format_to(at, FMT_COMPILE(",{},{},{},{},{},{},{},{}"), record.average_reward, record.td_error,
                        record.td_error_size, record.reward_deviation, record.weights_norm, record.weights_radius,
                        small_updates, record.longest_unused);
}

}  // namespace

double explained(const Telemetry& record) {
  const double ratio = static_cast<double>(record.td_error_size) / static_cast<double>(record.reward_deviation);
  return record.reward_deviation == 0.0F ? none : 1.0 - ratio * ratio;
}

double norm_per_radius(const Telemetry& record) {
  return record.weights_radius == 0.0F
             ? none
             : static_cast<double>(record.weights_norm) / static_cast<double>(record.weights_radius);
}

TelemetryWriter::TelemetryWriter(OutputFile& out) : out_(out) {
  out_.print(
      "device,time,verdict,agent,evaluating,handed_over,rolled_back,scale_warnings,updates,rejections,projections,"
      "skipped,restarts,average_reward,td_error,td_error_size,reward_deviation,weights_norm,weights_radius,"
      "small_updates,longest_unused,explained,norm_per_radius\n");
}

void TelemetryWriter::write(const Telemetry& record, uint64_t restarts) {
  char* at = out_.reserve(longest_row);
  at = put_state(at, record);
  at = put_counts(at, record, restarts);
  at = put_numbers(at, record);
  at = put_derived(at, explained(record));
  at = put_derived(at, norm_per_radius(record));
  *at++ = '\n';
  out_.commit(at);
}

}  // namespace tool
