#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "experiments/charts/sweep_chart.hpp"
#include "experiments/text/number_format.hpp"
#include "reproduction/theory/case_topic.hpp"
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

/// What a run gives for each lambda.
enum Column : std::size_t { settled, learned, columns };

struct LambdaCase {
  std::shared_ptr<const TheoryChain> chain;
  Rule rule;
  std::shared_ptr<VectorExperiment> experiment;  ///< by lambda, both columns

  Estimate estimate_of(std::size_t i, Column column) const { return experiment->estimate_of(i * columns + column); }
  bool has_overflowed(std::size_t i) const { return std::isnan(estimate_of(i, learned).mean); }
  std::string text_of(std::size_t i, Column column) const {
    return has_overflowed(i) ? std::string("overflows") : format_number(estimate_of(i, column).mean);
  }
};

/// The mean loss over the second half of a run from the fixed point on; NaN if it overflows.
double settled_loss(const TheoryChain& chain, const Method& method, const ballast::Random& random) {
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

std::vector<double> run(const TheoryChain& chain, Rule rule, const ballast::Random& random) {
  std::vector<double> losses;
  for (const double lambda : lambdas) {
    const Method method = method_of(rule, lambda, ratio, beta);
    losses.push_back(settled_loss(chain, method, random));
    losses.push_back(losses_at({steps}, chain, method, chain.origin(), random).front());
  }
  return losses;
}

/// That of estimates of 0.
double loss_at_start(const TheoryChain& chain, double lambda) {
  return chain.exact(lambda).loss(0.0, chain.origin().theta.data());
}

class LambdaTopic : public CaseTopic<LambdaCase> {
 public:
  LambdaTopic(const Options& options, const TheoryChains& chains) {
    for (const auto& chain : chains) {
      for (const Rule rule : rules) { add(options, chain, rule); }
    }
  }

  std::string name() const override { return "lambda"; }

  TopicResult result() const override {
    TopicResult result{
        name(),
        "lambda from 0 to 0.99",
        {fmt::format(
             "Theorem 1 holds for lambda in [0, 1). Here both rules run {} updates with beta = {} and c = 1, twice: "
             "from the fixed point of each lambda on (mean loss of the second half), and from 0 on, which shows "
             "how much is learned (loss at the end).",
             with_commas(steps), as_given(beta)),
         "The trace is as long as 1 / (1 - lambda) features, so that beta ||z||^2 is not small when lambda is near 1. "
         "There the implicit rule takes far smaller steps than beta: it is stable, and hardly learns. From lambda = "
         "0.9 "
         "on these runs are too short for either rule to settle: a small error from the fixed point on only says that "
         "a "
         "learner has hardly moved."},
        {},
        {},
        {}};
    for (std::size_t i = 0; i < cases_.size(); i += 2) { add_chain(result, cases_[i], cases_[i + 1]); }
    return result;
  }

 private:
  void add(const Options& options, const std::shared_ptr<const TheoryChain>& chain, Rule rule) {
    cases_.push_back({chain, rule,
                      std::make_shared<VectorExperiment>(
                          experiment_name(options, fmt::format("lambda, {}, {}", chain->name(), name_of(rule))),
                          few_trials(options), columns * std::size(lambdas), seconds_for(*chain, 14.0 * steps),
                          [&options, chain, rule](std::uint32_t trial) {
                            return run(*chain, rule, chain->generator(options.seed, trial));
                          })});
  }

  static void add_chain(TopicResult& result, const LambdaCase& standard, const LambdaCase& implicit) {
    const TheoryChain& chain = *implicit.chain;
    TopicTable table{chain.title() + ": exact numbers over lambda, c = 1; measured ones",
                     {"lambda", "slowest rate mu", "c of the lemma", "c of its inequality", "beta trace V",
                      "from the fixed point: standard", "implicit", "from 0: standard", "implicit"},
                     {}};
    for (std::size_t i = 0; i < std::size(lambdas); ++i) {
      const oracle::NegativeDefiniteness& lemma = chain.solution(lambdas[i]).lemma;
      table.rows.push_back({as_given(lambdas[i]), format_number(chain.slowest_rate(lambdas[i], ratio)),
                            format_number(static_cast<double>(lemma.c_alpha_paper)),
                            format_number(static_cast<double>(lemma.c_alpha_lemma_exact)),
                            format_number(small_step_floor(chain, i)), standard.text_of(i, settled),
                            implicit.text_of(i, settled), standard.text_of(i, learned), implicit.text_of(i, learned)});
    }
    result.charts.push_back(chart_of(standard, implicit));
    result.tables.push_back(table);
    result.claims.push_back(bounded_claim(implicit));
    result.claims.push_back(slow_claim(implicit, standard));
    result.claims.push_back(floor_claim(implicit));
  }

  static double small_step_floor(const TheoryChain& chain, std::size_t i) {
    return beta * static_cast<double>(chain.covariance(lambdas[i], ratio).floor);
  }

  static TopicChart chart_of(const LambdaCase& standard, const LambdaCase& implicit) {
    const TheoryChain& chain = *implicit.chain;
    std::vector<double> xs;
    std::vector<double> floors;
    for (std::size_t i = 0; i < std::size(lambdas); ++i) {
      xs.push_back(1.0 / (1.0 - lambdas[i]));
      floors.push_back(small_step_floor(chain, i));
    }
    const auto measured = [&](const char* label, const LineStyle& style, const LambdaCase& one, Column column) {
      Curve curve{label, style, {}};
      for (std::size_t i = 0; i < xs.size(); ++i) {
        curve.samples.push_back(sample_of(xs[i], one.estimate_of(i, column)));
      }
      return curve;
    };
    return {"theory_lambda_" + chain.name(),
            log_chart(fmt::format("{}: lambda from 0 to 0.99, beta = {}", chain.title(), as_given(beta)),
                      "1 / (1 - lambda)", "mean squared error",
                      {measured("standard, from 0", measured_style(1), standard, learned),
                       measured("implicit, from 0", measured_style(0), implicit, learned),
                       measured("standard, from the fixed point", computed_style(1), standard, settled),
                       measured("implicit, from the fixed point", computed_style(0), implicit, settled),
                       line_of("beta trace V, exact for small beta", computed_style(2), xs, floors)}),
            fmt::format("{} trials; no point where a trial overflowed.", with_commas(implicit.experiment->trials()))};
  }

  static Claim bounded_claim(const LambdaCase& implicit) {
    Claim claim =
        topic_claim("lambda", implicit.chain->name() + ".all_lambdas", Source::paper,
                    "The implicit rule is stable for every lambda in [0, 1).",
                    "Each lambda from 0 to 0.99 is a part: from 0 on no trial overflows, and the mean squared "
                    "error ends below that of the start.");
    for (std::size_t i = 0; i < std::size(lambdas); ++i) {
      const double loss = implicit.estimate_of(i, learned).mean;
      const double start = loss_at_start(*implicit.chain, lambdas[i]);
      claim.parts.push_back(
          {fmt::format("{}: {} from {}", as_given(lambdas[i]), implicit.text_of(i, learned), format_number(start)),
           met_if(loss < start)});
      claim.numbers.emplace_back(fmt::format("loss_at_{}", lambdas[i]), loss);
    }
    const std::size_t last = std::size(lambdas) - 1;
    claim.measured =
        fmt::format("{} at lambda = 0, {} at 0.99, from {} at the start.", implicit.text_of(0, learned),
                    implicit.text_of(last, learned), format_number(loss_at_start(*implicit.chain, lambdas[last])));
    return judged(claim);
  }

  static Claim slow_claim(const LambdaCase& implicit, const LambdaCase& standard) {
    Claim claim =
        topic_claim("lambda", implicit.chain->name() + ".slow_near_1", Source::ballast,
                    "With lambda near 1 the implicit rule learns less than the standard rule at the same small "
                    "step-size.",
                    "Lambda = 0.9, 0.95 and 0.99 are parts: from 0 on the mean squared error of the implicit "
                    "rule ends above that of the standard one, and the intervals do not overlap.");
    for (std::size_t i = std::size(lambdas) - 3; i < std::size(lambdas); ++i) {
      const Estimate own = implicit.estimate_of(i, learned);
      const Estimate other = standard.estimate_of(i, learned);
      claim.parts.push_back({fmt::format("{}: {} against {}", as_given(lambdas[i]), implicit.text_of(i, learned),
                                         standard.text_of(i, learned)),
                             met_if(own.mean - own.ci95 > other.mean + other.ci95)});
      claim.numbers.emplace_back(fmt::format("implicit_at_{}", lambdas[i]), own.mean);
      claim.numbers.emplace_back(fmt::format("standard_at_{}", lambdas[i]), other.mean);
    }
    claim.measured = fmt::format("At 0.99: {} against {}.", format_number(claim.numbers[4].second),
                                 format_number(claim.numbers[5].second));
    return judged(claim);
  }

  static Claim floor_claim(const LambdaCase& implicit) {
    Claim claim = topic_claim("lambda", implicit.chain->name() + ".small_steps_at_small_lambdas", Source::ballast,
                              "beta trace V predicts where the implicit rule settles, up to lambda = 0.5.",
                              "Lambda = 0, 0.25 and 0.5 are parts: from the fixed point on the mean squared error is "
                              "within 25 % of beta trace V.");
    for (std::size_t i = 0; i < 3; ++i) {
      const double share = implicit.estimate_of(i, settled).mean / small_step_floor(*implicit.chain, i);
      claim.parts.push_back(
          {fmt::format("{}: {:.2f} of it", as_given(lambdas[i]), share), met_if(std::fabs(share - 1.0) <= 0.25)});
      claim.numbers.emplace_back(fmt::format("share_at_{}", lambdas[i]), share);
    }
    claim.measured = fmt::format("{:.2f}, {:.2f} and {:.2f} of it.", claim.numbers[0].second, claim.numbers[1].second,
                                 claim.numbers[2].second);
    return judged(claim);
  }
};

}  // namespace

std::shared_ptr<Topic> lambda_topic(const Options& options, const TheoryChains& chains) {
  return std::make_shared<LambdaTopic>(options, chains);
}

}  // namespace ballast::reproduction
