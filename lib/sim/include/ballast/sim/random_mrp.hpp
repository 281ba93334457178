#pragma once
/// The random Markov reward process of the paper: by default 100 states and 20 features.

#include <ballast/sim/reward_process.hpp>

namespace ballast {
namespace sim {

namespace detail {

template <class T, size_t N>
void sort(T (&numbers)[N]) noexcept {
  for (size_t i = 1; i < N; ++i) {
    const T number = numbers[i];
    size_t j = i;
    for (; j > 0 && numbers[j - 1] > number; --j) { numbers[j] = numbers[j - 1]; }
    numbers[j] = number;
  }
}

/// The gaps between States - 1 sorted uniform numbers and the ends of [0, 1].
template <class T, size_t States>
void draw_distribution(T (&row)[States], Random& random) noexcept {
  T cuts[States];
  for (size_t i = 0; i + 1 < States; ++i) { cuts[i] = random.uniform<T>(); }
  cuts[States - 1] = T{1};
  sort(cuts);
  T last = T{0};
  for (size_t i = 0; i < States; ++i) {
    row[i] = cuts[i] - last;
    last = cuts[i];
  }
}

template <class T, size_t States, size_t Dimension>
bool has_full_rank(const RewardProcess<T, States, Dimension>& process) noexcept {
  T work[States][Dimension];
  for (size_t s = 0; s < States; ++s) {
    for (size_t i = 0; i < Dimension; ++i) { work[s][i] = process.phi[s][i]; }
  }
  return rank(work, static_cast<T>(States) *
                        (sizeof(T) == sizeof(float) ? static_cast<T>(0x1p-20F) : static_cast<T>(0x1p-44))) == Dimension;
}

}  // namespace detail

/// A new instance: rows of P from sorted uniform numbers, rewards U[0, 1), features [Bernoulli(1/2), e, v], drawn again
/// until they have full rank, then scaled.
template <class T, size_t States, size_t Dimension>
void draw_random_mrp(RewardProcess<T, States, Dimension>& process, Random& random,
                     Scaling scaling = Scaling::whole_matrix) noexcept {
  static_assert(Dimension >= 3 && Dimension <= States,
                "random_mrp: between 3 features and as many as there are states");
  T v[States];
  T average_reward{};
  do {
    for (size_t s = 0; s < States; ++s) {
      detail::draw_distribution(process.transition[s], random);
      process.reward[s] = random.uniform<T>();
    }
  } while (!process.differential_value(v, average_reward));
  do {
    for (size_t s = 0; s < States; ++s) {
      for (size_t i = 0; i + 2 < Dimension; ++i) { process.phi[s][i] = static_cast<T>(random.below(2)); }
      process.phi[s][Dimension - 2] = T{1};
      process.phi[s][Dimension - 1] = v[s];
    }
  } while (!detail::has_full_rank(process));
  process.scale(scaling);
}

/// The paper's size.
template <class T>
using RandomMrp = RewardProcess<T, 100, 20>;

}  // namespace sim
}  // namespace ballast
