#include <fmt/format.h>

#include <cmath>

#include "experiments/text/number_format.hpp"
#include "reproduction/theory/chain_topics.hpp"
#include "reproduction/theory/follow.hpp"
#include "reproduction/theory/measured.hpp"

namespace ballast::reproduction {
namespace {

constexpr double ratio = 1.0;
constexpr double beta = 0.01;
constexpr std::uint32_t steps = 50000;
constexpr double lambdas[] = {0.0, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99};
constexpr Rule rules[] = {Rule::standard, Rule::implicit};

struct LambdaCase {
  std::shared_ptr<const TheoryChain> chain;
  Rule rule;
  std::shared_ptr<VectorExperiment> experiment;  ///< by lambda: the mean loss of the second half of a run

  bool has_overflowed(std::size_t i) const { return std::isnan(experiment->estimate_of(i).mean); }
};

/// The mean over the second half of a run that starts at the fixed point; NaN if it overflows.
double late_loss(const TheoryChain& chain, const Method& method, const ballast::Random& random) {
  constexpr std::uint32_t every = 50;
  const ExactSolution& exact = chain.exact(method.lambda);
  double sum = 0.0;
  std::uint32_t count = 0;
  follow(chain, method, chain.fixed_point(method.lambda), steps, random,
         [&](std::uint32_t t, const TheoryLearner& learner) {
           if (t <= steps / 2 || t % every != 0) { return; }
           sum += exact.loss(learner.average_reward(), learner.weights().data());
           ++count;
         });
  return count == steps / 2 / every ? sum / count : std::nan("");
}

class LambdaTopic : public Topic {
 public:
  LambdaTopic(const Options& options, const TheoryChains& chains) {
    for (const auto& chain : chains) {
      for (const Rule rule : rules) { add(options, chain, rule); }
    }
  }

  std::string name() const override { return "lambda"; }
  std::vector<std::shared_ptr<Experiment>> experiments() const override {
    std::vector<std::shared_ptr<Experiment>> all;
    for (const LambdaCase& one : cases_) { all.push_back(one.experiment); }
    return all;
  }

  TopicResult result() const override {
    TopicResult result{
        name(),
        "lambda from 0 to 0.99",
        {fmt::format(
             "Theorem 1 holds for lambda in [0, 1). Here both rules run with beta = {} and c = 1, from the fixed "
             "point of each lambda on; the loss is the mean over the second half of {} updates.",
             as_given(beta), with_commas(steps)),
         "The trace is as long as 1 / (1 - lambda) features: beta ||z||^2 is no longer small when lambda is near 1, "
         "and "
         "there the floor beta trace V, which is exact for small beta, is not what is measured. The implicit rule then "
         "takes much smaller steps than beta, and stays below it."},
        {},
        {},
        {}};
    for (std::size_t i = 0; i < cases_.size(); i += 2) { add_chain(result, cases_[i], cases_[i + 1]); }
    return result;
  }

 private:
  void add(const Options& options, const std::shared_ptr<const TheoryChain>& chain, Rule rule) {
    cases_.push_back(
        {chain, rule,
         std::make_shared<VectorExperiment>(
             experiment_name(options, fmt::format("lambda, {}, {}", chain->name(), name_of(rule))), few_trials(options),
             std::size(lambdas), seconds_for(*chain, 7.0 * steps), [&options, chain, rule](std::uint32_t trial) {
               std::vector<double> losses;
               for (const double lambda : lambdas) {
                 losses.push_back(
                     late_loss(*chain, method_of(rule, lambda, ratio, beta), chain->generator(options.seed, trial)));
               }
               return losses;
             })});
  }

