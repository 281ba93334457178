#include "experiments/statistics/useful_range.hpp"

namespace tool::reproduce {
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

std::optional<UsefulRange> useful_range(const Sweep& sweep, Method method) {
  const std::vector<const Cell*> curve = sweep.curve(method);
  const std::optional<std::size_t> best = best_of(curve);
  if (!best) { return std::nullopt; }
  const double best_loss = curve[*best]->estimate->mean;
  const auto is_good = [&](std::size_t i) {
    return curve[i]->estimate && curve[i]->estimate->mean <= tolerated * best_loss;
  };
  std::size_t low = *best;
  std::size_t high = *best;
  while (low > 0 && is_good(low - 1)) { --low; }
  while (high + 1 < curve.size() && is_good(high + 1)) { ++high; }
  return UsefulRange{sweep.stem,    method,         curve[*best]->x, best_loss,
                     curve[low]->x, curve[high]->x, low == 0,        high + 1 == curve.size()};
}

std::vector<UsefulRange> useful_ranges(const std::vector<Figure>& figures) {
  std::vector<UsefulRange> result;
  for (const Figure& figure : figures) {
    if (figure.number == 1 || figure.number == 4 || figure.number == 7) { continue; }
    for (const Method method : {Method::standard, Method::implicit, Method::implicit_r1000, Method::implicit_r5000}) {
      const std::optional<UsefulRange> range = useful_range(figure.sweeps.front(), method);
      if (range) { result.push_back(*range); }
    }
  }
  return result;
}

}  // namespace tool::reproduce
