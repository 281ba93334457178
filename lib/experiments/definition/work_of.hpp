#pragma once
/// How much an experiment is to run and to keep, so that one that cannot be run is refused before it starts.

#include <cstdint>
#include <string>

#include "experiments/definition/definition.hpp"

namespace ballast::experiments {

/// Of the reward process of a panel with its longest features.
struct ProcessSize {
  double states;
  double dimension;
};
ProcessSize size_of(const PanelDefinition& panel);

struct Work {
  double runs;   ///< of learners: every line at every place of x, in every trial
  double bytes;  ///< of memory: instances with their trajectories, and what runs leave
};

/// Of one of so many shards.
Work work_of(const PanelDefinition& panel, std::uint32_t shards);

/// Throws InputError that begins with the name of the file if a panel has more than ten million runs, or takes more
/// memory than any usual machine has.
void refuse_too_large(const Definition& definition, const std::string& file, std::uint32_t shards);

}  // namespace ballast::experiments
