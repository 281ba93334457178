#pragma once
/// The mean of numbers that come one by one. The count is kept by the caller, where it leaves no padding.

#include <ballast/math/product.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

template <class T>
struct RunningMean {
  /// From this many numbers on, each new one counts 1 / most: the mean is then exponentially weighted and follows the
  /// last ones.
  static constexpr uint32_t most = 65536;

  T mean{};
  T rest{};  // its rounding error: without it, float would stop where a change is less than half its last digit

  /// x is the n-th number: 1, 2, ... The mean is finite if all numbers are: half a difference cannot overflow, and a
  /// whole one is added only to a mean of 0.
  void add(T x, uint32_t n) noexcept {
    constexpr T half = static_cast<T>(0.5F);
    const T half_error = product(x, half) - product(mean, half);
    const T half_count = static_cast<T>(n < most ? n : most) * half;
    const T change = half_error / half_count + rest;
    const T moved = mean + change;
    rest = change - (moved - mean);
    mean = moved;
  }
};

}  // namespace detail
}  // namespace ballast
