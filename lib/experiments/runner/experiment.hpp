#pragma once
/// An experiment with many trials. Each trial is a separate task with its own place for results: the order in which
/// threads run them changes nothing.

#include <cstdint>

namespace ballast::experiments {

class Experiment {
 public:
  Experiment() = default;
  virtual ~Experiment() = default;
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  virtual std::uint32_t trials() const = 0;

  /// About how many seconds a trial takes: for the progress bar.
  virtual double seconds_per_trial() const = 0;

  /// Returns early, with results that are not to be used, after an interrupt.
  virtual void run(std::uint32_t trial) = 0;
};

}  // namespace ballast::experiments
