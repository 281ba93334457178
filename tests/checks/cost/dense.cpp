// What the dense learner costs: implicit, joint ball, constant step-size, unless a macro says otherwise.

#include <ballast/learner.hpp>

#include "measured.hpp"

using namespace ballast;

#if !defined(RULE)
#define RULE Implicit
#endif
#if !defined(PROJECTION)
#define PROJECTION JointBall<SCALAR>
#endif
#if defined(TWO_TIMESCALES)
#define SCHEDULE TwoTimescaleSchedule<PolynomialSchedule<SCALAR>, PolynomialSchedule<SCALAR>>
#elif !defined(SCHEDULE)
#define SCHEDULE ConstantSchedule<SCALAR>
#endif
#if !defined(STEP_SIZE)
#define STEP_SIZE 0.5F
#define LARGEST 1e15F
#else
#define LARGEST 1e3F  // the standard rules explode, and implicit differential steps of larger features are too short
#endif
using Measured = Learner<SCALAR, DIMENSION, RULE, PROJECTION, SCHEDULE>;

namespace {

Measured::Features phi;
Measured::Features next;

}  // namespace

int main() {
  Noise random(1);
  const auto fill = [&random](Measured::Value scale, Measured::Features& features) {
    for (Measured::Value& x : features) { x = random.number<Measured::Value>() * scale; }
  };
  // The projection acts in every step.
  const bool is_idle =
      run<Measured>(phi, next, fill, 40, {1e9F, 1.0F, STEP_SIZE, LARGEST}) && learner<Measured>.projections() == 0;
  const bool is_acting =
      run<Measured>(phi, next, fill, 40, {0.01F, 1e6F, STEP_SIZE, LARGEST}) && learner<Measured>.projections() == 40;
  return is_idle && is_acting ? 0 : 1;
}
