#include <ballast/oracle/exact_path.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include "experiments/text/number_format.hpp"
#include "reproduction/theory/chain_topics.hpp"
#include "reproduction/theory/follow.hpp"
#include "reproduction/theory/measured.hpp"

namespace ballast::reproduction {
namespace {

constexpr double ratio = 1.0;
constexpr double tolerance = 0.05;

/// A rule at a lambda and a step-size.
struct RateSetting {
  Rule rule;
  double lambda;
  double beta;
};

constexpr RateSetting settings[] = {{Rule::standard, 0.0, 0.05},  {Rule::standard, 0.0, 0.5},
                                    {Rule::implicit, 0.0, 0.05},  {Rule::implicit, 0.0, 0.5},
                                    {Rule::standard, 0.25, 0.05}, {Rule::standard, 0.25, 0.5},
                                    {Rule::implicit, 0.25, 0.05}, {Rule::implicit, 0.25, 0.5}};

/// Two places of a run: after the first transients, and when the slowest direction has lost about 1 - 1/e^2 of its
/// length.
std::vector<std::uint32_t> times_of(const TheoryChain& chain, const RateSetting& setting) {
  const double span = 1.0 / (setting.beta * chain.slowest_rate(setting.lambda, ratio));
  return {static_cast<std::uint32_t>(0.5 * span), static_cast<std::uint32_t>(2.0 * span)};
}

struct RateCase {
  std::shared_ptr<const TheoryChain> chain;  ///< without rewards
  RateSetting setting;
  std::shared_ptr<VectorExperiment> experiment;

  /// By how much the logarithm of the mean square falls in a step.
  double measured() const {
    const std::vector<std::uint32_t> times = times_of(*chain, setting);
    return std::log(experiment->estimate_of(0).mean / experiment->estimate_of(1).mean) / (times[1] - times[0]);
  }
  /// Of the mean recursion Theta <- Theta + beta A Theta, which is exact for small step-sizes.
  double of_mean_recursion() const {
    const auto eigenvalues = oracle::eigenvalues(chain->solution(setting.lambda), ratio);
    return -2.0 * std::log(static_cast<double>(oracle::contraction_per_step(eigenvalues, setting.beta)));
  }
  /// The exact one where there is one; that of the mean recursion for the standard rule elsewhere.
  std::optional<double> reference(double exact) const {
    if (!std::isnan(exact)) { return exact; }
    return setting.rule == Rule::implicit ? std::nullopt : std::optional<double>(of_mean_recursion());
  }
  /// -log(1 - beta gamma Delta), with c = 1.
  double of_theorem() const {
    const double gamma = static_cast<double>(oracle::gamma(setting.beta, ratio, setting.lambda));
    return -std::log1p(-setting.beta * gamma * static_cast<double>(chain->solution(setting.lambda).lemma.Delta));
  }
};

/// Of the recursion of the second moments; NaN where the trace has too many pasts.
double exact_rate(const TheoryChain& chain, const RateSetting& setting) {
  const bool has_few_pasts = setting.lambda == 0.0 || chain.states() < 20;
  if (!has_few_pasts) { return std::nan(""); }
  const oracle::ExtendedChain extended(chain.solution(setting.lambda), oracle_rule(setting.rule), 6e-3L);
  return -std::log(static_cast<double>(oracle::rate_of_squared_error(extended, {ratio * setting.beta, setting.beta})));
}

/// From the slowest direction of A on, so that no faster one has to die out first.
std::vector<double> squares_of(const TheoryChain& chain, const RateSetting& setting, const ballast::Random& random) {
  Estimates start = chain.origin();
  const oracle::Vector slowest = oracle::slowest_direction(chain.solution(setting.lambda));
  for (std::size_t i = 0; i < start.theta.size(); ++i) {
    start.theta[i] = static_cast<double>(slowest(static_cast<oracle::Index>(i)));
  }
  return losses_at(times_of(chain, setting), chain, method_of(setting.rule, setting.lambda, ratio, setting.beta), start,
                   random);
}

class GeometricRateTopic : public Topic {
 public:
  GeometricRateTopic(const Options& options, const TheoryChains& chains) {
    for (const auto& chain : chains) {
      const auto silent = without_rewards(*chain);
      for (const RateSetting& setting : settings) { add(options, silent, setting); }
    }
    exact_ = std::make_shared<VectorExperiment>(
        experiment_name(options, "rate, exact"), static_cast<std::uint32_t>(cases_.size()), 1, 2.0,
        [cases = cases_](std::uint32_t i) {
          return std::vector<double>{exact_rate(*cases[i].chain, cases[i].setting)};
        });
  }

  std::string name() const override { return "geometric_rate"; }
  std::vector<std::shared_ptr<Experiment>> experiments() const override {
    std::vector<std::shared_ptr<Experiment>> all = {exact_};
    for (const RateCase& one : cases_) { all.push_back(one.experiment); }
    return all;
  }

