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
constexpr double beta_0 = 0.9;     // below 1: tau_beta is not defined from there on
constexpr double radius = 1000.0;  // of the projection in the theorem; no run comes near it
constexpr std::uint32_t steps = 5000;

/// A power, and whether c is the lemma's or 1.
struct Theorem2Case {
  std::shared_ptr<const TheoryChain> chain;
  double power;
  bool has_lemmas_ratio;
  std::vector<std::uint32_t> times;
  std::shared_ptr<VectorExperiment> experiment;

  double ratio() const {
    return has_lemmas_ratio ? static_cast<double>(chain->solution(lambda).lemma.c_alpha_paper) : 1.0;
  }
  std::vector<double> xs() const { return {times.begin(), times.end()}; }
  oracle::Theorem at(std::uint32_t t) const {
    return oracle::theorem2(chain->solution(lambda), {static_cast<oracle::Scalar>(beta_0), ratio(), radius, t,
                                                      static_cast<oracle::Scalar>(power)});
  }
  double bound(std::uint32_t t) const { return static_cast<double>(at(t).right_hand_side()); }
  double last_mean() const { return experiment->estimate_of(times.size() - 1).mean; }
};

class Theorem2Topic : public CaseTopic<Theorem2Case> {
 public:
  Theorem2Topic(const Options& options, const TheoryChains& chains) {
    for (const auto& chain : chains) {
      for (const double power : theorem2_powers) {
        for (const bool has_lemmas_ratio : {false, true}) { add(options, chain, power, has_lemmas_ratio); }
      }
    }
  }

  std::string name() const override { return "theorem2"; }

  TopicResult result() const override {
    TopicResult result{
        name(),
        "Theorem 2: the mean squared error over time",
        {fmt::format("The implicit rule with beta_t = {} / (t + 1)^s and lambda = 0.25, from 0 on, beside the terms of "
                     "Theorem 2 with 1 for every constant that it leaves open. As in Theorem 1, the lemma's c of "
                     "hundreds makes the error larger and the bound slower. The bound is loose here, too: it is never "
                     "below the error of "
                     "the start. Measured curves have c = 1; the table has both.",
                     as_given(beta_0)),
         "The larger s, the more of the error is still that of the start: a chain whose slowest rate mu is 0.004 or "
         "0.01 "
         "needs a sum of step-sizes of hundreds to forget it. The next topic shows the decay itself."},
        {},
        {},
        {}};
    const std::size_t per_chain = 2 * std::size(theorem2_powers);
    for (std::size_t i = 0; i < cases_.size(); i += per_chain) { add_chain(result, i, i + per_chain); }
    return result;
  }

 private:
  void add(const Options& options, const std::shared_ptr<const TheoryChain>& chain, double power,
           bool has_lemmas_ratio) {
    Theorem2Case one{chain, power, has_lemmas_ratio, spread_times(2, steps, 30), nullptr};
    one.experiment = std::make_shared<VectorExperiment>(
        experiment_name(options, fmt::format("theorem 2, {}, s = {}, c {}", chain->name(), power, has_lemmas_ratio)),
        options.theory_trials, one.times.size(), 2.0 * seconds_for(*chain, steps),
        [&options, one](std::uint32_t trial) {
          const Method method = method_of(Rule::implicit, lambda, one.ratio(), beta_0, decay_with(one.power));
          return losses_at(one.times, *one.chain, method, one.chain->origin(),
                           one.chain->generator(options.seed, trial));
        });
    cases_.push_back(one);
  }

  void add_chain(TopicResult& result, std::size_t first, std::size_t last) const {
    const TheoryChain& chain = *cases_[first].chain;
    std::vector<Curve> curves;
    TopicTable table{fmt::format("{}: after {} updates", chain.title(), with_commas(steps)),
                     {"s", "c", "first term", "tau t exp(-const t^(1-s))", "tau t^-s", "all terms", "measured"},
                     {}};
    Claim claim = topic_claim("theorem2", chain.name() + ".bound_holds", Source::paper,
                              "The mean squared error stays below the bound of Theorem 2.",
                              "Each power s is a part: with the lemma's c the measured mean is at most the sum of the "
                              "terms at every recorded time, with 1 for every constant.");
    double largest = 0.0;
    double least = HUGE_VAL;
    for (std::size_t i = first; i < last; ++i) {
      const Theorem2Case& one = cases_[i];
      const oracle::Theorem theorem = one.at(steps);
      const auto number = [&](const char* key) { return format_number(static_cast<double>(theorem.at(key))); };
      table.rows.push_back({as_given(one.power), format_number(one.ratio()), number("initial"), number("tau_t_exp"),
                            number("tau_t_s"), format_number(one.bound(steps)), format_number(one.last_mean())});
      const std::size_t colour = (i - first) / 2;
      if (!one.has_lemmas_ratio) {
        curves.push_back(curve_of(fmt::format("s = {}, c = 1, measured", one.power), measured_style(colour), one.xs(),
                                  *one.experiment));
        continue;
      }
      std::vector<double> bounds;
      double share = 0.0;
      for (std::size_t k = 0; k < one.times.size(); ++k) {
        bounds.push_back(one.bound(one.times[k]));
        least = std::min(least, bounds.back());
        share = std::max(share, one.experiment->estimate_of(k).mean / bounds[k]);
      }
      curves.push_back(line_of(fmt::format("s = {}, all terms of Theorem 2 at the lemma's c", one.power),
                               computed_style(colour), one.xs(), bounds));
      largest = std::max(largest, share);
      claim.parts.push_back(
          {fmt::format("s = {}: at most {} of the bound", one.power, format_number(share)), met_if(share <= 1.0)});
    }
    const double start = chain.exact(lambda).loss(0.0, chain.origin().theta.data());
    claim.numbers = {{"largest_share", largest}, {"least_bound", least}, {"loss_at_start", start}};
    claim.measured = fmt::format("At most {} of the bound, which is never below {}; the error at the start is {}.",
                                 format_number(largest), format_number(least), format_number(start));
    result.charts.push_back(
        {"theory_theorem2_" + chain.name(),
         log_chart(fmt::format("{}: implicit rule, beta_0 = {}", chain.title(), as_given(beta_0)), "updates t",
                   "mean squared error", curves),
         fmt::format("{} trials from state 0 and Theta = 0.", with_commas(cases_[first].experiment->trials()))});
    result.tables.push_back(table);
    result.claims.push_back(judged(claim));
  }
};

}  // namespace

std::shared_ptr<Topic> theorem2_topic(const Options& options, const TheoryChains& chains) {
  return std::make_shared<Theorem2Topic>(options, chains);
}

}  // namespace ballast::reproduction
