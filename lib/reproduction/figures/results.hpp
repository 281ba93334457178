#pragma once
/// All results of `ballast reproduce`, as plain data: the experiments fill it; claims.json, plots and the report only
/// read it. All of it is the same for any number of jobs: no times, no paths, no thread counts.

#include <optional>
#include <string>
#include <vector>

#include "reproduction/claims/claim.hpp"
#include "reproduction/claims/pooled.hpp"
#include "reproduction/extra/extra_results.hpp"
#include "reproduction/paper/figure.hpp"
#include "reproduction/paper/run_info.hpp"
#include "reproduction/theory/topic_result.hpp"

namespace ballast::reproduction {

struct Results {
  RunInfo info;
  std::vector<Figure> figures;        ///< those that were asked for, in the order of the paper
  std::vector<Claim> claims;          ///< of those figures and topics
  std::optional<ExtraResults> extra;  ///< only if all figures were asked for

  /// The theory part, if it was asked for.
  std::vector<TopicResult> theory = {};

  /// Implicit minus standard SARSA over the runs of all seeds, if there are several.
  std::vector<PooledDifference> pooled = {};

  /// If there are several seeds: the claims of each, from info.seed on.
  std::vector<std::vector<Claim>> claims_by_seed = {};

  /// Nothing, if it was not asked for.
  const Figure* figure(const std::string& name) const;

  /// A sweep of any figure; nothing, if there is none with this stem.
  const Sweep* sweep(const std::string& stem) const;
};

}  // namespace ballast::reproduction
