#include "io/snapshot.hpp"

#include <fmt/format.h>

namespace tool {

std::string type_of(const Snapshot& snapshot) {
  const char* const agent = snapshot.agent ? "an agent with a " : "";
  if (snapshot.fixed) { return fmt::format("{}Fixed{}<{}>", agent, learner_of(snapshot), snapshot.weights.size()); }
  return fmt::format("{}{}<{}, {}>", agent, learner_of(snapshot), scalar_of(snapshot), snapshot.weights.size());
}

}  // namespace tool
