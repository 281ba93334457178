#include "commands/tune_sums.hpp"

#include <algorithm>

namespace tool {
namespace {

void divide_all(std::vector<double>& numbers, double count) {
  for (double& number : numbers) { number /= count; }
}

void divide_all(SquareMatrix& matrix, double count) {
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    std::for_each(matrix.row(i), matrix.row(i) + matrix.size(), [count](double& number) { number /= count; });
  }
}

}  // namespace

void JudgeMeans::divide() {
  reward /= count;
  divide_all(A, count);
  divide_all(moments, count);
  divide_all(reward_trace, count);
  divide_all(trace, count);
  divide_all(phi, count);
}

template <class T>
void JudgeSummer::add(const Transitions<T>& chunk, std::size_t i, JudgeMeans& sums) {
  const T* const phi = chunk.features(i);
  const T* const next = chunk.features(i + 1);
  const std::size_t d = chunk.dimension;
  const auto reward = static_cast<double>(chunk.rewards[i]);
  difference_.resize(d);
  for (std::size_t j = 0; j < d; ++j) { difference_[j] = static_cast<double>(next[j]) - static_cast<double>(phi[j]); }
  for (std::size_t row = first_; row < last_; ++row) {
    double& z = trace_[row - first_];
    const auto feature = static_cast<double>(phi[row]);
    z = lambda_ * z + feature;
    if (z == 0.0) { continue; }  // most of them, in a table or with tiles
    double* const a = sums.A.row(row);
    for (std::size_t j = 0; j < d; ++j) { a[j] += z * difference_[j]; }
    sums.reward_trace[row] += reward * z;
    sums.trace[row] += z;
    sums.phi[row] += feature;
    if (sums.moments.size() == 0) { continue; }
    double* const moments = sums.moments.row(row);
    for (std::size_t j = 0; j <= row; ++j) { moments[j] += feature * static_cast<double>(phi[j]); }
  }
  if (first_ > 0) { return; }
  sums.reward += reward;
  sums.count += 1.0;
}

template <class T>
void JudgeSummer::add(const Transitions<T>& chunk, std::uint64_t before) {
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    if (chunk.is_usable[i] == 0) {
      std::fill(trace_.begin(), trace_.end(), 0.0);
    } else if (before > 0) {
      --before;
    } else {
      add(chunk, i, halves_[added_++ < half_ ? 0 : 1]);
    }
  }
}

template void JudgeSummer::add(const Transitions<float>&, std::uint64_t);
template void JudgeSummer::add(const Transitions<double>&, std::uint64_t);

}  // namespace tool
