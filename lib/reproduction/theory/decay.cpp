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
constexpr double ratio = 1.0;

/// How long the runs are, and with which step-size they end, whatever the power: so late and so small that the last
/// tenth shows how the error decays.
struct Horizon {
  std::uint32_t steps;
  double last_step_size;
};

Horizon horizon_of(const TheoryChain& chain) {
  return chain.name() == "mrp" ? Horizon{200000, 0.01} : Horizon{500000, 0.001};
}

struct DecayCase {
  std::shared_ptr<const TheoryChain> chain;
  double power;
  TimeBins bins;
  std::shared_ptr<VectorExperiment> experiment;

  double beta_0() const {
    const Horizon horizon = horizon_of(*chain);
    return horizon.last_step_size * std::pow(horizon.steps, power);
  }
  /// beta_t times the trace of V.
  double exact_at(double t) const {
    return beta_0() * std::pow(t, -power) * static_cast<double>(chain->covariance(lambda, ratio).floor);
  }
  std::vector<double> means() const {
    std::vector<double> values;
    for (std::size_t i = 0; i < bins.count(); ++i) { values.push_back(experiment->estimate_of(i).mean); }
    return values;
  }
  /// Over the last factor of ten in time.
  double slope() const {
    const std::vector<double> times = bins.middles();
    const std::vector<double> losses = means();
    const auto late = static_cast<std::ptrdiff_t>(times.size() - TimeBins::per_decade);
    return log_slope({times.begin() + late, times.end()}, {losses.begin() + late, losses.end()});
  }
};

class DecayTopic : public CaseTopic<DecayCase> {
 public:
  DecayTopic(const Options& options, const TheoryChains& chains) {
    for (const auto& chain : chains) {
      for (const double power : theorem2_powers) { add(options, chain, power); }
    }
  }

  std::string name() const override { return "decay"; }

  TopicResult result() const override {
    TopicResult result{
        name(),
        "Theorem 2: any power s in (0, 1)",
        {"With beta_t = beta_0 / (t + 1)^s, Theorem 2 bounds the mean squared error by a term that forgets the start "
         "and one of the order tau t^-s. Here the implicit rule starts at the fixed point, so that the second term is "
         "seen alone: it is beta_t times the trace of V. Every power ends with the same step-size, which for s = 0.99 "
         "means a beta_0 of hundreds or more; the theorem has no condition on it, and the standard rule explodes "
         "there.",
         "From another start the first term counts as well. It shrinks with exp(-2 mu (beta_0 + beta_1 + ...)), where "
         "mu is the slowest rate of the chain. For s near 1 that sum grows almost like a logarithm: unless beta_0 is "
         "above s / (2 mu), the first term decays more slowly than t^-s for longer than any run can last."},
        {},
        {},
        {}};
    for (std::size_t i = 0; i < cases_.size(); i += std::size(theorem2_powers)) { add_chain(result, i); }
    return result;
  }

 private:
  void add(const Options& options, const std::shared_ptr<const TheoryChain>& chain, double power) {
    const TimeBins bins(horizon_of(*chain).steps);
    DecayCase one{chain, power, bins, nullptr};
    one.experiment = std::make_shared<VectorExperiment>(
        experiment_name(options, fmt::format("decay, {}, s = {}", chain->name(), power)), few_trials(options),
        bins.count(), 2.0 * seconds_for(*chain, horizon_of(*chain).steps),
        [&options, chain, bins,
         method = method_of(Rule::implicit, lambda, ratio, one.beta_0(), decay_with(power))](std::uint32_t trial) {
          const ExactSolution& exact = chain->exact(lambda);
          BinnedMeans means(bins);
          follow(*chain, method, chain->fixed_point(lambda), bins.steps(), chain->generator(options.seed, trial),
                 [&](std::uint32_t t, const TheoryLearner& learner) {
                   if (means.wants(t)) { means.add(exact.loss(learner.average_reward(), learner.weights().data())); }
                 });
          return means.values();
        });
    cases_.push_back(one);
  }

  void add_chain(TopicResult& result, std::size_t first) const {
    const TheoryChain& chain = *cases_[first].chain;
    std::vector<Curve> curves;
    TopicTable table{chain.title() + ": the decay of the mean squared error",
                     {"s", "beta_0", "slope over the last factor of ten", "measured at the end", "beta_t trace V"},
                     {}};
    Claim claim = topic_claim("decay", chain.name() + ".t_to_the_minus_s", Source::paper,
                              "The error of the implicit rule decays like t^-s, for s in (0, 1), whether or not the "
                              "squares of the step-sizes can be summed.",
                              "Each power s of 0.3, 0.5, 0.7, 0.99 is a part: the slope over the last factor of ten in "
                              "time is within 0.1 of -s.");
    for (std::size_t i = 0; i < std::size(theorem2_powers); ++i) {
      const DecayCase& one = cases_[first + i];
      const std::vector<double> times = one.bins.middles();
      std::vector<double> exact;
      for (const double t : times) { exact.push_back(one.exact_at(t)); }
      curves.push_back(curve_of(fmt::format("s = {}", one.power), measured_style(i), times, *one.experiment));
      curves.push_back(line_of(fmt::format("s = {}, beta_t trace V", one.power), computed_style(i), times, exact));
      table.rows.push_back({as_given(one.power), format_number(one.beta_0()), fmt::format("{:.3f}", one.slope()),
                            format_number(one.means().back()), format_number(exact.back())});
      claim.numbers.emplace_back(fmt::format("slope_at_{}", one.power), one.slope());
      claim.parts.push_back({fmt::format("slope {:.3f} for s = {}", one.slope(), one.power),
                             met_if(std::fabs(one.slope() + one.power) <= 0.1)});
    }
    claim.measured = fmt::format("Slopes of {:.3f}, {:.3f}, {:.3f} and {:.3f}.", cases_[first].slope(),
                                 cases_[first + 1].slope(), cases_[first + 2].slope(), cases_[first + 3].slope());
    result.charts.push_back(
        {"theory_decay_" + chain.name(),
         log_chart(chain.title() + ": decaying step-sizes", "updates t", "mean squared error", curves),
         fmt::format("Implicit rule from the fixed point, lambda = 0.25, c = 1, {} runs.",
                     with_commas(cases_[first].experiment->trials()))});
    result.tables.push_back(table);
    result.claims.push_back(judged(claim));
  }
};

}  // namespace

std::shared_ptr<Topic> decay_topic(const Options& options, const TheoryChains& chains) {
  return std::make_shared<DecayTopic>(options, chains);
}

}  // namespace ballast::reproduction
