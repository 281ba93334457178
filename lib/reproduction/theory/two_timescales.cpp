#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "experiments/text/number_format.hpp"
#include "reproduction/theory/case_topic.hpp"
#include "reproduction/theory/chain_topics.hpp"
#include "reproduction/theory/follow.hpp"
#include "reproduction/theory/measured.hpp"
#include "reproduction/theory/time_bins.hpp"

namespace ballast::reproduction {
namespace {

constexpr double lambda = 0.25;

/// alpha_t = alpha_T (T / t)^s_alpha and beta_t = beta_T (T / t)^s_beta.
struct Powers {
  double alpha;
  double beta;
};
constexpr Powers pairs[] = {{0.6, 0.9}, {0.75, 0.75}, {0.9, 0.6}};

struct Horizon {
  std::uint32_t steps;
  double alpha_T;
  double beta_T;
};

Horizon horizon_of(const TheoryChain& chain) {
  return chain.name() == "mrp" ? Horizon{200000, 0.005, 0.01} : Horizon{400000, 0.001, 0.001};
}

/// Step-sizes that end at `last`.
Decay ending_at(double last, double power, std::uint32_t steps) {
  Decay decay = decay_with(power);
  decay.factor = last * std::pow(steps, power);
  return decay;
}

/// The bins of (omega - omega*)^2, then those of ||Pi_O (theta - theta*)||^2.
std::vector<double> run(const TheoryChain& chain, const Powers& powers, const TimeBins& bins,
                        const ballast::Random& random) {
  const Horizon horizon = horizon_of(chain);
  Method method = method_of(Rule::implicit, lambda, 1.0, 1.0, ending_at(horizon.beta_T, powers.beta, horizon.steps));
  method.average_reward_decay = ending_at(horizon.alpha_T, powers.alpha, horizon.steps);
  const ExactSolution& exact = chain.exact(lambda);
  BinnedMeans of_omega(bins);
  BinnedMeans of_theta(bins);
  follow(chain, method, chain.fixed_point(lambda), horizon.steps, random,
         [&](std::uint32_t t, const TheoryLearner& learner) {
           if (!of_omega.wants(t)) { return; }
           const double error = learner.average_reward() - exact.omega;
           of_omega.add(error * error);
           of_theta.add(exact.loss(exact.omega, learner.weights().data()));
         });
  std::vector<double> values = of_omega.values();
  const std::vector<double> more = of_theta.values();
  values.insert(values.end(), more.begin(), more.end());
  return values;
}

struct TimescaleCase {
  std::shared_ptr<const TheoryChain> chain;
  Powers powers;
  TimeBins bins;
  std::shared_ptr<VectorExperiment> experiment;

  /// alpha_t times half of the reward's asymptotic variance: omega does not depend on the weights.
  double exact_omega_at(double t) const {
    const Horizon horizon = horizon_of(*chain);
    return horizon.alpha_T * std::pow(horizon.steps / t, powers.alpha) *
           static_cast<double>(chain->covariance(lambda, 1.0).reward_variance) / 2.0;
  }
  /// Over the last factor of ten in time: of omega (0) or theta (1).
  double slope(std::size_t which) const {
    const std::vector<double> times = bins.middles();
    std::vector<double> late;
    std::vector<double> losses;
    for (std::size_t i = times.size() - TimeBins::per_decade; i < times.size(); ++i) {
      late.push_back(times[i]);
      losses.push_back(experiment->estimate_of(which * TimeBins::count() + i).mean);
    }
    return log_slope(late, losses);
  }
};

class TwoTimescalesTopic : public CaseTopic<TimescaleCase> {
 public:
  TwoTimescalesTopic(const Options& options, const TheoryChains& chains) {
    for (const auto& chain : chains) {
      for (const Powers& powers : pairs) { add(options, chain, powers); }
    }
  }

  std::string name() const override { return "two_timescales"; }

