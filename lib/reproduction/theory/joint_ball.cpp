#include "reproduction/theory/joint_ball.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/charts/palette.hpp"
#include "experiments/charts/sweep_chart.hpp"
#include "experiments/charts/y_axis.hpp"
#include "experiments/statistics/paired.hpp"
#include "experiments/text/number_format.hpp"
#include "reproduction/claims/paired_queries.hpp"
#include "reproduction/theory/joint_ball_run.hpp"

namespace ballast::reproduction {
namespace {

constexpr const char* topic = "joint_ball";
constexpr std::uint32_t most_trials = 100;  // the differences are large
constexpr std::size_t smallest_radii = 6;   // those below ||Theta*||

/// From this factor on a ball should change nothing.
constexpr double ample = 1.8;

/// Rounding can leave an iterate outside the ball, by a few units in the last place.
constexpr double almost_one = 1.0 - 1e-9;

const std::vector<double> factors(std::begin(radius_factors), std::end(radius_factors));

/// The numbers of the experiment by what was run.
class BallResults {
 public:
  explicit BallResults(const VectorExperiment& experiment) : experiment_(experiment) {}

  std::vector<double> losses(const BallRun& run) const { return experiment_.column(ball_columns::loss(place_of(run))); }
  std::vector<double> shares(const BallRun& run) const {
    return experiment_.column(ball_columns::share(place_of(run)));
  }
  std::vector<double> norms() const { return experiment_.column(ball_columns::norm_star); }
  std::vector<double> start_losses() const { return experiment_.column(ball_columns::start_loss); }

  /// Of estimates that are all 0: ||Theta*||^2.
  std::vector<double> losses_of_zero() const { return bounds(0.0); }

  /// (||Theta*|| - R)^2.
  std::vector<double> bounds(double factor) const {
    std::vector<double> result;
    for (const double norm : norms()) { result.push_back(norm * norm * (1.0 - factor) * (1.0 - factor)); }
    return result;
  }

 private:
  static std::size_t place_of(const BallRun& wanted) {
    const std::vector<BallRun>& runs = ball_runs();
    const auto found = std::find_if(runs.begin(), runs.end(), [&](const BallRun& run) {
      return run.rule == wanted.rule && run.step_size == wanted.step_size && run.kind == wanted.kind &&
             run.factor == wanted.factor;
    });
    return static_cast<std::size_t>(found - runs.begin());
  }

