#pragma once
/// As digests_of.hpp, of what learns in fixed point.

#include <ballast/features/active_features.hpp>
#include <ballast/fixed.hpp>

#include <stddef.h>
#include <stdint.h>

#include "digest.hpp"
#include "noise.hpp"

namespace digests {

using namespace ballast;

struct WideTrace : FixedLimits {
  static constexpr double lambda = 0.98;
};
struct UnitFeatures : FixedLimits {
  static constexpr bool has_unit_features = true;
  static constexpr double radius = 64;
};

template <class Learner>
void add_fixed_run(Digest& digest, const typename Learner::Settings& settings) {
  Learner learner;
  digest.add_word(static_cast<uint8_t>(learner.start(settings)));
  Noise random(3);
  typename Learner::Features phi{};
  typename Learner::Features next{};
  for (int t = 0; t < 300; ++t) {
    phi = next;
    for (auto& x : next) { x = Learner::Feature::from_raw(static_cast<int16_t>((random.word() & 0x7FFFU) - 0x4000)); }
    const auto report =
        learner.update(phi, Learner::Value::from_raw(static_cast<int32_t>(random.word()) - 0x800000), next);
    digest.add_word(static_cast<uint32_t>(report.td_error.raw()));
    digest.add_word(report.weights_step_size.mantissa);
    digest.add_word(report.average_reward_step_size.mantissa);
    digest.add_word(report.trace_norm2.raw());
    digest.add_word(static_cast<uint8_t>(report.projected));
  }
  for (size_t i = 0; i < phi.size(); ++i) {
    digest.add_word(static_cast<uint32_t>(learner.weight(i).raw()));
    digest.add_word(static_cast<uint32_t>(learner.trace(i).raw()));
  }
  digest.add_word(static_cast<uint32_t>(learner.average_reward().raw()));
}

/// What learners are configured with.
struct FixedSteps {
  double step_sizes[3];
  double beta_0;
  double power;
};
constexpr FixedSteps decimal_steps{{1e-4, 0.3, 20.0}, 1.5, 0.99};
/// The same where double has 24 bits (AVR), and their inverses as well.
constexpr FixedSteps binary_steps{{0x1p-13, 0.25, 16.0}, 2.0, 0.75};

template <size_t Dimension, class Limits, class Rule, template <class> class Projection>
void add_fixed_runs(Digest& digest, const FixedSteps& steps) {
  using Constant = FixedLearner<Dimension, Limits, Rule, Projection>;
  using Polynomial = FixedLearner<Dimension, Limits, Rule, Projection, PolynomialSchedule>;
  for (const double step_size : steps.step_sizes) {
    add_fixed_run<Constant>(digest, typename Constant::Config().step_size(step_size));
  }
  add_fixed_run<Polynomial>(digest, typename Polynomial::Config().beta_0(steps.beta_0).power(steps.power).hold(20));
}

template <class Rule>
uint64_t digest_of_fixed(const FixedSteps& steps = decimal_steps) {
  Digest digest;
  add_fixed_runs<4, FixedLimits, Rule, JointBall>(digest, steps);
  add_fixed_runs<17, WideTrace, Rule, SeparateBalls>(digest, steps);
  add_fixed_runs<70, UnitFeatures, Rule, NoProjection>(digest, steps);
  return digest.value();
}

struct FewActive : FixedLimits {
  static constexpr double radius = 16;
  static constexpr size_t active = 4;
};

/// Some features stay active, some come back, and groups of them are given up; the ball acts now and then.
inline uint64_t digest_of_fixed_sparse() {
  using Learner = FixedSparseLearner<60, FewActive, Implicit, JointBall>;
  Digest digest;
  Learner learner;
  digest.add_word(static_cast<uint8_t>(learner.start(Learner::Config().lambda(0.5).step_size(0.9).radius(8))));
  Noise random(11);
  ActiveFeatures<FixedFeature, 60, 4> phi(0.5);
  auto next = phi;
  for (uint32_t t = 0; t < 400; ++t) {
    phi = next;
    next.clear();
    const uint32_t jump = random.word() % 4 == 0 ? random.word() % 60 : 0;
    for (uint32_t k = 0; k < 4; ++k) { (void)next.add((15 * k + (t + 2 * k) / 4 + jump) % 60); }
    const auto report = learner.update(phi, Learner::Value::from_raw(static_cast<int32_t>(random.word()) << 4), next);
    digest.add_word(static_cast<uint32_t>(report.td_error.raw()));
    digest.add_word(report.trace_norm2.raw());
  }
  if (learner.projections() <= 10) { return 0; }  // the ball is to act
  for (size_t i = 0; i < 60; ++i) {
    digest.add_word(static_cast<uint32_t>(learner.weight(i).raw()));
    digest.add_word(static_cast<uint32_t>(learner.trace(i).raw()));
  }
  return digest.value();
}

}  // namespace digests
