#include "reproduction/extra/queue_policies.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reproduction/paper/methods.hpp"
#include "reproduction/paper/queue_model.hpp"

namespace ballast::reproduction {
namespace {

constexpr std::size_t servers = 10;
constexpr std::size_t classes = 4;
constexpr double step_size = 1.5;

using Actions = std::vector<std::uint32_t>;
using Shares = std::vector<std::vector<double>>;

bool accepts(const Actions& actions, std::size_t free, std::size_t customer) {
  return free > 0 && actions[free * classes + customer] == 0;
}

/// The share of policies that accept, state by state.
Shares shares_of(const std::vector<Actions>& policies) {
  Shares shares(servers + 1, std::vector<double>(classes, 0.0));
  for (std::size_t free = 0; free <= servers; ++free) {
    for (std::size_t customer = 0; customer < classes; ++customer) {
      const auto count = std::count_if(policies.begin(), policies.end(),
                                       [&](const Actions& actions) { return accepts(actions, free, customer); });
      shares[free][customer] = static_cast<double>(count) / static_cast<double>(policies.size());
    }
  }
  return shares;
}

/// Where there is a choice. Against shares of 0 and 1 this counts states; against shares in between, on average.
double disagreements(const Shares& a, const Shares& b) {
  double sum = 0.0;
  for (std::size_t free = 1; free <= servers; ++free) {
    for (std::size_t customer = 0; customer < classes; ++customer) {
      sum += std::abs(a[free][customer] - b[free][customer]);
    }
  }
  return sum;
}

QueuePolicy given_policy(const std::string& name, const Actions& actions, const QueueModel& queue,
                         const Shares& optimal) {
  const double gain = queue.gain({actions.begin(), actions.end()});
  const Shares shares = shares_of({actions});
  return {name, shares, gain, disagreements(shares, optimal), gain, gain, 0, 0, {}};
}

/// "greedy_worth", the last measure of access control.
double worth_of(const Outcome& outcome) {
  return outcome.values.back();
}

QueuePolicy learned_policy(const std::string& name, const std::vector<Outcome>& learned, const Shares& optimal) {
  std::vector<Actions> policies;
  double gain = 0.0;
  std::size_t best = 0;
  double worst_gain = worth_of(learned.front());
  for (std::size_t i = 0; i < learned.size(); ++i) {
    policies.push_back(learned[i].policy);
    gain += worth_of(learned[i]) / static_cast<double>(learned.size());
    worst_gain = std::min(worst_gain, worth_of(learned[i]));
    if (worth_of(learned[i]) > worth_of(learned[best])) { best = i; }
  }
  const Shares shares = shares_of(policies);
  return {name,
          shares,
          gain,
          disagreements(shares, optimal),
          worst_gain,
          worth_of(learned[best]),
          static_cast<std::uint32_t>(learned.size()),
          static_cast<std::uint32_t>(best),
          shares_of({policies[best]})};
}

/// Reject only where nothing else is possible.
Actions always_accept() {
  Actions actions((servers + 1) * classes, 0);
  std::fill_n(actions.begin(), classes, 1U);
  return actions;
}

}  // namespace

std::vector<QueuePolicy> queue_policies(const SweepExperiment& access_control) {
  const QueueModel& queue = queue_model();
  const Actions best(queue.optimum.policy.begin(), queue.optimum.policy.end());
  const Shares optimal = shares_of({best});
  std::vector<QueuePolicy> result = {given_policy("optimal", best, queue, optimal),
                                     given_policy("always accept", always_accept(), queue, optimal)};
  for (const Method& method : {paper::implicit, paper::standard}) {
    if (access_control.sweep().find(method, step_size)->overflowed > 0) { continue; }
    result.push_back(learned_policy(fmt::format("{} at {}", method.name, step_size),
                                    access_control.outcomes(method, step_size), optimal));
  }
  return result;
}

}  // namespace ballast::reproduction
