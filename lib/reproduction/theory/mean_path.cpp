#include <ballast/oracle/exact_path.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/text/number_format.hpp"
#include "reproduction/theory/chain_topics.hpp"
#include "reproduction/theory/follow.hpp"
#include "reproduction/theory/measured.hpp"

namespace ballast::reproduction {
namespace {

constexpr double ratio = 1.0;
constexpr double beta = 0.3;
constexpr std::uint32_t steps = 400;
constexpr double largest_deviation = 4.5;  // standard errors: one of 150,000 comparisons is beyond by luck

struct PathCase {
  std::shared_ptr<const TheoryChain> chain;
  Rule rule;
  double lambda;
  std::vector<std::uint32_t> times;
  std::shared_ptr<VectorExperiment> experiment;  ///< the losses at these times, then omega and Pi_O theta at the end
  std::shared_ptr<VectorExperiment> exact;       ///< the same in a single trial

  std::vector<double> xs() const { return {times.begin(), times.end()}; }
  std::string label() const { return fmt::format("{}, lambda = {}", name_of(rule), as_given(lambda)); }
};

/// The same numbers, exactly.
std::vector<double> exact_path(const PathCase& one) {
  oracle::PathStart start;
  start.distribution = oracle::Vector(static_cast<oracle::Index>(one.chain->states()));
  start.distribution(0) = 1;
  oracle::SquaredErrorPath path({one.chain->solution(one.lambda), oracle_rule(one.rule), 1.5e-3L}, start);
  std::vector<double> values;
  for (std::uint32_t t = 1; t <= one.times.back(); ++t) {
    path.step({ratio * beta, beta});
    if (t == one.times[values.size()]) { values.push_back(static_cast<double>(path.mean_squared_error())); }
  }
  const oracle::Vector Theta = path.Theta();
  for (oracle::Index i = 0; i < Theta.size(); ++i) { values.push_back(static_cast<double>(Theta(i))); }
  return values;
}

/// Pi_O theta.
std::vector<double> projected(const ExactSolution& exact, const std::vector<double>& theta) {
  std::vector<double> result(theta.size());
  for (std::size_t i = 0; i < theta.size(); ++i) {
    for (std::size_t j = 0; j < theta.size(); ++j) { result[i] += exact.Pi_O[i * theta.size() + j] * theta[j]; }
  }
  return result;
}

std::vector<double> run(const PathCase& one, const ballast::Random& random) {
  const ExactSolution& exact = one.chain->exact(one.lambda);
  std::vector<double> values;
  follow(*one.chain, method_of(one.rule, one.lambda, ratio, beta), one.chain->origin(), one.times.back(), random,
         [&](std::uint32_t t, const TheoryLearner& learner) {
           if (t != one.times[values.size()]) { return; }
           values.push_back(exact.loss(learner.average_reward(), learner.weights().data()));
           if (t != one.times.back()) { return; }
           values.push_back(learner.average_reward());
           const std::vector<double> theta = projected(exact, learner.weights());
           values.insert(values.end(), theta.begin(), theta.end());
         });
  return values;
}

class MeanPathTopic : public Topic {
 public:
  MeanPathTopic(const Options& options, const TheoryChains& chains) {
    for (const auto& chain : chains) {
      for (const Rule rule : {Rule::standard, Rule::implicit}) {
        add(options, chain, rule, 0.0);
        if (chain->states() < 20) { add(options, chain, rule, 0.25); }  // others have too many pasts
      }
    }
  }

  std::string name() const override { return "mean_path"; }
  std::vector<std::shared_ptr<Experiment>> experiments() const override {
    std::vector<std::shared_ptr<Experiment>> all;
    for (const PathCase& one : cases_) { all.push_back(one.exact); }
    for (const PathCase& one : cases_) { all.push_back(one.experiment); }
    return all;
  }

  TopicResult result() const override {
    TopicResult result{
        name(),
        "The simulation beside the exact mean path",
        {fmt::format(
             "Both rules are linear in the estimates. If the trace is a function of finitely many last states, the "
             "mean and the second moments of the estimates, state by state, follow from one step to the next "
             "without drawing anything. For lambda = 0 that is exact, for the standard and for the implicit rule, "
             "whose gain depends on the state alone. For lambda = 0.25 the trace is cut off where the rest is "
             "below 0.0015; the Boyan chain has few enough pasts for it, the MRP has not. Here beta = {}, c = 1, "
             "from state 0 and Theta = 0.",
             as_given(beta)),
         "What is compared checks the simulator, the learner and the exact solver at once: they were written "
         "independently."},
        {},
        {},
        {}};
    for (std::size_t first = 0; first < cases_.size();) {
      std::size_t last = first;
      while (last < cases_.size() && cases_[last].chain == cases_[first].chain) { ++last; }
      add_chain(result, first, last);
      first = last;
    }
    return result;
  }

