#pragma once
/// Decimal numbers out of a line of text, correctly rounded, several times as fast as strtod. What the fast path cannot
/// decide goes to std::from_chars, which also reads `nan` and `inf`.
///
/// Why not std::from_chars alone: a log is then read 2.5 (float) and 2.8 times (double) as fast as by strtod,
/// against 3.9 and 3.8 times, with libstdc++ 12 on an x86-64 server; three times is promised.
/// tests/tool/replay_speed.cpp measures both again. The price: a little-endian machine, and a long double with 64 bits
/// or more, checked below.

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

namespace tool {

/// How many bytes after a line `read_number` may read, so that it can read eight digits at once.
constexpr std::size_t read_ahead = 8;

template <class T>
struct Number {
  T value;
  const char* end;  ///< after the number; its beginning, if there is none
};

namespace detail {

inline bool is_digit(char c) {
  return static_cast<unsigned char>(c - '0') < 10;
}

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first of eight digits must be in the lowest byte");

inline uint64_t eight_bytes(const char* at) {
  uint64_t bytes = 0;
  std::memcpy(&bytes, at, sizeof bytes);
  return bytes;
}

/// A digit is 0x30 to 0x39: its upper half is 3, also after adding 6.
inline bool are_digits(uint64_t bytes) {
  constexpr uint64_t upper = 0xF0F0F0F0F0F0F0F0U;
  constexpr uint64_t threes = 0x3030303030303030U;
  return (bytes & upper) == threes && ((bytes + 0x0606060606060606U) & upper) == threes;
}

/// The first digit is in the lowest byte. Neighbours are joined: to pairs, to fours, to eight.
inline uint64_t value_of_eight(uint64_t bytes) {
  bytes -= 0x3030303030303030U;
  bytes = (bytes * 10 + (bytes >> 8)) & 0x00FF00FF00FF00FFU;
  bytes = (bytes * 100 + (bytes >> 16)) & 0x0000FFFF0000FFFFU;
  return (bytes * 10000 + (bytes >> 32)) & 0xFFFFFFFFU;
}

/// Digits so far, as an integer below 10^18.
struct Digits {
  static constexpr int most = 18;
  int64_t value = 0;
  int room = most;

  /// Takes digits while there is room; returns where it stopped.
  const char* take(const char* at) {
    for (; room >= 8 && are_digits(eight_bytes(at)); at += 8, room -= 8) {
      value = value * 100000000 + static_cast<int64_t>(value_of_eight(eight_bytes(at)));
    }
    for (; room > 0 && is_digit(*at); ++at, --room) { value = value * 10 + (*at - '0'); }
    return at;
  }
};

inline const char* skip_digits(const char* at) {
  while (are_digits(eight_bytes(at))) { at += 8; }
  while (is_digit(*at)) { ++at; }
  return at;
}

/// Reads the exponent after `e`; false if there is none, or if it needs the slow path.
inline bool take_exponent(const char*& at, int& power) {
  const bool is_negative = at[1] == '-';
  const char* digit = at + (is_negative || at[1] == '+' ? 2 : 1);
  const char* const first = digit;
  int exponent = 0;
  for (; digit - first < 3 && is_digit(*digit); ++digit) { exponent = exponent * 10 + (*digit - '0'); }
  if (digit == first || is_digit(*digit)) { return false; }
  power += is_negative ? -exponent : exponent;
  at = digit;
  return true;
}

/// 10^k for the k for which a long double has it exactly.
constexpr int largest_power = 27;
constexpr long double powers_of_ten[largest_power + 1] = {
    1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L,
    1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
static_assert(std::numeric_limits<long double>::digits >= 64, "10^27 must be exact");

inline long double scaled(int64_t digits, int power) {
  const auto x = static_cast<long double>(digits);
  return power < 0 ? x / powers_of_ten[-power] : x * powers_of_ten[power];
}

/// digits 10^power, or a little more if digits were left out: both bounds are off by one rounding of a long double at
/// most, so that after a nudge outwards the number lies between them. Rounding is monotonic: if both round to the same
/// T, so does the number.
template <class T>
bool round_to(T& result, int64_t digits, int power, bool is_truncated) {
  constexpr long double nudge = 0x1p-62L;
  const long double low = scaled(digits, power);
  const long double high = is_truncated ? scaled(digits + 1, power) : low;
  result = static_cast<T>(low - low * nudge);
  return result == static_cast<T>(high + high * nudge);
}

/// A number beyond the range of T is infinite, one below it rounds as strtod does; from_chars gives neither.
template <class T>
T out_of_range(const char* begin, const char* end) {
  const std::string text(begin, end);
  if constexpr (std::is_same_v<T, float>) {
    return std::strtof(text.c_str(), nullptr);
  } else {
    return std::strtod(text.c_str(), nullptr);
  }
}

/// from_chars takes no plus sign.
template <class T>
[[gnu::noinline]] Number<T> parse_slow_path(const char* begin, const char* end) {
  Number<T> number{T{0}, begin};
  const char* const first = begin + (*begin == '+' ? 1 : 0);
  if (first != begin && *first == '-') { return number; }
  const auto [stopped, error] = std::from_chars(first, end, number.value);
  if (error == std::errc::invalid_argument) { return number; }
  if (error == std::errc::result_out_of_range) { number.value = out_of_range<T>(first, stopped); }
  number.end = stopped;
  return number;
}

}  // namespace detail

/// The number that begins at `begin`. The text must not end in a digit, '.', 'e' or sign at `end` without another byte
/// after it that is none of these (a line has its line end there), and `read_ahead` bytes after it must be readable.
template <class T>
[[gnu::always_inline]] inline Number<T> read_number(const char* begin, const char* end) {
  if (detail::is_digit(begin[0]) && begin[1] == ',') { return {static_cast<T>(begin[0] - '0'), begin + 1}; }
  const bool is_negative = *begin == '-';
  const char* const first = begin + (is_negative || *begin == '+' ? 1 : 0);
  detail::Digits digits;
  const char* at = digits.take(first);
  int power = 0;
  if (at == first || detail::is_digit(*at)) { return detail::parse_slow_path<T>(begin, end); }
  bool is_truncated = false;
  if (*at == '.') {
    const char* const point = at++;
    at = digits.take(at);
    power = static_cast<int>(point + 1 - at);
    is_truncated = detail::is_digit(*at);
    if (is_truncated) { at = detail::skip_digits(at); }
  }
  if ((*at == 'e' || *at == 'E') && !detail::take_exponent(at, power)) {
    return detail::parse_slow_path<T>(begin, end);
  }
  T value{};
  if (power < -detail::largest_power || power > detail::largest_power ||
      !detail::round_to(value, digits.value, power, is_truncated)) {
    return detail::parse_slow_path<T>(begin, end);
  }
  constexpr T sign[] = {T{1}, T{-1}};  // a product: a branch on the sign would be mispredicted half of the time
  return {value * sign[is_negative ? 1 : 0], at};
}

}  // namespace tool
