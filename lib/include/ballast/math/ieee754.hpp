#pragma once
/// The bits of float and double. Finiteness is tested on the bits because -ffast-math lets a compiler assume that no
/// NaN or infinity exists and drop a test written in floating point.

#include <ballast/detail/compiler.hpp>

#include <stdint.h>

namespace ballast {

/// The words that a number of type T is made of; float and double have one.
template <class T>
struct Ieee754;

/// binary32.
template <>
struct Ieee754<float> {
  using Word = uint32_t;
  /// Without the leading 1, which is not stored.
  static constexpr int mantissa_bits = 23;
  /// What is added to an exponent before it is stored.
  static constexpr int exponent_bias = 127;
  /// All ones: an infinity, or NaN.
  static constexpr Word exponent_mask = 0x7F800000U;
};

#if __SIZEOF_DOUBLE__ == 4
/// The same numbers as float, on AVR.
template <>
struct Ieee754<double> : Ieee754<float> {};
#else
/// binary64.
template <>
struct Ieee754<double> {
  using Word = uint64_t;
  /// Without the leading 1, which is not stored.
  static constexpr int mantissa_bits = 52;
  /// What is added to an exponent before it is stored.
  static constexpr int exponent_bias = 1023;
  /// All ones: an infinity, or NaN.
  static constexpr Word exponent_mask = 0x7FF0000000000000U;
};
#endif

/// The builtin (GCC 11, clang 9) rather than memcpy: it also works in constant expressions.
template <class T>
constexpr typename Ieee754<T>::Word to_bits(T x) noexcept {
  return __builtin_bit_cast(typename Ieee754<T>::Word, x);
}

/// The number with these bits; any bits are one, or NaN.
template <class T>
constexpr T from_bits(typename Ieee754<T>::Word bits) noexcept {
  return __builtin_bit_cast(T, bits);
}

/// 2^n, for the exponent of a normal number.
template <class T>
constexpr T power_of_two(int n) noexcept {
  using Word = typename Ieee754<T>::Word;
  return from_bits<T>(static_cast<Word>(Ieee754<T>::exponent_bias + n) << Ieee754<T>::mantissa_bits);
}

/// Whether x is neither an infinity nor NaN; also right under -ffast-math.
template <class T>
constexpr bool is_finite(T x) noexcept {
  return (to_bits(x) << 1) < (Ieee754<T>::exponent_mask << 1);
}

/// Also right under -ffast-math.
template <class T>
constexpr bool is_nan(T x) noexcept {
  return (to_bits(x) << 1) > (Ieee754<T>::exponent_mask << 1);
}

/// Whether the sign bit is set: also for -0, and for some NaN.
template <class T>
constexpr bool is_negative(T x) noexcept {
  return (to_bits(x) >> (8 * sizeof(T) - 1)) != 0;
}

/// One instruction where there is an FPU, one on the word where there is none.
constexpr float absolute(float x) noexcept {
  return __builtin_fabsf(x);
}
/// The same for double.
constexpr double absolute(double x) noexcept {
  return __builtin_fabs(x);
}

}  // namespace ballast
