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

/// The numbers of a process, in arrays of a fixed size.
template <class T, size_t States, size_t Dimension>
struct ProcessNumbers {
  using Value = T;
  using Features = etl::array<T, Dimension>;
  /// How many states there are.
  static constexpr size_t states = States;
  /// How many features a state has.
  static constexpr size_t dimension = Dimension;

  T transition[States][States]{};      ///< P: the probability of going from a state (row) to another (column)
  T reward[States]{};                  ///< r: the reward for leaving a state
  etl::array<Features, States> phi{};  ///< Phi: a row for each state
};

/// What a process does, wherever its numbers are stored: a host has some whose sizes are known at run time.
template <class Numbers>
class BasicRewardProcess : public Numbers {
 public:
  using Value = typename Numbers::Value;
  using Numbers::dimension;
  using Numbers::Numbers;
  using Numbers::phi;
  using Numbers::reward;
  using Numbers::states;
  using Numbers::transition;

  /// The index of the state that it is in.
  size_t state() const noexcept { return state_; }
  /// phi of the state that it is in.
  decltype(auto) features() const noexcept { return (phi[state_]); }

  /// S_0 uniform over the states.
  void start(Random& random) noexcept { state_ = static_cast<size_t>(random.below(static_cast<uint32_t>(states))); }

  /// Moves to the next state; returns the reward for leaving this one.
  Value step(Random& random) noexcept {
    const Value gained = reward[state_];
    const auto& row = transition[state_];
    Value left = random.uniform<Value>();
    size_t next = 0;
    while (next + 1 < states && left >= row[next]) {
      left = left - row[next];
      ++next;
    }
    state_ = next;
    return gained;
  }

  /// ||phi|| of state s.
  Value norm(size_t s) const noexcept {
    Value sum = Value{0};
    for (size_t i = 0; i < dimension; ++i) { sum = sum + product(phi[s][i], phi[s][i]); }
    return square_root(sum);
  }

  /// Divides the features so that ||phi|| <= 1.
  void scale(Scaling scaling) noexcept {
    Value largest = Value{0};
    for (size_t s = 0; s < states; ++s) { largest = norm(s) > largest ? norm(s) : largest; }
    for (size_t s = 0; s < states; ++s) {
      const Value divisor = scaling == Scaling::whole_matrix ? largest : norm(s);
      for (size_t i = 0; i < dimension; ++i) { phi[s][i] = phi[s][i] / divisor; }
    }
  }

 protected:
  /// differential_value() with a work space of states^2 and of states numbers.
  template <class Work, class Vector>
  bool differential_value_in(Work& work, Vector& pi, Vector& v, Value& average_reward) const noexcept {
    const size_t n = states;
    for (size_t i = 0; i < n; ++i) {  // pi (I - P) = 0, with one equation replaced by sum(pi) = 1
      for (size_t j = 0; j < n; ++j) { work[i][j] = (i == j ? Value{1} : Value{0}) - transition[j][i]; }
      pi[i] = Value{0};
    }
    for (size_t j = 0; j < n; ++j) { work[n - 1][j] = Value{1}; }
    pi[n - 1] = Value{1};
    if (!solve<Value>(work, pi, n)) { return false; }

    average_reward = Value{0};
    for (size_t i = 0; i < n; ++i) { average_reward = average_reward + product(pi[i], reward[i]); }
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) { work[i][j] = (i == j ? Value{1} : Value{0}) - transition[i][j] + pi[j]; }
      v[i] = reward[i] - average_reward;
    }
    return solve<Value>(work, v, n);
  }

  /// has_full_rank() with a work space of states x dimension numbers.
  template <class Work>
  bool has_full_rank_in(Work& work) const noexcept {
    for (size_t s = 0; s < states; ++s) {
      for (size_t i = 0; i < dimension; ++i) { work[s][i] = phi[s][i]; }
    }
    constexpr Value unit = sizeof(Value) == sizeof(float) ? static_cast<Value>(0x1p-20F) : static_cast<Value>(0x1p-44);
    return rank(work, states, dimension, static_cast<Value>(states) * unit) == dimension;
  }

 private:
  size_t state_ = 0;
};

/// A chain of States states that walks by itself, with Dimension features for each state.
template <class T, size_t States, size_t Dimension>
class RewardProcess : public BasicRewardProcess<ProcessNumbers<T, States, Dimension>> {
 public:
  /// omega, the average reward, and v, the basic differential value: (I - P + e pi') v = r - omega e, where pi is the
  /// stationary distribution. Needs a work space of States^2 numbers on the stack. False if the chain is reducible.
  bool differential_value(T (&v)[States], T& average_reward) const noexcept {
    T work[States][States];
    T pi[States];
    return this->differential_value_in(work, pi, v, average_reward);
  }

  /// Whether no feature is a combination of others, as far as T can tell.
  bool has_full_rank() const noexcept {
    T work[States][Dimension];
    return this->has_full_rank_in(work);
  }
};

}  // namespace sim
}  // namespace ballast
