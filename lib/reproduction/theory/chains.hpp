#pragma once
/// The two chains of the theory part. The theorems speak of one chain and one start, so there is one instance of each,
/// the same for every seed; trials differ in their trajectories.

#include <ballast/math/random.hpp>
#include <ballast/oracle/covariance.hpp>
#include <ballast/oracle/exact_path.hpp>
#include <ballast/oracle/rates.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "experiments/results/method.hpp"
#include "experiments/trials/exact_solution.hpp"
#include "experiments/trials/process_of_size.hpp"
#include "reproduction/paper/options.hpp"

namespace ballast::reproduction {

/// As the exact solver calls it.
inline oracle::Rule oracle_rule(Rule rule) {
  switch (rule) {
    case Rule::standard: return oracle::Rule::standard;
    case Rule::differential: return oracle::Rule::differential;
    case Rule::implicit_differential: return oracle::Rule::implicit_differential;
    default: return oracle::Rule::implicit;
  }
}

/// omega and theta.
struct Estimates {
  double omega = 0.0;
  std::vector<double> theta;
};

/// A chain with its exact answers, which are computed on first use. Safe to use from several threads.
class TheoryChain {
 public:
  /// `number` makes its random numbers differ from those of others.
  TheoryChain(std::string name, std::string title, std::uint64_t number, const ProcessOfSize& process);

  const std::string& name() const { return name_; }    ///< "mrp"
  const std::string& title() const { return title_; }  ///< "MRP"
  std::size_t dimension() const { return process_.dimension; }
  std::size_t states() const { return process_.states; }
  const ProcessOfSize& process() const { return process_; }

  const double* features(std::size_t state) const { return process_.phi[state]; }
  double reward(std::size_t state) const { return process_.reward[state]; }
  /// S_{t+1}, if S_t is `state`. (By bisection: ProcessOfSize::step looks at half of 100 states.)
  std::size_t next(std::size_t state, ballast::Random& random) const;

  const oracle::Solution& solution(double lambda) const;
  const oracle::Covariance& covariance(double lambda, double ratio) const;
  /// By which a learner is measured.
  const ExactSolution& exact(double lambda) const;

  /// mu: how fast the mean of the slowest direction decays, for a step-size of 1.
  double slowest_rate(double lambda, double ratio) const;
  /// (omega*, theta*).
  Estimates fixed_point(double lambda) const;
  /// omega = 0, theta = 0.
  Estimates origin() const { return {0.0, std::vector<double>(dimension())}; }

  /// The generator of a trial.
  ballast::Random generator(std::uint64_t seed, std::uint32_t trial) const;

 private:
  /// One of a list that is filled on demand.
  template <class Key, class Value, class Make>
  const Value& cached(std::map<Key, Value>& values, const Key& key, Make make) const;

  std::string name_;
  std::string title_;
  std::uint64_t number_;
  ProcessOfSize process_;
  std::vector<std::vector<double>> cumulative_;  // P summed along each row

  mutable std::recursive_mutex mutex_;
  mutable std::map<double, oracle::Solution> solutions_;                         // by lambda
  mutable std::map<double, ExactSolution> exact_;                                // by lambda
  mutable std::map<std::pair<double, double>, oracle::Covariance> covariances_;  // by lambda and ratio
};

using TheoryChains = std::vector<std::shared_ptr<const TheoryChain>>;

/// The paper's MRP, 100 states and 20 features, as the first trial of seed 1 has it; and the Boyan chain whose policy
/// alternates between its two actions.
TheoryChains theory_chains();

/// The same chain with all rewards 0: its fixed point is 0, and a learner goes there without noise.
std::shared_ptr<const TheoryChain> without_rewards(const TheoryChain& chain);

}  // namespace ballast::reproduction
