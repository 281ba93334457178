#include "io/telemetry_file.hpp"

#include <cstring>
#include <utility>

namespace tool {

using ballast::Status;
using ballast::telemetry_bytes;

namespace {

constexpr std::size_t chunk = std::size_t{1} << 18U;

/// How many bytes there are before the next one that a record may begin with; the first one is none.
std::size_t distance_to_next(const uint8_t* bytes, std::size_t count) {
  const void* const found =
      std::memchr(bytes + 1, static_cast<int>(ballast::detail::telemetry_magic & 0xFFU), count - 1);
  return found == nullptr ? count : static_cast<std::size_t>(static_cast<const uint8_t*>(found) - bytes);
}

}  // namespace

TelemetryFile::TelemetryFile(const std::string& path, std::function<void(SkippedBytes)> on_skipped)
    : file_(path), on_skipped_(std::move(on_skipped)), buffer_(chunk) {}

bool TelemetryFile::next(ballast::Telemetry& record) {
  while (fill()) {
    switch (ballast::decode(at(), end_ - begin_, record)) {
      case Status::ok:
        report_skipped();
        advance(telemetry_bytes);
        ++records_;
        return true;
      case Status::record_of_later_version:
        report_skipped();
        advance(telemetry_bytes);
        ++records_of_later_version_;
        break;
      default: skip(distance_to_next(at(), end_ - begin_));
    }
  }
  report_skipped();
  return false;
}

/// Until a whole record could be there, or the file ends. False if there is nothing left.
bool TelemetryFile::fill() {
  if (end_ - begin_ >= telemetry_bytes) { return true; }
  std::memmove(buffer_.data(), at(), end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  while (end_ < telemetry_bytes && !is_at_end_) {
    const std::size_t count = file_.read(reinterpret_cast<char*>(buffer_.data()) + end_, buffer_.size() - end_);
    is_at_end_ = count == 0;
    end_ += count;
  }
  return end_ > 0;
}

void TelemetryFile::advance(std::size_t count) {
  begin_ += count;
  offset_ += count;
}

void TelemetryFile::skip(std::size_t count) {
  advance(count);
  skipped_ += count;
}

void TelemetryFile::report_skipped() {
  if (skipped_ == 0) { return; }
  bytes_skipped_ += skipped_;
  on_skipped_({offset_ - skipped_, skipped_});
  skipped_ = 0;
}

}  // namespace tool
