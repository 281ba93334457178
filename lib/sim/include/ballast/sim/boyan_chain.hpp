#pragma once
/// The average-reward Boyan chain: 13 states, a deterministic policy, six features of rank five.

#include <ballast/sim/reward_process.hpp>

namespace ballast {
namespace sim {

/// 13 states, 6 features.
template <class T>
using BoyanChain = RewardProcess<T, 13, 6>;

/// The action in each state: bit s set means a_1 (one state down, reward 1), clear a_0 (two states down, reward 1/2).
using BoyanPolicy = uint16_t;

/// 13 independent Bernoulli(1/2) actions.
inline BoyanPolicy draw_boyan_policy(Random& random) noexcept {
  return static_cast<BoyanPolicy>(random.below(1U << 13));
}

namespace detail {

/// Interpolates between (1, 0, 0, 0) in state 0 and (0, 0, 0, 1) in state 12 in steps of 1/4. The four sum to one,
/// which is why the column e makes them dependent.
template <class T, class Features>
void interpolate(Features& phi, size_t state) noexcept {
  const size_t left = state < 12 ? state / 4 : 2;
  const T share = static_cast<T>(state - 4 * left) / T{4};
  for (size_t i = 0; i < 4; ++i) { phi[i] = T{0}; }
  phi[left] = T{1} - share;
  phi[left + 1] = share;
}

/// make_boyan_chain() for a chain of these sizes, with room for v.
template <class Chain, class Vector>
void make_boyan_chain(Chain& chain, Vector& v, BoyanPolicy policy, Scaling scaling) noexcept {
  using T = typename Chain::Value;
  const size_t states = chain.states;
  for (size_t s = 0; s < states; ++s) {
    const bool is_a_1 = ((uint32_t{policy} >> s) & 1U) != 0;
    auto&& row = chain.transition[s];
    for (size_t j = 0; j < states; ++j) { row[j] = s == 0 ? T{1} / static_cast<T>(states) : T{0}; }
    if (s > 0) { row[s == 1 || is_a_1 ? s - 1 : s - 2] = T{1}; }
    chain.reward[s] = is_a_1 ? T{1} : T{1} / T{2};
  }
  T average_reward{};
  (void)chain.differential_value(v, average_reward);  // never reducible: every state leads to state 0, and that to all
  for (size_t s = 0; s < states; ++s) {
    auto&& phi = chain.phi[s];
    interpolate<T>(phi, s);
    phi[4] = T{1};
    phi[5] = v[s];
  }
  chain.scale(scaling);
}

}  // namespace detail

/// Fills `chain` for this policy; its features are scaled to ||phi|| <= 1.
template <class T>
void make_boyan_chain(BoyanChain<T>& chain, BoyanPolicy policy, Scaling scaling = Scaling::whole_matrix) noexcept {
  T v[BoyanChain<T>::states];
  detail::make_boyan_chain(chain, v, policy, scaling);
}

}  // namespace sim
}  // namespace ballast
