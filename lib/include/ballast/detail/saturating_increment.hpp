#pragma once
/// Counts for a device that runs for years: they stay at the largest number instead of wrapping to zero.

#include <ballast/detail/compiler.hpp>

#include <stdint.h>

namespace ballast {
namespace detail {

constexpr void saturating_increment(uint32_t& counter) noexcept {
  const uint32_t next = counter + 1;
  if (next != 0) { counter = next; }
}

}  // namespace detail
}  // namespace ballast
