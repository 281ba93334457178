#pragma once
/// One seed for each trial of an environment (which has a number), independent of what else is run, and in which order.

#include <cstdint>

namespace ballast::experiments {

/// The finaliser of SplitMix64: decorrelates consecutive seeds.
constexpr std::uint64_t scrambled(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

constexpr std::uint64_t trial_seed(std::uint64_t seed, std::uint64_t environment, std::uint32_t trial) {
  return scrambled(scrambled(scrambled(seed) + environment) + trial);
}

}  // namespace ballast::experiments
