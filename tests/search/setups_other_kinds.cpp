// Features of the other kinds, schedules that decay, and the rules of differential TD(lambda).

#include "adapted_learner.hpp"
#include "setups.hpp"

#include <etl/array.h>

namespace search {
namespace {

using namespace ballast;

template <class T>
using Three = etl::array<T, 3>;
template <class T>
using Table = OneHot<T, 24>;
template <class T>
using ShortTable = OneHot<T, 8>;
template <class T>
using Tiles = ActiveFeatures<T, 200, 8>;
template <class T>
using Few = SparseFeatures<T, 50, 4>;

}  // namespace

std::vector<Setup> setups_of_other_kinds() {
  return {setup<Three, 1, Implicit, JointBall>(),
          setup<Three, 1, Standard, NoProjection, PolynomialSchedule>(),
          setup<Three, 1, Standard, JointBall, Adjustable>(),
          setup<Table, 1, Implicit, OnesAndSeparate, PolynomialSchedule>(),
          setup<ShortTable, 3, Standard, SeparateBalls>(),
          setup<Tiles, 1, Implicit, JointBall, PolynomialSchedule>(),
          setup<Few, 4, Standard, OnesAndJoint, PolynomialSchedule>(),
          setup<Few, 1, Implicit, SeparateBalls, Adjustable>(),
          setup<Table, 1, Differential, SeparateBalls, TwoDecaying>(),
          setup<Tiles, 1, ImplicitDifferential, NoProjection>(),
          setup<Few, 1, ImplicitDifferential, OnesAndJoint, TwoDecaying>()};
}

}  // namespace search
