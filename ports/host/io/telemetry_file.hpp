#pragma once
/// Telemetry records one after another, as a serial line or a log delivers them: with other bytes in between, and with
/// records that are cut off or damaged. What is no record is skipped up to the next one with a right checksum.

#include <ballast/field/telemetry.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "io/input_file.hpp"

namespace tool {

/// Bytes that were skipped.
struct SkippedBytes {
  uint64_t offset;
  uint64_t count;
};

class TelemetryFile {
 public:
  /// `-` is standard input. `on_skipped` is called for each stretch of bytes that is no record, before the record that
  /// follows it is returned.
  TelemetryFile(const std::string& path, std::function<void(SkippedBytes)> on_skipped);

  /// False at the end.
  bool next(ballast::Telemetry& record);

  const std::string& name() const { return file_.name(); }
  /// So far.
  uint64_t bytes() const { return offset_; }
  uint64_t records() const { return records_; }
  uint64_t bytes_skipped() const { return bytes_skipped_; }
  /// Complete records that only a newer tool can read; they do not count as skipped.
  uint64_t records_of_later_version() const { return records_of_later_version_; }

 private:
  const uint8_t* at() const { return buffer_.data() + begin_; }
  bool fill();
  void advance(std::size_t count);
  void skip(std::size_t count);
  void report_skipped();

  InputFile file_;
  std::function<void(SkippedBytes)> on_skipped_;
  bool is_at_end_ = false;
  std::vector<uint8_t> buffer_;
  std::size_t begin_ = 0;  // the first byte that was not looked at yet
  std::size_t end_ = 0;
  uint64_t offset_ = 0;   // of begin_ in the file
  uint64_t skipped_ = 0;  // bytes up to here that are no record, and were not reported yet
  uint64_t records_ = 0;
  uint64_t bytes_skipped_ = 0;
  uint64_t records_of_later_version_ = 0;
};

}  // namespace tool
