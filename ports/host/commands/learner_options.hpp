#pragma once
/// A learner as it is described on the command line.

#include <ballast/status.hpp>

#include <set>
#include <string>
#include <vector>

#include "engine/dynamic_learner.hpp"
#include "engine/fixed_shape.hpp"

namespace tool {

/// What --rule may be.
constexpr const char* rule_help = "standard, implicit, differential or implicit-differential";

/// What --schedule may be.
constexpr const char* schedule_help =
    "constant:B, polynomial:B0,OFFSET,POWER,HOLD or adjustable:B0,OFFSET,POWER,HOLD,HELD (HELD 0: not held)";

/// What --average-reward-schedule may be.
constexpr const char* average_reward_schedule_help = "constant:B or polynomial:B0,OFFSET,POWER,HOLD";

/// The texts, with their defaults: those of `Learner::Config()`.
struct LearnerOptions {
  std::string rule = "implicit";
  std::string lambda = "0.25";
  std::string ratio;  ///< empty: the default for the schedule
  std::string schedule = "constant:0.2";
  std::string average_reward_schedule;  ///< the same if empty
  std::string projection = "joint:1000";
  std::string constant_direction;  ///< none if empty, `ones`, or a file
  std::string theta0;              ///< zeros if empty, or a file
  std::string omega0 = "0";
};

/// The one that was given, or the default for the schedule that it multiplies: 0.05 if it is constant, 1 if it decays.
std::string ratio_of(const LearnerOptions& options);

/// The requested learner, started. An InputError names the invalid option and the library's status.
template <class T>
std::unique_ptr<DynamicLearner<T>> start_learner(const LearnerOptions& options, std::size_t dimension);

/// The same from these weights and this average reward, which come from `source`.
template <class T>
std::unique_ptr<DynamicLearner<T>> start_learner(const LearnerOptions& options, const std::vector<T>& weights,
                                                 T average_reward, const std::string& source);

/// What --limits may be.
constexpr const char* limits_help = "LAMBDA,RADIUS or LAMBDA,RADIUS,unit or LAMBDA,RADIUS,ACTIVE";

/// Of a text as above. An InputError if it is not one.
GivenLimits parse_limits(const std::string& text);

/// The requested learner in fixed point, prepared for these limits, and started.
std::unique_ptr<DynamicLearner<double>> start_fixed_learner(const LearnerOptions& options, const GivenLimits& limits,
                                                            std::size_t dimension);

/// As the user would type them.
std::string typed(const LearnerOptions& options);

/// The options that describe these settings. A constant direction that was given is `given`.
template <class T>
LearnerOptions options_of(const LearnerSettings<T>& settings);

/// Of the options, those that were `given` must agree with the settings that were read from `source`: an InputError
/// names both.
template <class T>
void refuse_contradiction(const LearnerOptions& options, const std::set<std::string>& given,
                          const LearnerSettings<T>& settings, const std::string& source, std::size_t dimension);

}  // namespace tool
