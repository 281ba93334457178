#pragma once
/// All that `ballast reproduce` has found, as plain data: the engine fills it; claims.json, plots and the report only
/// read it. All of it is the same for any number of jobs: no times, no paths, no thread counts.

#include <optional>
#include <vector>

#include "reproduction/claims/claim.hpp"
#include "reproduction/extra/extra_results.hpp"
#include "reproduction/figures/figure.hpp"
#include "reproduction/figures/run_info.hpp"

namespace ballast::reproduction {

struct Results {
  RunInfo info;
  std::vector<Figure> figures;         ///< those that were asked for, by ascending number
  std::vector<Claim> claims;           ///< of those figures
  std::optional<ExtraResults> beyond;  ///< only if all figures were asked for

  const Figure* figure(int number) const;
};

}  // namespace ballast::reproduction
