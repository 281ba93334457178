#pragma once
/// Where machines are known to differ, and by how much: a difference that changes, or goes away, is to be noticed.

#include <ballast/math/ieee754.hpp>

#include <stdint.h>

#include <etl/type_traits.h>

#include "digest.hpp"
#include "noise.hpp"

namespace digests {

/// Whether double is more than another name of float (it is not on AVR).
constexpr bool has_double = sizeof(double) > sizeof(float);
/// What is not to be compiled for a machine without it.
using Double = etl::conditional_t<has_double, double, float>;

// The soft double addition that GCC links on Armv7-M and v8-M without a double FPU rounds rare cases wrongly.
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && __ARM_ARCH >= 7 && !(__ARM_FP & 8)
constexpr bool double_addition_is_ieee = false;
#else
constexpr bool double_addition_is_ieee = has_double;
#endif

/// The division of avr-libc rounds some quotients wrongly that are subnormal: a unit too small. Of 2,000:
#if defined(__AVR__)
constexpr uint32_t expected_too_small = 2;
constexpr uint64_t expected_subnormal_quotients = 0x546133F03A5134A2U;
#else
constexpr uint32_t expected_too_small = 0;
constexpr uint64_t expected_subnormal_quotients = 0xD424034B68769FB6U;
#endif
constexpr uint64_t expected_quotients = 0xA6583C9FAE8BC779U;

/// Of numbers of all sizes, where the quotient is normal.
inline uint64_t digest_of_quotients() {
  Noise random(31);
  Digest digest;
  for (int i = 0; i < 2000; ++i) {
    const float a = ballast::from_bits<float>(random.word() << 7);
    const float b = ballast::from_bits<float>(random.word() << 7);
    if (!ballast::is_finite(a) || !ballast::is_finite(b) || b == 0.0F) { continue; }
    const uint32_t quotient = ballast::to_bits(a / b);
    if ((quotient & 0x7F800000U) != 0) { digest.add_word(quotient); }
  }
  return digest.value();
}

struct SubnormalQuotients {
  uint64_t digest;
  uint32_t too_small;  // by a unit, next to what integers give
  uint32_t otherwise_wrong;
};

inline SubnormalQuotients subnormal_quotients() {
  Noise random(32);
  Digest digest;
  SubnormalQuotients quotients{};
  for (int i = 0; i < 2000; ++i) {
    const uint32_t a = random.word() & 0x7FFFFFU;
    const uint32_t b = random.word() & 0x7FFFFFU;
    const uint32_t quotient =
        ballast::to_bits(ballast::from_bits<float>(a | 0x01000000U) / ballast::from_bits<float>(b | 0x44000000U));
    digest.add_word(quotient);

    const uint64_t dividend = static_cast<uint64_t>(a | 0x800000U) << 15;  // in units of the smallest float
    const uint32_t divisor = b | 0x800000U;
    const uint32_t doubled = static_cast<uint32_t>(2 * dividend / divisor);  // nothing is halfway
    const uint32_t nearest = doubled / 2 + doubled % 2;
    quotients.too_small += quotient + 1 == nearest;
    quotients.otherwise_wrong += quotient != nearest && quotient + 1 != nearest;
  }
  quotients.digest = digest.value();
  return quotients;
}

/// 1.0 plus this number should end in 717a.
inline uint32_t last_bits_of_a_double_sum() {
  volatile Double one = 1.0;
  volatile Double small =
      ballast::from_bits<Double>(static_cast<typename ballast::Ieee754<Double>::Word>(0xBDE58E86738AC000U));
  return static_cast<uint32_t>(ballast::to_bits(one + small)) & 0xFFFFU;
}

template <class Comparison>
void compare_known_differences(Comparison& comparison) {
  comparison.expect("quotients", expected_quotients, digest_of_quotients());
  const SubnormalQuotients quotients = subnormal_quotients();
  comparison.expect("subnormal quotients", expected_subnormal_quotients, quotients.digest);
  comparison.expect("subnormal quotients that are too small", expected_too_small, quotients.too_small);
  comparison.expect("subnormal quotients that are otherwise wrong", 0, quotients.otherwise_wrong);
  if constexpr (has_double) {
    comparison.expect("a sum of double", double_addition_is_ieee ? 0x717AU : 0x7179U, last_bits_of_a_double_sum());
  }
}

}  // namespace digests
