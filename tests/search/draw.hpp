#pragma once
/// Random numbers of one case. They depend on the seed and on the number of the case alone, so that a failure can be
/// run again by itself.

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace search {

class Draw {
 public:
  Draw(uint64_t seed, uint64_t number) : state_(mixed(seed) ^ mixed(number + 0x5851F42D4C957F2DU)) {}

  uint64_t word() {
    state_ += 0x9E3779B97F4A7C15U;
    return mixed(state_);
  }

  /// Below n, which is not 0. (The bias is below 2^-32 for the n used here.)
  size_t below(size_t n) { return static_cast<size_t>((word() >> 32) * n >> 32); }

  /// In [0, 1).
  double uniform() { return static_cast<double>(word() >> 11) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * uniform(); }
  double number() { return between(-1.0, 1.0); }

  /// Each order of magnitude is as likely as any other.
  double log_uniform(double low, double high) { return std::exp(between(std::log(low), std::log(high))); }
  size_t log_uniform_count(size_t low, size_t high) {
    return static_cast<size_t>(log_uniform(static_cast<double>(low), static_cast<double>(high) + 1.0));
  }

  bool chance(double probability) { return uniform() < probability; }

  template <class T, size_t N>
  const T& one_of(const T (&choices)[N]) {
    return choices[below(N)];
  }

 private:
  /// SplitMix64.
  static uint64_t mixed(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
    return x ^ (x >> 31);
  }

  uint64_t state_;
};

}  // namespace search
