#pragma once
/// A Markov reward process with linear features: for policy evaluation. `random_mrp` and `boyan_chain` fill one; it
/// then walks by itself:
///   process.start(random);
///   while (...) { phi = process.features(); reward = process.step(random); learner.update(phi, reward,
///   process.features()); }

#include <ballast/math/product.hpp>
#include <ballast/math/random.hpp>
#include <ballast/math/square_root.hpp>
#include <ballast/sim/linear_system.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/array.h>

namespace ballast {
namespace sim {

/// How features are scaled to ||phi|| <= 1.
enum class Scaling : uint8_t {
  whole_matrix,  ///< by the largest row norm: keeps e and v in the span
  per_row,       ///< each row by its own norm: removes them from it
};

/// A chain of States states that walks by itself, with Dimension features for each state.
template <class T, size_t States, size_t Dimension>
class RewardProcess {
 public:
  using Value = T;
  using Features = etl::array<T, Dimension>;
  /// How many states there are.
  static constexpr size_t states = States;
  /// How many features a state has.
  static constexpr size_t dimension = Dimension;

  T transition[States][States]{};      ///< P: the probability of going from a state (row) to another (column)
  T reward[States]{};                  ///< r: the reward for leaving a state
  etl::array<Features, States> phi{};  ///< Phi: a row for each state

  /// The index of the state that it is in.
  size_t state() const noexcept { return state_; }
  /// phi of the state that it is in.
  const Features& features() const noexcept { return phi[state_]; }

  /// S_0 uniform over the states.
  void start(Random& random) noexcept { state_ = random.below(States); }

  /// Moves to the next state; returns the reward for leaving this one.
  T step(Random& random) noexcept {
    const T gained = reward[state_];
    T left = random.uniform<T>();
    size_t next = 0;
    while (next + 1 < States && left >= transition[state_][next]) {
      left = left - transition[state_][next];
      ++next;
    }
    state_ = next;
    return gained;
  }

  /// omega, the average reward, and v, the basic differential value: (I - P + e pi') v = r - omega e, where pi is the
  /// stationary distribution. Needs a work space of States^2 numbers on the stack. False if the chain is reducible.
  bool differential_value(T (&v)[States], T& average_reward) const noexcept {
    T work[States][States];
    T pi[States];
    for (size_t i = 0; i < States; ++i) {  // pi (I - P) = 0, with one equation replaced by sum(pi) = 1
      for (size_t j = 0; j < States; ++j) { work[i][j] = (i == j ? T{1} : T{0}) - transition[j][i]; }
      pi[i] = T{0};
    }
    for (size_t j = 0; j < States; ++j) { work[States - 1][j] = T{1}; }
    pi[States - 1] = T{1};
    if (!solve(work, pi)) { return false; }

    average_reward = T{0};
    for (size_t i = 0; i < States; ++i) { average_reward = average_reward + product(pi[i], reward[i]); }
    for (size_t i = 0; i < States; ++i) {
      for (size_t j = 0; j < States; ++j) { work[i][j] = (i == j ? T{1} : T{0}) - transition[i][j] + pi[j]; }
      v[i] = reward[i] - average_reward;
    }
    return solve(work, v);
  }

  /// ||phi|| of state s.
  T norm(size_t s) const noexcept {
    T sum = T{0};
    for (const T x : phi[s]) { sum = sum + product(x, x); }
    return square_root(sum);
  }

  /// Divides the features so that ||phi|| <= 1.
  void scale(Scaling scaling) noexcept {
    T largest = T{0};
    for (size_t s = 0; s < States; ++s) { largest = norm(s) > largest ? norm(s) : largest; }
    for (size_t s = 0; s < States; ++s) {
      const T divisor = scaling == Scaling::whole_matrix ? largest : norm(s);
      for (T& x : phi[s]) { x = x / divisor; }
    }
  }

 private:
  size_t state_ = 0;
};

}  // namespace sim
}  // namespace ballast
