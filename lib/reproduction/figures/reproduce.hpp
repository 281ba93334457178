#pragma once
/// From options to results, on all cores.

#include <functional>

#include "experiments/runner/run_identity.hpp"
#include "experiments/runner/runner.hpp"
#include "reproduction/figures/results.hpp"
#include "reproduction/paper/options.hpp"

namespace ballast::reproduction {

/// Runs everything that is asked for. The results are those of the first seed, with the verdicts of all. `is_complete`
/// is called with each figure of the first seed as soon as it is complete, in their order. Trials that the store has
/// are not run again; see run_stages(). Throws Interrupted after Ctrl-C.
Results reproduce(const Options& options, const std::function<void(const Figure&)>& is_complete,
                  TrialStore* store = nullptr);

/// Only the trials of this shard, into the store.
TrialCounts run_shard(const Options& options, TrialStore& store, const Shard& shard);

/// Throws InputError if a trial is missing in the store: before anything is written.
void require_all_trials(const Options& options, const TrialStore& store);

/// For the store: everything that outcomes depend on.
RunIdentity identity_of(const Options& options);

}  // namespace ballast::reproduction
