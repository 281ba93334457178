#pragma once
/// Independent trials, each of which gives the same number of numbers: what most topics need.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "experiments/runner/experiment.hpp"
#include "experiments/statistics/estimate.hpp"

namespace ballast::reproduction {

using namespace experiments;

class VectorExperiment : public Experiment {
 public:
  /// Called by several threads at once. A trial must depend on its number alone: give it a seed of its own (seeds.hpp).
  using Run = std::function<std::vector<double>(std::uint32_t trial)>;

  /// Each trial gives `length` numbers; NaN stands for one that is not there, as after an overflow.
  VectorExperiment(std::string name, std::uint32_t trials, std::size_t length, double seconds_per_trial, Run run);

  std::string name() const override { return name_; }
  std::uint32_t trials() const override { return static_cast<std::uint32_t>(results_.size()); }
  double seconds_per_trial() const override { return seconds_per_trial_; }
  void run(std::uint32_t trial) override;
  void save(std::uint32_t trial, OutcomeWriter& out) const override;
  void load(std::uint32_t trial, OutcomeReader& in) override;

  /// By trial.
  const std::vector<std::vector<double>>& results() const { return results_; }

  /// Number i of each trial, in their order.
  std::vector<double> column(std::size_t i) const;

  /// The mean of number i over the trials, with its interval. NaN if a trial has none.
  Estimate estimate_of(std::size_t i) const { return estimate(column(i)); }

 private:
  std::string name_;
  std::size_t length_;
  double seconds_per_trial_;
  Run run_;
  std::vector<std::vector<double>> results_;
};

}  // namespace ballast::reproduction
