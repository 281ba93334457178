#pragma once
/// What every suite needs besides Unity. Numbers are compared as bits or by TEST_ASSERT_TRUE: Unity's own
/// floating-point assertions are relative, treat NaN as equal to NaN and differ between its configurations.

#include <ballast/math/ieee754.hpp>

#include <stddef.h>
#include <stdint.h>

#include <unity.h>

#define ASSERT_SAME_BITS(expected, actual) TEST_ASSERT_EQUAL_HEX64(ballast::to_bits(expected), ballast::to_bits(actual))

/// A board with little flash has a large suite as several images, each with a part of its tests (ballast_add_suite).
template <int part>
constexpr bool in_part() {
#if defined(PART)
  static_assert(part >= 1 && part <= PARTS, "no image would run this part");
  return part == PART;
#else
  return true;
#endif
}
