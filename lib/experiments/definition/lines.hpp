#pragma once
/// The lines of a panel: all combinations of its settings but the one along x.

#include <string>
#include <vector>

#include "experiments/definition/definition.hpp"

namespace ballast::experiments {

/// The step-size from which on a run overflows, as a measure.
constexpr const char* overflow_measure = "overflow_step_size";

/// How many parts of a run may each have an epsilon of its own.
constexpr std::size_t most_epsilons = 16;

/// The radius of omega's ball that is not named.
constexpr double usual_omega_radius = 1.0;

/// "implicit", "implicit_r1000", "implicit_r1000_omega2", "implicit_joint10_without_constant", "implicit_fixed"
std::string name_of(const MethodDefinition& method);

/// "constant", "power0.99_offset1_hold150", and with a factor "constant_x400"
std::string name_of(const Decay& decay);

/// Of the average reward: "alpha_power0.6_offset1_hold0", and for none of its own "alpha_cbeta"
std::string name_of(const std::optional<Decay>& of_average_reward);

/// How many there are of all settings, those along x among them.
double combinations_of(const PanelDefinition& panel);

/// Those of a run on this model, in the order of Outcome::values; the first one is what methods are judged by.
std::vector<std::string> measures_of(const ModelDefinition& model);

/// The setting with the most values; the step-size, if none has several.
Axis longest_axis(const PanelDefinition& panel);

/// What lies along x, in ascending order; nothing along time.
std::vector<double> xs_of(const PanelDefinition& panel);

/// All lines. A name and a label say only what differs between them.
std::vector<Method> lines_of(const PanelDefinition& panel);

/// Whether two lines are the same rule, projection and settings in two arithmetics.
bool differ_in_scalar_only(const Method& a, const Method& b);

/// Two lines to be compared, by their indices.
struct Pair {
  std::size_t line;
  std::size_t against;
};

/// Each line with the one that differs from it only by having the baseline's method; if there is but one method, each
/// line with the first. Then each line with the first that differs from it in its scalar alone.
std::vector<Pair> pairs_of(const PanelDefinition& panel, const std::vector<Method>& lines);

}  // namespace ballast::experiments
