#include "commands/telemetry_devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "experiments/text/number_format.hpp"

namespace tool {

using ballast::Telemetry;
using ballast::Verdict;
using ballast::experiments::counted;

namespace {

bool has_restarted(const Telemetry& before, const Telemetry& now) {
  return now.updates < before.updates || now.rejections < before.rejections || now.projections < before.projections ||
         now.skipped < before.skipped;
}

void compare(DeviceTally& tally, const Telemetry& record) {
  if (has_restarted(tally.last, record)) { ++tally.restarts; }
  if (record.time == tally.last.time) { ++tally.repeated_times; }
  if (record.time < tally.last.time) { ++tally.earlier_times; }
}

/// Of one device, or of all.
std::string remarks(const DeviceTally& tally) {
  std::string text;
  if (tally.restarts > 0) { text += fmt::format(", {}", counted(tally.restarts, "restart")); }
  if (tally.repeated_times > 0) { text += fmt::format(", {}", counted(tally.repeated_times, "repeated time")); }
  if (tally.earlier_times > 0) {
    text += fmt::format(", {} earlier than the one before", counted(tally.earlier_times, "time"));
  }
  return text;
}

DeviceTally sum_of(const std::map<uint32_t, DeviceTally>& devices) {
  DeviceTally sum = devices.begin()->second;
  for (auto device = std::next(devices.begin()); device != devices.end(); ++device) {
    const DeviceTally& tally = device->second;
    sum.records += tally.records;
    sum.restarts += tally.restarts;
    sum.repeated_times += tally.repeated_times;
    sum.earlier_times += tally.earlier_times;
    sum.first_time = std::min(sum.first_time, tally.first_time);
    sum.last_time = std::max(sum.last_time, tally.last_time);
  }
  return sum;
}

std::string state_of(const Telemetry& record) {
  std::string text = name(record.verdict);
  if (record.is_evaluating) { text += ", evaluating"; }
  if (record.is_handed_over) { text += ", handed over to the fallback"; }
  return text;
}

/// The worst verdict first, each with some of its devices.
std::string fleet_summary(const std::map<uint32_t, DeviceTally>& devices) {
  constexpr std::size_t most_listed = 10;
  std::map<Verdict, std::vector<uint32_t>, std::greater<>> by_verdict;
  for (const auto& [device, tally] : devices) { by_verdict[tally.last.verdict].push_back(device); }
  std::string text;
  for (const auto& [verdict, of_it] : by_verdict) {
    const std::vector<uint32_t> listed(of_it.begin(),
                                       of_it.begin() + static_cast<int>(std::min(of_it.size(), most_listed)));
    text += fmt::format("{}: {} ({}{})\n", name(verdict), counted(of_it.size(), "device"), fmt::join(listed, ", "),
                        of_it.size() > most_listed ? ", ..." : "");
  }
  return text;
}

}  // namespace

const DeviceTally& TelemetryDevices::add(const Telemetry& record) {
  const auto [found, is_new] = devices_.try_emplace(record.device);
  DeviceTally& tally = found->second;
  if (!is_new) { compare(tally, record); }
  ++tally.records;
  tally.first_time = is_new ? record.time : std::min(tally.first_time, record.time);
  tally.last_time = std::max(tally.last_time, record.time);
  tally.last = record;
  return tally;
}

std::string TelemetryDevices::summary() const {
  const DeviceTally sum = sum_of(devices_);
  std::string text = fmt::format("{} of {}, time {} to {}{}\n", counted(sum.records, "record"),
                                 counted(devices_.size(), "device"), sum.first_time, sum.last_time, remarks(sum));
  if (devices_.size() > most_single_devices) { return text + fleet_summary(devices_); }
  for (const auto& [device, tally] : devices_) {
    text += fmt::format("device {}: {}, time {} to {}{}: {}\n", device, counted(tally.records, "record"),
                        tally.first_time, tally.last_time, remarks(tally), state_of(tally.last));
  }
  return text;
}

}  // namespace tool
