#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "experiments/text/number_format.hpp"
#include "reproduction/theory/case_topic.hpp"
#include "reproduction/theory/chain_topics.hpp"
#include "reproduction/theory/follow.hpp"
#include "reproduction/theory/measured.hpp"

namespace ballast::reproduction {
namespace {

constexpr double lambda = 0.25;
constexpr double beta = 0.5;
constexpr double ratio = 1.0;
constexpr std::uint32_t steps = 200000;
constexpr Rule rules[] = {Rule::standard, Rule::implicit, Rule::differential, Rule::implicit_differential};

/// The mean value over the states: what drifts adds the same to every state, and all else is bounded.
double constant_value(const TheoryChain& chain, const std::vector<double>& theta) {
  double sum = 0.0;
  for (std::size_t s = 0; s < chain.states(); ++s) {
    for (std::size_t i = 0; i < theta.size(); ++i) { sum += chain.features(s)[i] * theta[i]; }
  }
  return sum / static_cast<double>(chain.states());
}

struct DifferentialCase {
  std::shared_ptr<const TheoryChain> chain;
  Rule rule;
  std::vector<std::uint32_t> times;
  std::shared_ptr<VectorExperiment> experiment;  ///< |mean value| at these times, then the loss at the end

  std::vector<double> xs() const { return {times.begin(), times.end()}; }
  double last_value() const { return experiment->estimate_of(times.size() - 1).mean; }
  double middle_value() const { return experiment->estimate_of(times.size() / 2).mean; }
  Estimate loss() const { return experiment->estimate_of(times.size()); }
};

std::vector<double> run(const DifferentialCase& one, const ballast::Random& random) {
  const ExactSolution& exact = one.chain->exact(lambda);
  std::vector<double> values;
  double losses = 0.0;
  follow(*one.chain, method_of(one.rule, lambda, ratio, beta), one.chain->origin(), steps, random,
         [&](std::uint32_t t, const TheoryLearner& learner) {
           if (t % 100 == 0 && t > steps / 2) {
             losses += exact.loss(learner.average_reward(), learner.weights().data()) / (steps / 200);
           }
           if (t == one.times[values.size()]) {
             values.push_back(std::fabs(constant_value(*one.chain, learner.weights())));
           }
         });
  const bool is_complete = values.size() == one.times.size();  // no update was refused
  values.resize(one.times.size(), std::nan(""));
  values.push_back(is_complete ? losses : std::nan(""));
  return values;
}

class DifferentialTopic : public CaseTopic<DifferentialCase> {
 public:
  DifferentialTopic(const Options& options, const TheoryChains& chains) {
    for (const auto& chain : chains) {
      for (const Rule rule : rules) { add(options, chain, rule); }
    }
  }

  std::string name() const override { return "differential"; }

  TopicResult result() const override {
    TopicResult result{
        name(),
        "Baseline: differential TD(lambda)",
        {"In differential TD(lambda) (Wan, Naik and Sutton, 2021) the average reward follows the TD error: omega + a "
         "delta. Its mean update is that of the paper's rule, and so are the fixed point and the asymptotic "
         "covariance. "
         "What differs is the constant direction: where the features contain a constant, each step moves the common "
         "value of all states by a multiple of what it moves omega by. Omega stays near the average reward, and so the "
         "common value cannot drift, as it does with the paper's rule and a constant step-size. The price is noise: at "
         "the "
         "same step-size and ratio the average reward follows the TD error, which varies more than the reward, and the "
         "error of the second half of the run is several times as large (see the tables).",
         fmt::format("Here beta = {}, c = 1 and lambda = 0.25, from 0 on, without a projection.", as_given(beta))},
        {},
        {},
        {}};
    for (std::size_t i = 0; i < cases_.size(); i += std::size(rules)) { add_chain(result, i); }
    return result;
  }

 private:
  void add(const Options& options, const std::shared_ptr<const TheoryChain>& chain, Rule rule) {
    DifferentialCase one{chain, rule, spread_times(100, steps, 21), nullptr};
    one.experiment = std::make_shared<VectorExperiment>(
        experiment_name(options, fmt::format("differential, {}, {}", chain->name(), name_of(rule))),
        few_trials(options), one.times.size() + 1, seconds_for(*chain, steps),
        [&options, one](std::uint32_t trial) { return run(one, one.chain->generator(options.seed, trial)); });
    cases_.push_back(one);
  }

  void add_chain(TopicResult& result, std::size_t first) const {
    const TheoryChain& chain = *cases_[first].chain;
    std::vector<Curve> curves;
    TopicTable table{fmt::format("{}: four rules, {} updates", chain.title(), with_commas(steps)),
                     {"rule", "common value at the end", "mean squared error of the second half"},
                     {}};
    for (std::size_t i = 0; i < std::size(rules); ++i) {
      const DifferentialCase& one = cases_[first + i];
      curves.push_back(curve_of(name_of(one.rule), measured_style(i), one.xs(), *one.experiment));
      table.rows.push_back(
          {name_of(one.rule), format_number(one.last_value()),
           fmt::format("{} \u00b1 {}", format_number(one.loss().mean), format_number(one.loss().ci95))});
    }
    result.charts.push_back(
        {"theory_differential_" + chain.name(),
         log_chart(chain.title() + ": drift of the common value", "updates t", "|mean value over the states|", curves),
         fmt::format("{} trials.", with_commas(cases_[first].experiment->trials()))});
    result.tables.push_back(table);
    result.claims.push_back(drift_claim(first));
  }

  Claim drift_claim(std::size_t first) const {
    Claim claim =
        topic_claim("differential", cases_[first].chain->name() + ".no_drift", Source::ballast,
                    "With differential TD(lambda), standard and implicit, the common value of all states does "
                    "not drift.",
                    "Each of the two rules is a part: from the geometric middle of the run to its end the "
                    "common value does not grow by more than a half, and it ends below a tenth of that of the "
                    "paper's rule of the same kind.");
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      const DifferentialCase& paper = cases_[first + i];
      const DifferentialCase& one = cases_[first + i + 2];
      claim.numbers.emplace_back(fmt::format("{}_value", name_of(paper.rule)), paper.last_value());
      claim.numbers.emplace_back(fmt::format("{}_value", name_of(one.rule)), one.last_value());
      const bool is_met = one.last_value() <= 1.5 * one.middle_value() && one.last_value() < 0.1 * paper.last_value();
      claim.parts.push_back({fmt::format("{}: {} against {}", name_of(one.rule), format_number(one.last_value()),
                                         format_number(paper.last_value())),
                             met_if(is_met)});
    }
    claim.measured = fmt::format("{} and {}, against {} and {} with the paper's rules.",
                                 format_number(claim.numbers[1].second), format_number(claim.numbers[3].second),
                                 format_number(claim.numbers[0].second), format_number(claim.numbers[2].second));
    return judged(claim);
  }
};

}  // namespace

std::shared_ptr<Topic> differential_topic(const Options& options, const TheoryChains& chains) {
  return std::make_shared<DifferentialTopic>(options, chains);
}

}  // namespace ballast::reproduction
