#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

#include "experiments/definition/lines.hpp"
#include "experiments/definition/plan_of.hpp"
#include "experiments/definition/work_of.hpp"
#include "experiments/trials/control_setups.hpp"
#include "experiments/trials/evaluation_trial.hpp"

namespace ballast::experiments {
namespace {

using ballast::Random;
using Kind = FeatureDefinition::Kind;

/// Makes the random numbers of models differ. Those of one model are the same whatever its sizes are.
constexpr std::uint64_t number_of(Simulator simulator) {
  return static_cast<std::uint64_t>(simulator);
}

/// What the trials of a panel depend on: panels for which it is the same share them.
std::string key_of(const PanelDefinition& panel) {
  const ModelDefinition& model = panel.model;
  std::string key = fmt::format("{} {} {} {} {} {} {} {} {} {} {} {}", name_of(model.simulator), model.states,
                                model.features, model.scales_each_row, model.servers, model.classes, model.completion,
                                model.speed_scale, model.file, panel.steps, panel.trials, panel.start);
  for (const double epsilon : panel.epsilons) { key += fmt::format(" {}", epsilon); }
  for (const FeatureDefinition& features : panel.features) {
    key += fmt::format(" {} {}", text_of(features), fmt::join(features.gammas, " "));
  }
  return key;
}

/// The name of a file without its folder and ending, as a column of a CSV file can have it.
std::string file_stem(const std::string& file) {
  std::string stem = std::filesystem::path(file).stem().string();
  const auto is_plain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.'; };
  std::replace_if(
      stem.begin(), stem.end(), [&](char c) { return !is_plain(static_cast<unsigned char>(c)); }, '_');
  return stem;
}

/// In results: sizes are said where they are not the paper's.
std::string short_name(const ModelDefinition& model) {
  const ModelDefinition usual;
  switch (model.simulator) {
    case Simulator::mrp:
      return model.states == usual.states && model.features == usual.features
                 ? "mrp"
                 : fmt::format("mrp_{}x{}", model.states, model.features);
    case Simulator::boyan: return "boyan";
    case Simulator::access_control:
      return model.servers == usual.servers && model.classes == usual.classes && model.completion == usual.completion
                 ? "access_control"
                 : fmt::format("access_control_{}x{}x{}", model.servers, model.classes, model.completion);
    case Simulator::pendulum: return "pendulum";
    case Simulator::given: return file_stem(model.file);
  }
  return "";
}

std::string title_of(const ModelDefinition& model) {
  switch (model.simulator) {
    case Simulator::mrp: return "MRP";
    case Simulator::boyan: return "Boyan chain";
    case Simulator::access_control: return "Access control";
    case Simulator::pendulum: return "Pendulum";
    case Simulator::given: return model.file;
  }
  return "";
}

/// beta_0 is a multiple of what lies along x, if all schedules have the same factor.
std::string step_size_label(const PanelDefinition& panel) {
  const double factor = panel.decays.front().factor;
  return factor == 1.0 ? "step-size beta_0" : fmt::format("step-size beta_0 / {}", factor);
}

Environment plain(const PanelDefinition& panel) {
  Environment environment;
  environment.name = short_name(panel.model);
  environment.key = key_of(panel);
  environment.title = title_of(panel.model);
  environment.number = number_of(panel.model.simulator);
  environment.step_size_label = step_size_label(panel);
  environment.measures = measures_of(panel.model);
  environment.trials = panel.trials;
  environment.steps = panel.steps;
  return environment;
}

// --- evaluation -----------------------------------------------------------------------------------------------------

FeatureSet feature_set(const FeatureDefinition& features) {
  switch (features.kind) {
    case Kind::table: return {FeatureSet::Kind::table, 0};
    case Kind::random: return {FeatureSet::Kind::random, features.count};
    default: return {};
  }
}

ProcessOfSize draw_process(const ModelDefinition& model, Random& random) {
  const sim::Scaling scaling = model.scales_each_row ? sim::Scaling::per_row : sim::Scaling::whole_matrix;
  if (model.simulator == Simulator::mrp) { return draw_random_mrp(model.states, model.features, random, scaling); }
  return model.simulator == Simulator::boyan ? draw_boyan_chain(random, scaling) : process_of(*model.given);
}

Environment evaluation(const PanelDefinition& panel) {
  EvaluationSetup setup{panel.steps, {}, {EvaluationMeasure::loss, EvaluationMeasure::omega_error}, panel.start};
  for (const FeatureDefinition& features : panel.features) { setup.features.push_back(feature_set(features)); }
  Environment environment = plain(panel);
  environment.y_label = "loss after the last step";
  environment.make_trial = [setup, model = panel.model](Random random) {
    const ProcessOfSize process = draw_process(model, random);
    return std::make_unique<EvaluationTrial>(process, random, setup);
  };
  const ProcessSize size = size_of(panel);
  const auto solutions = static_cast<double>(panel.features.size() * panel.lambdas.size());
  environment.seconds_per_step = 1e-7 * std::max(1.0, size.dimension / 20.0);
  environment.seconds_per_instance = 0.0125 * std::pow(size.states / 100.0, 3.0) * solutions;
  return environment;
}

// --- control --------------------------------------------------------------------------------------------------------

ControlFeatures control_features(const FeatureDefinition& features, const std::vector<double>& input_scale) {
  if (features.kind == Kind::table) { return TableFeatures{}; }
  if (features.kind == Kind::tiles) {
    return TileFeatures{features.tilings, {features.tiles.begin(), features.tiles.end()}};
  }
  return FourierFeatures{features.count, features.gammas, input_scale};
}

template <class Process>
Environment control(const PanelDefinition& panel, ControlSetup<Process> setup, const std::vector<double>& input_scale,
                    double seconds_per_step) {
  for (const FeatureDefinition& features : panel.features) {
    setup.features.push_back(control_features(features, input_scale));
  }
  setup.steps = panel.steps;
  setup.epsilons = panel.epsilons;
  setup.start_range = panel.start;
  Environment environment = plain(panel);
  environment.y_label = "mean reward";
  environment.make_trial = [setup](const Random& random) {
    return std::make_unique<ControlTrial<Process>>(setup, random);
  };
  environment.seconds_per_step = seconds_per_step;
  return environment;
}

}  // namespace

Environment environment_of(const PanelDefinition& panel) {
  const ModelDefinition& model = panel.model;
  if (model.simulator == Simulator::access_control) {
    return control(panel, queue_setup({model.servers, model.classes, model.completion}), {1.0, 1.0}, 6e-7);
  }
  if (model.simulator == Simulator::pendulum) {
    return control(panel, pendulum_setup(), {1.0, 1.0, model.speed_scale}, 9e-6);
  }
  return evaluation(panel);
}

}  // namespace ballast::experiments
