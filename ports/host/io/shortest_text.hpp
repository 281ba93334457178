#pragma once
/// A number in as few digits as it takes to read the same number again: the text of fmt's "{}", in about half the time.
/// fmt finds the digits; they are written here, sixteen at a time.
/// tests/tool/shortest_text.cpp compares the two.

#include <ballast/math/ieee754.hpp>

#include <fmt/compile.h>
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace tool {

/// What a ShortestText may write to: it has at most 24 characters.
constexpr std::size_t shortest_text_room = 32;

namespace detail {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first of eight digits must be in the lowest byte");

/// A number below 10^8 as two fours of digits, the first four in the lower half.
inline uint64_t two_fours(uint64_t x) {
  const uint64_t high = x / 10000;
  return high | (x - 10000 * high) << 32U;
}

/// Eight characters each.
struct SixteenDigits {
  uint64_t first;
  uint64_t second;
};

// Fours are split into pairs, pairs into digits, all of a kind at once. x / 100 is x 5243 / 2^19 for x below 10^4, x /
// 10 is x 103 / 2^10 below 100. No difference is negative, and so + and - may be those of longer integers.
#if defined(__SSE2__)
inline SixteenDigits sixteen_digits(uint64_t first, uint64_t second) {
  const __m128i fours = _mm_set_epi64x(static_cast<int64_t>(two_fours(second)), static_cast<int64_t>(two_fours(first)));
  const __m128i hundreds = _mm_srli_epi32(_mm_mulhi_epu16(fours, _mm_set1_epi32(5243)), 3);
  const __m128i ones = fours - _mm_mullo_epi16(hundreds, _mm_set1_epi32(100));
  const __m128i pairs = hundreds | _mm_slli_epi32(ones, 16);
  const __m128i tens = _mm_srli_epi16(_mm_mullo_epi16(pairs, _mm_set1_epi16(103)), 10);
  const __m128i units = pairs - _mm_mullo_epi16(tens, _mm_set1_epi16(10));
  const __m128i text = (tens | _mm_slli_epi16(units, 8)) + _mm_set1_epi8('0');
  return {static_cast<uint64_t>(_mm_cvtsi128_si64(text)),
          static_cast<uint64_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(text, text)))};
}
#else
inline uint64_t eight_digits(uint64_t x) {
  const uint64_t fours = two_fours(x);
  const uint64_t hundreds = ((fours * 5243) >> 19U) & 0x0000007F0000007FU;
  const uint64_t pairs = hundreds | (fours - 100 * hundreds) << 16U;
  const uint64_t tens = ((pairs * 103) >> 10U) & 0x000F000F000F000FU;
  return (tens | (pairs - 10 * tens) << 8U) + 0x3030303030303030U;
}
inline SixteenDigits sixteen_digits(uint64_t first, uint64_t second) {
  return {eight_digits(first), eight_digits(second)};
}
#endif

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
  const uint64_t first = upper / power_of_ten[8];
  const SixteenDigits others = sixteen_digits(upper - first * power_of_ten[8], all - upper * power_of_ten[8]);
  if (point <= 0) {
    put(at, 0x3030303030302E30U);  // "0.000000"
    at += 2 - point;
  }
  *at = static_cast<char>('0' + first);
  put(at + 1, others.first);
  put(at + 9, others.second);
  if (point <= 0) { return at + count; }
  if (exponent >= 0) { return at + point; }
  at[point] = '.';
  if (point <= 8) {
    put(at + point + 1, others.first >> static_cast<unsigned>(8 * (point - 1)));
    put(at + 10, others.second);
  } else {
    put(at + point + 1, others.second >> static_cast<unsigned>(8 * (point - 9)));
  }
  return at + count + 1;
}

}  // namespace detail

/// Finding the digits and writing them are two steps: processors find those of several numbers at the same time, unless
/// something that is often mispredicted, as the place of a point, comes between them.
template <class T>
class ShortestText {
 public:
  ShortestText() = default;
  explicit ShortestText(T x) : x_(x) {
    const T size = ballast::absolute(x);
    const bool has_no_exponent = size >= static_cast<T>(1e-4) && size < static_cast<T>(1e15);
    if (!has_no_exponent) { return; }
    const auto decimal = fmt::detail::dragonbox::to_decimal(size);
    digits_ = decimal.significand;
    exponent_ = decimal.exponent;
  }

  /// Returns where the text ends. There must be room for `shortest_text_room`.
  char* write(char* at) const {
    if (digits_ == 0) { return write_rare(at); }
    *at = '-';
    return detail::write_fixed(at + (ballast::is_negative(x_) ? 1 : 0), digits_, exponent_);
  }

 private:
  char* write_rare(char* at) const {
    if (ballast::to_bits(x_) != 0) { return fmt::format_to(at, FMT_COMPILE("{}"), x_); }
    *at = '0';
    return at + 1;
  }

  T x_{};
  uint64_t digits_ = 0;  // 0 if they were not looked for
  int exponent_ = 0;
};

/// Of numbers that are often the same as the one before.
template <class T>
class RepeatedText {
 public:
  /// As ShortestText.
  char* write(char* at, T x) {
    if (ballast::to_bits(x) != ballast::to_bits(x_)) {
      x_ = x;
      length_ = ShortestText<T>(x).write(text_) - text_;
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
