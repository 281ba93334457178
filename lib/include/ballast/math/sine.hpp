#pragma once
/// Sine and cosine, in integers, so that they give the same bits on every core and need no libm.
///
/// For |x| up to 2^20 the error is below 1 ulp (tests/host/sine_accuracy.cpp measures it), also next to the zeros of
/// either function: the angle is reduced with 96 bits of 2 / pi (192 for double). From 2^31 on, and for x that is not
/// finite, the results are NaN.

#include <ballast/detail/fixed_point.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

/// In Q0.w: coefficients of (1 - sin(r) / r) / r^2 and of (1 - cos(r)) / r^2 in powers of r^2, alternating in sign (the
/// interpolating polynomials at Chebyshev nodes on |r| <= pi / 4), and 2 / pi in three words. pi / 2 is in Q1.(w-1).
template <class T>
struct SineTerms;

template <>
struct SineTerms<float> {
  static constexpr uint32_t sine[] = {0x2AAAAAABU, 0x0222221CU, 0x000D009DU, 0x00002DB8U};
  static constexpr uint32_t cosine[] = {0x7FFFFFFFU, 0x0AAAAA66U, 0x005B0382U, 0x00019A6FU};
  static constexpr uint32_t two_over_pi[] = {0xA2F9836EU, 0x4E441529U, 0xFC2757D1U};
  static constexpr uint32_t half_pi = 0xC90FDAA2U;
};

template <>
struct SineTerms<double> {
  static constexpr uint64_t sine[] = {0x2AAAAAAAAAAAAAAAU, 0x0222222222222200U, 0x000D00D00D00CC9CU,
                                      0x00002E3BC74A8C13U, 0x0000006B991504B1U, 0x00000000B090BF86U,
                                      0x0000000000D58BEAU};
  static constexpr uint64_t cosine[] = {0x7FFFFFFFFFFFFFFCU, 0x0AAAAAAAAAAAA86AU, 0x005B05B05B0575E4U,
                                        0x0001A01A019DE132U, 0x0000049F93E3928CU, 0x00000008F753F92DU,
                                        0x000000000C7FCEA2U};
  static constexpr uint64_t two_over_pi[] = {0xA2F9836E4E441529U, 0xFC2757D1F534DDC0U, 0xDB6295993C439041U};
  static constexpr uint64_t half_pi = 0xC90FDAA22168C235U;
};

/// An angle r, |r| <= pi / 4, and how many quarter turns were taken off: r = +-mantissa 2^-w 2^-zeros, where the
/// mantissa has its top bit set.
template <class T>
struct Angle {
  using Word = typename Ieee754<T>::Word;
  static constexpr int width = 8 * static_cast<int>(sizeof(Word));

  Word mantissa;
  int zeros;
  unsigned quadrant;
  bool is_negative;
};

/// The upper word of (high, low) shifted left, by less than a word.
template <class Word>
constexpr Word shifted_left(Word high, Word low, int by) noexcept {
  return by == 0 ? high : static_cast<Word>((high << by) | (low >> (8 * static_cast<int>(sizeof(Word)) - by)));
}

/// fraction * pi / 2 as an angle, for a fraction in two words of Q0.w.
template <class T>
constexpr Angle<T> turned(typename Ieee754<T>::Word high, typename Ieee754<T>::Word low, unsigned quadrant,
                          bool is_negative) noexcept {
  using Word = typename Ieee754<T>::Word;
  int zeros = -1;  // pi / 2 is in Q1.(w-1)
  if (high == 0) {
    high = low;
    low = 0;
    zeros += Angle<T>::width;
  }
  const int shift = leading_zeros(high);
  const Word product = multiply_high(shifted_left(high, low, shift), SineTerms<T>::half_pi);
  const int last_shift = leading_zeros(product);
  return {static_cast<Word>(product << last_shift), zeros + shift + last_shift, quadrant, is_negative};
}

/// mantissa 2^exponent, mantissa in Q1.(w-1), exponent from -1 to w - 2, as an angle: the fraction of mantissa 2 / pi
/// 2^exponent, to nearest, times pi / 2.
template <class T>
constexpr Angle<T> reduced(typename Ieee754<T>::Word mantissa, int exponent) noexcept {
  using Terms = SineTerms<T>;
  using Word = typename Ieee754<T>::Word;
  constexpr int width = Angle<T>::width;

  // The product of one word and three, most significant word first; of the last only the carry matters.
  const Word low = multiply_high(mantissa, Terms::two_over_pi[2]);
  const Word third = low + mantissa * Terms::two_over_pi[1];
  const Word middle = multiply_high(mantissa, Terms::two_over_pi[1]) + (third < low ? 1U : 0U);
  const Word second = middle + mantissa * Terms::two_over_pi[0];
  const Word first = multiply_high(mantissa, Terms::two_over_pi[0]) + (second < middle ? 1U : 0U);

  // Its top exponent + 1 bits are whole quarter turns; two words of the rest are the fraction.
  const int turns = exponent + 1;
  const unsigned whole = turns == 0 ? 0U : static_cast<unsigned>(first >> (width - turns));
  const Word high = shifted_left(first, second, turns);
  const Word rest = shifted_left(second, third, turns);
  const unsigned rounds_up = static_cast<unsigned>(high >> (width - 1));
  const Word flips = static_cast<Word>(Word{0} - rounds_up);  // 1 - fraction, without a branch
  const Word negated_rest = static_cast<Word>((rest ^ flips) + rounds_up);
  const Word negated = static_cast<Word>((high ^ flips) + (negated_rest == 0 ? rounds_up : 0U));
  return turned<T>(negated, negated_rest, (whole + rounds_up) & 3U, rounds_up != 0);
}

