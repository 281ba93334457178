#pragma once
/// Integer arithmetic for elementary functions that give the same bits on every core: nothing can be fused or rounded
/// differently. Qi.f is an unsigned word of w bits with i integer and f fraction bits.

#include <ballast/math/ieee754.hpp>

#include <etl/type_traits.h>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace detail {

/// The upper half of a * b, rounded down.
constexpr uint32_t multiply_high(uint32_t a, uint32_t b) noexcept {
  return static_cast<uint32_t>((static_cast<uint64_t>(a) * b) >> 32);
}

constexpr uint64_t multiply_high(uint64_t a, uint64_t b) noexcept {
#if defined(__SIZEOF_INT128__)
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>((static_cast<Wide>(a) * b) >> 64);
#else
  const uint64_t a_low = static_cast<uint32_t>(a);
  const uint64_t b_low = static_cast<uint32_t>(b);
  const uint64_t a_high = a >> 32;
  const uint64_t b_high = b >> 32;
  const uint64_t middle = a_high * b_low + ((a_low * b_low) >> 32);
  const uint64_t carry = a_low * b_high + static_cast<uint32_t>(middle);
  return a_high * b_high + (middle >> 32) + (carry >> 32);
#endif
}

/// How far x must be shifted left until its top bit is set; 0 for x = 0.
constexpr int leading_zeros(uint32_t x) noexcept {
  return x == 0 ? 0 : __builtin_clzl(x) - (8 * static_cast<int>(sizeof(long)) - 32);
}

constexpr int leading_zeros(uint64_t x) noexcept {
  return x == 0 ? 0 : __builtin_clzll(x);
}

/// c_0 - x (c_1 - x (c_2 - ...)) for x in Q0.w, in the format of the coefficients.
template <class Word, size_t N>
constexpr Word alternating_sum(Word x, const Word (&terms)[N]) noexcept {
  Word sum = terms[N - 1];
  for (size_t i = N - 1; i > 0; --i) { sum = terms[i - 1] - multiply_high(x, sum); }
  return sum;
}

/// x times the above: the form of log2(1 + x), 1 - sin(x) / x and 1 - cos(x).
template <class Word, size_t N>
constexpr Word alternating_series(Word x, const Word (&terms)[N]) noexcept {
  return multiply_high(x, alternating_sum(x, terms));
}

/// A positive number as 2^exponent * (1 + fraction), the fraction in Q0.w.
template <class T>
struct Decomposed {
  using Word = typename Ieee754<T>::Word;
  static constexpr int width = 8 * static_cast<int>(sizeof(Word));
  static constexpr int fraction_shift = width - Ieee754<T>::mantissa_bits;
  static_assert(!etl::is_same<T, double>::value || sizeof(double) == 8,
                "ballast: double has 4 bytes on this machine; use float, which has the same numbers");

  int exponent;
  Word fraction;

  constexpr explicit Decomposed(T x) noexcept
      : exponent(static_cast<int>(to_bits(x) >> Ieee754<T>::mantissa_bits) - Ieee754<T>::exponent_bias),
        fraction(to_bits(x) << fraction_shift) {}

  /// Rounds the fraction to nearest; a carry out of it moves into the exponent, as it should.
  static constexpr T compose(int exponent, Word fraction) noexcept {
    const Word biased = static_cast<Word>(exponent) + Word{Ieee754<T>::exponent_bias};
    const Word half = (fraction >> (fraction_shift - 1)) & 1U;
    return from_bits<T>((biased << Ieee754<T>::mantissa_bits) + (fraction >> fraction_shift) + half);
  }
};

template <class T>
constexpr T not_a_number = from_bits<T>(Ieee754<T>::exponent_mask | (Ieee754<T>::exponent_mask >> 1));

}  // namespace detail
}  // namespace ballast
