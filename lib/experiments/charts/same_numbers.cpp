#include "experiments/charts/same_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "experiments/text/number_format.hpp"

namespace ballast::experiments {
namespace {

/// Bit by bit: what is only close is another line.
bool are_same(const std::optional<Estimate>& one, const std::optional<Estimate>& other) {
  return one.has_value() == other.has_value() && (!one || one->mean == other->mean);
}

bool are_same(const Sweep& sweep, const Method& one, const Method& other) {
  const auto are_cells_same = [](const Cell* a, const Cell* b) {
    return a->x == b->x && a->overflowed == b->overflowed && are_same(a->estimate, b->estimate);
  };
  return std::all_of(sweep.measures.begin(), sweep.measures.end(), [&](const std::string& measure) {
    const std::vector<const Cell*> a = sweep.curve(one, measure);
    const std::vector<const Cell*> b = sweep.curve(other, measure);
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), are_cells_same);
  });
}

bool are_same(const LearningCurve& learning_curve, const Method& one, const Method& other) {
  const auto are_points_same = [](const Point* a, const Point* b) {
    return a->t == b->t && are_same(a->estimate, b->estimate);
  };
  const std::vector<const Point*> a = learning_curve.curve(one);
  const std::vector<const Point*> b = learning_curve.curve(other);
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), are_points_same);
}

auto members_of(const Decay& decay) {
  return std::tie(decay.is_constant, decay.power, decay.offset, decay.hold, decay.holds_beta_0, decay.factor);
}

bool are_same(const std::optional<Decay>& one, const std::optional<Decay>& other) {
  return one.has_value() == other.has_value() && (!one || members_of(*one) == members_of(*other));
}

/// But for the ball. Two methods that overflow everywhere have the same numbers as well.
bool have_same_settings(const Method& one, const Method& other) {
  return one.rule == other.rule && one.lambda == other.lambda && one.step_size == other.step_size &&
         one.ratio == other.ratio && members_of(one.decay) == members_of(other.decay) &&
         are_same(one.average_reward_decay, other.average_reward_decay) && one.features == other.features &&
         one.is_without_constant == other.is_without_constant && one.scalar == other.scalar;
}

/// Whether `method` is `plain` with a ball that changes nothing.
template <class Results>
bool is_covered_by(const Results& results, const Method& method, const Method& plain) {
  return method.radii && !plain.radii && have_same_settings(method, plain) && are_same(results, plain, method);
}

/// The line of `plain`. The wide, light style of a method is for other lines on it, which are not drawn here: the line
/// has that of the first method that it covers.
template <class Results>
Line line_of(const Results& results, const std::vector<Method>& methods, const Method& plain) {
  Line line{plain.label, plain, plain.style};
  std::vector<std::string> radii;
  for (const Method& method : methods) {
    if (!is_covered_by(results, method, plain)) { continue; }
    if (radii.empty()) { line.style = method.style; }
    radii.push_back(as_given(method.radii->theta) + (method.radii->is_joint ? " (joint)" : ""));
  }
  if (!radii.empty()) { line.label += fmt::format(", with or without R = {}", fmt::join(radii, ", ")); }
  return line;
}

template <class Results>
std::vector<Line> lines_of(const Results& results, const std::vector<Method>& methods) {
  std::vector<Line> lines;
  for (const Method& method : methods) {
    const bool is_covered = std::any_of(methods.begin(), methods.end(),
                                        [&](const Method& plain) { return is_covered_by(results, method, plain); });
    if (!is_covered) { lines.push_back(line_of(results, methods, method)); }
  }
  return lines;
}

}  // namespace

std::vector<Line> lines_of(const Sweep& sweep) {
  return lines_of(sweep, methods_of(sweep.cells));
}

std::vector<Line> lines_of(const LearningCurve& learning_curve) {
  return lines_of(learning_curve, methods_of(learning_curve.points));
}

}  // namespace ballast::experiments
