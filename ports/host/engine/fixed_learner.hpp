#pragma once
/// A learner in fixed point whose formats, rule, schedule, projection and number of features are chosen at run time:
/// the library's step, and so the same bits as a `ballast::FixedLearner` of that dimension and these limits, or a
/// `ballast::FixedSparseLearner`, which has the bits of a dense one.
///
/// Its numbers are passed as double, which has them all exactly; what is given is rounded to nearest, as on a device.

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/dynamic_learner.hpp"
#include "engine/engine_learner.hpp"
#include "engine/fixed_settings.hpp"
#include "engine/fixed_shape.hpp"

namespace tool {

/// All that it has besides its configuration, in units of its formats.
struct FixedState {
  int32_t average_reward = 0;
  uint32_t average_reward_rest = 0;
  uint32_t updates = 0;
  uint32_t projections = 0;
  uint32_t rejections = 0;
  uint32_t schedule_time = 0;
  uint32_t dither = 0;
  uint32_t saturations = 0;
  std::vector<int32_t> weights;
  std::vector<int32_t> trace;
};

/// A reward that is not finite, and a feature that is not from -1 to 1 or one too many that is not 0, is refused as
/// reward_not_finite and feature_not_finite: on a device there are none.
class FixedDynamicLearner : public DynamicLearner<double>, public EngineLearner<double> {
 public:
  using Feature = AnyFixedArithmetic::Feature;
  using Value = AnyFixedArithmetic::Value;
  using EngineLearner<double>::learn;
  using EngineLearner<double>::value;

  /// As the library's learners do with features of any type. Rewards and values are in units of the format at hand.
  virtual ballast::Report<double> learn(const Block<Feature>& phi, Value reward, const Block<Feature>& next) = 0;
  virtual Value value(const Block<Feature>& phi) const = 0;

  virtual const FixedShape& shape() const = 0;

  // Of both bases.
  double step_size() const override = 0;
  double average_reward() const override = 0;
  UpdateLimit update_limit() const override = 0;
  void reset_trace() override = 0;
  /// Goes on where the state was taken.
  virtual void resume_fixed(const FixedState& state) = 0;
  virtual FixedState fixed_state() const = 0;
};

std::unique_ptr<FixedDynamicLearner> make_fixed_learner(const FixedSettings& settings, const FixedShape& shape);

/// For a snapshot in fixed point, of any learner. Throws InputError, without a place, if no learner has its settings
/// and formats, or if it has no ball (fixed_settings.hpp).
std::unique_ptr<FixedDynamicLearner> make_fixed_learner(const Snapshot& snapshot, Begin begin);

}  // namespace tool
