#include "experiments/results/useful_range.hpp"
#include "reproduction/claims/claims.hpp"
#include "reproduction/claims/curve_queries.hpp"
#include "reproduction/claims/paired_queries.hpp"
#include "reproduction/extra/wide_sweep.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

/// The step-sizes at which a method is useful; the ratio of the largest to the smallest, 0 if there is none.
struct Breadth {
  double ratio;
  std::string text;
};

Breadth breadth_of(const Sweep& sweep, const Method& method, double limit) {
  const std::optional<UsefulRange> range = useful_range(sweep, method, limit);
  if (!range) { return {0.0, "none"}; }
  return {range->high / range->low, fmt::format("{} to {}{}", text_of(range->low), text_of(range->high),
                                                range->high_is_at_edge ? " or more" : "")};
}

/// What the abstract promises.
Claim broader_range(const Sweep& sweep, const Figure& figure) {
  const double limit = useful_limit(sweep);
  const Breadth standard = breadth_of(sweep, paper::standard, limit);
  const Breadth implicit = breadth_of(sweep, paper::implicit, limit);
  return judged(
      {figure.name,
       fmt::format("fig{}.broader_range", figure.name),
       Source::paper,
       "Implicit TD works over a much broader range of step-sizes.",
       "A step-size is useful if the mean final loss is at most twice the lowest of standard TD; the range is the "
       "stretch around a rule's best step-size, in a sweep of its own from 1/32 to 8 in steps of a quarter of a "
       "doubling; its breadth is the largest useful step-size divided by the smallest. Parts: the range of implicit TD "
       "is broader; it is at least twice as broad.",
       {{"limit", limit}, {"breadth_standard", standard.ratio}, {"breadth_implicit", implicit.ratio}},
       {},
       fmt::format("From {} (standard) and from {} (implicit): a breadth of {} and {}.", standard.text, implicit.text,
                   text_of(standard.ratio), text_of(implicit.ratio)),
       {{"broader", met_if(implicit.ratio > standard.ratio)},
        {"at least twice as broad", met_if(implicit.ratio > 0.0 && implicit.ratio >= 2.0 * standard.ratio)}}});
}

std::string setting_text(const BestSetting& best) {
  return fmt::format("{} at beta_0 = {} and c = {}{} ({})", text_of(best.loss.mean), text_of(best.step_size),
                     text_of(best.ratio), best.is_at_edge ? ", at the edge of the grid" : "", best.method.label);
}

/// Ours: each rule at its best.
Claim better_if_both_are_tuned(const BestSettings& best, const Figure& figure) {
  const PairedDifference& d = best.difference;
  return judged(
      {figure.name,
       fmt::format("fig{}.implicit_better_with_tuned_settings", figure.name),
       Source::ballast,
       "With both the step-size and the ratio c tuned, implicit TD ends with less loss than standard TD.",
       fmt::format("One part: it is lower by the paired difference over the odd trials and its 95 % interval. "
                   "Step-size ({:.2g} to {}) and c ({:.2g} to {}) of each rule are chosen by the even trials, so that "
                   "choosing flatters none.",
                   best.ends.smallest_step, best.ends.largest_step, best.ends.smallest_ratio, best.ends.largest_ratio),
       {{"step_size_standard", best.standard.step_size},
        {"ratio_standard", best.standard.ratio},
        {"loss_standard", best.standard.loss.mean},
        {"step_size_implicit", best.implicit.step_size},
        {"ratio_implicit", best.implicit.ratio},
        {"loss_implicit", best.implicit.loss.mean},
        {"difference", d.mean},
        {"interval", d.ci95}},
       {},
       fmt::format("{}, {}: {}.", setting_text(best.standard), setting_text(best.implicit), text_of(d)),
       {{fmt::format("lower ({})", text_of(d)), state_of(d, Standing::better)}}});
}

}  // namespace

std::vector<Claim> range_claims(const ExtraResults& extra, const Figure& figure) {
  std::vector<Claim> claims;
  for (const Sweep& sweep : extra.wide_sweeps) {
    if (sweep.stem == fmt::format("fig{}_left_wide", figure.name)) { claims.push_back(broader_range(sweep, figure)); }
  }
  for (const BestSettings& best : extra.best_settings) {
    const Sweep& own = figure.sweeps.front();
    const bool is_of_figure = !own.curve(paper::implicit).empty() && own.x_name == "step_size" &&
                              own.environment == best.environment && own.title == best.title;
    if (is_of_figure) { claims.push_back(better_if_both_are_tuned(best, figure)); }
  }
  return claims;
}

}  // namespace ballast::reproduction
