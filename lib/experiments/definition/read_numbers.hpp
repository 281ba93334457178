#pragma once
/// Numbers of an experiment file: one, a list, or a range.

#include <vector>

#include "experiments/definition/json_node.hpp"

namespace ballast::experiments {

/// A number, a list of numbers and ranges, or a range: {"from": 0.1, "to": 3.0, "step": 0.1}, or, each the same factor
/// above the last, {"from": 0.01, "to": 10, "count": 7}. The numbers of steps are those that the decimals stand for:
/// 0.3, not 3 x 0.1. Throws InputError for a number that is there twice.
std::vector<double> read_numbers(const JsonNode& node);
std::vector<double> read_positive_numbers(const JsonNode& node);

}  // namespace ballast::experiments
