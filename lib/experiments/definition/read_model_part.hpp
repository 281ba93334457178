#pragma once
/// The parts of an experiment file that say what is learned from: the model, and what a learner sees of its states.

#include <vector>

#include "experiments/definition/definition.hpp"
#include "experiments/definition/json_node.hpp"
#include "experiments/definition/read_definition.hpp"

namespace ballast::experiments {

ModelDefinition read_model_part(const JsonNode& node, const ModelSource& source);

/// What a model is learned with if the file does not say.
FeatureDefinition default_features(const ModelDefinition& model);

/// Whether some weights give every state the same value, in every trial: theta_e, with Phi theta_e = e.
bool has_constant_direction(const ModelDefinition& model, const FeatureDefinition& features);

std::vector<FeatureDefinition> read_features(const JsonNode& node, const ModelDefinition& model);

}  // namespace ballast::experiments