/// |x| as an angle, for |x| from where x^2 / 6 is half an ulp to 2^31.
template <class T>
constexpr Angle<T> angle_of(const Decomposed<T>& size) noexcept {
  using Word = typename Ieee754<T>::Word;
  const Word mantissa = (Word{1} << (Angle<T>::width - 1)) | (size.fraction >> 1);
  if (size.exponent < -1) { return {mantissa, -1 - size.exponent, 0, false}; }
  return reduced<T>(mantissa, size.exponent);
}

template <class T>
constexpr T negated_if(bool is_negative, T x) noexcept {
  using Word = typename Ieee754<T>::Word;
  return from_bits<T>(to_bits(x) ^ (static_cast<Word>(is_negative) << (Angle<T>::width - 1)));
}

/// sin(r) or cos(r). One series with the coefficients of either: which is needed changes from call to call, and a
/// branch would be mispredicted every other time.
template <class T>
constexpr T sine_or_cosine(const Angle<T>& angle, bool is_sine) noexcept {
  using Word = typename Ieee754<T>::Word;
  const bool is_fraction = angle.zeros >= 0 && angle.zeros < Angle<T>::width;
  const Word r = is_fraction ? static_cast<Word>(angle.mantissa >> angle.zeros) : Word{0};
  const auto& terms = is_sine ? SineTerms<T>::sine : SineTerms<T>::cosine;
  const Word below_one = alternating_series(multiply_high(r, r), terms);

  const Word part = is_sine ? multiply_high(angle.mantissa, below_one) : below_one;
  const Word difference = static_cast<Word>((is_sine ? angle.mantissa : Word{0}) - part);
  const int shift = leading_zeros(difference);
  const int carry = difference == 0 ? 1 : 0;  // 1 - 0 does not fit the word
  const int exponent = carry - 1 - (is_sine ? angle.zeros : 0) - shift;
  const T size = Decomposed<T>::compose(exponent, static_cast<Word>(difference << shift << 1));
  return negated_if(is_sine && angle.is_negative, size);
}

/// sin(r + quadrant pi / 2) and cos(r + quadrant pi / 2).
template <class T>
constexpr T turned_sine(const Angle<T>& angle) noexcept {
  return negated_if((angle.quadrant & 2U) != 0, sine_or_cosine(angle, (angle.quadrant & 1U) == 0));
}

template <class T>
constexpr T turned_cosine(const Angle<T>& angle) noexcept {
  return negated_if(((angle.quadrant + 1U) & 2U) != 0, sine_or_cosine(angle, (angle.quadrant & 1U) != 0));
}

/// Where sin(x) is x and cos(x) is 1: x^2 / 6 is below half an ulp.
template <class T>
constexpr bool is_tiny_angle(const Decomposed<T>& size) noexcept {
  return size.exponent < -Ieee754<T>::mantissa_bits / 2 - 2;
}

}  // namespace detail

/// Both at once, for little more than one.
template <class T>
struct SineCosine {
  /// In [-1, 1], or NaN.
  T sine;
  /// In [-1, 1], or NaN.
  T cosine;
};

/// Whether sine and cosine of x are numbers: |x| < 2^31.
template <class T>
constexpr bool has_sine(T x) noexcept {
  return detail::Decomposed<T>{absolute(x)}.exponent <= 30;
}

/// Of an angle in radians; NaN unless has_sine(x).
template <class T>
constexpr SineCosine<T> sine_cosine(T x) noexcept {
  if (!has_sine(x)) { return {detail::not_a_number<T>, detail::not_a_number<T>}; }
  const detail::Decomposed<T> size{absolute(x)};
  if (detail::is_tiny_angle(size)) { return {x, T{1}}; }
  const detail::Angle<T> angle = detail::angle_of(size);
  return {detail::negated_if(is_negative(x), detail::turned_sine(angle)), detail::turned_cosine(angle)};
}

/// Of an angle in radians; NaN unless has_sine(x).
template <class T>
constexpr T sine(T x) noexcept {
  return sine_cosine(x).sine;
}

/// Half the work of both.
template <class T>
constexpr T cosine(T x) noexcept {
  if (!has_sine(x)) { return detail::not_a_number<T>; }
  const detail::Decomposed<T> size{absolute(x)};
  return detail::is_tiny_angle(size) ? T{1} : detail::turned_cosine(detail::angle_of(size));
}

}  // namespace ballast
