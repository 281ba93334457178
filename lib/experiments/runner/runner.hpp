#pragma once
/// Runs experiments on all cores, and finishes each stage as soon as it is complete.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "experiments/runner/experiment.hpp"

namespace ballast::experiments {

/// Experiments that are finished together, for example a figure.
struct Stage {
  std::string name;
  std::vector<std::shared_ptr<Experiment>> experiments;
  std::function<void()> finish;  ///< called by the thread that called run_stages, in the order of the stages
};

/// All stages, with `jobs` threads. Throws Interrupted after Ctrl-C, and what a trial has thrown.
void run_stages(const std::vector<Stage>& stages, std::uint32_t jobs);

}  // namespace ballast::experiments
