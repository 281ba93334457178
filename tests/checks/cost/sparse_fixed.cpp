// What the sparse learner costs in fixed point with 8 active features of DIMENSION: implicit, joint ball, constant
// step-size, lambda 0.25. As sparse.cpp: in the first half of the updates the projection is idle, in the second it
// acts.

#include <ballast/features/active_features.hpp>
#include <ballast/fixed.hpp>

#include "noise.hpp"

using namespace ballast;

namespace {

constexpr size_t active = 8;
constexpr int updates = 256;

struct Limits : FixedLimits {
  static constexpr size_t active = ::active;
};
using Measured = FixedSparseLearner<DIMENSION, Limits>;
using Features = ActiveFeatures<Measured::Feature, DIMENSION, active>;

constexpr Measured::Feature value = 0.35355339;
Features phi(value);
Features next(value);

}  // namespace

/// Its size is the RAM of the learner.
template <class Learner>
Learner learner;

/// The only call of update(): it has an entry and a return to count between.
template <class Learner, class Features>
[[gnu::noipa]] Status update(const Features& phi, typename Learner::Value reward, const Features& next) {
  return learner<Learner>.update(phi, reward, next).status;
}

namespace {

void fill(Features& features, Noise& random) {
  features.clear();
  while (features.size() < active) { (void)features.add(random.word() % DIMENSION); }
}

bool run(Measured::Value radius, Measured::Value reward) {
  constexpr auto config = Measured::Config().lambda(0.25).ratio(0.01).step_size(0.5);
  if (learner<Measured>.start(config.radius(radius)) != Status::ok) { return false; }
  Noise random(1);
  for (int t = 0; t < updates; ++t) {
    fill(phi, random);
    fill(next, random);
    const auto signed_reward = t % 8 < 4 ? reward : Measured::Value::from_raw(-reward.raw());
    if (update<Measured>(phi, signed_reward, next) != Status::ok) { return false; }
  }
  return true;
}

}  // namespace

int main() {
  constexpr Measured::Value largest = 1000;
  constexpr Measured::Value smallest = 16;
  constexpr Measured::Value one = 1;
  const bool is_idle = run(largest, one) && learner<Measured>.projections() == 0;
  const bool is_acting = run(smallest, largest) && learner<Measured>.projections() > updates / 4;
  return is_idle && is_acting ? 0 : 1;
}
