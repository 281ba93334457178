#include "experiments/statistics/paired.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "experiments/statistics/estimate.hpp"
#include "experiments/text/number_format.hpp"

namespace ballast::experiments {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

bool has_overflowed(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
}

Standing standing_of(double mean, double interval, Better better) {
  if (!(std::fabs(mean) > interval)) { return Standing::undecided; }  // so does NaN
  return (mean < 0.0) == (better == Better::less) ? Standing::better : Standing::worse;
}

/// Of methods of which at least one has overflowed.
PairedDifference after_overflow(bool first, bool second, Better better) {
  if (first && second) { return {not_a_number, not_a_number, not_a_number, Standing::undecided}; }
  const double mean = first == (better == Better::less) ? infinite : -infinite;
  return {mean, 0.0, 0.0, standing_of(mean, 0.0, better)};
}

/// Neighbours of the axis from here on that are all in `xs`: long stretches are not listed one by one.
std::size_t stretch_from(std::size_t i, const std::vector<double>& xs, const std::vector<double>& axis) {
  auto place = std::find(axis.begin(), axis.end(), xs[i]);
  std::size_t length = 0;
  while (i + length < xs.size() && place != axis.end() && *place == xs[i + length]) {
    ++length;
    ++place;
  }
  return length;
}

/// "0.1 to 0.9, 1.5"; both ascend.
std::string places(const std::vector<double>& xs, const std::vector<double>& axis) {
  constexpr std::size_t long_stretch = 5;
  std::vector<std::string> items;
  for (std::size_t i = 0; i < xs.size();) {
    const std::size_t length = stretch_from(i, xs, axis);
    const bool is_long = length >= long_stretch;
    items.push_back(is_long ? as_given(xs[i]) + " to " + as_given(xs[i + length - 1]) : as_given(xs[i]));
    i += is_long ? length : 1;
  }
  return items.empty() ? "" : fmt::format(" ({})", fmt::join(items, ", "));
}

std::vector<double> ascending(std::vector<double> xs) {
  std::sort(xs.begin(), xs.end());
  return xs;
}

}  // namespace

const char* name_of(Standing standing) {
  switch (standing) {
    case Standing::better: return "better";
    case Standing::undecided: return "undecided";
    case Standing::worse: return "worse";
  }
  return "";
}

/// Without wins and trials.
static PairedDifference difference_of_means(const std::vector<double>& first, const std::vector<double>& second,
                                            Better better, std::size_t cells) {
  const bool is_lost = has_overflowed(first);
  const bool is_other_lost = has_overflowed(second);
  if (is_lost || is_other_lost) { return after_overflow(is_lost, is_other_lost, better); }
  std::vector<double> differences;
  for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i) {
    differences.push_back(first[i] - second[i]);
  }
  if (differences.size() < 2) {
    return {differences.empty() ? not_a_number : differences.front(), not_a_number, not_a_number, Standing::undecided};
  }
  const Estimate mean = estimate(differences);
  const auto degrees_of_freedom = static_cast<std::uint32_t>(differences.size() - 1);
  const double level = 1.0 - 0.05 / static_cast<double>(std::max<std::size_t>(cells, 1));
  const double corrected =
      cells > 1 ? mean.ci95 / student_95(degrees_of_freedom) * student(level, degrees_of_freedom) : mean.ci95;
  return {mean.mean, mean.ci95, corrected, standing_of(mean.mean, corrected, better)};
}

/// An overflow is worst.
static bool is_better(double first, double second, Better better) {
  if (std::isnan(first) || std::isnan(second)) { return !std::isnan(first); }
  return better == Better::less ? first < second : first > second;
}

PairedDifference paired_difference(const std::vector<double>& first, const std::vector<double>& second, Better better,
                                   std::size_t cells) {
  PairedDifference difference = difference_of_means(first, second, better, cells);
  difference.trials = std::min(first.size(), second.size());
  for (std::size_t i = 0; i < difference.trials; ++i) {
    difference.wins += is_better(first[i], second[i], better) ? 1U : 0U;
  }
  return difference;
}

static std::vector<double> without_exploded(std::vector<double> losses, double exploded_above) {
  for (double& loss : losses) {
    if (loss > exploded_above) { loss = not_a_number; }
  }
  return losses;
}

PairedDifference paired_losses(const std::vector<double>& first, const std::vector<double>& second, std::size_t cells,
                               double exploded_above) {
  return paired_difference(without_exploded(first, exploded_above), without_exploded(second, exploded_above),
                           Better::less, cells);
}

void Standings::add(double x, Standing standing) {
  (standing == Standing::better ? better : standing == Standing::worse ? worse : undecided).push_back(x);
}

std::string text_of(const Standings& standings) {
  std::vector<double> axis;
  for (const auto* xs : {&standings.better, &standings.undecided, &standings.worse}) {
    axis.insert(axis.end(), xs->begin(), xs->end());
  }
  axis = ascending(axis);
  const auto listed_at = [&](const std::vector<double>& xs) { return places(ascending(xs), axis); };
  return fmt::format("better at {} of {}{}, undecided at {}{}, worse at {}{}", standings.better.size(),
                     standings.cells(), listed_at(standings.better), standings.undecided.size(),
                     listed_at(standings.undecided), standings.worse.size(), listed_at(standings.worse));
}

}  // namespace ballast::experiments
