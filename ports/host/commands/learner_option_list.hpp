#pragma once
/// The options of a learner's configuration, for the commands that have them.

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "command_line.hpp"
#include "commands/learner_options.hpp"

namespace tool {

/// Which options were given, and not left at their defaults.
class GivenOptions {
 public:
  void add(const std::string& name, const Option& option) { options_.emplace_back(name, option); }

  std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& [name, option] : options_) {
      if (option.is_given()) { names.insert(name); }
    }
    return names;
  }

 private:
  std::vector<std::pair<std::string, Option>> options_;
};

inline void add_configuration(Command& command, LearnerOptions& options, GivenOptions& given) {
  const auto add = [&](const char* name, std::string& text, const char* help) {
    given.add(name, command.add(name, text, help));
  };
  add("--rule", options.rule, rule_help);
  add("--lambda", options.lambda, "How fast the trace decays: at least 0, below 1");
  add("--ratio", options.ratio,
      "c: step-size of the average reward over that of the weights (if not given: 0.05 with constant, otherwise 1)");
  add("--schedule", options.schedule, schedule_help);
  add("--average-reward-schedule", options.average_reward_schedule,
      "Two time-scales: what c multiplies instead, constant:B or polynomial:B0,OFFSET,POWER,HOLD (the same if not "
      "given)");
  add("--projection", options.projection, "none, joint:R or separate:R_OMEGA,R_THETA");
  add("--constant-direction", options.constant_direction,
      "Direction to remove from the weights: ones, or a CSV dir_0,... (none if not given)");
}

}  // namespace tool
