#pragma once
/// What can be run in shards and merged: a command for each kind of run.

#include <cstdint>
#include <functional>
#include <string>

#include "experiments/runner/trial_store.hpp"

namespace tool {

/// As `ballast merge` has them. None of them changes results.
struct MergeOptions {
  std::string out;
  std::uint32_t jobs;
  bool is_without_plots;
};

struct RunKind {
  std::string name;  ///< that of its RunIdentity: "reproduce"

  /// Does what the run without shards would have done, with all its trials from the store.
  std::function<void(const ballast::experiments::RunIdentity& identity, ballast::experiments::TrialStore& trials,
                     const MergeOptions& options)>
      finish;
};

}  // namespace tool
