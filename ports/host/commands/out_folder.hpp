#pragma once
/// What commands that run trials and write a folder have in common.

#include <string>

#include "experiments/runner/runner.hpp"
#include "experiments/runner/trial_store.hpp"

namespace tool {

/// Creates the folder if it is not there. Throws InputError if it cannot be written to.
void make_directory(const std::string& path);

/// Why there will be no plots; empty if there will be. To be called before anything long is computed: it warns if
/// gnuplot is missing.
std::string why_no_plots(bool is_without_plots);

/// Where the trials are with which an interrupted run continues.
std::string how_to_resume(const ballast::experiments::TrialStore& trials);

/// Reports that a shard is complete.
void print_shard(const ballast::experiments::TrialStore& trials, const ballast::experiments::TrialCounts& counts);

}  // namespace tool
