#pragma once
/// The history of many devices in bounded memory, for a plot: time is cut into intervals of one length, and what a
/// device sent in an interval is kept as mean, lowest and highest. The intervals grow as the history does; no record is
/// left out.

#include <ballast/field/telemetry.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

namespace tool {

/// What is drawn of a record.
enum class Quantity : uint8_t { average_reward, td_error_size, reward_deviation, weights_norm, norm_per_radius };
constexpr std::size_t quantities = 5;

/// The finite ones of some numbers.
struct NumberRange {
  uint64_t count = 0;
  double mean = 0;
  double low = 0;
  double high = 0;

  void add(const NumberRange& other);
};

/// What one device sent in one interval.
struct Cell {
  double mean_time = 0;
  uint64_t records = 0;
  ballast::Verdict verdict = ballast::Verdict::starting;  ///< the worst
  std::array<NumberRange, quantities> ranges;

  explicit Cell(const ballast::Telemetry& record);
  void add(const Cell& other);
  const NumberRange& operator[](Quantity quantity) const { return ranges[static_cast<std::size_t>(quantity)]; }
};

/// By the number of the interval.
using DeviceHistory = std::map<uint32_t, Cell>;

class TelemetryHistory {
 public:
  void add(const ballast::Telemetry& record);

  /// Makes intervals longer until there are at most this many of them from the first record to the last.
  void limit_intervals(uint32_t most);

  const std::map<uint32_t, DeviceHistory>& devices() const { return devices_; }
  /// In units of time; a power of two. Interval i begins at i times this.
  uint64_t interval() const { return uint64_t{1} << shift_; }
  uint32_t first_time() const { return first_time_; }
  uint32_t last_time() const { return last_time_; }
  uint64_t cells() const { return cells_; }
  uint64_t records() const { return records_; }

 private:
  static constexpr uint32_t most_intervals = 512;
  static constexpr uint64_t most_cells = uint64_t{1} << 18U;

  bool is_full() const;
  void widen();

  std::map<uint32_t, DeviceHistory> devices_;
  unsigned shift_ = 0;
  uint32_t first_ = ~uint32_t{0};  // interval
  uint32_t last_ = 0;
  uint32_t first_time_ = ~uint32_t{0};
  uint32_t last_time_ = 0;
  uint64_t cells_ = 0;
  uint64_t records_ = 0;
};

}  // namespace tool
