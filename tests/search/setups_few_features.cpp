// Every projection, on a few features of any sign.

#include "adapted_learner.hpp"
#include "setups.hpp"

namespace search {
namespace {

using namespace ballast;

template <class T>
using Signed = SparseFeatures<T, 24, 4>;

}  // namespace

std::vector<Setup> setups_of_few_features() {
  return {setup<Signed, 1, Implicit, NoProjection>(),  setup<Signed, 1, Implicit, JointBall>(),
          setup<Signed, 1, Implicit, SeparateBalls>(), setup<Signed, 1, Implicit, OnlyOnes>(),
          setup<Signed, 1, Implicit, OnesAndJoint>(),  setup<Signed, 1, Implicit, OnesAndSeparate>(),
          setup<Signed, 1, Standard, JointBall>()};
}

}  // namespace search
