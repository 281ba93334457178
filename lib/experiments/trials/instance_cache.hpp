#pragma once
/// What all experiments share: instances with their exact answers, made when they are first asked for.

#include <memory>
#include <mutex>
#include <vector>

#include "experiments/trials/evaluation.hpp"
#include "experiments/trials/exact.hpp"

namespace tool::reproduce {

/// The trials of one environment. Safe to use from several threads.
class EvaluationTrials {
 public:
  EvaluationTrials(Environment environment, const Options& options)
      : environment_(environment), options_(options), slots_(options.evaluation_trials) {}

  const EvaluationTrial& get(std::uint32_t trial) {
    Slot& slot = slots_[trial];
    std::call_once(slot.once, [&] { slot.trial = make_evaluation_trial(environment_, options_, trial); });
    return *slot.trial;
  }

 private:
  struct Slot {
    std::once_flag once;
    std::unique_ptr<EvaluationTrial> trial;
  };

  Environment environment_;
  const Options& options_;
  std::vector<Slot> slots_;
};

struct Laboratory {
  explicit Laboratory(const Options& given)
      : options(given), mrp(Environment::mrp, given), boyan(Environment::boyan, given) {}

  const Options& options;
  EvaluationTrials mrp;
  EvaluationTrials boyan;
  QueueModel queue;
};

}  // namespace tool::reproduce