  const VectorExperiment& experiment_;
};

BallRun implicit_at(double step_size, BallKind kind, double factor) {
  return {Rule::implicit, step_size, kind, kind == BallKind::none ? 0.0 : factor};
}
BallRun standard_at(BallKind kind, double factor) {
  return {Rule::standard, exploding_step_size, kind, kind == BallKind::none ? 0.0 : factor};
}

// --- charts ---------------------------------------------------------------------------------------------------------

struct KindStyle {
  BallKind kind;
  const char* label;
  LineStyle style;
};

const KindStyle kind_styles[] = {
    {BallKind::joint, "joint ball", wide_light_blue},
    {BallKind::joint_in_O, "joint ball, then Pi_O", black_dashes},
    {BallKind::separate, "separate balls", wide_light_orange},
    {BallKind::separate_in_O, "separate balls, then Pi_O", brown_dashes},
};

const LineStyle bound_style{"#cc79a7", "#cc79a7", 2.4, {3.0, 4.0}, Marker::none};

/// `values` by trial for each factor.
template <class ValuesAt>
Curve curve_of(const std::string& label, const LineStyle& style, ValuesAt values_at,
               const std::vector<double>& along = factors) {
  Curve curve{label, style, {}};
  for (const double factor : along) { curve.samples.push_back(sample_of(factor, estimate(values_at(factor)))); }
  return curve;
}

LineChart empty_chart(const std::string& title, const std::string& y_label) {
  LineChart chart;
  chart.title = title;
  chart.x_label = "R / ||Theta*|| (logarithmic)";
  chart.y_label = y_label;
  chart.is_x_logarithmic = true;
  return chart;
}

Curve bound_curve(const BallResults& results) {
  const std::vector<double> below(factors.begin(), factors.begin() + smallest_radii);
  return curve_of(
      "lower bound", bound_style, [&](double factor) { return results.bounds(factor); }, below);
}

TopicChart loss_chart(const BallResults& results, double step_size) {
  LineChart chart = empty_chart(fmt::format("MRP, implicit, beta = {}", as_given(step_size)), "loss");
  for (const KindStyle& kind : kind_styles) {
    chart.curves.push_back(curve_of(kind.label, kind.style, [&](double factor) {
      return results.losses(implicit_at(step_size, kind.kind, factor));
    }));
  }
  chart.curves.push_back(curve_of("no projection", green, [&](double factor) {
    return results.losses(implicit_at(step_size, BallKind::none, factor));
  }));
  chart.curves.push_back(bound_curve(results));
  choose_y_axis(chart, true);
  return {fmt::format("theory_joint_ball_loss_{}", as_given(step_size)), chart,
          "The lower bound is (||Theta*|| - R)^2."};
}

TopicChart share_chart(const BallResults& results, double step_size) {
  LineChart chart = empty_chart(fmt::format("MRP, implicit, beta = {}: how often it acts", as_given(step_size)),
                                "share of the updates");
  for (const KindStyle& kind : kind_styles) {
    chart.curves.push_back(curve_of(kind.label, kind.style, [&](double factor) {
      return results.shares(implicit_at(step_size, kind.kind, factor));
    }));
  }
  choose_y_axis(chart, false);
  return {fmt::format("theory_joint_ball_share_{}", as_given(step_size)), chart,
          "Updates in which a ball acted; Pi_O itself acts in all."};
}

TopicChart standard_chart(const BallResults& results) {
  LineChart chart = empty_chart(fmt::format("MRP, standard, beta = {}", as_given(exploding_step_size)), "loss");
  for (const KindStyle& kind : kind_styles) {
    if (kind.kind == BallKind::separate_in_O) { continue; }
    chart.curves.push_back(curve_of(kind.label, kind.style,
                                    [&](double factor) { return results.losses(standard_at(kind.kind, factor)); }));
  }
  chart.curves.push_back(curve_of("all estimates 0", bound_style, [&](double) { return results.losses_of_zero(); }));
  chart.curves.push_back(curve_of("implicit, no projection", green, [&](double factor) {
    return results.losses(implicit_at(exploding_step_size, BallKind::none, factor));
  }));
  choose_y_axis(chart, true);
  return {"theory_joint_ball_standard", chart, "Without a ball the standard rule overflows."};
}

// --- claims ---------------------------------------------------------------------------------------------------------

/// The smallest ratio of a loss to its bound, over all radii below ||Theta*||.
double smallest_ratio(const BallResults& results, double step_size, BallKind kind) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < smallest_radii; ++i) {
    const std::vector<double> losses = results.losses(implicit_at(step_size, kind, factors[i]));
    const std::vector<double> bounds = results.bounds(factors[i]);
    for (std::size_t k = 0; k < losses.size(); ++k) { smallest = std::min(smallest, losses[k] / bounds[k]); }
  }
  return smallest;
}

Claim distance_claim(const BallResults& results) {
  Claim claim = topic_claim(
      topic, "at_least_the_distance", Source::ballast,
      "A joint ball that does not reach Theta* costs at least its distance from it: the loss is at least (||Theta*|| - "
      "R)^2, with and without Pi_O.",
      "Each step-size and projection is a part: in every trial and at every R below ||Theta*||. (This is a fact: Pi_O "
      "makes no vector longer, and Theta* is in R x O.)");
  double smallest = std::numeric_limits<double>::infinity();
  for (const double step_size : ball_step_sizes) {
    for (const BallKind kind : {BallKind::joint, BallKind::joint_in_O}) {
      const double ratio = smallest_ratio(results, step_size, kind);
      const char* const suffix = kind == BallKind::joint_in_O ? ", then Pi_O" : "";
      claim.parts.push_back({fmt::format("beta = {}{}", as_given(step_size), suffix), met_if(ratio >= almost_one)});
      claim.numbers.emplace_back(
          fmt::format("ratio_at_{}{}", as_given(step_size), kind == BallKind::joint_in_O ? "_in_O" : ""), ratio);
      smallest = std::min(smallest, ratio);
    }
  }
  claim.measured = fmt::format("The loss is {} times that at least.", format_number(smallest));
  return judged(claim);
}

