#pragma once
/// A policy of the access-control queue, as plain data.

#include <cstdint>
#include <string>
#include <vector>

namespace ballast::reproduction {

/// What a policy does with each customer: accept[k][c - 1] is the share of runs (0 to 1) that accept a customer of
/// class c when k servers are free. accept[0] is all 0: no customer can be accepted.
struct QueuePolicy {
  std::string name;  ///< "optimal", "implicit at 1.5", "standard at 1.5", "always accept"
  std::vector<std::vector<double>> accept;
  double gain;                 ///< its exact average reward; the mean over runs for what was learned
  double disagreements;        ///< in how many of the 40 states with a choice it differs from the optimal one (mean)
  double worst_gain;           ///< over runs
  double best_gain;            ///< over runs
  std::uint32_t runs;          ///< 0 for a policy that was not learned
  std::uint32_t best_run = 0;  ///< the run that learned best_gain
  std::vector<std::vector<double>> best_accept;  ///< its policy, all 0 or 1; empty if none was learned
};

}  // namespace ballast::reproduction
