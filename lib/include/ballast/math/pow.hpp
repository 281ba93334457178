#pragma once
/// base^power for base in [1, 2^32] and power in (0, 1]: what a decaying step-size needs, and no more.
///
/// Computed as 2^(power * log2(base)) in integers, so that it gives the same bits on every core, with and without FPU,
/// whatever the flags, and needs no libm. A float is computed in 32-bit words, a double in 64-bit words. Error: below 1
/// ulp for both (tests/host/pow_accuracy.cpp measures it). Outside these ranges the result is an arbitrary number.
///
/// Fixed-point notation as in detail/fixed_point.hpp.

#include <ballast/detail/fixed_point.hpp>
#include <ballast/detail/log2.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace detail {

/// Coefficients of (2^x - 1) / x, in Q0.w, lowest power first: the interpolating polynomials at Chebyshev nodes on [0,
/// 1], rounded to nearest. There are enough terms that the truncation error is small compared with what log2(base),
/// with six integer bits, loses anyway: 2^-30 and 2^-26 in float, 2^-64 and 2^-58 in double. (2^x - 1) / x reaches 1 at
/// x = 1, which does not fit Q0.w: rounding down keeps the sum just below.
template <class T>
struct Exp2Terms;

template <>
struct Exp2Terms<float> {
  static constexpr uint32_t value[] = {0xB17217F9U, 0x3D7F7BA6U, 0x0E3589F8U, 0x02763464U,
                                       0x0057BF1AU, 0x00099317U, 0x00015BD3U};
};

template <>
struct Exp2Terms<double> {
  static constexpr uint64_t value[] = {
      0xB17217F7D1CF79ACU, 0x3D7F7BFF058B1D40U, 0x0E35846B8250637FU, 0x0276556DF7497D0AU, 0x005761FF9E2D427DU,
      0x000A184897AAA792U, 0x0000FFE5FE97CE77U, 0x0000162C00EAEA04U, 0x000001B527AA4153U, 0x0000001E49A967DFU,
      0x00000001EBCC1445U, 0x000000001A7C5766U, 0x000000000214D124U};
};

/// 2^x - 1 in Q0.w, for x in Q0.w.
template <class Word, size_t N>
constexpr Word exp2_minus_one(Word x, const Word (&terms)[N]) noexcept {
  Word sum = terms[N - 1];
  for (size_t i = N - 1; i > 0; --i) { sum = terms[i - 1] + multiply_high(x, sum); }
  return multiply_high(x, sum);
}

}  // namespace detail

/// base^power, for base in [1, 2^32] and power in (0, 1].
template <class T>
constexpr T pow(T base, T power) noexcept {
  using Parts = detail::Decomposed<T>;
  using Word = typename Parts::Word;
  // log2(base) is at most 32: six integer bits, the rest of the word is fraction.
  constexpr int log_fraction = Parts::width - 6;

  if (!(power < T{1})) { return base; }

  const Parts parts{base};
  const Word integer_log = static_cast<Word>(parts.exponent) << log_fraction;
  const Word log_base = integer_log + (detail::alternating_series(parts.fraction, detail::Log2Terms<T>::value) >> 5);

  // power < 1 is its leading bits, put at the top of a word, shifted down by what its exponent says.
  const Parts factor{power};
  const Word leading = (Word{1} << (Parts::width - 1)) | (factor.fraction >> 1);
  const int shift = -1 - factor.exponent;
  if (static_cast<unsigned>(shift) >= static_cast<unsigned>(Parts::width)) { return T{1}; }
  const Word log_result = detail::multiply_high(log_base, leading) >> shift;

  return Parts::compose(static_cast<int>(log_result >> log_fraction),
                        detail::exp2_minus_one<Word>(log_result << 6, detail::Exp2Terms<T>::value));
}

}  // namespace ballast
