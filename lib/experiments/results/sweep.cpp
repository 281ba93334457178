#include "experiments/results/sweep.hpp"

#include <cmath>

namespace ballast::experiments {

/// Steps of the grids are 0.005 apart or more: what is closer is the same, however it was rounded.
static bool is_at(double x, double y) {
  return std::fabs(x - y) < 1e-9;
}

const Cell* Sweep::find(const Method& method, double x, const std::string& measure) const {
  for (const Cell& cell : cells) {
    if (cell.method == method && is_at(cell.x, x) && cell.measure == measure) { return &cell; }
  }
  return nullptr;
}

std::vector<const Cell*> Sweep::curve(const Method& method, const std::string& measure) const {
  std::vector<const Cell*> result;
  for (const Cell& cell : cells) {
    if (cell.method == method && cell.measure == measure) { result.push_back(&cell); }
  }
  return result;
}

}  // namespace ballast::experiments
