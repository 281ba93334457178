// The update whose instructions and bytes are counted: 16 features, float, implicit, joint ball. Half of the 400
// transitions are ordinary, the others are zero or as large as is accepted. RADIUS decides whether the projection acts.

#include <ballast/learner.hpp>

#include "noise.hpp"

using Learner = ballast::Learner<ballast::Float32, 16>;

Learner learner;
Learner::Features phi;
Learner::Features next;

/// Not inlined, so that it has an entry and a return to count between.
[[gnu::noipa]] Learner::Report measured(const Learner::Features& a, float reward, const Learner::Features& b) {
  return learner.update(a, reward, b);
}

int main() {
  Noise random(1);
  if (learner.start({0.8F, 1.0F, {0.5F}, {RADIUS}}) != ballast::Status::ok) { return 2; }
  for (int t = 0; t < 400; ++t) {
    const float scale = t % 4 == 1 ? 0.0F : t % 4 == 3 ? 1e3F : 0.25F;
    for (float& x : phi) { x = random.number<float>() * scale; }
    for (float& x : next) { x = random.number<float>() * scale; }
    if (measured(phi, RADIUS < 1.0F ? 1e6F : 1.0F, next).status != ballast::Status::ok) { return 3; }
  }
  // The projection never acts, or in every step.
  return learner.projections() == (RADIUS < 1.0F ? 400U : 0U) ? 0 : 1;
}
