#pragma once
/// What a log says about the learner that it is of.

#include <set>
#include <string>
#include <vector>

#include "commands/learner_options.hpp"

namespace tool {

/// Rule, projection, constant direction and scalar as the log has them, for those options that were not `given`. (With
/// others, tune answers what would have been.) A direction that was given to the device stays out: it is not a file.
void take_from_log(const std::string& path, const std::vector<std::string>& ignored, const std::set<std::string>& given,
                   LearnerOptions& options, std::string& scalar);

}  // namespace tool
