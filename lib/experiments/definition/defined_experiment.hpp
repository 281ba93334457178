#pragma once
/// An experiment file as work for the runner, and what comes of it.

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "experiments/definition/definition.hpp"
#include "experiments/results/comparison.hpp"
#include "experiments/results/learning_curve.hpp"
#include "experiments/results/scalar.hpp"
#include "experiments/results/sweep.hpp"
#include "experiments/runner/runner.hpp"
#include "experiments/trials/instance_cache.hpp"

namespace ballast::experiments {

/// The results of one panel: a sweep, or learning curves.
struct PanelOutcome {
  PanelDefinition definition;
  std::vector<Sweep> sweep;  ///< one, or none along time
  std::vector<LearningCurve> learning_curves;
  std::vector<Comparison> comparisons;  ///< for each measure that says which is better
};

class DefinedExperiment {
 public:
  /// `scalar` is that of methods that name none.
  DefinedExperiment(const Definition& definition, std::uint64_t seed, Scalar scalar);

  /// One for each panel. Called once; it must outlive them.
  std::vector<Stage> stages(const std::function<void(const PanelOutcome&)>& is_complete);

 private:
  Definition definition_;
  Scalar scalar_;
  InstanceCache cache_;
};

}  // namespace ballast::experiments
