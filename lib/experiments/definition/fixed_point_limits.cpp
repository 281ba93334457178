#include "experiments/definition/fixed_point_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/definition/work_of.hpp"
#include "experiments/trials/trial_learner.hpp"

namespace ballast::experiments {
namespace {

bool is_radius(double radius) {
  return radius >= least_fixed_radius && radius <= most_fixed_radius;
}

/// Those of simulators and of tables are.
bool has_features_up_to_1(const PanelDefinition& panel) {
  const auto is_of_file = [&](const FeatureDefinition& features) {
    return features.kind == FeatureDefinition::Kind::model && panel.model.simulator == Simulator::given;
  };
  if (std::none_of(panel.features.begin(), panel.features.end(), is_of_file)) { return true; }
  const oracle::Matrix& phi = panel.model.given->Phi;
  const auto is_small = [](double feature) { return std::fabs(feature) <= 1.0; };
  return std::all_of(phi.data(), phi.data() + phi.rows() * phi.cols(), is_small);
}

}  // namespace

std::string why_not_in_fixed_point(const PanelDefinition& panel, const MethodDefinition& method) {
  const auto has_own = [](const std::optional<Decay>& decay) { return decay.has_value(); };
  const auto& decays = panel.average_reward_decays;
  if (is_control(panel.model.simulator)) { return "control cannot be run in fixed point"; }
  if (method.is_without_constant) { return "in fixed point, no constant direction is removed"; }
  if (method.radii && !is_radius(method.radii->theta)) {
    return fmt::format("in fixed point, a radius is from {} to {}, not {}", least_fixed_radius, most_fixed_radius,
                       method.radii->theta);
  }
  if (std::any_of(decays.begin(), decays.end(), has_own)) { return "in fixed point, both estimates have one schedule"; }
  for (const double lambda : panel.lambdas) {
    if (lambda > most_fixed_lambda) {
      return fmt::format("in fixed point, lambda is at most {}, not {}", most_fixed_lambda, lambda);
    }
  }
  const double dimension = size_of(panel).dimension;
  if (dimension > most_fixed_features) {
    return fmt::format("in fixed point, there are at most {} features, not {}", most_fixed_features, dimension);
  }
  return has_features_up_to_1(panel) ? "" : "in fixed point, features are from -1 to 1";
}

}  // namespace ballast::experiments