 private:
  void add(const Options& options, const std::shared_ptr<const TheoryChain>& chain, Rule rule, double lambda) {
    PathCase one{chain, rule, lambda, spread_times(1, steps, 16), nullptr, nullptr};
    const std::string what = fmt::format("path, {}, {}, {}", chain->name(), name_of(rule), lambda);
    const std::size_t length = one.times.size() + 1 + chain->dimension();
    one.exact = std::make_shared<VectorExperiment>(experiment_name(options, what + ", exact"), 1, length, 4.0,
                                                   [one](std::uint32_t) { return exact_path(one); });
    one.experiment = std::make_shared<VectorExperiment>(
        experiment_name(options, what), options.theory_trials, length, seconds_for(*chain, steps),
        [&options, one](std::uint32_t trial) { return run(one, one.chain->generator(options.seed, trial)); });
    cases_.push_back(one);
  }

  void add_chain(TopicResult& result, std::size_t first, std::size_t last) const {
    const TheoryChain& chain = *cases_[first].chain;
    std::vector<Curve> curves;
    TopicTable table{chain.title() + ": the largest deviation, in standard errors",
                     {"", "of the mean squared error", "of the mean of omega and theta at the end"},
                     {}};
    Claim claim = topic_claim(
        "mean_path", chain.name() + ".simulation_is_exact", Source::ballast, "The simulated means are the exact ones.",
        "For each rule and lambda two parts: the mean squared errors at all recorded times, and the "
        "means of all estimates at the end, are within 4.5 standard errors of the exact ones.");
    for (std::size_t i = first; i < last; ++i) {
      const PathCase& one = cases_[i];
      const std::vector<double>& exact = one.exact->results().front();
      curves.push_back(curve_of(one.label() + ", measured", measured_style(i - first), one.xs(), *one.experiment));
      curves.push_back(
          line_of(one.label() + ", exact", computed_style(i - first), one.xs(), {exact.begin(), exact.end()}));
      const double of_losses = largest(one, 0, one.times.size());
      const double of_means = largest(one, one.times.size(), exact.size());
      table.rows.push_back({one.label(), fmt::format("{:.2f}", of_losses), fmt::format("{:.2f}", of_means)});
      claim.parts.push_back(
          {fmt::format("{}: {:.2f} for the error", one.label(), of_losses), met_if(of_losses <= largest_deviation)});
      claim.parts.push_back(
          {fmt::format("{}: {:.2f} for the means", one.label(), of_means), met_if(of_means <= largest_deviation)});
      claim.numbers.emplace_back(fmt::format("{}_{}", name_of(one.rule), one.lambda), std::max(of_losses, of_means));
    }
    double most = 0.0;
    for (const auto& number : claim.numbers) { most = std::max(most, number.second); }
    claim.measured = fmt::format("At most {:.2f} standard errors.", most);
    result.charts.push_back({"theory_mean_path_" + chain.name(),
                             log_chart(fmt::format("{}: simulated and exact, beta = {}", chain.title(), as_given(beta)),
                                       "updates t", "mean squared error", curves),
                             fmt::format("{} trials.", with_commas(cases_[first].experiment->trials()))});
    result.tables.push_back(table);
    result.claims.push_back(judged(claim));
  }

  /// Of numbers that do not vary the deviation is that of rounding, and not counted.
  static double largest(const PathCase& one, std::size_t begin, std::size_t end) {
    double most = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
      const Mean measured = mean_of_trials(one.experiment->column(i));
      if (measured.error <= 1e-12) { continue; }
      most = std::max(most, std::fabs(measured.deviation(one.exact->results().front()[i])));
    }
    return most;
  }

  std::vector<PathCase> cases_;
};

}  // namespace

std::shared_ptr<Topic> mean_path_topic(const Options& options, const TheoryChains& chains) {
  return std::make_shared<MeanPathTopic>(options, chains);
}

}  // namespace ballast::reproduction
