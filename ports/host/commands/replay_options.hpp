#pragma once
/// The options of `ballast replay`.

#include <string>
#include <vector>

#include "commands/learner_option_list.hpp"

namespace tool {

struct ReplayOptions {
  std::string log;
  LearnerOptions learner;
  std::string scalar = "float";
  std::string limits = "0.5,1000";  ///< as ballast::FixedLimits
  std::string from;
  std::string save;
  std::string fingerprint;
  std::string on_bad = "stop";
  std::vector<std::string> ignored;
  std::string out;
  GivenOptions given;
};

}  // namespace tool
