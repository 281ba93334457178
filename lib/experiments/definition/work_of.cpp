#include "experiments/definition/work_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/definition/lines.hpp"
#include "experiments/files/error.hpp"

namespace ballast::experiments {
namespace {

using Kind = FeatureDefinition::Kind;

constexpr double most_runs = 1e7;
constexpr double most_bytes = 64e9;
constexpr double bytes_per_run = 200.0;
constexpr double actions = 4.0;

ProcessSize size_of(const ModelDefinition& model) {
  switch (model.simulator) {
    case Simulator::mrp: return {static_cast<double>(model.states), static_cast<double>(model.features)};
    case Simulator::boyan: return {13.0, 6.0};
    case Simulator::given:
      return {static_cast<double>(model.given->states()), static_cast<double>(model.given->dimension())};
    default: return {(model.servers + 1.0) * model.classes, 0.0};
  }
}

double dimension_of(const FeatureDefinition& features, const ProcessSize& size) {
  double tiles = features.tilings;
  switch (features.kind) {
    case Kind::model: return size.dimension;
    case Kind::table: return size.states;
    case Kind::tiles:
      for (const std::uint32_t along : features.tiles) { tiles *= along; }
      return tiles;
    default: return features.count;
  }
}

/// P of each set of features, their matrices in both scalars, and the trajectory.
double bytes_of_instance(const PanelDefinition& panel) {
  const auto sets = static_cast<double>(panel.features.size());
  const ProcessSize size = size_of(panel);
  if (is_control(panel.model.simulator)) { return sets * size.dimension * actions * 24.0; }
  return (sets + 1.0) * size.states * (size.states * 8.0 + size.dimension * 20.0) + panel.steps * 4.0;
}

double bytes_of_records(const PanelDefinition& panel) {
  if (panel.axis != Axis::time) { return 0.0; }
  const auto measures = static_cast<double>(measures_of(panel.model).size());
  return 8.0 * measures * (panel.steps / panel.every + 1.0);
}

}  // namespace

ProcessSize size_of(const PanelDefinition& panel) {
  ProcessSize size = size_of(panel.model);
  double longest = 0.0;
  for (const FeatureDefinition& features : panel.features) {
    longest = std::max(longest, dimension_of(features, size));
  }
  size.dimension = longest;
  return size;
}

Work work_of(const PanelDefinition& panel, std::uint32_t shards) {
  const double trials = std::ceil(static_cast<double>(panel.trials) / shards);
  const auto lines = static_cast<double>(lines_of(panel).size());
  const double runs = lines * std::max(1.0, static_cast<double>(xs_of(panel).size())) * trials;
  return {runs, trials * bytes_of_instance(panel) + runs * (bytes_per_run + bytes_of_records(panel))};
}

void refuse_too_large(const Definition& definition, const std::string& file, std::uint32_t shards) {
  for (const PanelDefinition& panel : definition.panels) {
    const Work work = work_of(panel, shards);
    const std::string place = fmt::format("{}: panel {}: ", file, panel.name);
    if (work.runs > most_runs) {
      throw InputError(fmt::format("{}{:.3g} runs are more than {}: use fewer trials or settings, or --shard", place,
                                   work.runs, most_runs));
    }
    if (work.bytes > most_bytes) {
      throw InputError(
          fmt::format("{}this takes about {:.0f} GB of memory: use fewer trials, shorter runs, a larger \"every\", or "
                      "--shard",
                      place, work.bytes / 1e9));
    }
  }
}

}  // namespace ballast::experiments
