#pragma once
/// Features of a state whose number is known at run time, for the library's agents: Sarsa with FeaturesOfLength has a
/// LearnerOfLength.

#include <ballast/control/sarsa.hpp>
#include <ballast/features/action_block.hpp>
#include <ballast/features/run.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "experiments/trials/learner_of_length.hpp"

namespace ballast::experiments {

/// All of them, or only the active ones: then `indices` says in ascending order which they are, of `length`.
template <class T>
struct FeaturesOfLength {
  using Feature = T;
  static constexpr std::size_t dimension = std::numeric_limits<std::size_t>::max();  // known at run time

  std::size_t length = 0;
  std::vector<T> values;
  std::vector<std::uint32_t> indices = {};
  bool is_sparse = false;

  static constexpr bool is_within_dimension() { return true; }
  std::size_t runs() const { return is_sparse ? indices.size() : 1; }
  ballast::Run<T> run(std::size_t k) const {
    if (!is_sparse) { return {0, values.data(), values.size()}; }
    return {indices[k], &values[k], 1};
  }
};

/// They as those of an action: where its block is, is known at run time.
template <class T>
class BlockOfLength {
 public:
  using State = FeaturesOfLength<T>;
  using Feature = T;
  static constexpr std::size_t dimension = State::dimension;

  BlockOfLength(const State& state, std::uint32_t action) : state_(&state), first_(action * state.length) {}

  static constexpr bool is_within_dimension() { return true; }
  std::size_t runs() const { return state_->runs(); }
  ballast::Run<T> run(std::size_t k) const {
    ballast::Run<T> run = state_->run(k);
    run.first += first_;
    return run;
  }

 private:
  const State* state_;
  std::size_t first_;
};

}  // namespace ballast::experiments

template <class T, size_t Actions>
class ballast::ActionBlock<ballast::experiments::FeaturesOfLength<T>, Actions>
    : public ballast::experiments::BlockOfLength<T> {
  using experiments::BlockOfLength<T>::BlockOfLength;
};

template <class T, size_t Dimension, class Rule, class Projection, class Schedule>
struct ballast::detail::LearnerChoice<ballast::experiments::FeaturesOfLength<T>, T, Dimension, Rule, Projection,
                                      Schedule> {
  using type = experiments::LearnerOfLength<T, Rule, Projection, Schedule>;
};