Claim ample_claim(const BallResults& results) {
  Claim claim = topic_claim(
      topic, "ample_radius_changes_nothing", Source::ballast,
      fmt::format("From R = {} ||Theta*|| on, the joint ball changes nothing.", as_given(ample)),
      fmt::format("Each step-size is a part: at no R from {} ||Theta*|| on does the ball act in any update of any "
                  "trial, and the losses are equal to those without it, to the last bit.",
                  as_given(ample)));
  for (const double step_size : ball_step_sizes) {
    const std::vector<double> free = results.losses(implicit_at(step_size, BallKind::none, 0.0));
    bool is_the_same = true;
    for (const double factor : factors) {
      if (factor < ample) { continue; }
      const BallRun run = implicit_at(step_size, BallKind::joint, factor);
      is_the_same = is_the_same && results.losses(run) == free && estimate(results.shares(run)).mean == 0.0;
    }
    claim.parts.push_back({fmt::format("beta = {}", as_given(step_size)), met_if(is_the_same)});
    const double share = estimate(results.shares(implicit_at(step_size, BallKind::joint, 1.0))).mean;
    claim.numbers.emplace_back(fmt::format("share_at_norm_{}", as_given(step_size)), share);
    claim.measured += fmt::format("{}{} % at beta = {}", claim.measured.empty() ? "" : ", ",
                                  format_number(100.0 * share), as_given(step_size));
  }
  claim.measured = fmt::format("At R = ||Theta*|| itself it still acts in {} of the updates.", claim.measured);
  return judged(claim);
}

/// Two kinds of balls at all radii below ||Theta*||, all step-sizes judged together.
Claim comparison(const BallResults& results, Claim claim, BallKind first, BallKind second, Standing wanted) {
  std::size_t met = 0;
  for (const double step_size : ball_step_sizes) {
    for (std::size_t i = 0; i < smallest_radii; ++i) {
      const PairedDifference difference =
          paired_losses(results.losses(implicit_at(step_size, first, factors[i])),
                        results.losses(implicit_at(step_size, second, factors[i])), 2 * smallest_radii);
      claim.parts.push_back({fmt::format("at R = {} ||Theta*||, beta = {} ({})", as_given(factors[i]),
                                         as_given(step_size), text_of(difference)),
                             state_of(difference, wanted)});
      claim.numbers.emplace_back(fmt::format("difference_at_{}_{}", as_given(step_size), as_given(factors[i])),
                                 difference.mean);
      met += difference.standing == wanted ? 1U : 0U;
    }
  }
  claim.measured = fmt::format("At {} of {} pairs of a radius and a step-size.", met, 2 * smallest_radii);
  return judged(claim);
}

Claim joint_beside_separate(const BallResults& results) {
  return comparison(results,
                    topic_claim(topic, "joint_worse_than_separate", Source::ballast,
                                "Where it acts, the joint ball ends with more loss than separate balls of that radius "
                                "(and |omega| <= 1), which do not scale omega.",
                                "Each R below ||Theta*|| and each step-size is a part: the difference, joint minus "
                                "separate, is above 0."),
                    BallKind::joint, BallKind::separate, Standing::worse);
}

Claim direction_beside_none(const BallResults& results) {
  return comparison(
      results,
      topic_claim(topic, "removing_the_direction_helps", Source::ballast,
                  "Where it acts, the joint ball ends with less loss if the constant direction is "
                  "removed: that direction takes up room in the ball and changes no difference of values.",
                  "Each R below ||Theta*|| and each step-size is a part: the difference, with Pi_O minus "
                  "without, is below 0."),
      BallKind::joint_in_O, BallKind::joint, Standing::better);
}

std::size_t count_overflows(const std::vector<double>& losses) {
  return static_cast<std::size_t>(
      std::count_if(losses.begin(), losses.end(), [](double loss) { return std::isnan(loss); }));
}

