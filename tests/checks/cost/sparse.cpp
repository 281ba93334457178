// What the sparse learner costs with 8 active features of DIMENSION: implicit, joint ball, constant step-size. There
// are enough updates for everything that happens only now and then.

#include <ballast/features/active_features.hpp>
#include <ballast/sparse_learner.hpp>

#include "measured.hpp"

namespace {

constexpr size_t active = 8;
constexpr int updates = (DIMENSION > 256 ? DIMENSION : 256) + 64;
using Learner = ballast::SparseLearner<SCALAR, DIMENSION>;
using Features = ballast::ActiveFeatures<Learner::Value, DIMENSION, active>;

Features phi;
Features next;

}  // namespace

int main() {
  Noise random(1);
  const auto fill = [&random](Learner::Value /*scale*/, Features& features) {
    features = Features(static_cast<Learner::Value>(0.35355339F));
    while (features.size() < active) { (void)features.add(random.word() % DIMENSION); }
  };
  // A ball that the weights press against: the projection acts in about a third of the steps.
  const bool is_idle = run<Learner>(phi, next, fill, updates, {1e9F, 1.0F}) && learner<Learner>.projections() == 0;
  const bool is_acting = run<Learner>(phi, next, fill, updates, {10.0F, 8.0F}) &&
                         learner<Learner>.projections() > static_cast<uint32_t>(updates) / 4;
  return is_idle && is_acting ? 0 : 1;
}
