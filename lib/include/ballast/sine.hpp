#pragma once
/// Sine and cosine, in integers, so that they give the same bits on every core and need no libm.
///
/// For |x| up to 2^20 the error is below 1 ulp (tests/host/sine_accuracy.cpp measures it), also next to the zeros of
/// either function: the angle is reduced with 96 bits of 2 / pi (192 for double). Beyond 2^30, and for what is not
/// finite, the results are NaN.

#include <ballast/detail/words.hpp>

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

  constexpr void normalise() noexcept {
    while (mantissa != 0 && (mantissa >> (width - 1)) == 0) {
      mantissa <<= 1;
      ++zeros;
    }
  }
};

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
  const auto joined = [turns](Word high, Word next) -> Word {
    return turns == 0 ? high : static_cast<Word>((high << turns) | (next >> (width - turns)));
  };
  const unsigned whole = turns == 0 ? 0U : static_cast<unsigned>(first >> (width - turns));
  Word high = joined(first, second);
  Word rest = joined(second, third);
  const bool rounds_up = (high >> (width - 1)) != 0;
  if (rounds_up) {
    high = static_cast<Word>(~high + (rest == 0 ? 1U : 0U));
    rest = static_cast<Word>(~rest + 1U);
  }

  int zeros = -1;  // pi / 2 is in Q1.(w-1)
  while ((high >> (width - 1)) == 0 && zeros < 2 * width) {
    high = static_cast<Word>((high << 1) | (rest >> (width - 1)));
    rest <<= 1;
    ++zeros;
  }
  Angle<T> angle{multiply_high(high, Terms::half_pi), zeros, (whole + (rounds_up ? 1U : 0U)) & 3U, rounds_up};
  angle.normalise();
  return angle;
}

}  // namespace detail

template <class T>
struct SineCosine {
  T sine;
  T cosine;
};

template <class T>
constexpr SineCosine<T> sine_cosine(T x) noexcept {
  using Word = typename Ieee754<T>::Word;
  using Parts = detail::Decomposed<T>;
  using Angle = detail::Angle<T>;
  constexpr Word sign_bit = Word{1} << (Parts::width - 1);
  const bool is_negative = (to_bits(x) & sign_bit) != 0;
  const Parts parts{from_bits<T>(to_bits(x) & ~sign_bit)};

  if (parts.exponent < -Ieee754<T>::mantissa_bits / 2 - 2) { return {x, T{1}}; }  // x^2 / 6 is below half an ulp
  if (parts.exponent > 30) {
    const T nan = from_bits<T>(Ieee754<T>::exponent_mask | (Ieee754<T>::exponent_mask >> 1));
    return {nan, nan};
  }

  const Word mantissa = sign_bit | (parts.fraction >> 1);
  const Angle angle = parts.exponent < -1 ? Angle{mantissa, -1 - parts.exponent, 0, false}
                                          : detail::reduced<T>(mantissa, parts.exponent);

  const Word r =
      angle.zeros >= 0 && angle.zeros < Parts::width ? static_cast<Word>(angle.mantissa >> angle.zeros) : Word{0};
  const Word r2 = detail::multiply_high(r, r);
  const Word shrinkage = detail::alternating_series(r2, detail::SineTerms<T>::sine);
  Angle sine{static_cast<Word>(angle.mantissa - detail::multiply_high(angle.mantissa, shrinkage)), angle.zeros, 0,
             false};
  sine.normalise();
  const Word below_one = detail::alternating_series(r2, detail::SineTerms<T>::cosine);
  const Angle cosine{static_cast<Word>(Word{0} - below_one), 0, 0, false};

  const T s_size = Parts::compose(-1 - sine.zeros, static_cast<Word>(sine.mantissa << 1));
  const T s = angle.is_negative ? -s_size : s_size;
  const T c = below_one == 0 ? T{1} : Parts::compose(-1, static_cast<Word>(cosine.mantissa << 1));

  // sin(r + quadrant pi / 2) and cos(r + quadrant pi / 2).
  const bool swaps = (angle.quadrant & 1U) != 0;
  const T turned_sine = swaps ? c : s;
  const T turned_cosine = swaps ? s : c;
  const bool flips_sine = ((angle.quadrant & 2U) != 0) != is_negative;
  const bool flips_cosine = angle.quadrant == 1 || angle.quadrant == 2;
  return {flips_sine ? -turned_sine : turned_sine, flips_cosine ? -turned_cosine : turned_cosine};
}

template <class T>
constexpr T sine(T x) noexcept {
  return sine_cosine(x).sine;
}

template <class T>
constexpr T cosine(T x) noexcept {
  return sine_cosine(x).cosine;
}

}  // namespace ballast
