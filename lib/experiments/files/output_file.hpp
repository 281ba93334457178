#pragma once
/// An output that is complete or absent: written beside its place and renamed when it is complete. Without a path it is
/// standard output. A device or a pipe is written as it comes; a link stays one, and its file is written.

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace ballast::experiments {

class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  template <class... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(buffer_), format, std::forward<Arguments>(arguments)...);
    if (buffer_.size() >= full) { flush(); }
  }

  /// For faster output than a format string: room for `size` characters, of which those before `end` are kept.
  char* reserve(std::size_t size) {
    buffer_.reserve(buffer_.size() + size);
    return buffer_.data() + buffer_.size();
  }
  void commit(const char* end) {
    buffer_.resize(static_cast<std::size_t>(end - buffer_.data()));
    if (buffer_.size() >= full) { flush(); }
  }

  /// Everything is written: puts the file in its place.
  void finish();

 private:
  static constexpr std::size_t full = 1U << 16;

  void flush();
  [[noreturn]] void fail() const;

  std::string path_;          // as it was given
  std::string place_;         // where it will be; empty for standard output, a device or a pipe
  std::string beside_;        // its name until then
  bool is_nameless_ = false;  // it has no name until it is complete
  std::FILE* file_;
  fmt::memory_buffer buffer_;
};

}  // namespace ballast::experiments
