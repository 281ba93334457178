#pragma once
/// The update as it is written first: std::vector and three loops. No projection, no checks.

#include <ballast/array.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dense_state.hpp"

namespace bench {

template <class T, std::size_t Dimension>
class DenseVector {
 public:
  using Value = T;

  int update(const ballast::ArrayOf<T, Dimension>& phi, T reward, const ballast::ArrayOf<T, Dimension>& next) {
    const T error = reward - average_reward_;
    T td_error = error;
    for (std::size_t i = 0; i < weights_.size(); ++i) { td_error += weights_[i] * (next[i] - phi[i]); }
    T norm2{};
    for (std::size_t i = 0; i < trace_.size(); ++i) {
      trace_[i] = lambda_ * trace_[i] + phi[i];
      norm2 += trace_[i] * trace_[i];
    }
    const T step = step_size_ / (T(1) + step_size_ * norm2) * td_error;
    for (std::size_t i = 0; i < weights_.size(); ++i) { weights_[i] += step * trace_[i]; }
    average_reward_ += ratio_ * step_size_ / (T(1) + ratio_ * step_size_) * error;
    return 0;
  }

  T weight(std::size_t i) const { return weights_[i]; }

 private:
  T lambda_ = DenseSettings<T>::lambda;
  T step_size_ = DenseSettings<T>::step_size;
  T ratio_ = DenseSettings<T>::ratio;
  T average_reward_{};
  std::vector<T> weights_ = std::vector<T>(Dimension);
  std::vector<T> trace_ = std::vector<T>(Dimension);
};

}  // namespace bench
