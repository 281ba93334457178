// What the dense learner costs in fixed point: implicit, joint ball, constant step-size, unless a macro says otherwise.
// As dense.cpp: in the first half of the updates the projection is idle, in the second it acts.

#include <ballast/fixed.hpp>

#include "noise.hpp"

using namespace ballast;

#if !defined(PROJECTION)
#define PROJECTION JointBall
#endif
#if !defined(SCHEDULE)
#define SCHEDULE ConstantSchedule
#endif
#if !defined(COUNTED)  // see measured.hpp
#define COUNTED(call) call
#endif
using Measured = FixedLearner<DIMENSION, FixedLimits, Implicit, PROJECTION, SCHEDULE>;

/// Its size is the RAM of the learner.
template <class Learner>
Learner learner;

/// The only call of update(): it has an entry and a return to count between.
template <class Learner>
[[gnu::noipa]] Status update(const typename Learner::Features& phi, typename Learner::Value reward,
                             const typename Learner::Features& next) {
  return COUNTED(learner<Learner>.update(phi, reward, next)).status;
}

namespace {

Measured::Features phi;
Measured::Features next;

[[maybe_unused]] void set(ConstantSchedule<Fixed<DIMENSION>>& schedule) {
  constexpr ConstantSchedule<Fixed<DIMENSION>> constant{0.5};
  schedule = constant;
}
[[maybe_unused]] void set(PolynomialSchedule<Fixed<DIMENSION>>& schedule) {
  constexpr PolynomialSchedule<Fixed<DIMENSION>> decaying{0.5, 1, 0.99, 10};  // converted by the compiler
  schedule = decaying;
}
[[maybe_unused]] void set(JointBall<Fixed<DIMENSION>>& ball, Measured::Value radius) {
  ball = {radius};
}
[[maybe_unused]] void set(SeparateBalls<Fixed<DIMENSION>>& balls, Measured::Value radius) {
  balls = {1000, radius};
}

/// Every second transition has features that are zero, as large as can be, or small.
int32_t shift_of(int t) {
  switch (t % 8) {
    case 1: return 15;
    case 3: return 0;
    case 5: return 12;
    default: return 2;
  }
}

bool run(Measured::Value radius, Measured::Value reward) {
  Measured::Settings settings;
  settings.lambda = 0.25;
  settings.ratio = 0.01;
  set(settings.schedule);
  set(settings.projection, radius);
  if (learner<Measured>.start(settings) != Status::ok) { return false; }
  Noise random(1);
  const auto fill = [&random](int32_t shift, Measured::Features& features) {
    for (auto& x : features) {
      x = Measured::Feature::from_raw(static_cast<int16_t>(static_cast<int16_t>(random.word()) >> shift));
    }
  };
  for (int t = 0; t < 40; ++t) {
    fill(shift_of(t), phi);
    fill(shift_of(t), next);
    if (update<Measured>(phi, t % 8 < 4 ? reward : Measured::Value::from_raw(-reward.raw()), next) != Status::ok) {
      return false;
    }
  }
  return true;
}

}  // namespace

int main() {
  constexpr Measured::Value largest = 1000;
  constexpr Measured::Value smallest = 16;
  const bool is_idle = run(largest, 1) && learner<Measured>.projections() == 0;
  const bool is_acting = run(smallest, largest) && learner<Measured>.projections() > 20;
  return is_idle && is_acting ? 0 : 1;
}
