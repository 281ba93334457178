#include <algorithm>
#include <cmath>

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

/// What projections did in a figure.
struct Effect {
  std::uint64_t projections = 0;  ///< updates in which one acted
  std::uint32_t differing = 0;    ///< cells whose mean is not that of the method without one
};

Effect effect_in(const Figure& figure) {
  Effect effect;
  for (const Sweep& sweep : figure.sweeps) {
    for (const Cell& cell : sweep.cells) {
      effect.projections += cell.measure == sweep.measures.front() ? cell.projections : 0U;
      if (!cell.method.radii || !cell.estimate) { continue; }
      const double free = mean_at(sweep, paper::implicit, cell.x, cell.measure);
      effect.differing += cell.estimate->mean != free ? 1U : 0U;
    }
  }
  return effect;
}

}  // namespace

/// Methods (ii) to (iv) do the same, because R = 1000 and R = 5000 are never reached.
std::vector<Claim> projection_claims(const std::vector<Figure>& figures) {
  Claim claim{"",
              "projection_never_acts",
              Source::ballast,
              "With R = 1000 and R = 5000 the projection never acts: methods (ii) to (iv) are one and the same.",
              "Each figure is a part: the projection acts in no update of any trial, and the means are equal to the "
              "last bit.",
              {},
              {},
              ""};
  Effect all;
  std::vector<std::string> names;
  for (const Figure& figure : figures) {
    if (!has_projections(figure)) { continue; }
    const Effect effect = effect_in(figure);
    all.projections += effect.projections;
    all.differing += effect.differing;
    names.push_back(figure.name);
    claim.parts.push_back({"not in figure " + figure.name, met_if(effect.projections == 0 && effect.differing == 0)});
  }
  if (names.empty()) { return {}; }
  claim.figure = names.front();
  claim.numbers = {{"projections", static_cast<double>(all.projections)}, {"differing_cells", all.differing}};
  claim.measured =
      fmt::format("In {} {}: {} updates in which it acted, {} cells that differ.",
                  names.size() == 1 ? "figure" : "figures", fmt::join(names, ", "), all.projections, all.differing);
  return {judged(claim)};
}

}  // namespace ballast::reproduction
