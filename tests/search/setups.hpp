#pragma once
/// The combinations that are compiled in, a file for each group: all of rule, projection, schedule and features that
/// there are would take minutes to compile. Each projection and each kind occurs several times.

#include <vector>

#include "any_learner.hpp"

namespace search {

std::vector<Setup> setups_of_few_features();
std::vector<Setup> setups_of_other_kinds();
std::vector<Setup> setups_of_many_features();

}  // namespace search
