#include <algorithm>

#include "reproduction/claims/claims.hpp"
#include "reproduction/claims/curve_queries.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

const Sweep* find_reading(const ExtraResults& extra, const std::string& stem) {
  for (const Sweep& sweep : extra.other_readings) {
    if (sweep.stem == stem) { return &sweep; }
  }
  return nullptr;
}

const QueuePolicy* find_policy(const ExtraResults& extra, const std::string& name) {
  for (const QueuePolicy& policy : extra.policies) {
    if (policy.name == name) { return &policy; }
  }
  return nullptr;
}

/// The other reading of the held step-size, which alone makes the claim about every step-size true.
Claim raw_hold(const Sweep& sweep) {
  std::uint32_t runs = 0;
  double smallest_share = 1.0;
  for (const Cell* cell : sweep.curve(paper::standard)) {
    runs += cell->trials;
    smallest_share = std::min(smallest_share, static_cast<double>(cell->overflowed) / cell->trials);
  }
  const std::uint32_t standard = overflowed(sweep, paper::standard);
  const std::uint32_t implicit = overflowed(sweep, paper::implicit);
  return {
      "4",
      fmt::format("fig4.{}.implicit_better_if_held_at_raw_step", sweep.environment),
      Source::ballast,
      "If the first 150 steps are held at beta_0 itself (100 to 600), standard SARSA overflows in every run, and "
      "implicit SARSA, which does not, is better at every step-size.",
      "Holds if every run of standard SARSA overflows, and none of implicit SARSA; in part if at every step-size at "
      "least half of the former do, and none of the latter.",
      {{"runs", runs},
       {"overflowed_standard", standard},
       {"smallest_share_at_a_step_size", smallest_share},
       {"overflowed_implicit", implicit}},
      verdict_of(standard == runs && implicit == 0, smallest_share >= 0.5 && implicit == 0),
      fmt::format("Of {} runs each, {} (standard) and {} (implicit) overflow.", runs, standard, implicit)};
}

Claim near_the_optimum(const QueuePolicy& optimal, const QueuePolicy& learned) {
  const double share = learned.gain / optimal.gain;
  return {"4",
          "fig4.access_control.near_the_optimum",
          Source::ballast,
          "The final policy of implicit SARSA at step-size 1.5 is close to the optimal one.",
          "Holds if its exact average reward, averaged over runs, is at least 0.97 of that of the optimal policy; in "
          "part if at least 0.9.",
          {{"optimum", optimal.gain}, {"learned", learned.gain}, {"share", share}},
          verdict_of(share >= 0.97, share >= 0.9),
          fmt::format("{:.4f} of {:.4f}, which is {:.1f} %.", learned.gain, optimal.gain, 100.0 * share)};
}

Claim only_with_the_hold(const Sweep& sweep, const Figure& figure) {
  const double start = start_of(figure.learning_curves.front(), paper::standard);
  const double largest = worst(sweep, paper::standard);
  return {"5",
          "fig5.diverges_only_with_the_hold",
          Source::ballast,
          "Standard TD diverges here only because the step-size is held for 150 steps.",
          "Holds if, without the hold, no trial of standard TD overflows and at no step-size the mean final loss is "
          "above the loss at the start.",
          {{"loss_at_start", start}, {"largest_loss_without_hold", largest}},
          verdict_of(largest <= start, false),
          fmt::format("Without the hold, it starts at {} and ends at {} at most.", text_of(start), text_of(largest))};
}

}  // namespace

std::vector<Claim> extra_control_claims(const ExtraResults& extra, const Figure& /*figure*/) {
  std::vector<Claim> claims;
  for (const char* stem : {"fig4_access_control_raw_hold", "fig4_pendulum_raw_hold"}) {
    if (const Sweep* sweep = find_reading(extra, stem)) { claims.push_back(raw_hold(*sweep)); }
  }
  if (const QueuePolicy* learned = find_policy(extra, "implicit at 1.5")) {
    claims.push_back(near_the_optimum(extra.policies.front(), *learned));
  }
  return claims;
}

std::vector<Claim> extra_decaying_claims(const ExtraResults& extra, const Figure& figure) {
  if (const Sweep* sweep = find_reading(extra, "fig5_left_without_hold")) {
    return {only_with_the_hold(*sweep, figure)};
  }
  return {};
}

}  // namespace ballast::reproduction
