#include <fmt/format.h>

#include <algorithm>
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
constexpr double beta = 0.1;
constexpr double radius = 1000.0;  // of the projection in the theorem; no run comes near it
constexpr std::uint32_t steps = 20000;

/// Three ratios: the paper's, the least for which the lemma's inequality holds, and the one that the lemma asks for.
enum class Ratio : std::uint8_t { one, inequality, lemma };
constexpr Ratio ratios[] = {Ratio::one, Ratio::inequality, Ratio::lemma};

double value_of(Ratio ratio, const TheoryChain& chain) {
  const oracle::NegativeDefiniteness& lemma = chain.solution(lambda).lemma;
  if (ratio == Ratio::one) { return 1.0; }
  return static_cast<double>(ratio == Ratio::inequality ? lemma.c_alpha_lemma_exact : lemma.c_alpha_paper);
}

const char* words_of(Ratio ratio) {
  if (ratio == Ratio::one) { return ""; }
  return ratio == Ratio::inequality ? ", enough for the inequality" : ", as the lemma asks";
}

struct Theorem1Case {
  std::shared_ptr<const TheoryChain> chain;
  Ratio kind;
  std::vector<std::uint32_t> times;
  std::shared_ptr<VectorExperiment> experiment;

  double ratio() const { return value_of(kind, *chain); }
  std::string label() const { return fmt::format("c = {:.3g}{}", ratio(), words_of(kind)); }
  std::vector<double> xs() const { return {times.begin(), times.end()}; }

  oracle::Theorem at(std::uint32_t t) const {
    return oracle::theorem1(chain->solution(lambda), {static_cast<oracle::Scalar>(beta), ratio(), radius, t, 0.5L});
  }
  std::vector<double> first_terms() const {
    std::vector<double> values;
    for (const std::uint32_t t : times) { values.push_back(static_cast<double>(at(t).at("initial"))); }
    return values;
  }
  std::vector<double> right_hand_sides() const {
    std::vector<double> values;
    for (const std::uint32_t t : times) { values.push_back(static_cast<double>(at(t).right_hand_side())); }
    return values;
  }
};

class Theorem1Topic : public CaseTopic<Theorem1Case> {
 public:
  Theorem1Topic(const Options& options, const TheoryChains& chains) {
    for (const auto& chain : chains) {
      for (const Ratio ratio : ratios) { add(options, chain, ratio); }
    }
  }

  std::string name() const override { return "theorem1"; }

  TopicResult result() const override {
    TopicResult result{
        name(),
        "Theorem 1: the mean squared error over time",
        {fmt::format(
             "The implicit rule with the constant step-size {} and lambda = 0.25, from 0 on, beside the terms of "
             "Theorem 1 with 1 for every constant that it leaves open. The theorem needs a ratio c that "
             "satisfies a lemma. The lemma's formula asks for a c in the hundreds; its inequality itself holds "
             "from a much smaller c on; the paper's experiments have c = 1, which satisfies the formula on neither "
             "chain.",
             as_given(beta)),
         "The bound is loose: it is never below the error of the start, so that estimates that stay at 0 satisfy it as "
         "well. On the Boyan chain the theorem does not apply even at the lemma's c, because the features have rank 5 "
         "of "
         "6; the numbers are shown all the same.",
         "A large c makes the average reward follow every single reward, and so the floor rises by orders of "
         "magnitude. "
         "It also makes the theorem's rate slow: gamma is 1 / (1 + c beta). What is measured at c = 1 is far below the "
         "bound at the lemma's c."},
        {},
        {},
        {}};
    for (auto first = cases_.begin(); first != cases_.end(); first += std::size(ratios)) {
      add_chain(result, {first, first + std::size(ratios)});
    }
    return result;
  }

 private:
  void add(const Options& options, const std::shared_ptr<const TheoryChain>& chain, Ratio ratio) {
    const std::vector<std::uint32_t> times = spread_times(1, steps, 40);
    cases_.push_back(
        {chain, ratio, times,
         std::make_shared<VectorExperiment>(
             experiment_name(options, fmt::format("theorem 1, {}, {}", chain->name(), static_cast<int>(ratio))),
             options.theory_trials, times.size(), seconds_for(*chain, steps),
             [&options, chain, ratio, times](std::uint32_t trial) {
               const Method method = method_of(Rule::implicit, lambda, value_of(ratio, *chain), beta);
               return losses_at(times, *chain, method, chain->origin(), chain->generator(options.seed, trial));
             })});
  }

