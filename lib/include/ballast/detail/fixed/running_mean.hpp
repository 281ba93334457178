#pragma once
/// The mean of numbers in fixed point that come one by one.

#include <ballast/detail/running_mean.hpp>
#include <ballast/fixed/number.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

template <int Fraction>
struct RunningMean<FixedNumber<int32_t, Fraction>> {
  using Value = FixedNumber<int32_t, Fraction>;
  /// From this many numbers on, each new one counts 1 / most.
  static constexpr uint32_t most = 65536;

  Value mean{};       // rounded down
  uint32_t rest = 0;  // what was cut off, in units of 2^-30 of its last place

  /// x is the n-th number: 1, 2, ... The mean stays between the smallest and the largest of them.
  void add(Value x, uint32_t n) noexcept {
    constexpr int64_t unit = int64_t{1} << 30;
    const int64_t before = mean.raw() * unit + rest;
    const int64_t after = before + (x.raw() * unit - before) / static_cast<int64_t>(n < most ? n : most);
    mean = Value::from_raw(static_cast<int32_t>(after >> 30));
    rest = static_cast<uint32_t>(after & (unit - 1));
  }
};

}  // namespace detail
}  // namespace ballast
