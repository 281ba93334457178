#include "reproduction/claims/curve_queries.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/statistics/estimate.hpp"

namespace ballast::reproduction {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

double mean_of(const std::optional<Estimate>& estimate) {
  return estimate ? estimate->mean : not_a_number;
}

}  // namespace

double mean_at(const Sweep& sweep, const Method& method, double x, const std::string& measure) {
  const Cell* const cell = sweep.find(method, x, measure);
  return cell != nullptr ? mean_of(cell->estimate) : not_a_number;
}

double mean_at(const Sweep& sweep, const Method& method, double x) {
  return mean_at(sweep, method, x, sweep.measures.front());
}

Best lowest(const Sweep& sweep, const Method& method) {
  Best best{not_a_number, infinite};
  for (const Cell* cell : sweep.curve(method)) {
    if (cell->estimate && cell->estimate->mean < best.mean) { best = {cell->x, cell->estimate->mean}; }
  }
  return best;
}

bool is_exploded(const Cell& cell, double limit) {
  return !cell.estimate || cell.estimate->mean >= limit;
}

std::uint32_t overflowed(const Sweep& sweep, const Method& method) {
  std::uint32_t count = 0;
  for (const Cell* cell : sweep.curve(method)) { count += cell->overflowed; }
  return count;
}

double worst(const Sweep& sweep, const Method& method) {
  double result = 0.0;
  for (const Cell* cell : sweep.curve(method)) {
    result = std::max(result, cell->estimate ? cell->estimate->mean : infinite);
  }
  return result;
}

double first_exploded(const Sweep& sweep, const Method& method, double limit, double low) {
  for (const Cell* cell : sweep.curve(method)) {
    if (cell->x >= low && is_exploded(*cell, limit)) { return cell->x; }
  }
  return not_a_number;
}

Comparison compare(const LearningCurve& learning_curve, const Method& a, const Method& b) {
  const std::vector<const Point*> of_a = learning_curve.curve(a);
  const std::vector<const Point*> of_b = learning_curve.curve(b);
  std::size_t above = 0;
  std::size_t last_below = 0;
  for (std::size_t t = 1; t < of_a.size(); ++t) {
    // A method that has overflowed is above one that has not.
    const bool is_above = of_b[t]->estimate && !(mean_of(of_a[t]->estimate) <= of_b[t]->estimate->mean);
    above += is_above ? 1U : 0U;
    if (!is_above) { last_below = t; }
  }
  const std::size_t steps = of_a.size() - 1;
  return {static_cast<double>(above) / static_cast<double>(steps), static_cast<double>(steps - above),
          static_cast<double>(last_below), mean_of(of_a.back()->estimate), mean_of(of_b.back()->estimate)};
}

double start_of(const LearningCurve& learning_curve, const Method& method) {
  return mean_of(learning_curve.curve(method).front()->estimate);
}

double end_of(const LearningCurve& learning_curve, const Method& method) {
  const std::vector<const Point*> curve = learning_curve.curve(method);
  const std::size_t count = curve.size() / 10;
  double sum = 0.0;
  for (std::size_t t = curve.size() - count; t < curve.size(); ++t) { sum += mean_of(curve[t]->estimate); }
  return sum / static_cast<double>(count);
}

std::string text_of(double number) {
  return std::isfinite(number) ? fmt::format("{:.3g}", number) : "overflow";
}

}  // namespace ballast::reproduction