  static void add_chain(TopicResult& result, const std::vector<Theorem1Case>& cases) {
    const TheoryChain& chain = *cases.front().chain;
    std::vector<Curve> curves;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      curves.push_back(curve_of(cases[i].label(), measured_style(i), cases[i].xs(), *cases[i].experiment));
    }
    const Theorem1Case& lemma = cases.back();
    curves.push_back(
        line_of("Theorem 1 at the lemma's c: first term", computed_style(3), lemma.xs(), lemma.first_terms()));
    curves.push_back(
        line_of("Theorem 1 at the lemma's c: all terms", computed_style(4), lemma.xs(), lemma.right_hand_sides()));
    result.charts.push_back(
        {"theory_theorem1_" + chain.name(),
         log_chart(fmt::format("{}: implicit rule, beta = {}", chain.title(), as_given(beta)), "updates t",
                   "mean squared error", curves),
         fmt::format("{} trials from state 0 and Theta = 0.", with_commas(lemma.experiment->trials()))});
    result.tables.push_back(table_of(chain, cases));
    result.claims.push_back(bound_claim(lemma));
    result.claims.push_back(floor_claim(cases));
  }

  static TopicTable table_of(const TheoryChain& chain, const std::vector<Theorem1Case>& cases) {
    TopicTable table{fmt::format("{}: Delta = {:.3g}, rho = {:.3g}, after {} updates", chain.title(),
                                 static_cast<double>(chain.solution(lambda).lemma.Delta),
                                 static_cast<double>(chain.solution(lambda).chain.rho), with_commas(steps)),
                     {"c", "applies", "gamma", "1 - beta gamma Delta", "(1 - beta mu)^2, mean recursion", "first term",
                      "beta tau", "all terms", "measured"},
                     {}};
    for (const Theorem1Case& one : cases) {
      const oracle::Theorem theorem = one.at(steps);
      const auto number = [&](const char* key) { return static_cast<double>(theorem.at(key)); };
      const double factor = 1.0 - beta * number("gamma") * static_cast<double>(chain.solution(lambda).lemma.Delta);
      const double exact = std::pow(1.0 - beta * chain.slowest_rate(lambda, one.ratio()), 2.0);
      table.rows.push_back({format_number(one.ratio()), theorem.applies() ? "yes" : "no",
                            format_number(number("gamma")), fmt::format("{:.6f}", factor), fmt::format("{:.6f}", exact),
                            format_number(number("initial")), format_number(number("beta_tau")),
                            format_number(static_cast<double>(theorem.right_hand_side())),
                            format_number(one.experiment->estimate_of(one.times.size() - 1).mean)});
    }
    return table;
  }

  static Claim bound_claim(const Theorem1Case& lemma) {
    Claim claim = topic_claim("theorem1", lemma.chain->name() + ".bound_holds", Source::paper,
                              "The mean squared error stays below the bound of Theorem 1.",
                              "Each of the recorded times is a part: with the lemma's c, the measured mean is at most "
                              "the sum of the terms, with 1 for every constant.");
    const std::vector<double> bounds = lemma.right_hand_sides();
    double largest = 0.0;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      const double share = lemma.experiment->estimate_of(i).mean / bounds[i];
      largest = std::max(largest, share);
      claim.parts.push_back(
          {fmt::format("{} of the bound after {}", format_number(share), lemma.times[i]), met_if(share <= 1.0)});
    }
    const double least = *std::min_element(bounds.begin(), bounds.end());
    const double start = lemma.chain->exact(lambda).loss(0.0, lemma.chain->origin().theta.data());
    claim.numbers = {{"largest_share", largest}, {"least_bound", least}, {"loss_at_start", start}};
    claim.measured = fmt::format("At most {} of the bound, which is never below {}; the error at the start is {}.",
                                 format_number(largest), format_number(least), format_number(start));
    return judged(claim);
  }

  static Claim floor_claim(const std::vector<Theorem1Case>& cases) {
    Claim claim = topic_claim("theorem1", cases.front().chain->name() + ".lemma_c_costs", Source::ballast,
                              "The c that the lemma asks for is a bad choice: c = 1, which is far below it, ends with "
                              "less error.",
                              "One part: after the last update the mean squared error at c = 1 is lower, and the "
                              "intervals do not overlap.");
    const std::size_t last = cases.front().times.size() - 1;
    const Estimate one = cases.front().experiment->estimate_of(last);
    const Estimate lemma = cases.back().experiment->estimate_of(last);
    claim.numbers = {{"loss_at_1", one.mean}, {"loss_at_the_lemmas_c", lemma.mean}};
    claim.measured = fmt::format("{} at c = 1, {} at c = {}.", format_number(one.mean), format_number(lemma.mean),
                                 format_number(cases.back().ratio()));
    claim.parts = {{"lower at c = 1", met_if(one.mean + one.ci95 < lemma.mean - lemma.ci95)}};
    return judged(claim);
  }
};

}  // namespace

std::shared_ptr<Topic> theorem1_topic(const Options& options, const TheoryChains& chains) {
  return std::make_shared<Theorem1Topic>(options, chains);
}

}  // namespace ballast::reproduction
