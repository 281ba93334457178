#include "io/snapshot.hpp"

#include <fmt/format.h>

namespace tool {

std::string type_of(const Snapshot& snapshot) {
  return fmt::format("{}{}<{}, {}>", snapshot.agent ? "an agent with a " : "", learner_of(snapshot),
                     scalar_of(snapshot), snapshot.weights.size());
}

}  // namespace tool
