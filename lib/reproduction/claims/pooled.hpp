#pragma once
/// Implicit against standard SARSA over the runs of several seeds: twenty times as many pairs as one seed has.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/statistics/paired.hpp"
#include "reproduction/paper/figure.hpp"

namespace ballast::reproduction {

using namespace experiments;

struct PooledDifference {
  std::string sweep;  ///< its stem: "fig4_pendulum"
  double x;
  std::size_t trials;           ///< of all seeds together
  PairedDifference difference;  ///< implicit minus standard, judged together with the others of its sweep
};

/// Keeps the values of figure 4's cells, seed by seed.
class PooledDifferences {
 public:
  /// The figure of one more seed; only sweeps of rewards with both rules count.
  void add(const Figure& figure);

  std::vector<PooledDifference> differences() const;

 private:
  struct Values {
    std::vector<double> implicit;
    std::vector<double> standard;
  };
  std::map<std::string, std::map<double, Values>> sweeps_;  // by stem, then by x
};

}  // namespace ballast::reproduction