Claim no_overflow_claim(const BallResults& results) {
  Claim claim =
      topic_claim(topic, "standard_no_longer_overflows", Source::ballast,
                  fmt::format("With a joint ball of any radius the standard rule no longer overflows at beta = {}.",
                              as_given(exploding_step_size)),
                  "Two parts: without a ball it overflows in every trial; with one, at no radius and in no trial.");
  const std::vector<double> free = results.losses(standard_at(BallKind::none, 0.0));
  std::size_t bounded = 0;
  for (const double factor : factors) {
    bounded += count_overflows(results.losses(standard_at(BallKind::joint, factor)));
  }
  claim.parts = {{"without a ball in every trial", met_if(count_overflows(free) == free.size())},
                 {"with one never", met_if(bounded == 0)}};
  claim.numbers = {{"overflowed", static_cast<double>(count_overflows(free))},
                   {"trials", static_cast<double>(free.size())},
                   {"overflowed_with_ball", static_cast<double>(bounded)}};
  claim.measured = fmt::format("{} of {} overflow without a ball, and {} with one, over all radii.",
                               count_overflows(free), counted(free.size(), "trial"), bounded);
  return judged(claim);
}

Claim does_not_learn_claim(const BallResults& results) {
  Claim claim = topic_claim(
      topic, "standard_does_not_learn", Source::ballast,
      fmt::format("A joint ball does not make the standard rule learn at beta = {}: it ends with more loss than "
                  "estimates that are all 0.",
                  as_given(exploding_step_size)),
      "Each R is a part: the difference to ||Theta*||^2, paired over the trials, is above 0.");
  for (const double factor : factors) {
    const PairedDifference difference =
        paired_losses(results.losses(standard_at(BallKind::joint, factor)), results.losses_of_zero(), factors.size(),
                      std::numeric_limits<double>::infinity());
    claim.parts.push_back({fmt::format("at R = {} ||Theta*|| ({})", as_given(factor), text_of(difference)),
                           state_of(difference, Standing::worse)});
    claim.numbers.emplace_back(fmt::format("difference_at_{}", as_given(factor)), difference.mean);
  }
  claim.measured =
      fmt::format("{} at R = ||Theta*||, against {} for estimates of 0 and {} of the implicit rule without a ball.",
                  format_number(estimate(results.losses(standard_at(BallKind::joint, 1.0))).mean),
                  format_number(estimate(results.losses_of_zero()).mean),
                  format_number(estimate(results.losses(implicit_at(exploding_step_size, BallKind::none, 0.0))).mean));
  return judged(claim);
}

// --- the topic ------------------------------------------------------------------------------------------------------

std::vector<std::string> text_about(const BallResults& results, std::uint32_t steps) {
  const std::vector<double> norms = results.norms();
  const auto [least, most] = std::minmax_element(norms.begin(), norms.end());
  return {
      "Line 8 of Algorithm 1 scales omega and theta together into one ball, omega^2 + ||theta||^2 <= R^2; the theorems "
      "ask for R >= ||Theta*||, Theta* = (omega*, theta*). The paper's experiments have separate balls with R = 1000 "
      "and "
      "5000, which never act. Here both have radii at which they act, from far below ||Theta*|| to far above it.",
      fmt::format(
          "The MRP of figure 2, its instances, start weights and trajectories: {}, lambda = 0.25, c = 1, {} "
          "updates with a constant step-size, mean loss {} before the first. R is given in units of ||Theta*|| "
          "of the instance, which is {} to {}. Separate balls are |omega| <= 1 and ||theta|| <= R. Pi_O removes "
          "the constant direction from theta after each ball.",
          counted(norms.size(), "trial"), with_commas(steps), format_number(estimate(results.start_losses()).mean),
          format_number(*least), format_number(*most))};
}

}  // namespace

JointBallTopic::JointBallTopic(const Options& options)
    : steps_(options.evaluation_steps),
      experiment_(std::make_shared<VectorExperiment>(
          experiment_name(options, topic), std::min(options.theory_trials, most_trials),
          ball_columns::loss(ball_runs().size()), 0.045,
          [seed = options.seed, steps = steps_](std::uint32_t trial) { return run_ball_trial(seed, trial, steps); })) {}

TopicResult JointBallTopic::result() const {
  const BallResults results(*experiment_);
  TopicResult result{topic, "The joint ball of Algorithm 1", text_about(results, steps_), {}, {}, {}};
  for (const double step_size : ball_step_sizes) { result.charts.push_back(loss_chart(results, step_size)); }
  for (const double step_size : ball_step_sizes) { result.charts.push_back(share_chart(results, step_size)); }
  result.charts.push_back(standard_chart(results));
  result.claims = {distance_claim(results),        ample_claim(results),       joint_beside_separate(results),
                   direction_beside_none(results), no_overflow_claim(results), does_not_learn_claim(results)};
  return result;
}

}  // namespace ballast::reproduction
