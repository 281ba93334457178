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

std::vector<FeatureDefinition> read_features(const JsonNode& node, const ModelDefinition& model);

}  // namespace ballast::experiments
