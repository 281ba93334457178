#include "reproduction/claims/claims.hpp"

#include "reproduction/claims/curve_queries.hpp"

namespace ballast::reproduction {
namespace {

void append(std::vector<Claim>& claims, const std::vector<Claim>& more) {
  claims.insert(claims.end(), more.begin(), more.end());
}

std::vector<Claim> own_claims(const Figure& figure) {
  if (figure.number == 4) { return control_claims(figure); }
  return figure.number == 7 ? ratio_claims(figure) : evaluation_claims(figure);
}

/// Methods (ii) to (iv) do the same, because R = 1000 and R = 5000 are never reached.
Claim projection_claim(const Figure& figure) {
  std::uint64_t projections = 0;
  std::uint32_t differing = 0;
  for (const Sweep& sweep : figure.sweeps) {
    for (const Cell& cell : sweep.cells) {
      projections += cell.measure == sweep.measures.front() ? cell.projections : 0U;
      if (cell.method == Method::standard || cell.method == Method::implicit || !cell.estimate) { continue; }
      const double free = mean_at(sweep, Method::implicit, cell.x, cell.measure);
      differing += cell.estimate->mean != free ? 1U : 0U;
    }
  }
  return {figure.number,
          fmt::format("fig{}.projection_never_acts", figure.number),
          Source::ballast,
          "With R = 1000 and R = 5000 the projection never acts: methods (ii) to (iv) are one and the same.",
          "Holds if the projection acted in no update of any trial, and the means are equal to the last bit.",
          {{"projections", static_cast<double>(projections)}, {"differing_cells", differing}},
          verdict_of(projections == 0 && differing == 0, false),
          fmt::format("Updates in which it acted: {}. Cells that differ: {}.", projections, differing)};
}

}  // namespace

std::vector<Claim> claims_of(const Results& results) {
  std::vector<Claim> claims;
  if (!has_intervals(results.info)) { return claims; }
  for (const Figure& figure : results.figures) {
    append(claims, own_claims(figure));
    if (results.beyond) { append(claims, beyond_claims(*results.beyond, figure)); }
    if (figure.number != 1) { claims.push_back(projection_claim(figure)); }
  }
  return claims;
}

}  // namespace ballast::reproduction
