#pragma once
/// What a log says about the learner that it is of.

#include <set>
#include <string>
#include <vector>

#include "commands/learner_options.hpp"

namespace tool {

struct LogLearner {
  bool has_configuration = false;  ///< a replay does not contradict it
  bool is_sparse = false;          ///< a SparseLearner
  bool is_agent = false;
};

/// Rule, projection, constant direction, start of the average reward and scalar as the log has them, for those options
/// that were not `given`. (With others, tune answers what would have been.) A direction that was given to the device
/// stays out: it is not a file.
LogLearner take_from_log(const std::string& path, const std::vector<std::string>& ignored,
                         const std::set<std::string>& given, LearnerOptions& options, std::string& scalar);

}  // namespace tool
