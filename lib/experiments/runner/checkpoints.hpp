#pragma once
/// When to record a long run: after 0, 1, 2, 5, 10, 20, 50, ... steps, and at its end.

#include <cstdint>

namespace ballast::experiments {

constexpr bool is_checkpoint(std::uint32_t t, std::uint32_t last) {
  if (t == 0 || t == last) { return true; }
  while (t % 10 == 0) { t /= 10; }
  return t == 1 || t == 2 || t == 5;
}

}  // namespace ballast::experiments