  static void add_chain(TopicResult& result, const LambdaCase& standard, const LambdaCase& implicit) {
    const TheoryChain& chain = *implicit.chain;
    std::vector<double> xs;
    std::vector<double> exact;
    TopicTable table{chain.title() + ": exact numbers over lambda, c = 1",
                     {"lambda", "slowest rate mu", "Delta", "c of the lemma", "c of its inequality", "beta trace V",
                      "measured, standard", "measured, implicit"},
                     {}};
    for (std::size_t i = 0; i < std::size(lambdas); ++i) {
      const double lambda = lambdas[i];
      xs.push_back(1.0 / (1.0 - lambda));
      exact.push_back(beta * static_cast<double>(chain.covariance(lambda, ratio).floor));
      const oracle::NegativeDefiniteness& lemma = chain.solution(lambda).lemma;
      const auto text = [&](const LambdaCase& one) {
        return one.has_overflowed(i) ? std::string("overflows") : format_number(one.experiment->estimate_of(i).mean);
      };
      table.rows.push_back({as_given(lambda), format_number(chain.slowest_rate(lambda, ratio)),
                            format_number(static_cast<double>(lemma.Delta)),
                            format_number(static_cast<double>(lemma.c_alpha_paper)),
                            format_number(static_cast<double>(lemma.c_alpha_lemma_exact)), format_number(exact.back()),
                            text(standard), text(implicit)});
    }
    result.charts.push_back(
        {"theory_lambda_" + chain.name(),
         log_chart(fmt::format("{}: floor over lambda, beta = {}", chain.title(), as_given(beta)), "1 / (1 - lambda)",
                   "mean squared error",
                   {curve_of("standard, measured", measured_style(1), xs, *standard.experiment),
                    curve_of("implicit, measured", measured_style(0), xs, *implicit.experiment),
                    line_of("beta trace V, exact for small beta", computed_style(2), xs, exact)}),
         fmt::format("{} trials; no point where a trial overflowed.", with_commas(implicit.experiment->trials()))});
    result.tables.push_back(table);
    result.claims.push_back(bounded_claim(implicit, standard));
    result.claims.push_back(floor_claim(implicit, exact));
  }

  static Claim bounded_claim(const LambdaCase& implicit, const LambdaCase& standard) {
    Claim claim = topic_claim("lambda", implicit.chain->name() + ".all_lambdas", Source::paper,
                              "The implicit rule works for every lambda in [0, 1).",
                              "Each lambda from 0 to 0.99 is a part: no trial overflows, and the mean squared error "
                              "settles below that of estimates of 0, and below that of the standard rule.");
    for (std::size_t i = 0; i < std::size(lambdas); ++i) {
      const TheoryChain& chain = *implicit.chain;
      const double of_zero = chain.exact(lambdas[i]).loss(0.0, chain.origin().theta.data());
      const double loss = implicit.experiment->estimate_of(i).mean;
      const double other = standard.experiment->estimate_of(i).mean;
      const bool is_met = !implicit.has_overflowed(i) && loss < of_zero && !(loss >= other);
      claim.parts.push_back({fmt::format("{}: {} (standard: {})", as_given(lambdas[i]), format_number(loss),
                                         standard.has_overflowed(i) ? "overflows" : format_number(other)),
                             met_if(is_met)});
      claim.numbers.emplace_back(fmt::format("implicit_at_{}", lambdas[i]), loss);
      claim.numbers.emplace_back(fmt::format("standard_at_{}", lambdas[i]), other);
    }
    const std::size_t last = std::size(lambdas) - 1;
    claim.measured = fmt::format(
        "At lambda = 0.99: {}. The standard rule: {}.", format_number(implicit.experiment->estimate_of(last).mean),
        standard.has_overflowed(last) ? std::string("overflows")
                                      : format_number(standard.experiment->estimate_of(last).mean));
    return judged(claim);
  }

  static Claim floor_claim(const LambdaCase& implicit, const std::vector<double>& exact) {
    Claim claim =
        topic_claim("lambda", implicit.chain->name() + ".small_steps_at_small_lambdas", Source::ballast,
                    "What is exact for small step-sizes describes them while lambda is at most 0.5.",
                    "Lambda = 0, 0.25 and 0.5 are parts: the mean squared error is within 25 % of beta trace V.");
    for (std::size_t i = 0; i < 3; ++i) {
      const double share = implicit.experiment->estimate_of(i).mean / exact[i];
      claim.parts.push_back(
          {fmt::format("{}: {:.2f} of it", as_given(lambdas[i]), share), met_if(std::fabs(share - 1.0) <= 0.25)});
      claim.numbers.emplace_back(fmt::format("share_at_{}", lambdas[i]), share);
    }
    const std::size_t last = std::size(lambdas) - 1;
    claim.measured = fmt::format("{:.2f}, {:.2f} and {:.2f} of it; {} of it at lambda = 0.99.", claim.numbers[0].second,
                                 claim.numbers[1].second, claim.numbers[2].second,
                                 format_number(implicit.experiment->estimate_of(last).mean / exact[last]));
    return judged(claim);
  }

  std::vector<LambdaCase> cases_;
};

}  // namespace

std::shared_ptr<Topic> lambda_topic(const Options& options, const TheoryChains& chains) {
  return std::make_shared<LambdaTopic>(options, chains);
}

}  // namespace ballast::reproduction
