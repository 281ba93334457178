#include "experiments/results/useful_range.hpp"

#include <vector>

namespace ballast::experiments {
namespace {

constexpr double tolerated = 2.0;

/// Where the curve is lowest; nothing if every cell has overflowed.
std::optional<std::size_t> best_of(const std::vector<const Cell*>& curve) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (!curve[i]->estimate) { continue; }
    if (!best || curve[i]->estimate->mean < curve[*best]->estimate->mean) { best = i; }
  }
  return best;
}

}  // namespace

std::optional<UsefulRange> useful_range(const Sweep& sweep, const Method& method) {
  const std::vector<const Cell*> curve = sweep.curve(method);
  const std::optional<std::size_t> best = best_of(curve);
  if (!best) { return std::nullopt; }
  return useful_range(sweep, method, tolerated * curve[*best]->estimate->mean);
}

std::optional<UsefulRange> useful_range(const Sweep& sweep, const Method& method, double limit) {
  const std::vector<const Cell*> curve = sweep.curve(method);
  const std::optional<std::size_t> best = best_of(curve);
  const auto is_good = [&](std::size_t i) { return curve[i]->estimate && curve[i]->estimate->mean <= limit; };
  if (!best || !is_good(*best)) { return std::nullopt; }
  std::size_t low = *best;
  std::size_t high = *best;
  while (low > 0 && is_good(low - 1)) { --low; }
  while (high + 1 < curve.size() && is_good(high + 1)) { ++high; }
  return UsefulRange{sweep.stem,    method,         curve[*best]->x, curve[*best]->estimate->mean,
                     curve[low]->x, curve[high]->x, low == 0,        high + 1 == curve.size()};
}

}  // namespace ballast::experiments
