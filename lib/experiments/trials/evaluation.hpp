#pragma once
/// Policy evaluation: trials on the random MRP and on the Boyan chain.

#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/results/environment.hpp"
#include "experiments/results/method.hpp"
#include "experiments/trials/decay.hpp"
#include "experiments/trials/trial_settings.hpp"

namespace ballast::experiments {

/// One run of a learner.
struct EvaluationRun {
  Method method;
  double beta_0;
  double ratio;  ///< c
  Decay decay;
  Scalar scalar;
  bool records_course;
};

struct EvaluationOutcome {
  bool has_overflowed = false;  ///< an update was refused, or the loss itself is not a number any more
  double loss = 0.0;            ///< of the final iterate
  std::uint32_t projections = 0;
  std::vector<double> course;  ///< the loss after 0, 1, ..., T updates, as far as it came; empty if not asked for
};

/// An instance with its exact answers, start weights and one trajectory, which all runs of the trial share. Safe to use
/// from several threads.
class EvaluationTrial {
 public:
  EvaluationTrial() = default;
  virtual ~EvaluationTrial() = default;
  EvaluationTrial(const EvaluationTrial&) = delete;
  EvaluationTrial& operator=(const EvaluationTrial&) = delete;

  virtual EvaluationOutcome run(const EvaluationRun& run) const = 0;
};

/// `environment` is mrp or boyan.
std::unique_ptr<EvaluationTrial> make_evaluation_trial(Environment environment, const TrialSettings& settings,
                                                       std::uint32_t trial);

}  // namespace ballast::experiments
