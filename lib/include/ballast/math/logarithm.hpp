#pragma once
/// The natural logarithm, in integers, so that it gives the same bits on every core and needs no libm.
///
/// The error is below 1 ulp (tests/host/logarithm_accuracy.cpp measures it), also next to 1: for x below 1 it is
/// computed from 1 / x, so that nothing cancels. NaN unless x is finite and above 0.

#include <ballast/detail/fixed_point.hpp>
#include <ballast/detail/log2.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

/// A number of at least 1 as 2^exponent (1 + mantissa 2^-w 2^-zeros), where the mantissa is 0 or has its top bit set:
/// the fraction has a full word of digits, however small it is.
template <class T>
struct AtLeastOne {
  using Word = typename Ieee754<T>::Word;

  int exponent;
  Word mantissa;
  int zeros;
};

template <class T>
constexpr AtLeastOne<T> normalised(int exponent, typename Ieee754<T>::Word fraction) noexcept {
  const int zeros = leading_zeros(fraction);
  return {exponent, fraction << zeros, zeros};
}

/// 1 / (2^exponent m) for m in [1, 2), given with as many digits as T has: with 1 / m = (1 + (2 - m) / m) / 2, the
/// quotient digit by digit. For m = 1 all of them are 1.
template <class T>
constexpr AtLeastOne<T> reciprocal(int exponent, typename Ieee754<T>::Word m) noexcept {
  using Word = typename Ieee754<T>::Word;
  constexpr Word one = Word{1} << Ieee754<T>::mantissa_bits;
  Word remainder = 2 * one - m;
  int zeros = 0;
  for (; 2 * remainder < m; ++zeros) { remainder *= 2; }
  Word quotient = 0;
  for (int digit = 0; digit < Decomposed<T>::width; ++digit) {
    remainder *= 2;
    const bool fits = remainder >= m;
    quotient = static_cast<Word>(2 * quotient + (fits ? 1U : 0U));
    if (fits) { remainder -= m; }
  }
  return {-exponent - 1, quotient, zeros};
}

/// x or 1 / x, whichever is at least 1.
template <class T>
constexpr AtLeastOne<T> at_least_one(T x) noexcept {
  using Word = typename Ieee754<T>::Word;
  constexpr Word leading_bit = Word{1} << Ieee754<T>::mantissa_bits;
  if (x >= T{1}) {
    const Decomposed<T> parts{x};
    return normalised<T>(parts.exponent, parts.fraction);
  }
  const int biased = static_cast<int>(to_bits(x) >> Ieee754<T>::mantissa_bits);
  const Word digits = to_bits(x) & (leading_bit - 1);
  if (biased != 0) { return reciprocal<T>(biased - Ieee754<T>::exponent_bias, leading_bit | digits); }
  const int shift = leading_zeros(digits) - leading_zeros(leading_bit);  // subnormal
  return reciprocal<T>(1 - Ieee754<T>::exponent_bias - shift, digits << shift);
}

/// ln(x) for x above 1. log2(x) is the exponent and what the fraction adds: joined in one word with as few integer bits
/// as the exponent needs, or, without an exponent, with the fraction's own zeros left out.
template <class T>
constexpr T logarithm_above_one(const AtLeastOne<T>& x) noexcept {
  using Word = typename Ieee754<T>::Word;
  constexpr int width = Decomposed<T>::width;
  constexpr Word ln2 = static_cast<Word>(0xB17217F7D1CF79ACU >> (64 - width));  // in Q0.w
  const Word factor = alternating_sum(static_cast<Word>(x.mantissa >> x.zeros), Log2Terms<T>::value);
  const Word fraction = multiply_high(x.mantissa, factor);

  const Word integer = static_cast<Word>(x.exponent);
  const int integer_bits = integer == 0 ? 0 : width - leading_zeros(integer);
  const Word log2 =
      integer == 0 ? fraction : (integer << (width - 1 - integer_bits)) + (fraction >> x.zeros >> integer_bits);
  const Word size = multiply_high(log2, ln2);
  const int shift = leading_zeros(size);
  const int zeros = integer == 0 ? x.zeros : 0;
  return Decomposed<T>::compose(integer_bits - zeros - shift, static_cast<Word>(size << shift << 1));
}

}  // namespace detail

/// ln(x); NaN for what is not above 0, and for what is not finite.
template <class T>
constexpr T logarithm(T x) noexcept {
  if (to_bits(x) == 0 || to_bits(x) >= Ieee754<T>::exponent_mask) { return detail::not_a_number<T>; }
  if (x == T{1}) { return T{0}; }
  const T size = detail::logarithm_above_one(detail::at_least_one(x));
  return x < T{1} ? -size : size;
}

}  // namespace ballast
