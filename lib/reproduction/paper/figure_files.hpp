#pragma once
/// The figures of the paper as experiment files (docs/EXPERIMENTS.md), with the settings of a reproduction.

#include <string>
#include <vector>

#include "experiments/definition/definition.hpp"
#include "reproduction/paper/options.hpp"

namespace ballast::reproduction::paper {

using namespace experiments;

/// Their names, in the order of the paper: "1" to "7".
std::vector<std::string> figure_names();

/// The file of a figure, as it is.
std::string figure_file(const std::string& name);

/// What it says, with trials, steps and readings as the options have them.
Definition figure_definition(const std::string& name, const Options& options);

}  // namespace ballast::reproduction::paper
