#include "io/line_reader.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "experiments/text/shown.hpp"
#include "io/number.hpp"

namespace tool {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

bool is_comment(std::string_view line) {
  return !line.empty() && line.front() == '#';
}

}  // namespace

LineReader::LineReader(std::unique_ptr<InputFile> file) : file_(std::move(file)) {
  buffer_.resize(chunk);
}

bool LineReader::next(std::string_view& line) {
  for (;;) {
    if (!read_line(line)) { return false; }
    if (!is_comment(line)) { break; }
    keep(line);
  }
  has_returned_ = true;
  if (!line.empty()) { return true; }
  const uint64_t blank = line_number_;
  while (read_line(line)) {
    if (is_comment(line)) { keep(line); }
    if (line.empty() || is_comment(line)) { continue; }
    line_number_ = blank;
    throw error(1, "a blank line: allowed only at the end of a file");
  }
  return false;
}

void LineReader::keep(std::string_view comment) {
  constexpr std::size_t most = 64;
  const bool is_kept = !kept_prefix_.empty() && comment.substr(0, kept_prefix_.size()) == kept_prefix_;
  if (!is_kept) { return; }
  if (has_returned_) {
    throw error(1, fmt::format("a line '{}' after the header: it must be before it", kept_prefix_));
  }
  if (comments_.size() == most) { throw error(1, fmt::format("more than {} lines '{}'", most, kept_prefix_)); }
  comments_.push_back({line_number_, std::string(comment.substr(kept_prefix_.size()))});
}

bool LineReader::read_line(std::string_view& line) {
  std::size_t searched = begin_;
  const char* line_end = nullptr;
  while (line_end == nullptr) {
    line_end = static_cast<const char*>(std::memchr(buffer_.data() + searched, '\n', end_ - searched));
    if (line_end == nullptr) {
      const std::size_t length = end_ - begin_;
      if (!fill()) { break; }
      searched = begin_ + length;
    }
  }
  const bool is_last = line_end == nullptr;
  if (is_last && begin_ == end_) { return false; }
  if (is_last) {
    buffer_[end_] = '\n';
    line_end = buffer_.data() + end_;
  }
  const char* const line_begin = buffer_.data() + begin_;
  begin_ = static_cast<std::size_t>(line_end - buffer_.data()) + (is_last ? 0 : 1);
  const bool has_return = line_end > line_begin && line_end[-1] == '\r';
  line = {line_begin, static_cast<std::size_t>(line_end - line_begin) - (has_return ? 1 : 0)};
  if (line_number_ == 0 && line.substr(0, byte_order_mark.size()) == byte_order_mark) {
    line.remove_prefix(byte_order_mark.size());
  }
  ++line_number_;
  line_ = line;
  return true;
}

/// Appends more of the file; false at its end.
bool LineReader::fill() {
  if (is_at_end_) { return false; }
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  if (end_ > longest_line) {
    ++line_number_;
    throw error(1, fmt::format("a line of more than {} bytes", longest_line));
  }
  if (end_ + read_ahead + 1 >= buffer_.size()) { buffer_.resize(2 * buffer_.size()); }
  const std::size_t count = file_->read(buffer_.data() + end_, buffer_.size() - end_ - read_ahead - 1);
  is_at_end_ = count == 0;
  end_ += count;
  return !is_at_end_;
}

InputError LineReader::error(std::size_t column, std::string_view message) const {
  return InputError(fmt::format("{}:{}:{}: {}", name(), line_number_, column, message));
}

std::string quoted(std::string_view text) {
  return ballast::experiments::shown(text);
}

}  // namespace tool
