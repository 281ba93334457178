#include "reproduction/theory/chains.hpp"

#include <ballast/sim/boyan_chain.hpp>

#include <algorithm>

#include "experiments/runner/seeds.hpp"
#include "experiments/trials/model_of.hpp"
#include "reproduction/paper/environments.hpp"

namespace ballast::reproduction {
namespace {

constexpr std::uint64_t first_number = 100;
constexpr std::uint64_t instance_seed = 1;
constexpr ballast::sim::BoyanPolicy alternating = 0xaaa;  // a_1 in the odd states

ProcessOfSize boyan_chain() {
  ballast::sim::BoyanChain<double> chain;
  ballast::sim::make_boyan_chain(chain, alternating);
  return chain;
}

ProcessOfSize mrp() {
  ballast::Random random(trial_seed(instance_seed, paper::mrp_number, 0));
  return draw_random_mrp(100, 20, random);
}

std::vector<double> sums_of(const double* row, std::size_t n) {
  std::vector<double> sums;
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    sum += row[i];
    sums.push_back(sum);
  }
  return sums;
}

}  // namespace

TheoryChain::TheoryChain(std::string name, std::string title, std::uint64_t number, const ProcessOfSize& process)
    : name_(std::move(name)), title_(std::move(title)), number_(number), process_(process) {
  for (std::size_t s = 0; s < process_.states; ++s) {
    cumulative_.push_back(sums_of(process_.transition[s], process_.states));
  }
}

std::size_t TheoryChain::next(std::size_t state, ballast::Random& random) const {
  const std::vector<double>& sums = cumulative_[state];
  // Below the last sum, which rounding can leave under 1; a state of probability 0 is never the first above.
  const double u = random.uniform<double>() * sums.back();
  return static_cast<std::size_t>(std::upper_bound(sums.begin(), sums.end() - 1, u) - sums.begin());
}

template <class Key, class Value, class Make>
const Value& TheoryChain::cached(std::map<Key, Value>& values, const Key& key, Make make) const {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  auto found = values.find(key);
  if (found == values.end()) { found = values.emplace(key, make()).first; }
  return found->second;
}

const oracle::Solution& TheoryChain::solution(double lambda) const {
  return cached(solutions_, lambda,
                [&] { return oracle::solve(model_of(process_), static_cast<oracle::Scalar>(lambda)); });
}

const oracle::Covariance& TheoryChain::covariance(double lambda, double ratio) const {
  return cached(covariances_, std::make_pair(lambda, ratio),
                [&] { return oracle::covariance(solution(lambda), static_cast<oracle::Scalar>(ratio)); });
}

const ExactSolution& TheoryChain::exact(double lambda) const {
  return cached(exact_, lambda, [&] { return solve_exactly(model_of(process_), lambda); });
}

double TheoryChain::slowest_rate(double lambda, double ratio) const {
  return static_cast<double>(
      oracle::slowest_rate(oracle::eigenvalues(solution(lambda), static_cast<oracle::Scalar>(ratio))));
}

Estimates TheoryChain::fixed_point(double lambda) const {
  return {exact(lambda).omega, exact(lambda).theta_star};
}

ballast::Random TheoryChain::generator(std::uint64_t seed, std::uint32_t trial) const {
  return ballast::Random(trial_seed(seed, number_, trial));
}

TheoryChains theory_chains() {
  return {std::make_shared<TheoryChain>("mrp", "MRP", first_number, mrp()),
          std::make_shared<TheoryChain>("boyan", "Boyan chain", first_number + 1, boyan_chain())};
}

std::shared_ptr<const TheoryChain> without_rewards(const TheoryChain& chain) {
  ProcessOfSize process = chain.process();
  std::fill(process.reward.begin(), process.reward.end(), 0.0);
  return std::make_shared<TheoryChain>(chain.name(), chain.title(), first_number + 2, process);
}

}  // namespace ballast::reproduction
