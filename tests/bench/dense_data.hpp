#pragma once
/// Eight transitions between dense states with ||phi|| = 1, each state at the beginning of a cache line or `offset`
/// bytes after it.

#include <ballast/array.hpp>

#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>

#include "noise.hpp"
#include "placed.hpp"

namespace bench {

template <class T, std::size_t Dimension>
class DenseData {
 public:
  using Features = ballast::ArrayOf<T, Dimension>;
  static constexpr std::size_t transitions = 8;

  explicit DenseData(std::size_t offset = 0) {
    Noise random(1);
    for (auto& state : states_) {
      state = std::make_unique<Placed<Features>>(offset);
      fill(**state, random);
    }
  }

  const Features& operator[](std::size_t t) const { return **states_[t]; }

 private:
  static void fill(Features& features, Noise& random) {
    double numbers[Dimension];
    double norm2 = 0.0;
    for (double& x : numbers) {
      x = random.number<double>();
      norm2 += x * x;
    }
    for (std::size_t i = 0; i < Dimension; ++i) {
      const double x = numbers[i] / std::sqrt(norm2);
      if constexpr (std::is_floating_point_v<T>) {
        features[i] = static_cast<T>(x);
      } else {
        features[i] = T(x);
      }
    }
  }

  std::unique_ptr<Placed<Features>> states_[transitions + 1];
};

/// "dense/float/64"
template <class T>
std::string dense_case(std::size_t dimension) {
  const char* const scalar = std::is_same_v<T, float> ? "float" : std::is_same_v<T, double> ? "double" : "fixed";
  return std::string("dense/") + scalar + "/" + std::to_string(dimension);
}

}  // namespace bench
