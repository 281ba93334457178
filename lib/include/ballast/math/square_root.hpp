#pragma once
/// The correctly rounded square root of a finite, non-negative number, without libm: one instruction where the core has
/// it, otherwise digit by digit. Not __builtin_sqrt on a core: unless errno is switched off it links libm as well.

#include <ballast/math/ieee754.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

/// One result bit in each round, in integers: the same bits as the hardware's.
template <class T>
constexpr T square_root_by_digits(T x) noexcept {
  using Word = typename Ieee754<T>::Word;
  constexpr int mantissa_bits = Ieee754<T>::mantissa_bits;
  constexpr Word leading_bit = Word{1} << mantissa_bits;
  if (x == T{0}) { return x; }

  int exponent = static_cast<int>(to_bits(x) >> mantissa_bits);
  Word remainder = to_bits(x) & (leading_bit - 1);
  if (exponent == 0) {  // subnormal: shift the leading bit to its place
    exponent = 1;
    while ((remainder & leading_bit) == 0) {
      remainder <<= 1;
      --exponent;
    }
  }
  remainder |= leading_bit;
  exponent -= Ieee754<T>::exponent_bias;
  if ((exponent & 1) != 0) {
    remainder <<= 1;
    --exponent;
  }

  // root^2 <= value, digit by digit; two bits more than the mantissa has, for rounding.
  Word root = 0;
  Word twice_root = 0;
  for (Word digit = leading_bit; digit != 0; digit >>= 1) {
    const Word trial = twice_root + digit;
    if (trial <= remainder) {
      twice_root = trial + digit;
      remainder -= trial;
      root += digit;
    }
    remainder <<= 1;
  }
  // A root is never half-way between two numbers: the next digit alone decides the rounding.
  if (remainder > twice_root) { ++root; }
  const Word biased = static_cast<Word>(exponent / 2 + Ieee754<T>::exponent_bias - 1);
  return from_bits<T>((biased << mantissa_bits) + root);
}

}  // namespace detail

/// Whether it is one instruction on this core.
#if defined(__x86_64__) || defined(__aarch64__) || defined(__wasm__)
template <class T>
constexpr bool has_square_root = true;
#elif defined(__ARM_FP)
template <class T>
constexpr bool has_square_root = (__ARM_FP & sizeof(T)) != 0;  // bit 2: single, bit 3: double
#elif defined(__riscv_flen)
template <class T>
constexpr bool has_square_root = __riscv_flen >= 8 * sizeof(T);
#else
template <class T>
constexpr bool has_square_root = false;
#endif

/// Whether a comparison that saves a root is worth its instructions. On a core with the instruction it is not; on a
/// host whatever comes after a root waits for it.
#if defined(__x86_64__) || defined(__aarch64__) || defined(__wasm__)
template <class T>
constexpr bool avoids_square_root = true;
#else
template <class T>
constexpr bool avoids_square_root = !has_square_root<T>;
#endif

/// Of a finite number, not negative; correctly rounded.
inline float square_root(float x) noexcept {
#if defined(__arm__) && defined(__ARM_FP) && (__ARM_FP & 4)
  float root;
  __asm__("vsqrt.f32 %0, %1" : "=t"(root) : "t"(x));
  return root;
#elif defined(__riscv_flen)
  float root;
  __asm__("fsqrt.s %0, %1" : "=f"(root) : "f"(x));
  return root;
#elif defined(__AVX__)  // not the builtin, which calls libm for a negative number
  float root = x;
  __asm__("vsqrtss %0, %0, %0" : "+x"(root));
  return root;
#elif defined(__x86_64__)
  float root = x;
  __asm__("sqrtss %0, %0" : "+x"(root));
  return root;
#elif defined(__aarch64__) || defined(__wasm__)
  return __builtin_sqrtf(x);
#else
  return detail::square_root_by_digits(x);
#endif
}

/// Of a finite number, not negative; correctly rounded.
inline double square_root(double x) noexcept {
#if defined(__arm__) && defined(__ARM_FP) && (__ARM_FP & 8)
  double root;
  __asm__("vsqrt.f64 %P0, %P1" : "=w"(root) : "w"(x));
  return root;
#elif defined(__riscv_flen) && __riscv_flen >= 64
  double root;
  __asm__("fsqrt.d %0, %1" : "=f"(root) : "f"(x));
  return root;
#elif defined(__AVX__)
  double root = x;
  __asm__("vsqrtsd %0, %0, %0" : "+x"(root));
  return root;
#elif defined(__x86_64__)
  double root = x;
  __asm__("sqrtsd %0, %0" : "+x"(root));
  return root;
#elif defined(__aarch64__) || defined(__wasm__)
  return __builtin_sqrt(x);
#else
  return detail::square_root_by_digits(x);
#endif
}

}  // namespace ballast
