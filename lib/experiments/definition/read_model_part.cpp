#include "experiments/definition/read_model_part.hpp"

#include <ballast/oracle/features.hpp>

#include <algorithm>

#include "experiments/definition/model_text.hpp"

namespace ballast::experiments {
namespace {

using Kind = FeatureDefinition::Kind;

constexpr std::uint32_t most_features = 100000;
constexpr std::uint32_t most_states = 1000;  // an exact answer takes a minute then, and memory goes with their square

const std::vector<std::string> simulators = {"mrp", "boyan", "access-control", "pendulum"};

bool reads_each_row(const JsonNode& node) {
  return node.has("scaling") && node["scaling"].choice({"whole", "rows"}) == 1;
}

ModelDefinition read_mrp(const JsonNode& node) {
  node.require_keys({"simulator", "states", "features", "scaling"});
  ModelDefinition model;
  if (node.has("states")) { model.states = node["states"].whole_number(3, most_states); }
  if (node.has("features")) { model.features = node["features"].whole_number(3, most_states); }
  if (model.features > model.states) {
    node.fail("{} features for {} states: there must be at least as many states", model.features, model.states);
  }
  model.scales_each_row = reads_each_row(node);
  return model;
}

ModelDefinition read_queue(const JsonNode& node) {
  node.require_keys({"simulator", "servers", "classes", "completion"});
  ModelDefinition model;
  if (node.has("servers")) { model.servers = node["servers"].whole_number(1, 64); }
  if (node.has("classes")) { model.classes = node["classes"].whole_number(1, 16); }
  if (node.has("completion")) { model.completion = node["completion"].number_within(1e-6, 1.0 - 1e-6); }
  return model;
}

ModelDefinition read_simulator(const JsonNode& node) {
  const auto simulator = static_cast<Simulator>(node["simulator"].choice(simulators));
  ModelDefinition model;
  switch (simulator) {
    case Simulator::mrp: model = read_mrp(node); break;
    case Simulator::boyan:
      node.require_keys({"simulator", "scaling"});
      model.scales_each_row = reads_each_row(node);
      break;
    case Simulator::access_control: model = read_queue(node); break;
    case Simulator::pendulum:
      node.require_keys({"simulator", "speed_scale"});
      if (node.has("speed_scale")) { model.speed_scale = node["speed_scale"].positive_number(); }
      break;
    case Simulator::given: break;
  }
  model.simulator = simulator;
  return model;
}

ModelDefinition read_file(const JsonNode& node, const ModelSource& source) {
  node.require_keys({"file"});
  ModelDefinition model;
  model.simulator = Simulator::given;
  model.file = node["file"].text();
  try {
    model.given = std::make_shared<oracle::Model>(parse_model(source(model.file), model.file));
  } catch (const oracle::ModelError& error) {
    node["file"].fail("{}: {}", model.file, error.what());
  } catch (const InputError& error) { node["file"].fail("{}", error.what()); }
  if (model.given->states() > most_states) {
    node["file"].fail("{}: {} states are more than {}", model.file, model.given->states(), most_states);
  }
  return model;
}

// --- features -------------------------------------------------------------------------------------------------------

struct KindName {
  Kind kind;
  const char* name;
};

std::vector<KindName> kinds_for(const ModelDefinition& model) {
  switch (model.simulator) {
    case Simulator::access_control:
      return {{Kind::random_fourier, "random-fourier"}, {Kind::tiles, "tiles"}, {Kind::table, "table"}};
    case Simulator::pendulum: return {{Kind::random_fourier, "random-fourier"}, {Kind::tiles, "tiles"}};
    default: return {{Kind::model, "model"}, {Kind::table, "table"}, {Kind::random, "random"}};
  }
}

/// A text is the kind alone.
Kind read_kind(const JsonNode& node, const ModelDefinition& model) {
  const std::vector<KindName> kinds = kinds_for(model);
  std::vector<std::string> names;
  for (const KindName& kind : kinds) { names.emplace_back(kind.name); }
  if (!node.is_string() && !node.has("kind")) { node.fail("there is no \"kind\": {}", fmt::join(names, ", ")); }
  return kinds[(node.is_string() ? node : node["kind"]).choice(names)].kind;
}

std::uint32_t inputs_of(const ModelDefinition& model) {
  return model.simulator == Simulator::pendulum ? 3 : 2;
}

FeatureDefinition read_fourier(const JsonNode& node, const ModelDefinition& model) {
  FeatureDefinition features = default_features(model);
  if (node.is_string()) { return features; }
  node.require_keys({"kind", "components", "gammas"});
  if (node.has("components")) { features.count = node["components"].whole_number(1, most_features); }
  if (node.has("gammas")) {
    features.gammas.clear();
    for (const JsonNode& gamma : node["gammas"].elements()) { features.gammas.push_back(gamma.positive_number()); }
  }
  if (features.count % features.gammas.size() != 0) {
    node.fail("{} components cannot be shared equally among {} gammas", features.count, features.gammas.size());
  }
  return features;
}

FeatureDefinition read_tiles(const JsonNode& node, const ModelDefinition& model) {
  FeatureDefinition features{Kind::tiles, 0, {}, 8, std::vector<std::uint32_t>(inputs_of(model), 8)};
  if (node.is_string()) { return features; }
  node.require_keys({"kind", "tilings", "tiles"});
  if (node.has("tilings")) { features.tilings = node["tilings"].whole_number(1, 64); }
  if ((features.tilings & (features.tilings - 1)) != 0) { node["tilings"].fail("this must be a power of two"); }
  if (node.has("tiles")) {
    features.tiles.clear();
    for (const JsonNode& tiles : node["tiles"].elements()) { features.tiles.push_back(tiles.whole_number(1, 1000)); }
    if (features.tiles.size() != inputs_of(model)) {
      node["tiles"].fail("{} numbers for {} inputs", features.tiles.size(), inputs_of(model));
    }
  }
  double all = features.tilings;
  for (const std::uint32_t tiles : features.tiles) { all *= tiles; }
  if (all > most_features) { node.fail("{} features are more than {}", all, most_features); }
  return features;
}

std::uint32_t states_of(const ModelDefinition& model) {
  if (model.given != nullptr) { return static_cast<std::uint32_t>(model.given->states()); }
  return model.simulator == Simulator::boyan ? 13 : model.states;
}

FeatureDefinition read_random(const JsonNode& node, const ModelDefinition& model) {
  FeatureDefinition features{Kind::random, std::min(10U, states_of(model))};
  if (node.is_string()) { return features; }
  node.require_keys({"kind", "count"});
  if (node.has("count")) { features.count = node["count"].whole_number(1, states_of(model)); }
  return features;
}

FeatureDefinition read_feature_set(const JsonNode& node, const ModelDefinition& model) {
  const Kind kind = read_kind(node, model);
  switch (kind) {
    case Kind::random_fourier: return read_fourier(node, model);
    case Kind::tiles: return read_tiles(node, model);
    case Kind::random: return read_random(node, model);
    default: break;
  }
  if (node.is_object()) { node.require_keys({"kind"}); }
  return {kind};
}

}  // namespace

const char* name_of(Simulator simulator) {
  return simulator == Simulator::given ? "model" : simulators[static_cast<std::size_t>(simulator)].c_str();
}

std::string text_of(const FeatureDefinition& features) {
  switch (features.kind) {
    case Kind::model: return "model";
    case Kind::table: return "table";
    case Kind::random: return fmt::format("random {}", features.count);
    case Kind::random_fourier:
      return fmt::format("random-fourier {} gamma {}", features.count, fmt::join(features.gammas, "+"));
    case Kind::tiles: return fmt::format("tiles {} x {}", features.tilings, fmt::join(features.tiles, " x "));
  }
  return "";
}

FeatureDefinition default_features(const ModelDefinition& model) {
  if (model.simulator == Simulator::access_control) { return {Kind::random_fourier, 20, {1.0}}; }
  if (model.simulator == Simulator::pendulum) { return {Kind::random_fourier, 300, {0.5, 1.0}}; }
  return {};
}

bool has_constant_direction(const ModelDefinition& model, const FeatureDefinition& features) {
  switch (features.kind) {
    case Kind::table:
    case Kind::tiles: return true;
    case Kind::random:
    case Kind::random_fourier: return false;
    case Kind::model: break;
  }
  // e is among the features of mrp and boyan, but rows that are divided by their own norms no longer have it.
  return model.given != nullptr ? oracle::solve_features(model.given->Phi).e_in_span : !model.scales_each_row;
}

std::vector<FeatureDefinition> read_features(const JsonNode& node, const ModelDefinition& model) {
  std::vector<FeatureDefinition> result;
  std::vector<std::string> names;
  for (const JsonNode& element : node.elements()) {
    result.push_back(read_feature_set(element, model));
    names.push_back(text_of(result.back()));
  }
  node.refuse_twice(names);
  return result;
}

ModelDefinition read_model_part(const JsonNode& node, const ModelSource& source) {
  if (node.has("file")) { return read_file(node, source); }
  if (!node.has("simulator")) {
    node.require_keys({"simulator", "file"});
    node.fail("there is neither \"simulator\" ({}) nor \"file\"", fmt::join(simulators, ", "));
  }
  return read_simulator(node);
}

}  // namespace ballast::experiments
