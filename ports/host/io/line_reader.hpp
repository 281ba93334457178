#pragma once
/// A text file, or standard input, line by line, in as much memory as its longest line needs. Lines end in LF or CRLF;
/// the last one needs no line end. A byte order mark, lines that begin with '#' and blank lines at the end are left
/// out; a blank line before others is an error.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/files/error.hpp"
#include "io/input_file.hpp"

namespace tool {

using ballast::experiments::InputError;

class LineReader {
 public:
  /// `-` is standard input.
  explicit LineReader(const std::string& path) : LineReader(std::make_unique<InputFile>(path)) {}
  /// Of which nothing was read.
  explicit LineReader(std::unique_ptr<InputFile> file);

  /// False at the end. The line is valid until the next call; it is followed by a byte that is part of no number, and
  /// `read_ahead` more (number.hpp) are readable.
  bool next(std::string_view& line);

  /// The same with comments and blank lines.
  bool next_raw(std::string_view& line) { return read_line(line); }

  /// The last line that was read; valid until the next call.
  std::string_view line() const { return line_; }
  /// How many lines were read: the number of the last one.
  uint64_t line_number() const { return line_number_; }
  const std::string& name() const { return file_->name(); }

  /// Lines that begin with this, and so with '#', before the first line that is returned: all of them are kept. A
  /// later one is an error, because nobody would see it.
  struct Comment {
    uint64_t line;
    std::string text;  ///< after the prefix
  };
  void keep_comments(std::string_view prefix) { kept_prefix_ = prefix; }
  const std::vector<Comment>& comments() const { return comments_; }

  /// file:line:column: message
  [[nodiscard]] InputError error(std::size_t column, std::string_view message) const;

 private:
  static constexpr std::size_t chunk = std::size_t{1} << 18;
  static constexpr std::size_t longest_line = std::size_t{1} << 24;

  bool read_line(std::string_view& line);
  bool fill();
  void keep(std::string_view comment);

  std::unique_ptr<InputFile> file_;
  std::string kept_prefix_;
  std::vector<Comment> comments_;
  bool has_returned_ = false;
  bool is_at_end_ = false;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // the first byte not returned yet
  std::size_t end_ = 0;
  uint64_t line_number_ = 0;
  std::string_view line_;
};

/// Part of a file, safe to show in a message: not too long, and without control characters.
std::string quoted(std::string_view text);

}  // namespace tool
