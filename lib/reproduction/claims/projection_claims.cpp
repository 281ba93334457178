#include <algorithm>

#include "reproduction/claims/claims.hpp"
#include "reproduction/claims/curve_queries.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

bool has_projections(const Figure& figure) {
  const auto is_projected = [](const Cell& cell) { return cell.method.radii.has_value(); };
  return std::any_of(figure.sweeps.begin(), figure.sweeps.end(), [&](const Sweep& sweep) {
    return std::any_of(sweep.cells.begin(), sweep.cells.end(), is_projected);
  });
}

/// Methods (ii) to (iv) do the same, because R = 1000 and R = 5000 are never reached.
Claim projection_claim(const Figure& figure) {
  std::uint64_t projections = 0;
  std::uint32_t differing = 0;
  for (const Sweep& sweep : figure.sweeps) {
    for (const Cell& cell : sweep.cells) {
      projections += cell.measure == sweep.measures.front() ? cell.projections : 0U;
      if (!cell.method.radii || !cell.estimate) { continue; }
      const double free = mean_at(sweep, paper::implicit, cell.x, cell.measure);
      differing += cell.estimate->mean != free ? 1U : 0U;
    }
  }
  return {figure.name,
          fmt::format("fig{}.projection_never_acts", figure.name),
          Source::ballast,
          "With R = 1000 and R = 5000 the projection never acts: methods (ii) to (iv) are one and the same.",
          "Holds if the projection acted in no update of any trial, and the means are equal to the last bit.",
          {{"projections", static_cast<double>(projections)}, {"differing_cells", differing}},
          verdict_of(projections == 0 && differing == 0, false),
          fmt::format("Updates in which it acted: {}. Cells that differ: {}.", projections, differing)};
}

}  // namespace

std::vector<Claim> projection_claims(const Figure& figure) {
  if (!has_projections(figure)) { return {}; }
  return {projection_claim(figure)};
}

}  // namespace ballast::reproduction
