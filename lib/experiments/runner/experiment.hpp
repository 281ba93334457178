#pragma once
/// An experiment with many trials. Each trial is a separate task with its own place for results: the order in which
/// threads run them changes nothing, and neither does the machine that runs them.

#include <cstdint>
#include <string>

#include "experiments/runner/outcome_bytes.hpp"

namespace ballast::experiments {

class Experiment {
 public:
  Experiment() = default;
  virtual ~Experiment() = default;
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  /// Unique within a run: "seed 1, fig2_left, double".
  virtual std::string name() const = 0;

  virtual std::uint32_t trials() const = 0;

  /// About how many seconds a trial takes: for the progress bar.
  virtual double seconds_per_trial() const = 0;

  /// Returns early, with results that are not to be used, after an interrupt.
  virtual void run(std::uint32_t trial) = 0;

  /// What run() found in this trial. load() puts it back: the results are the same to the bit. Bytes that do not fit
  /// this experiment throw InputError.
  virtual void save(std::uint32_t trial, OutcomeWriter& out) const = 0;
  virtual void load(std::uint32_t trial, OutcomeReader& in) = 0;
};

}  // namespace ballast::experiments
