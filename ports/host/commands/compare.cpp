#include "commands/compare.hpp"

#include <ballast/learner.hpp>
#include <ballast/oracle/theory.hpp>
#include <ballast/sim/boyan_chain.hpp>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/whole_number.hpp"
#include "experiments/files/error.hpp"
#include "experiments/files/output_file.hpp"
#include "experiments/text/plural.hpp"

namespace tool {

using ballast::experiments::OutputFile;
using ballast::experiments::plural;

namespace {

using ballast::Float64;
using ballast::Random;
namespace sim = ballast::sim;
namespace oracle = ballast::oracle;

constexpr double lambda = 0.25;
constexpr double ratio = 1.0;
using Chain = sim::BoyanChain<double>;

template <class Rule>
using Learner = ballast::Learner<Float64, Chain::dimension, Rule, ballast::NoProjection<Float64>,
                                 ballast::PolynomialSchedule<Float64>>;

struct Options {
  uint32_t trials = 50;
  uint32_t steps = 2000;
  uint64_t seed = 1;
  std::string out;
};

/// An instance with its exact answers, and where both rules start.
struct Trial {
  Chain chain;
  oracle::Solution exact;
  Learner<ballast::Implicit>::Weights start;
  Random random;
};

oracle::Model model_of(const Chain& chain) {
  using oracle::Index;
  oracle::Matrix P(Index{Chain::states}, Index{Chain::states});
  oracle::Vector r(Index{Chain::states});
  oracle::Matrix Phi(Index{Chain::states}, Index{Chain::dimension});
  for (size_t s = 0; s < Chain::states; ++s) {
    const Index row = static_cast<Index>(s);
    for (size_t j = 0; j < Chain::states; ++j) { P(row, static_cast<Index>(j)) = chain.transition[s][j]; }
    for (size_t i = 0; i < Chain::dimension; ++i) { Phi(row, static_cast<Index>(i)) = chain.phi[s][i]; }
    r(row) = chain.reward[s];
  }
  return oracle::make_model(P, r, Phi);
}

/// Trial k of a seed is the same whatever else is run.
Trial make_trial(uint64_t seed, uint64_t k) {
  Random random(seed * 1000003U + k);
  Chain chain;
  sim::make_boyan_chain(chain, sim::draw_boyan_policy(random));
  Learner<ballast::Implicit>::Weights start;
  for (double& weight : start) { weight = random.uniform(-1.0, 1.0); }
  chain.start(random);
  return {chain, oracle::solve(model_of(chain), oracle::Scalar{lambda}), start, random};
}

/// The final loss, or nothing where the learner ran out of numbers. (A copy of the trial: every run has the same walk.)
template <class Rule>
std::optional<double> final_loss(Trial trial, double beta_0, uint32_t steps) {
  Learner<Rule> learner;
  if (learner.start({lambda, ratio, {beta_0, 1, 0.99, 150}, {}}, trial.start) != ballast::Status::ok) { return {}; }
  for (uint32_t t = 0; t < steps; ++t) {
    const auto phi = trial.chain.features();
    const double reward = trial.chain.step(trial.random);
    if (learner.update(phi, reward, trial.chain.features()).status != ballast::Status::ok) { return {}; }
  }
  oracle::Vector theta(oracle::Index{Chain::dimension});
  for (size_t i = 0; i < Chain::dimension; ++i) { theta(static_cast<oracle::Index>(i)) = learner.weights()[i]; }
  const oracle::Solution& exact = trial.exact;
  return static_cast<double>(
      oracle::loss(learner.average_reward(), theta, exact.chain, exact.features, exact.theta_star));
}

/// A cell of the table: the mean and its standard error, or how many runs overflowed.
template <class Rule>
std::string cell(const std::vector<Trial>& trials, double beta_0, uint32_t steps) {
  std::vector<double> losses;
  for (const Trial& trial : trials) {
    if (const auto loss = final_loss<Rule>(trial, beta_0, steps)) { losses.push_back(*loss); }
  }
  if (losses.size() < trials.size()) {
    return fmt::format("{} of {} overflowed", trials.size() - losses.size(), trials.size());
  }
  double mean = 0.0;
  for (const double loss : losses) { mean += loss / static_cast<double>(losses.size()); }
  double variance = 0.0;
  for (const double loss : losses) { variance += (loss - mean) * (loss - mean); }
  const double n = static_cast<double>(losses.size());
  const double error = n > 1.0 ? std::sqrt(variance / (n - 1.0) / n) : 0.0;
  return fmt::format("{:.3g} +- {:.2g}", mean, error);
}

void run(const Options& options) {
  std::vector<Trial> trials;
  for (uint32_t k = 0; k < options.trials; ++k) { trials.push_back(make_trial(options.seed, k)); }
  OutputFile out(options.out);
  out.print(
      "Boyan chain, average-reward TD({}), beta_t = beta_0 / (t + 1)^0.99, held for 150 steps\n"
      "Final loss (omega - omega*)^2 + ||Pi_O (theta - theta*)||^2 after {} {}: mean +- standard error of {} "
      "trials, seed {}\n\n{:>8}{:>24}{:>24}\n",
      lambda, options.steps, plural(options.steps, "step"), options.trials, options.seed, "beta_0", "standard",
      "implicit");
  for (const double beta_0 : {0.1, 0.3, 0.5, 1.0, 1.5, 1.8, 2.0, 2.2, 2.5, 3.0}) {
    out.print("{:>8}{:>24}{:>24}\n", beta_0, cell<ballast::Standard>(trials, beta_0, options.steps),
              cell<ballast::Implicit>(trials, beta_0, options.steps));
  }
  out.finish();
}

}  // namespace

void add_compare(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* const command =
      app.add_subcommand("compare", "Compare the standard and the implicit rule over step-sizes on the Boyan chain");
  command->add_option("--trials", options->trials, "How many instances and runs")
      ->capture_default_str()
      ->check(CLI::Range(2, 100000));
  command->add_option("--steps", options->steps, "How many steps a run has")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000000));
  command->add_option("--seed", options->seed, "Seed of all trials")->capture_default_str()->check(check_whole_number);
  command->add_option("--out", options->out, "File to write (standard output if not given)");
  command->footer("Example: ballast compare --trials 20 --seed 7");
  command->callback([options] { run(*options); });
}

}  // namespace tool
