#pragma once
/// Counts for a device that runs for years: they stay at the largest number instead of starting again at zero.

#include <ballast/compiler.hpp>

#include <stdint.h>

namespace ballast {

constexpr void count(uint32_t& counter) noexcept {
  const uint32_t next = counter + 1;
  if (next != 0) { counter = next; }
}

}  // namespace ballast
