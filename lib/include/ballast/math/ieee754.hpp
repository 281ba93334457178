#pragma once
/// The bits of float and double. Finiteness is tested on the bits because -ffast-math lets a compiler assume that no
/// NaN or infinity exists and drop a test written in floating point.

#include <ballast/detail/compiler.hpp>

#include <stdint.h>

namespace ballast {

template <class T>
struct Ieee754;

template <>
struct Ieee754<float> {
  using Word = uint32_t;
  static constexpr int mantissa_bits = 23;
  static constexpr int exponent_bias = 127;
  static constexpr Word exponent_mask = 0x7F800000U;
};

template <>
struct Ieee754<double> {
  using Word = uint64_t;
  static constexpr int mantissa_bits = 52;
  static constexpr int exponent_bias = 1023;
  static constexpr Word exponent_mask = 0x7FF0000000000000U;
};

/// The builtin (GCC 11, clang 9) rather than memcpy: it also works in constant expressions.
template <class T>
constexpr typename Ieee754<T>::Word to_bits(T x) noexcept {
  return __builtin_bit_cast(typename Ieee754<T>::Word, x);
}

template <class T>
constexpr T from_bits(typename Ieee754<T>::Word bits) noexcept {
  return __builtin_bit_cast(T, bits);
}

template <class T>
constexpr bool is_finite(T x) noexcept {
  return (to_bits(x) << 1) < (Ieee754<T>::exponent_mask << 1);
}

template <class T>
constexpr bool is_nan(T x) noexcept {
  return (to_bits(x) << 1) > (Ieee754<T>::exponent_mask << 1);
}

template <class T>
constexpr bool is_negative(T x) noexcept {
  return (to_bits(x) >> (8 * sizeof(T) - 1)) != 0;
}

/// One instruction where there is an FPU, one on the word where there is none.
constexpr float absolute(float x) noexcept {
  return __builtin_fabsf(x);
}
constexpr double absolute(double x) noexcept {
  return __builtin_fabs(x);
}

}  // namespace ballast
