#pragma once
/// Reward processes whose sizes are known at run time, with the algorithms of lib/sim: the same seed gives the same
/// bits as a ballast::sim::RewardProcess of that size.

#include <ballast/math/random.hpp>
#include <ballast/oracle/model.hpp>
#include <ballast/sim/reward_process.hpp>

#include <cstddef>
#include <vector>

namespace ballast::experiments {

/// Rows of equal length: numbers[row][column].
class NumberTable {
 public:
  NumberTable() = default;
  NumberTable(std::size_t rows, std::size_t columns) : columns_(columns), numbers_(rows * columns) {}

  double* operator[](std::size_t row) noexcept { return numbers_.data() + row * columns_; }
  const double* operator[](std::size_t row) const noexcept { return numbers_.data() + row * columns_; }

 private:
  std::size_t columns_ = 0;
  std::vector<double> numbers_;
};

/// As sim::ProcessNumbers.
struct NumbersOfSize {
  using Value = double;

  NumbersOfSize(std::size_t of_states, std::size_t of_dimension)
      : states(of_states),
        dimension(of_dimension),
        transition(of_states, of_states),
        reward(of_states),
        phi(of_states, of_dimension) {}

  std::size_t states;
  std::size_t dimension;
  NumberTable transition;      ///< P
  std::vector<double> reward;  ///< r
  NumberTable phi;             ///< Phi
};

class ProcessOfSize : public sim::BasicRewardProcess<NumbersOfSize> {
 public:
  using BasicRewardProcess::BasicRewardProcess;

  /// A process of lib/sim, or of one's own. (Not explicit: it is the same process.)
  template <std::size_t States, std::size_t Dimension>
  ProcessOfSize(const sim::RewardProcess<double, States, Dimension>& other) : ProcessOfSize(States, Dimension) {
    for (std::size_t s = 0; s < States; ++s) {
      for (std::size_t j = 0; j < States; ++j) { transition[s][j] = other.transition[s][j]; }
      for (std::size_t i = 0; i < Dimension; ++i) { phi[s][i] = other.phi[s][i]; }
      reward[s] = other.reward[s];
    }
  }

  // As those of sim::RewardProcess.
  bool differential_value(std::vector<double>& v, double& average_reward) const;
  bool has_full_rank() const;
};

/// The random MRP of the paper with other sizes. Throws InputError unless 3 <= features <= states.
ProcessOfSize draw_random_mrp(std::size_t states, std::size_t features, ballast::Random& random,
                              sim::Scaling scaling = sim::Scaling::whole_matrix);

/// The Boyan chain for a policy that is drawn.
ProcessOfSize draw_boyan_chain(ballast::Random& random, sim::Scaling scaling = sim::Scaling::whole_matrix);

/// A model, rounded to double.
ProcessOfSize process_of(const oracle::Model& model);

}  // namespace ballast::experiments
