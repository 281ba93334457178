#pragma once
/// The learner for feature vectors with few active features: tables, tiles, blocks of actions. It runs Algorithm 1 as
/// `Learner` does, with the same rules, schedules, projections and reports, and the same results up to rounding. Only
/// the cost differs: the time of an update depends on the active features, not on the number of weights.
///
///   using Learner = ballast::SparseLearner<float, 4096>;
///   ballast::ActiveFeatures<float, 4096, 8> phi, next;
///   Report report = learner.update(phi, reward, next);
///
/// Trace and weights of all other features are computed on demand (detail/sparse/lazy_trace.hpp), the norms of trace
/// and weights are kept from step to step (trace_norm.hpp and running_norm.hpp there). A learner touches nothing
/// outside the object and contains no pointers: it may be copied, and its bytes are its state.

#include <ballast/arithmetic.hpp>
#include <ballast/array.hpp>
#include <ballast/detail/checked_features.hpp>
#include <ballast/detail/dense_arrays.hpp>
#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/detail/sparse/arrays.hpp>
#include <ballast/detail/sparse/lazy_learner.hpp>
#include <ballast/projection.hpp>
#include <ballast/report.hpp>
#include <ballast/rule.hpp>
#include <ballast/schedule.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {

/// Learns as Learner does, in a time that follows the features that are active.
template <class Scalar, size_t Dimension, class Rule = Implicit, class Projection_ = JointBall<Scalar>,
          class Schedule = ConstantSchedule<Scalar>>
class SparseLearner
    : public sparse::LazyLearner<Scalar, sparse::FixedArrays<typename ArithmeticOf<Scalar>::Value, Dimension>, Rule,
                                 Projection_, Schedule> {
  using Base = sparse::LazyLearner<Scalar, sparse::FixedArrays<typename ArithmeticOf<Scalar>::Value, Dimension>, Rule,
                                   Projection_, Schedule>;

 public:
  using Arithmetic = typename Base::Arithmetic;
  using Projection = typename Base::Projection;
  using Settings = typename Base::Settings;
  using Config = typename Base::Config;
  using Report = typename Base::Report;
  using Feature = typename Arithmetic::Feature;
  using Weight = typename Arithmetic::Weight;
  using Trace = typename Arithmetic::Trace;
  using Value = typename Arithmetic::Value;
  using Weights = ArrayOf<Weight, Dimension>;

  static_assert(
      etl::is_floating_point<Value>::value && etl::is_same<Weight, Value>::value,
      "SparseLearner: the arithmetic must be that of float or double; for fixed point include ballast/fixed.hpp");
  static_assert(Dimension > 0, "SparseLearner: the number of features must be at least 1");
  static_assert(Projection::Traits::dimension == any_dimension,
                "SparseLearner: of constant directions only that of all ones can be removed (WithoutOnes)");

  /// (Re)starts everything, from zero or from given weights and average reward; see Learner::start.
  Status start(const Settings& settings) noexcept {
    const Status status = settings.validate();
    if (status == Status::ok) { begin(settings, nullptr, Value{}); }
    return status;
  }
  /// From given weights and average reward.
  Status start(const Settings& settings, const Weights& weights, Value average_reward = Value{}) noexcept {
    const Status status = settings.validate();
    if (status != Status::ok) { return status; }
    if (!can_start_from<Arithmetic>(weights.data(), average_reward, Dimension)) { return Status::invalid_start; }
    begin(settings, weights.data(), average_reward);
    return Status::ok;
  }

  /// Puts given weights and average reward in the place of what was learned; see Learner::restore. Takes as long as a
  /// start.
  Status restore(const Weights& weights, Value average_reward) noexcept {
    const Status status = this->restorability(can_start_from<Arithmetic>(weights.data(), average_reward, Dimension));
    if (status == Status::ok) { this->restore_from(weights.data(), average_reward); }
    return status;
  }

  /// Learns from one transition, with any type of feature vector (features/run.hpp). If the report's status is not ok,
  /// only the count of rejections has changed. The lines of Algorithm 1 are in LearnerBase::step.
  template <class FeatureVector>
  Report update(const FeatureVector& phi, Value reward, const FeatureVector& next) noexcept {
    if constexpr (are_accepted<FeatureVector>) {
      return this->update_checked(phi, reward, next);
    } else {
      return {};
    }
  }

  /// The differential value v(s), up to a constant. (0 for features that are out of range.)
  template <class FeatureVector>
  Value value(const FeatureVector& phi) const noexcept {
    if constexpr (are_accepted<FeatureVector>) {
      return this->value_of(phi);
    } else {
      return {};
    }
  }

  /// v(s) - v(s'), in which the constant drops out.
  template <class FeatureVector>
  Value contrast(const FeatureVector& phi, const FeatureVector& other) const noexcept {
    if constexpr (are_accepted<FeatureVector>) {
      return this->contrast_of(phi, other);
    } else {
      return {};
    }
  }

 private:
  friend struct detail::SnapshotAccess;
  template <class FeatureVector>
  static constexpr bool are_accepted = detail::are_accepted<FeatureVector, Arithmetic, Dimension>();

  void begin(const Settings& settings, const Weight* weights, Value average_reward) noexcept {
    static_assert(sizeof(SparseLearner) == 4 * sizeof(uint32_t) + Base::state_bytes + 2 * sizeof(Value) +
                                               sizeof(Settings) + Base::RunningNorm::bytes + Base::LazyTrace::bytes,
                  "a learner is its numbers and nothing else: no padding, no pointers");
    Base::begin(settings, weights, average_reward);
  }
};

}  // namespace ballast
