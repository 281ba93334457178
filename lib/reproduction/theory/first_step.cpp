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
constexpr std::uint32_t steps = 5000;
constexpr double first_steps[] = {0.01, 0.1, 1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6};

/// What is run at every first step-size.
struct FirstStepLine {
  const char* label;
  Rule rule;
  Decay decay;
};

const std::vector<FirstStepLine>& lines() {
  static const std::vector<FirstStepLine> all = {{"implicit, constant", Rule::implicit, {}},
                                                 {"implicit, s = 0.5", Rule::implicit, decay_with(0.5)},
                                                 {"implicit, s = 0.99", Rule::implicit, decay_with(0.99)},
                                                 {"standard, constant", Rule::standard, {}},
                                                 {"standard, s = 0.99", Rule::standard, decay_with(0.99)}};
  return all;
}

struct FirstStepCase {
  std::shared_ptr<const TheoryChain> chain;
  std::shared_ptr<VectorExperiment> experiment;  ///< line by line, then by step-size

  std::vector<double> column(std::size_t line, std::size_t step) const {
    return experiment->column(line * std::size(first_steps) + step);
  }
  std::size_t overflowed(std::size_t line, std::size_t step) const {
    const std::vector<double> losses = column(line, step);
    return static_cast<std::size_t>(
        std::count_if(losses.begin(), losses.end(), [](double x) { return std::isnan(x); }));
  }
};

class FirstStepTopic : public CaseTopic<FirstStepCase> {
 public:
  FirstStepTopic(const Options& options, const TheoryChains& chains) {
    for (const auto& chain : chains) { add(options, chain); }
  }

  std::string name() const override { return "first_step"; }

  TopicResult result() const override {
    TopicResult result{
        name(),
        "No requirement on the first step-size",
        {fmt::format(
             "Theorems 1 and 2 have no condition on beta_0, where earlier ones do. Here both rules run {} updates "
             "from 0 on, without a projection, with beta_0 from 0.01 to 1,000,000; lambda = 0.25, c = 1.",
             with_commas(steps)),
         "The theorems are about the projected iterate, which a ball bounds in any case; their constants contain its "
         "radius. Without a ball there are chains on which the implicit rule diverges: the near-cycle of six states "
         "that "
         "ballast reproduce shows beyond the paper does from beta = 3 on, and it meets every assumption. So what is "
         "seen here "
         "holds "
         "for these chains, and not because of the theorems."},
        {},
        {},
        {}};
    for (const FirstStepCase& one : cases_) { add_chain(result, one); }
    return result;
  }

 private:
  void add(const Options& options, const std::shared_ptr<const TheoryChain>& chain) {
    const std::size_t length = lines().size() * std::size(first_steps);
    cases_.push_back(
        {chain, std::make_shared<VectorExperiment>(
                    experiment_name(options, "first step-size, " + chain->name()), few_trials(options), length,
                    seconds_for(*chain, static_cast<double>(length) * steps), [&options, chain](std::uint32_t trial) {
                      std::vector<double> losses;
                      for (const FirstStepLine& line : lines()) {
                        for (const double beta_0 : first_steps) {
                          const Method method = method_of(line.rule, lambda, 1.0, beta_0, line.decay);
                          losses.push_back(
                              losses_at({steps}, *chain, method, chain->origin(), chain->generator(options.seed, trial))
                                  .front());
                        }
                      }
                      return losses;
                    })});
  }

  static void add_chain(TopicResult& result, const FirstStepCase& one) {
    const std::vector<double> xs(std::begin(first_steps), std::end(first_steps));
    std::vector<Curve> curves;
    std::vector<Marks> marks;
    for (std::size_t line = 0; line < lines().size(); ++line) {
      const LineStyle style = lines()[line].rule == Rule::implicit ? measured_style(line) : computed_style(line);
      curves.push_back(curve_of(lines()[line].label, style, xs, *one.experiment, line * xs.size()));
      Marks overflows{fmt::format("{}: overflowed", lines()[line].label), style.colour, true, {}};
      for (std::size_t i = 0; i < xs.size(); ++i) {
        if (one.overflowed(line, i) > 0) { overflows.xs.push_back(xs[i]); }
      }
      if (!overflows.xs.empty()) { marks.push_back(overflows); }
    }
    LineChart chart = log_chart(fmt::format("{}: after {} updates", one.chain->title(), with_commas(steps)),
                                "first step-size beta_0", "mean squared error", curves, 1e4);
    chart.marks.insert(chart.marks.end(), marks.begin(), marks.end());
    result.charts.push_back(
        {"theory_first_step_" + one.chain->name(), chart,
         fmt::format("{} trials; triangles where a trial overflowed.", with_commas(one.experiment->trials()))});
    result.claims.push_back(claim_of(one));
  }

  static Claim claim_of(const FirstStepCase& one) {
    Claim claim = topic_claim("first_step", one.chain->name() + ".any_first_step", Source::paper,
                              "The implicit rule needs no condition on the first step-size.",
                              "For a constant step-size, s = 0.5 and s = 0.99 each beta_0 from 0.01 to 1,000,000 is a "
                              "part: no trial overflows, and the mean squared error ends below that of the start.");
    const double start = one.chain->exact(lambda).loss(0.0, one.chain->origin().theta.data());
    double largest = 0.0;
    std::size_t overflowed_standard = 0;
    for (std::size_t line = 0; line < lines().size(); ++line) {
      for (std::size_t i = 0; i < std::size(first_steps); ++i) {
        if (lines()[line].rule == Rule::standard) {
          overflowed_standard += one.overflowed(line, i) > 0 ? 1U : 0U;
          continue;
        }
        const double loss = estimate(one.column(line, i)).mean;
        largest = std::max(largest, loss);
        claim.parts.push_back(
            {fmt::format("{} at {}: {}", lines()[line].label, as_given(first_steps[i]), format_number(loss)),
             met_if(one.overflowed(line, i) == 0 && loss < start)});
      }
    }
    claim.numbers = {{"loss_at_start", start},
                     {"largest_loss", largest},
                     {"standard_cells_that_overflow", static_cast<double>(overflowed_standard)}};
    claim.measured =
        fmt::format("At most {} from {} at the start. The standard rule overflows at {} of {} settings.",
                    format_number(largest), format_number(start), overflowed_standard, 2 * std::size(first_steps));
    return judged(claim);
  }
};

}  // namespace

std::shared_ptr<Topic> first_step_topic(const Options& options, const TheoryChains& chains) {
  return std::make_shared<FirstStepTopic>(options, chains);
}

}  // namespace ballast::reproduction
