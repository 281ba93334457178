#pragma once
/// Sequences of feature vectors with few active features, to measure speed with: too long for a branch predictor to
/// know them by heart.

#include <ballast/features/active_features.hpp>

#include <stddef.h>

#include <vector>

#include "noise.hpp"

namespace streams {

constexpr size_t length = 16384;  // transitions

template <class Features>
using Stream = std::vector<Features>;

/// `length` + 1 vectors in which nothing is active yet; each feature that will be has the value 1 / sqrt(8).
template <class Features>
Stream<Features> empty_stream() {
  return Stream<Features>(length + 1, Features(0.35355339F));
}

/// As many as there is room for, anywhere among the first `range` features.
template <class Features>
Stream<Features> random(size_t range) {
  Noise noise(1);
  auto stream = empty_stream<Features>();
  for (auto& features : stream) {
    while (features.size() < Features::capacity) { (void)features.add(noise.word() % range); }
  }
  return stream;
}

/// A point that wanders over a plane, by up to `step` of a tile in each direction, seen through 8 displaced tilings of
/// 32 x 16 tiles. With 0.6 half of the tiles of a state are those of the state before.
inline Stream<ballast::ActiveFeatures<float, 4096, 8>> walk(double step) {
  Noise noise(2);
  const auto moved = [&noise, step](double x, double end) {
    const double to = x + step * noise.number<double>();
    return to < 0.0 ? -to : to > end ? 2.0 * end - to : to;
  };
  auto stream = empty_stream<ballast::ActiveFeatures<float, 4096, 8>>();
  double x = 7.0;
  double y = 5.0;
  for (auto& features : stream) {
    x = moved(x, 30.9);
    y = moved(y, 14.9);
    for (size_t k = 0; k < 8; ++k) {
      const size_t column = static_cast<size_t>(x + static_cast<double>(k) / 8.0);
      const size_t row = static_cast<size_t>(y + static_cast<double>(3 * k % 8) / 8.0);
      (void)features.add(k * 512 + row * 32 + column);
    }
  }
  return stream;
}

constexpr double slow = 0.6;
constexpr double hardly_moves = 0.1;

}  // namespace streams
