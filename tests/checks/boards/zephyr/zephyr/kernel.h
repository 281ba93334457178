#pragma once
/// Stands in for Zephyr, to compile and run its application in the tests: what that uses, and macros of the real one.

#include <stddef.h>
#include <stdint.h>

#define MIN(a, b) (((a) < (b)) ? (a) : (b))
#define MAX(a, b) (((a) > (b)) ? (a) : (b))
#define BIT(n) (1UL << (n))
#define ARRAY_SIZE(array) (sizeof(array) / sizeof((array)[0]))

extern "C" int32_t k_msleep(int32_t milliseconds);
