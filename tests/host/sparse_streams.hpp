#pragma once
/// Successive states with few active features, for measurements of speed.

#include <ballast/features/active_feature_value.hpp>
#include <ballast/features/active_features.hpp>

#include <cstddef>
#include <vector>

#include "noise.hpp"

constexpr std::size_t stream_length = 16384;  // transitions: too many for a branch predictor to know them by heart

/// One more than there are transitions.
template <class Features>
using Stream = std::vector<Features>;

/// None active yet; each that will be makes ||phi|| = 1.
template <class Features>
Features no_features() {
  return Features(ballast::active_feature_value<float>(Features::capacity));
}

/// Anywhere among the first `range` features.
template <class Features>
Stream<Features> random_stream(std::size_t range) {
  Noise random(1);
  Stream<Features> stream(stream_length + 1, no_features<Features>());
  for (auto& features : stream) {
    while (features.size() < Features::capacity) { (void)features.add(random.word() % range); }
  }
  return stream;
}

using WalkFeatures = ballast::ActiveFeatures<float, 4096, 8>;

/// A point that wanders over a plane, by up to `step` of a tile in each direction, seen through 8 displaced tilings of
/// 32 x 16 tiles. With 0.6 half of the tiles of a state are those of the state before.
inline Stream<WalkFeatures> walk(double step) {
  Noise random(2);
  const auto moved = [&random, step](double x, double end) {
    const double to = x + step * random.number<double>();
    return to < 0.0 ? -to : to > end ? 2.0 * end - to : to;
  };
  Stream<WalkFeatures> stream(stream_length + 1, no_features<WalkFeatures>());
  double x = 7.0;
  double y = 5.0;
  for (auto& features : stream) {
    x = moved(x, 30.9);
    y = moved(y, 14.9);
    for (std::size_t k = 0; k < WalkFeatures::capacity; ++k) {
      const std::size_t column = static_cast<std::size_t>(x + static_cast<double>(k) / 8.0);
      const std::size_t row = static_cast<std::size_t>(y + static_cast<double>(3 * k % 8) / 8.0);
      (void)features.add(k * 512 + row * 32 + column);
    }
  }
  return stream;
}
