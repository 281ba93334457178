// Dense learners of SCALAR with DIMENSIONS features, beside a loop over std::vector, Eigen, and the floor. (Several
// programs' worth of templates: each pair of SCALAR and DIMENSIONS is compiled by itself.)

#include <ballast/learner.hpp>

#include "add_learner.hpp"
#include "agreement.hpp"
#include "dense_data.hpp"
#include "dense_eigen.hpp"
#include "dense_floor.hpp"
#include "dense_vector.hpp"

namespace bench {
namespace {

using ballast::Implicit;
using ballast::JointBall;
using ballast::NoProjection;
using ballast::SeparateBalls;
using ballast::Standard;
using ballast::WithoutOnes;

template <class T, std::size_t Dimension>
class DenseCases {
 public:
  void add() const {
    add_learner<Learner<Implicit, NoProjection<T>>>(name, "ballast_none", data);
    add_learner<Learner<Implicit, JointBall<T>>>(name, "ballast_joint", data);
    add_learner<Learner<Standard, NoProjection<T>>>(name, "ballast_standard_none", data);
    add_learner<Learner<Standard, JointBall<T>>>(name, "ballast_standard_joint", data);
    add_other<EigenPlain<T, Dimension, false>>("eigen_plain_none");
    add_other<EigenPlain<T, Dimension, true>>("eigen_plain_joint");
    add_other<EigenSameWork<T, Dimension, false>>("eigen_same_none");
    add_other<EigenSameWork<T, Dimension, true>>("eigen_same_joint");
    add_other<DenseVector<T, Dimension>>("vector");
    add_other<DenseFloor<T, Dimension>>("floor");
    if constexpr (Dimension % 16 == 0) {
      add_learner<Learner<Implicit, SeparateBalls<T>>>(name, "ballast_separate", data);
      add_learner<Learner<Implicit, WithoutOnes<JointBall<T>>>>(name, "ballast_without_ones", data);
    }
    if constexpr (Dimension >= 64) { add_unaligned(); }
    check_agreement<Learner<Implicit, NoProjection<T>>, DenseVector<T, Dimension>, EigenPlain<T, Dimension, false>,
                    EigenSameWork<T, Dimension, false>>(name, data, Data::transitions, Dimension);
  }

 private:
  template <class Rule, class Projection>
  using Learner = ballast::Learner<T, Dimension, Rule, Projection>;
  using Data = DenseData<T, Dimension>;

  template <class Contender>
  void add_other(const char* contender) const {
    add_updates<Contender>(
        name, contender, [](Contender&) {}, data, Data::transitions);
  }

  /// An odd place for the learner and for its features: as far from the beginning of a cache line as their types allow.
  void add_unaligned() const {
    using Joint = Learner<Implicit, JointBall<T>>;
    using Floor = DenseFloor<T, Dimension>;
    add_learner<Joint>(name, "ballast_joint_unaligned", unaligned, alignof(Joint));
    add_updates<Floor>(
        name, "floor_unaligned", [](Floor&) {}, unaligned, Data::transitions, sizeof(T));
  }

  std::string name = dense_case<T>(Dimension);
  const Data& data = *new Data();  // until the program ends: what is timed refers to it
  const Data& unaligned = *new Data(sizeof(T));
};

template <class T, std::size_t... Dimensions>
bool add_dense() {
  (DenseCases<T, Dimensions>().add(), ...);
  return true;
}

const bool is_added = add_dense<SCALAR, DIMENSIONS>();

}  // namespace
}  // namespace bench
