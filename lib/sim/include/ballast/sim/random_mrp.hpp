#pragma once
/// The random Markov reward process of the paper: by default 100 states and 20 features.

#include <ballast/sim/reward_process.hpp>

namespace ballast {
namespace sim {

namespace detail {

template <class Numbers>
void sort(Numbers& numbers, size_t n) noexcept {
  for (size_t i = 1; i < n; ++i) {
    const auto number = numbers[i];
    size_t j = i;
    for (; j > 0 && numbers[j - 1] > number; --j) { numbers[j] = numbers[j - 1]; }
    numbers[j] = number;
  }
}

/// The gaps between n - 1 sorted uniform numbers and the ends of [0, 1].
template <class T, class Row>
void draw_distribution(Row& row, size_t n, Random& random) noexcept {
  for (size_t i = 0; i + 1 < n; ++i) { row[i] = random.uniform<T>(); }
  row[n - 1] = T{1};
  sort(row, n);
  T last = T{0};
  for (size_t i = 0; i < n; ++i) {
    const T cut = row[i];
    row[i] = cut - last;
    last = cut;
  }
}

/// draw_random_mrp(), with room for v.
template <class Process, class Vector>
void draw_random_mrp(Process& process, Vector& v, Random& random, Scaling scaling) noexcept {
  using T = typename Process::Value;
  T average_reward{};
  do {
    for (size_t s = 0; s < process.states; ++s) {
      auto&& row = process.transition[s];
      draw_distribution<T>(row, process.states, random);
      process.reward[s] = random.uniform<T>();
    }
  } while (!process.differential_value(v, average_reward));
  const size_t drawn = process.dimension - 2;
  do {
    for (size_t s = 0; s < process.states; ++s) {
      for (size_t i = 0; i < drawn; ++i) { process.phi[s][i] = static_cast<T>(random.below(2)); }
      process.phi[s][drawn] = T{1};
      process.phi[s][drawn + 1] = v[s];
    }
  } while (!process.has_full_rank());
  process.scale(scaling);
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
  detail::draw_random_mrp(process, v, random, scaling);
}

/// The paper's size.
template <class T>
using RandomMrp = RewardProcess<T, 100, 20>;

}  // namespace sim
}  // namespace ballast
