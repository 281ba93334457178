#include <algorithm>
#include <cmath>

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
  std::vector<Part> parts;
  for (const Cell* cell : sweep.curve(paper::standard)) {
    runs += cell->trials;
    parts.push_back({fmt::format("standard: {} of {} overflow at {}", cell->overflowed, cell->trials, cell->x),
                     met_if(cell->overflowed == cell->trials)});
  }
  const std::uint32_t standard = overflowed(sweep, paper::standard);
  const std::uint32_t implicit = overflowed(sweep, paper::implicit);
  parts.push_back({"implicit: none overflows", met_if(implicit == 0)});
  return judged(
      {"4",
       fmt::format("fig4.{}.implicit_better_if_held_at_raw_step", sweep.environment),
       Source::ballast,
       "If the first 150 steps are held at beta_0 itself (100 to 600), standard SARSA overflows in every run, and "
       "implicit SARSA, which does not, is better at every step-size.",
       "Parts: at each step-size every run of standard SARSA overflows; no run of implicit SARSA does at any.",
       {{"runs", runs}, {"overflowed_standard", standard}, {"overflowed_implicit", implicit}},
       {},
       fmt::format("Of {} runs each, {} (standard) and {} (implicit) overflow.", runs, standard, implicit),
       parts});
}

Claim near_the_optimum(const QueuePolicy& optimal, const QueuePolicy& learned) {
  const double share = learned.gain / optimal.gain;
  return judged({"4",
                 "fig4.access_control.near_the_optimum",
                 Source::ballast,
                 "The final policy of implicit SARSA at step-size 1.5 is close to the optimal one.",
                 "One part: its exact average reward, averaged over runs, is at least 0.97 of that of the optimal "
                 "policy.",
                 {{"optimum", optimal.gain}, {"learned", learned.gain}, {"share", share}},
                 {},
                 fmt::format("{:.4f} of {:.4f}, which is {:.1f} %.", learned.gain, optimal.gain, 100.0 * share),
                 {{"at least 0.97 of the optimum", met_if(share >= 0.97)}}});
}

Claim only_with_the_hold(const Sweep& sweep, const Figure& figure) {
  const double start = start_of(figure.learning_curves.front(), paper::standard);
  double largest = 0.0;
  std::vector<Part> parts;
  for (const Cell* const cell : sweep.curve(paper::standard)) {
    if (cell->x < 2.05) { continue; }
    const double loss = cell->estimate ? cell->estimate->mean : HUGE_VAL;
    largest = std::max(largest, loss);
    parts.push_back({fmt::format("ends at {} at {}", text_of(loss), cell->x), met_if(loss <= start)});
  }
  return judged({"5",
                 "fig5.diverges_only_with_the_hold",
                 Source::ballast,
                 "Standard TD diverges here above 2.0 only because the step-size is held for 150 steps.",
                 "Each step-size above 2.0 is a part: without the hold no trial of standard TD overflows, and its mean "
                 "final loss "
                 "is not above the loss at the start.",
                 {{"loss_at_start", start}, {"largest_loss_without_hold", largest}},
                 {},
                 fmt::format("Without the hold, it starts at {} and ends at {} at most above 2.0.", text_of(start),
                             text_of(largest)),
                 parts});
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
