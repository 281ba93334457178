#pragma once
/// What every suite needs besides Unity. Numbers are compared as bits or by TEST_ASSERT_TRUE: Unity's own
/// floating-point assertions are relative, treat NaN as equal to NaN and differ between its configurations.

#include <ballast/math/ieee754.hpp>

#include <stddef.h>
#include <stdint.h>

#include <unity.h>

#define ASSERT_SAME_BITS(expected, actual) TEST_ASSERT_EQUAL_HEX64(ballast::to_bits(expected), ballast::to_bits(actual))

/// On the host there is time for long runs, except in the preset dev, whose result is waited for.
#if defined(__x86_64__) && !defined(SHORT_RUNS)
#define LONG_RUNS
#endif

/// A large suite may be several programs, each with a part of its tests (ballast_add_suite): for a board with little
/// flash, and to compile them at the same time. A part that no program has is in all of them, so that none is lost.
#if defined(PART)
#define IN_PART(part) (PART == (part) || (part) > PARTS)
#else
#define IN_PART(part) 1
#endif
