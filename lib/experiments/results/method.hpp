#pragma once
/// A method that is compared with others: a rule of the library, perhaps with a projection, or a baseline, and the
/// settings that it is run with. An experiment declares its methods:
///   const Method bold{"implicit_r10", "implicit, R = 10", Rule::implicit, Radii{1.0, 10.0}, green};

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/results/decay.hpp"
#include "experiments/results/line_style.hpp"
#include "experiments/results/rule.hpp"
#include "experiments/results/scalar.hpp"

namespace ballast::experiments {

/// Of the balls in which omega and theta are kept.
struct Radii {
  double omega;           ///< not used if there is one ball for both
  double theta;           ///< of its ball, or of the one ball
  bool is_joint = false;  ///< one ball for both: omega^2 + ||theta||^2 <= R^2 (Algorithm 1)
};

inline Radii joint_ball(double radius) {
  return {0.0, radius, true};
}

struct Method {
  std::string name;   ///< as in the CSV files. Methods are the same if their names are
  std::string label;  ///< for legends and sentences
  Rule rule;
  std::optional<Radii> radii;  ///< nothing: without a ball
  LineStyle style;

  // The axis of a sweep replaces one of these.
  double lambda = 0.25;
  double step_size = 1.0;
  double ratio = 1.0;  ///< c
  Decay decay = {};
  std::size_t features = 0;  ///< which of the features that a trial has

  bool is_without_constant = false;                ///< Pi_O: the constant direction is removed after each update
  std::optional<Decay> average_reward_decay = {};  ///< alpha_t / c, if it is not beta_t; its step-size is 1
  std::optional<Scalar> scalar = {};               ///< nothing: that of the whole experiment
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
