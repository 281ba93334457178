#pragma once
/// Runs experiments on all cores, and finishes each stage as soon as it is complete. Outcomes that are there already
/// are not computed again.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/runner/experiment.hpp"
#include "experiments/runner/shard.hpp"
#include "experiments/runner/trial_store.hpp"

namespace ballast::experiments {

/// Experiments that are finished together, for example a figure.
struct Stage {
  std::string name;
  std::vector<std::shared_ptr<Experiment>> experiments;
  std::function<void()> finish;  ///< called by the thread that called run_stages, in the order of the stages
};

/// How many trials were there, and how many were run.
struct TrialCounts {
  std::size_t there = 0;
  std::size_t run = 0;
};

/// All stages, with `jobs` threads. A stage and its experiments are released when it is finished. Throws Interrupted
/// after Ctrl-C, and what a trial has thrown.
///
/// With a store the trials that it has are loaded, the others are run and added; from a store that is only read none
/// may be missing (InputError). With a shard only its trials are run, and no stage is finished.
TrialCounts run_stages(std::vector<Stage> stages, std::uint32_t jobs, TrialStore* store = nullptr,
                       const std::optional<Shard>& shard = std::nullopt);

/// Throws InputError if a trial of the stages is missing in the store: before anything is written.
void require_all_trials(const std::vector<Stage>& stages, const TrialStore& store);

}  // namespace ballast::experiments
