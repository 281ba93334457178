#pragma once
/// Control: SARSA on the access-control queue and on the pendulum.

#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/results/environment.hpp"
#include "experiments/results/method.hpp"
#include "experiments/trials/decay.hpp"
#include "experiments/trials/trial_settings.hpp"

namespace ballast::experiments {

/// beta_t = beta_0 / (t + 400)^0.99 with beta_0 = 400 x step_size.
constexpr std::uint32_t control_offset = 400;

/// One run of an agent.
struct ControlRun {
  Method method;
  double step_size;
  Decay decay;
  Scalar scalar;
};

struct ControlOutcome {
  bool has_overflowed = false;
  double mean_all = 0.0;     ///< the mean reward of all steps
  double mean_last = 0.0;    ///< of the last third, which is without exploration: 5000 of 15,000
  double final_omega = 0.0;  ///< what the agent itself believes
  std::uint32_t projections = 0;
  std::vector<std::uint32_t> policy;  ///< access control: the greedy action in state 4 k + c - 1
};

/// Random features, start weights, a first state and the luck of the run, which all runs of the trial share. Safe to
/// use from several threads.
class ControlTrial {
 public:
  ControlTrial() = default;
  virtual ~ControlTrial() = default;
  ControlTrial(const ControlTrial&) = delete;
  ControlTrial& operator=(const ControlTrial&) = delete;

  virtual ControlOutcome run(const ControlRun& run) const = 0;
};

/// `environment` is access_control or pendulum.
std::unique_ptr<ControlTrial> make_control_trial(Environment environment, const TrialSettings& settings,
                                                 std::uint32_t trial);

}  // namespace ballast::experiments