  TopicResult result() const override {
    TopicResult result{
        name(),
        "Outlook: two time-scales",
        {"The paper keeps alpha_t = c beta_t and leaves different powers to future work. TwoTimescaleSchedule gives "
         "the "
         "average reward a schedule of its own. Here alpha_t and beta_t decay with the powers s_alpha and s_beta, and "
         "both end with the same step-size whatever the powers; the learner, with the implicit rule and lambda = 0.25, "
         "starts at the fixed point.",
         "The average reward does not depend on the weights: its squared error is alpha_t times half the asymptotic "
         "variance of the reward, exactly as alpha_t goes to 0. The weights follow beta_t for these powers. (Because "
         "omega_t is "
         "correlated with the trace, it biases the weights by the order of alpha_t: for s_alpha below s_beta / 2 that "
         "bias "
         "would decay more slowly than beta_t.)"},
        {},
        {},
        {}};
    for (std::size_t i = 0; i < cases_.size(); i += std::size(pairs)) { add_chain(result, i); }
    return result;
  }

 private:
  void add(const Options& options, const std::shared_ptr<const TheoryChain>& chain, const Powers& powers) {
    const TimeBins bins(horizon_of(*chain).steps);
    cases_.push_back({chain, powers, bins,
                      std::make_shared<VectorExperiment>(
                          experiment_name(options, fmt::format("two time-scales, {}, {}", chain->name(), powers.alpha)),
                          few_trials(options), 2 * TimeBins::count(), 3.0 * seconds_for(*chain, bins.steps()),
                          [&options, chain, powers, bins](std::uint32_t trial) {
                            return run(*chain, powers, bins, chain->generator(options.seed, trial));
                          })});
  }

  void add_chain(TopicResult& result, std::size_t first) const {
    const TheoryChain& chain = *cases_[first].chain;
    std::vector<Curve> of_omega;
    std::vector<Curve> of_theta;
    Claim claim = topic_claim("two_timescales", chain.name() + ".each_at_its_own_power", Source::ballast,
                              "With two time-scales the average reward converges at the power of alpha_t, and the "
                              "weights at that of beta_t.",
                              "For each pair of powers two parts: the slopes of the squared errors of omega and theta "
                              "over the last factor of ten in time are within 0.1 of -s_alpha and -s_beta.");
    for (std::size_t i = 0; i < std::size(pairs); ++i) {
      const TimescaleCase& one = cases_[first + i];
      const std::string label = fmt::format("s_alpha = {}, s_beta = {}", one.powers.alpha, one.powers.beta);
      const std::vector<double> times = one.bins.middles();
      std::vector<double> exact;
      for (const double t : times) { exact.push_back(one.exact_omega_at(t)); }
      of_omega.push_back(curve_of(label, measured_style(i), times, *one.experiment));
      of_omega.push_back(line_of(label + ", exact for small alpha_t", computed_style(i), times, exact));
      of_theta.push_back(curve_of(label, measured_style(i), times, *one.experiment, TimeBins::count()));
      add_parts(claim, one);
    }
    claim.measured = slopes_of(claim);
    const std::string caption = fmt::format("Implicit rule, {} runs.", with_commas(cases_[first].experiment->trials()));
    result.charts.push_back({fmt::format("theory_two_timescales_{}_omega", chain.name()),
                             log_chart(chain.title() + ": average reward", "updates t", "(omega - omega*)^2", of_omega),
                             caption});
    result.charts.push_back({fmt::format("theory_two_timescales_{}_theta", chain.name()),
                             log_chart(chain.title() + ": weights", "updates t", "squared error of theta", of_theta),
                             caption});
    result.claims.push_back(judged(claim));
  }

  static void add_parts(Claim& claim, const TimescaleCase& one) {
    const auto add = [&](const char* of, std::size_t which, double power) {
      const double slope = one.slope(which);
      claim.numbers.emplace_back(fmt::format("{}_slope_at_{}_{}", of, one.powers.alpha, one.powers.beta), slope);
      claim.parts.push_back(
          {fmt::format("{}: {:.3f} for a power of {}", of, slope, power), met_if(std::fabs(slope + power) <= 0.1)});
    };
    add("omega", 0, one.powers.alpha);
    add("theta", 1, one.powers.beta);
  }

  static std::string slopes_of(const Claim& claim) {
    std::vector<std::string> parts;
    for (const Part& part : claim.parts) { parts.push_back(part.text); }
    return "Slopes of " + listed(parts) + ".";
  }
};

}  // namespace

std::shared_ptr<Topic> two_timescales_topic(const Options& options, const TheoryChains& chains) {
  return std::make_shared<TwoTimescalesTopic>(options, chains);
}

}  // namespace ballast::reproduction
