#pragma once
/// What all sweeps share: instances with their exact answers, made when they are first asked for.

#include <memory>
#include <mutex>
#include <vector>

#include "experiments/trials/evaluation.hpp"
#include "experiments/trials/queue_model.hpp"

namespace ballast::experiments {

/// The trials of one environment. Safe to use from several threads.
class EvaluationTrials {
 public:
  EvaluationTrials(Environment environment, const TrialSettings& settings)
      : environment_(environment), settings_(settings), slots_(settings.evaluation_trials) {}

  const EvaluationTrial& get(std::uint32_t trial) {
    Slot& slot = slots_[trial];
    std::call_once(slot.once, [&] { slot.trial = make_evaluation_trial(environment_, settings_, trial); });
    return *slot.trial;
  }

 private:
  struct Slot {
    std::once_flag once;
    std::unique_ptr<EvaluationTrial> trial;
  };

  Environment environment_;
  const TrialSettings& settings_;
  std::vector<Slot> slots_;
};

struct InstanceCache {
  explicit InstanceCache(const TrialSettings& given)
      : settings(given), mrp(Environment::mrp, given), boyan(Environment::boyan, given) {}

  const TrialSettings& settings;
  EvaluationTrials mrp;
  EvaluationTrials boyan;
  QueueModel queue;
};

}  // namespace ballast::experiments
