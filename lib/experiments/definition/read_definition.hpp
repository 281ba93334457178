#pragma once
/// Reads an experiment file (docs/EXPERIMENTS.md).

#include <functional>
#include <string>

#include "experiments/definition/definition.hpp"

namespace ballast::experiments {

/// The text of a model file, by the name that the experiment file has for it. May throw InputError.
using ModelSource = std::function<std::string(const std::string& name)>;

/// Throws InputError with file, line, column and key of what is wrong; `file` is its name in messages.
Definition read_definition(const std::string& text, const std::string& file, const ModelSource& model_source);

}  // namespace ballast::experiments
