#include "commands/telemetry_history.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "io/telemetry_writer.hpp"

namespace tool {

using ballast::Telemetry;

namespace {

NumberRange range_of(double x) {
  return std::isfinite(x) ? NumberRange{1, x, x, x} : NumberRange{};
}

double mean_of(double a, uint64_t count_a, double b, uint64_t count_b) {
  const double share = static_cast<double>(count_b) / static_cast<double>(count_a + count_b);
  return a + share * (b - a);
}

/// To the cells of one device.
void add_cell(DeviceHistory& cells, uint32_t interval, const Cell& cell) {
  const auto [found, is_new] = cells.try_emplace(interval, cell);
  if (!is_new) { found->second.add(cell); }
}

}  // namespace

void NumberRange::add(const NumberRange& other) {
  if (other.count == 0) { return; }
  if (count == 0) {
    *this = other;
    return;
  }
  mean = mean_of(mean, count, other.mean, other.count);
  count += other.count;
  low = std::min(low, other.low);
  high = std::max(high, other.high);
}

Cell::Cell(const Telemetry& record)
    : mean_time(record.time),
      records(1),
      verdict(record.verdict),
      ranges{range_of(record.average_reward), range_of(record.td_error_size), range_of(record.reward_deviation),
             range_of(record.weights_norm), range_of(norm_per_radius(record))} {}

void Cell::add(const Cell& other) {
  mean_time = mean_of(mean_time, records, other.mean_time, other.records);
  records += other.records;
  verdict = std::max(verdict, other.verdict);
  for (std::size_t i = 0; i < quantities; ++i) { ranges[i].add(other.ranges[i]); }
}

void TelemetryHistory::add(const Telemetry& record) {
  const auto interval = static_cast<uint32_t>(uint64_t{record.time} >> shift_);
  DeviceHistory& cells = devices_[record.device];
  const std::size_t before = cells.size();
  add_cell(cells, interval, Cell(record));
  cells_ += cells.size() - before;
  ++records_;
  first_time_ = std::min(first_time_, record.time);
  last_time_ = std::max(last_time_, record.time);
  first_ = std::min(first_, interval);
  last_ = std::max(last_, interval);
  while (is_full()) { widen(); }
}

void TelemetryHistory::limit_intervals(uint32_t most) {
  while (last_ - first_ >= most) { widen(); }
}

/// A device has one cell at least, so that there may be more cells than allowed even in one interval.
bool TelemetryHistory::is_full() const {
  return last_ - first_ >= most_intervals || (cells_ > most_cells && last_ != first_);
}

void TelemetryHistory::widen() {
  ++shift_;
  first_ >>= 1U;
  last_ >>= 1U;
  cells_ = 0;
  for (auto& [device, cells] : devices_) {
    DeviceHistory wider;
    for (const auto& [interval, cell] : cells) { add_cell(wider, interval >> 1U, cell); }
    cells = std::move(wider);
    cells_ += cells.size();
  }
}

}  // namespace tool
