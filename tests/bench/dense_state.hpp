#pragma once
/// What a dense learner consists of, for the contenders that are compared with Ballast's.

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "placed.hpp"

namespace bench {

/// The settings of all contenders. Features have ||phi|| = 1; the ball is so large that it never acts.
template <class T>
struct DenseSettings {
  static constexpr T lambda = T(0.25);
  static constexpr T step_size = T(0.5);
  static constexpr T ratio = T(0.1);
  static constexpr T radius = T(1000);
};

/// Both arrays begin a cache line, if the object does.
template <class T, std::size_t Dimension>
struct DenseState {
  using Value = T;
  static constexpr std::size_t room = (Dimension * sizeof(T) + line - 1) / line * line / sizeof(T);

  T weights[room]{};
  T trace[room]{};
  T average_reward{};
  T lambda = DenseSettings<T>::lambda;  // variables, as the settings of a learner are
  T step_size = DenseSettings<T>::step_size;
  T ratio = DenseSettings<T>::ratio;
  T radius = DenseSettings<T>::radius;
  uint32_t updates = 0;
  uint32_t projections = 0;
  uint32_t rejections = 0;

  T weight(std::size_t i) const { return weights[i]; }

  T next_average_reward(T error) const {
    const T rate = ratio * step_size;
    return average_reward + rate / (T(1) + rate) * error;
  }
};

}  // namespace bench
