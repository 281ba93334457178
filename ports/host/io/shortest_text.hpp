#pragma once
/// A number in as few digits as it takes to read the same number again: the text of fmt's "{}", in about half the time.
/// fmt finds the digits; they are written here, eight at a time.
/// tests/tool/shortest_text.cpp compares the two.

#include <ballast/math/ieee754.hpp>

#include <fmt/compile.h>
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tool {

/// What write_shortest may write to: the text has at most 24 characters.
constexpr std::size_t shortest_text_room = 32;

namespace detail {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first of eight digits must be in the lowest byte");

/// Of a number below 10^8. It is split into fours, pairs and digits, all of a kind at once; x / 100 is x 10486 / 2^20
/// for x below 10^4, x / 10 is x 103 / 2^10 below 100.
inline uint64_t eight_digits(uint64_t x) {
  const uint64_t high = x / 10000;
  const uint64_t fours = high | (x - 10000 * high) << 32U;
  const uint64_t hundreds = ((fours * 10486) >> 20U) & 0x0000007F0000007FU;
  const uint64_t pairs = hundreds | (fours - 100 * hundreds) << 16U;
  const uint64_t tens = ((pairs * 103) >> 10U) & 0x000F000F000F000FU;
  return (tens | (pairs - 10 * tens) << 8U) + 0x3030303030303030U;
}

constexpr int most_digits = 17;
constexpr uint64_t power_of_ten[most_digits] = {1,
                                                10,
                                                100,
                                                1000,
                                                10000,
                                                100000,
                                                1000000,
                                                10000000,
                                                100000000,
                                                1000000000,
                                                10000000000,
                                                100000000000,
                                                1000000000000,
                                                10000000000000,
                                                100000000000000,
                                                1000000000000000,
                                                10000000000000000};

inline void put(char* at, uint64_t eight) {
  std::memcpy(at, &eight, sizeof eight);
}

/// digits 10^exponent from 10^-4 to 10^16, without an exponent: 12300, 12.3 or 0.0123. All 17 digits are written, those
/// after the last one as zeros; what follows overwrites them. (Only stores: loading what was just stored in other
/// pieces takes longer than all of this.)
inline char* write_fixed(char* at, uint64_t digits, int exponent) {
  const int count = fmt::detail::count_digits(digits);
  const int point = count + exponent;  // so many digits before it
  const uint64_t all = digits * power_of_ten[most_digits - count];
  const uint64_t upper = all / power_of_ten[8];
  const uint64_t middle = eight_digits(upper % power_of_ten[8]);
  const uint64_t last = eight_digits(all - upper * power_of_ten[8]);
  if (point <= 0) {
    std::memcpy(at, "0.000000", 8);
    at += 2 - point;
  }
  *at = static_cast<char>('0' + upper / power_of_ten[8]);
  put(at + 1, middle);
  put(at + 9, last);
  if (point <= 0) { return at + count; }
  if (exponent >= 0) { return at + point; }
  at[point] = '.';
  if (point <= 8) {
    put(at + point + 1, middle >> static_cast<unsigned>(8 * (point - 1)));
    put(at + 10, last);
  } else {
    put(at + point + 1, last >> static_cast<unsigned>(8 * (point - 9)));
  }
  return at + count + 1;
}

}  // namespace detail

/// Returns where the text ends. There must be room for `shortest_text_room`.
template <class T>
char* write_shortest(char* at, T x) {
  if (x == T{0} && !ballast::is_negative(x)) {
    *at = '0';
    return at + 1;
  }
  const T size = ballast::absolute(x);
  const bool is_fixed = size >= static_cast<T>(1e-4) && size < static_cast<T>(1e15);  // else with an exponent
  if (!is_fixed) { return fmt::format_to(at, FMT_COMPILE("{}"), x); }
  *at = '-';
  at += ballast::is_negative(x) ? 1 : 0;
  const auto decimal = fmt::detail::dragonbox::to_decimal(size);
  return detail::write_fixed(at, decimal.significand, decimal.exponent);
}

/// Of numbers that are often the same as the one before.
template <class T>
class RepeatedText {
 public:
  /// As write_shortest.
  char* write(char* at, T x) {
    if (ballast::to_bits(x) != ballast::to_bits(x_)) {
      x_ = x;
      length_ = write_shortest(text_, x) - text_;
    }
    std::memcpy(at, text_, sizeof text_);
    return at + length_;
  }

 private:
  T x_ = T{0};
  char text_[shortest_text_room] = {'0'};
  std::ptrdiff_t length_ = 1;
};

}  // namespace tool
