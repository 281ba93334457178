#pragma once
/// A number that says what features mean, for snapshots: weights that were learned with other features are refused. Two
/// feature maps with different numbers have different fingerprints, except by a chance of one in 2^32.
///
///   ballast::save(agent, ballast::fingerprint(coder), sink);
///
/// If you compute features yourself, choose a number, and another one whenever their meaning changes.

#include <ballast/detail/crc32.hpp>
#include <ballast/features/fixed_random_fourier.hpp>
#include <ballast/features/random_fourier.hpp>
#include <ballast/features/tile_coder.hpp>
#include <ballast/fixed/number.hpp>
#include <ballast/math/ieee754.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

/// Adds up numbers; the order counts.
class Fingerprint {
 public:
  /// A word.
  void add(uint32_t x) noexcept {
    uint32_t sum = sum_;
    for (uint32_t i = 0; i < 4; ++i) { sum = detail::Crc32::add(sum, static_cast<uint8_t>(x >> (8 * i))); }
    sum_ = sum;
  }
  /// A word.
  void add(int32_t x) noexcept { add(static_cast<uint32_t>(x)); }
  /// A number in fixed point.
  void add(FixedFeature x) noexcept { add(int32_t{x.raw()}); }
  /// A number, by its bits.
  void add(float x) noexcept { add(to_bits(x)); }
  /// A number, by its bits.
  void add(double x) noexcept {
    const uint64_t bits = to_bits(x);
    add(static_cast<uint32_t>(bits));
    add(static_cast<uint32_t>(bits >> 32));
  }
  /// Of everything so far.
  uint32_t value() const noexcept { return detail::Crc32::final(sum_); }

 private:
  uint32_t sum_ = detail::Crc32::initial();
};

/// Of the tilings, the tiles and the ranges.
template <class T, size_t Tilings, size_t... Tiles>
uint32_t fingerprint(const TileCoder<T, Tilings, Tiles...>& coder) noexcept {
  Fingerprint result;
  result.add(static_cast<uint32_t>(Tilings));
  (result.add(static_cast<uint32_t>(Tiles)), ...);
  for (const auto& range : coder.ranges) {
    result.add(range.low);
    result.add(range.high);
  }
  return result.value();
}

/// Of all numbers in the table.
template <class T, size_t Inputs, size_t Components>
uint32_t fingerprint(const RandomFourierTable<T, Inputs, Components>& table) noexcept {
  Fingerprint result;
  for (const auto& weights : table.weights) {
    for (const auto w : weights) { result.add(w); }
  }
  for (const auto phase : table.phases) { result.add(phase); }
  result.add(table.scale);
  return result.value();
}

}  // namespace ballast
