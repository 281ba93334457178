// More features than the sparse learner has epochs, and more than it keeps on the stack.

#include "adapted_learner.hpp"
#include "setups.hpp"

#include <etl/array.h>

namespace search {
namespace {

using namespace ballast;

template <class T>
using Many = SparseFeatures<T, 1024, 8>;
template <class T>
using ManyTiles = ActiveFeatures<T, 1024, 8>;
template <class T>
using All = etl::array<T, 200>;

}  // namespace

std::vector<Setup> setups_of_many_features() {
  return {setup<Many, 1, Implicit, NoProjection>(), setup<Many, 1, Implicit, JointBall>(),
          setup<ManyTiles, 1, Implicit, OnesAndJoint>(), setup<All, 1, Implicit, SeparateBalls>()};
}

}  // namespace search
