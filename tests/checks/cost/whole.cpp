// A whole learner of 16 features, as an application has it: started, learning, asked. The program it is compared with
// (no SCHEDULE) has in its place a learner that does nothing, and whose few bytes are not taken off (footprint.cpp).

#include <ballast/learner.hpp>

#include <etl/array.h>

namespace {

using Features = etl::array<float, 16>;

#if defined(SCHEDULE)
using Learner = ballast::Learner<float, 16, ballast::Implicit, ballast::JointBall<float>, SCHEDULE>;
constexpr Learner::Settings settings = Learner::Config().lambda(0.8F).ratio(1.0F).schedule({STEP_SIZE}).radius(100.0F);
#else
struct Learner {
  struct Settings {
    float numbers[4];
  };
  struct Report {
    ballast::Status status;
  };
  [[gnu::noipa]] ballast::Status start(const Settings&) { return ballast::Status::ok; }
  [[gnu::noipa]] Report update(const Features&, float, const Features&) { return {ballast::Status::ok}; }
  [[gnu::noipa]] float value(const Features&) const { return 0.0F; }
};
constexpr Learner::Settings settings{{0.8F, 1.0F, 0.5F, 100.0F}};
#endif

Learner learner;
volatile float sensor;
Features phi;
Features next;

}  // namespace

int main() {
  for (float& x : phi) { x = sensor; }
  for (float& x : next) { x = sensor; }
  const Learner::Settings* chosen = &settings;
#if defined(CHOSEN_AT_RUN_TIME)
  __asm__("" : "+r"(chosen));  // it could come from anywhere
#endif
  if (learner.start(*chosen) != ballast::Status::ok) { return 1; }
  if (learner.update(phi, sensor, next).status != ballast::Status::ok) { return 1; }
  sensor = learner.value(next);
  return 0;
}
