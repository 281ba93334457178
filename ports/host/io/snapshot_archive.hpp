#pragma once
/// A snapshot word by word, for snapshot_bytes.cpp. SnapshotReader and SnapshotWriter have the same functions, so that
/// what a snapshot contains is said once.

#include <ballast/detail/snapshot/format.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "experiments/files/error.hpp"
#include "io/snapshot_numbers.hpp"

namespace tool {

uint32_t word_at(const std::vector<uint8_t>& bytes, std::size_t at);

/// Of the first `count` bytes.
uint32_t checksum_of(const std::vector<uint8_t>& bytes, std::size_t count);

class SnapshotWriter {
 public:
  using Section = ballast::detail::Section;
  static constexpr bool is_reading = false;

  explicit SnapshotWriter(const NumberFormat& format) : format_(format) {}

  void section(Section tag, uint64_t length);
  void word(uint32_t x);
  void integer(uint32_t x) { word(x); }
  void long_integer(uint64_t x);
  void flag(bool x, const char* /*what*/) { word(x ? 1 : 0); }
  /// Rounded to nearest. Throws InputError if it does not fit, which happens in fixed point alone.
  void number(double x, Quantity quantity, const char* what);
  void numbers(const std::vector<double>& numbers, std::size_t count, Quantity quantity, const char* what);
  void words(const std::vector<uint32_t>& words, uint64_t count_of_bytes);

  std::vector<uint8_t> bytes;

 private:
  uint32_t fixed_word(double x, Quantity quantity, const std::string& what) const;
  void fixed_rate(double x, Quantity quantity, const char* what);

  NumberFormat format_;
};

/// Every function throws InputError if the bytes do not have what it reads. `what` is its name in messages.
class SnapshotReader {
 public:
  using Section = ballast::detail::Section;
  static constexpr bool is_reading = true;

  /// `bytes` is a whole snapshot, with a checksum that is right.
  SnapshotReader(const std::vector<uint8_t>& bytes, const std::string& name) : bytes_(bytes), name_(name) {}
  void set_format(const NumberFormat& format) { format_ = format; }

  template <class... Arguments>
  [[noreturn]] void fail(std::size_t at, fmt::format_string<Arguments...> text, Arguments&&... arguments) const {
    throw ballast::experiments::InputError(
        fmt::format("{}: at byte {}: {}", name_, at, fmt::format(text, std::forward<Arguments>(arguments)...)));
  }

  /// Finds a section, past others that may be skipped. Returns the length of its contents, all of which are there.
  uint32_t find(Section tag);
  /// The same, of a given length.
  void section(Section tag, uint64_t length);
  /// The next one that may be skipped: its first word, with its contents in `words`. 0 at the end, which stays there.
  uint32_t next(std::vector<uint32_t>& words);

  uint32_t word();
  void skip(uint32_t count_of_bytes) { at_ += count_of_bytes; }
  std::size_t at() const { return at_; }
  /// Bytes before the checksum.
  std::size_t left() const { return bytes_.size() - ballast::detail::snapshot_checksum_bytes - at_; }

  void integer(uint32_t& x) { x = word(); }
  void long_integer(uint64_t& x);
  void flag(bool& x, const char* what) { x = below(2, what) == 1; }
  /// Finite ones.
  void number(double& x, Quantity quantity, const char* what);
  void numbers(std::vector<double>& numbers, std::size_t count, Quantity quantity, const char* what);
  void words(std::vector<uint32_t>& words, uint64_t count_of_bytes);

  // Checked, and not kept.
  uint32_t below(uint64_t limit, const char* what);
  void positive(const char* what);
  void finite_numbers(const char* what, std::size_t count);
  /// An integer as wide as a number.
  void wide_integer() { (void)read_bits(); }

 private:
  static constexpr std::size_t no_index = ~std::size_t{0};

  /// The first word and the length of a section, whose contents are there.
  std::pair<uint32_t, uint32_t> begin();
  [[noreturn]] void refuse(std::size_t at, uint32_t head, uint32_t wanted) const;
  uint64_t read_bits();
  double finite(const char* what, std::size_t index);
  double fixed_rate(Quantity quantity, const char* what);

  const std::vector<uint8_t>& bytes_;
  const std::string& name_;
  std::size_t at_ = 0;
  NumberFormat format_;
  std::string part_ = "the header";  // that is being read
};

}  // namespace tool