  TopicResult result() const override {
    TopicResult result{
        name(),
        "Theorem 1: the rate of the geometric term",
        {"If all rewards are 0, the fixed point is 0 and there is no noise at it: the mean squared error is its "
         "geometric "
         "term alone. Learners start along the slowest direction of A. The exact rate is the logarithm of the spectral "
         "radius of the recursion of the second moments, state by state: for lambda = 0 on both chains, and for "
         "lambda = 0.25 on the Boyan chain, whose trace has few enough possible histories (what is cut off of it is at "
         "most 0.006). "
         "On the MRP with lambda = 0.25 the standard rule is compared with the mean recursion Theta + beta A Theta, "
         "and "
         "the implicit rule with nothing: its gain depends on the whole past.",
         "Theorem 1 has beta gamma Delta for this rate, and the mean recursion 2 beta mu, with mu at least Delta. The "
         "factor of 2 is lost in the proof, and gamma is the least that the gain can be, not its mean."},
        {},
        {},
        {}};
    for (std::size_t i = 0; i < cases_.size(); i += std::size(settings)) { add_chain(result, i); }
    return result;
  }

 private:
  void add(const Options& options, const std::shared_ptr<const TheoryChain>& chain, const RateSetting& setting) {
    cases_.push_back({chain, setting,
                      std::make_shared<VectorExperiment>(
                          experiment_name(options, fmt::format("rate, {}, {}, {}, {}", chain->name(),
                                                               name_of(setting.rule), setting.lambda, setting.beta)),
                          options.theory_trials, 2, seconds_for(*chain, 400.0 / setting.beta),
                          [&options, chain, setting](std::uint32_t trial) {
                            return squares_of(*chain, setting, chain->generator(options.seed, trial));
                          })});
  }

  void add_chain(TopicResult& result, std::size_t first) const {
    const TheoryChain& chain = *cases_[first].chain;
    TopicTable table{chain.title() + ": decay of the mean square per step, -log, times 1,000",
                     {"rule", "lambda", "beta", "measured", "exact", "mean recursion", "Theorem 1"},
                     {}};
    Claim claim = topic_claim("geometric_rate", chain.name() + ".exact_rate", Source::ballast,
                              "The geometric term decays at its exact rate.",
                              "Each rule, lambda and step-size that has an exact rate is a part, and the standard "
                              "rule on the MRP at lambda = 0.25 with that of the mean recursion: the measured rate is "
                              "within 5 % of it.");
    double largest = 0.0;
    for (std::size_t i = first; i < first + std::size(settings); ++i) {
      const RateCase& one = cases_[i];
      const double exact = exact_->results()[i].front();
      const std::optional<double> reference = one.reference(exact);
      const auto text = [](double rate) { return fmt::format("{:.4f}", 1000.0 * rate); };
      table.rows.push_back({name_of(one.setting.rule), as_given(one.setting.lambda), as_given(one.setting.beta),
                            text(one.measured()), std::isnan(exact) ? "-" : text(exact), text(one.of_mean_recursion()),
                            text(one.of_theorem())});
      if (!reference) { continue; }
      const double share = one.measured() / *reference;
      largest = std::max(largest, std::fabs(share - 1.0));
      claim.parts.push_back({fmt::format("{}, lambda = {}, beta = {}: {:.4f} of it", name_of(one.setting.rule),
                                         as_given(one.setting.lambda), as_given(one.setting.beta), share),
                             met_if(std::fabs(share - 1.0) <= tolerance)});
    }
    claim.numbers = {{"largest_deviation", largest}};
    claim.measured = fmt::format("They differ by {:.2f} % at most.", 100.0 * largest);
    result.tables.push_back(table);
    result.claims.push_back(judged(claim));
    result.claims.push_back(bound_claim(first));
  }

  Claim bound_claim(std::size_t first) const {
    Claim claim =
        topic_claim("geometric_rate", cases_[first].chain->name() + ".theorem_is_slower", Source::paper,
                    "The initial error is forgotten at least at the rate 1 - beta gamma Delta of Theorem 1.",
                    "Each step-size and lambda is a part: the implicit rule is at least as fast. (With c = 1, "
                    "which the theorem does not cover.)");
    double least = HUGE_VAL;
    for (std::size_t i = first; i < first + std::size(settings); ++i) {
      const RateCase& one = cases_[i];
      if (one.setting.rule != Rule::implicit) { continue; }
      const double times = one.measured() / one.of_theorem();
      least = std::min(least, times);
      claim.parts.push_back({fmt::format("{:.2f} times as fast at lambda = {}, beta = {}", times,
                                         as_given(one.setting.lambda), as_given(one.setting.beta)),
                             met_if(times >= 1.0)});
    }
    claim.numbers = {{"least_ratio", least}};
    claim.measured = fmt::format("At least {:.2f} times as fast.", least);
    return judged(claim);
  }

  std::vector<RateCase> cases_;
  std::shared_ptr<VectorExperiment> exact_;  // a trial for each case
};

}  // namespace

std::shared_ptr<Topic> geometric_rate_topic(const Options& options, const TheoryChains& chains) {
  return std::make_shared<GeometricRateTopic>(options, chains);
}

}  // namespace ballast::reproduction
