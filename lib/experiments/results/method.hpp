#pragma once
/// A method that is compared with others: a rule of the library, perhaps with a projection, and the settings that it is
/// run with. An experiment declares its methods:
///   const Method bold{"implicit_r10", "implicit, R = 10", Rule::implicit, Radii{1.0, 10.0}, green};

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/results/decay.hpp"
#include "experiments/results/line_style.hpp"

namespace ballast::experiments {

enum class Rule : std::uint8_t { standard, implicit };

/// "standard", "implicit"
inline const char* name_of(Rule rule) {
  return rule == Rule::standard ? "standard" : "implicit";
}

/// Of the balls in which omega and theta are kept.
struct Radii {
  double omega;
  double theta;
};

struct Method {
  std::string name;   ///< as in the CSV files. Methods are the same if their names are
  std::string label;  ///< for legends and sentences
  Rule rule;
  std::optional<Radii> radii;  ///< nothing: without a projection
  LineStyle style;

  // The axis of a sweep replaces one of these.
  double lambda = 0.25;
  double step_size = 1.0;
  double ratio = 1.0;  ///< c
  Decay decay = {};
  std::size_t features = 0;  ///< which of the features that a trial has
};

inline bool operator==(const Method& one, const Method& other) {
  return one.name == other.name;
}
inline bool operator!=(const Method& one, const Method& other) {
  return !(one == other);
}

/// Those of cells or points, in the order in which they first appear.
template <class Results>
std::vector<Method> methods_of(const Results& results) {
  std::vector<Method> methods;
  for (const auto& result : results) {
    if (std::find(methods.begin(), methods.end(), result.method) == methods.end()) { methods.push_back(result.method); }
  }
  return methods;
}

}  // namespace ballast::experiments
