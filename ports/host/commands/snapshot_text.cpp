#include "commands/snapshot_text.hpp"

#include <fmt/format.h>

namespace tool {

std::string number_text(double x, const Snapshot& snapshot) {
  return snapshot.is_double ? fmt::format("{}", x) : fmt::format("{}", static_cast<float>(x));
}

LearnerOptions configuration_of(const Snapshot& snapshot) {
  return snapshot.is_double ? options_of(snapshot.settings) : options_of(converted<float>(snapshot.settings));
}

std::string configuration_text(const Snapshot& snapshot) {
  return typed(configuration_of(snapshot));
}

std::string exploration_text(const Snapshot& snapshot) {
  std::string text;
  for (const SavedAgent::Step& step : snapshot.agent->exploration) {
    text += text.empty() ? "" : fmt::format(", from decision {} on ", step.from);
    text += number_text(step.epsilon, snapshot);
  }
  return text;
}

}  // namespace tool
