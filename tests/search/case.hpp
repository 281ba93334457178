#pragma once
/// A case: everything in it is derived from the seed and its number. Each kind of check has a file of its own; a new
/// one is added here and in case.cpp.

#include <cstdint>
#include <string>

#include "draw.hpp"
#include "tally.hpp"

namespace search {

/// Throws a Failure; `description` then says what was tried.
using Check = void (*)(Draw& draw, Tally& tally, std::string& description);

void check_learners(Draw& draw, Tally& tally, std::string& description);
void check_fixed(Draw& draw, Tally& tally, std::string& description);
void check_agent(Draw& draw, Tally& tally, std::string& description);
void check_average_reward(Draw& draw, Tally& tally, std::string& description);

/// Empty if the case passes, otherwise the line that reports and reproduces the failure.
std::string run_case(uint64_t seed, uint64_t number, Tally& tally, std::string& description);

}  // namespace search
