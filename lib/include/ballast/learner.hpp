#pragma once
/// Average-reward TD(lambda): Algorithm 1 of the paper, with the standard rule beside the implicit one, and both for
/// differential TD(lambda) (rule.hpp).
///
///   using Learner = ballast::Learner<float, 16>;           // implicit, joint ball, constant step-size
///   constexpr auto config = Learner::Config().lambda(0.25F).ratio(0.05F).step_size(0.2F).radius(1000.0F);
///   Learner learner;                                                  // all zero: may live in .bss
///   Status status = learner.start(config);
///   Report report = learner.update(phi, reward, phi_next);
///
/// A learner touches nothing outside the object and contains no pointers: it may be copied, and its bytes are its
/// state.

#include <ballast/arithmetic.hpp>
#include <ballast/array.hpp>
#include <ballast/detail/checked_features.hpp>
#include <ballast/detail/dense_arrays.hpp>
#include <ballast/detail/dense_storage.hpp>
#include <ballast/detail/kernel/kernel.hpp>
#include <ballast/detail/kernel/runs.hpp>
#include <ballast/detail/learner_base.hpp>
#include <ballast/detail/padding.hpp>
#include <ballast/detail/run_arrays.hpp>
#include <ballast/detail/shared_step.hpp>
#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/projection.hpp>
#include <ballast/report.hpp>
#include <ballast/rule.hpp>
#include <ballast/schedule.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {

/// Learns from transitions with `Dimension` features: the average reward, and the weights of the differential value.
template <class Scalar, size_t Dimension, class Rule = Implicit, class Projection_ = JointBall<Scalar>,
          class Schedule = ConstantSchedule<Scalar>>
class Learner : public detail::SharedStep<Scalar, Rule, Projection_, Schedule>,
                detail::PaddingBefore<detail::DenseStorage<ArithmeticOf<Scalar>, Dimension>,
                                      LearnerBase<Scalar, Rule, Projection_, Schedule>> {
  using Base = LearnerBase<Scalar, Rule, Projection_, Schedule>;

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
  using Features = ArrayOf<Feature, Dimension>;
  using Weights = ArrayOf<Weight, Dimension>;

  static_assert(Dimension > 0, "Learner: the number of features must be at least 1");
  static_assert(detail::MadeFor<Arithmetic>::weights(Dimension),
                "Learner: Fixed<16> is the arithmetic of 16 weights; there must be as many features");
  static_assert(Projection::Traits::dimension == any_dimension || Projection::Traits::dimension == Dimension,
                "Learner: the direction to remove must have as many entries as there are features");

  /// (Re)starts everything, from zero: weights, average reward, trace and counts. An invalid configuration is refused,
  /// and the learner is unchanged: one that was never started refuses every update. start(learner.config()) starts
  /// again.
  Status start(const Settings& settings) noexcept {
    const Status status = settings.validate();
    if (status != Status::ok) { return status; }
    begin(settings, Value{});
    kernel::clear(arrays_.weights.data(), arrays_.trace, Dimension);
    return Status::ok;
  }

  /// The same from given weights and average reward, which must be finite and within the largest radius. They need not
  /// be inside the ball: the first update brings them there.
  Status start(const Settings& settings, const Weights& weights, Value average_reward = Value{}) noexcept {
    const Status status = settings.validate();
    if (status != Status::ok) { return status; }
    if (!can_start_from<Arithmetic>(weights.data(), average_reward, Dimension)) { return Status::invalid_start; }
    arrays_.weights = weights;
    begin(settings, average_reward);
    reset_trace();
    return Status::ok;
  }

  /// Puts given weights and average reward in the place of what was learned, such as those of a time when all was well.
  /// They are checked as in a start from them. Configuration, counts and the t of the schedule stay as they are; the
  /// trace is reset. Anything but ok, and nothing has changed.
  Status restore(const Weights& weights, Value average_reward) noexcept {
    const Status status = this->restorability(can_start_from<Arithmetic>(weights.data(), average_reward, Dimension));
    if (status != Status::ok) { return status; }
    arrays_.weights = weights;
    this->restore_average_reward(average_reward);
    reset_trace();
    return Status::ok;
  }

  /// Learns from one transition. If the report's status is not ok, only the count of rejections has changed. The next
  /// transition may then follow at once, if it continues the refused one and only a reading was bad; after a gap, call
  /// reset_trace() first (docs/DESIGN.md). The lines of Algorithm 1 are in LearnerBase::step.
  Report update(const Features& phi, Value reward, const Features& next) noexcept {
    [[maybe_unused]] constexpr bool are_within_limits = are_accepted<Features>;  // if not, it says why
    const DenseArrays<Arithmetic> arrays{arrays_.weights.data(), arrays_.trace, phi.data(), next.data(), Dimension};
    if constexpr (detail::shares_step<Arithmetic, Dimension>) {
      return this->shared_step(arrays, reward);
    } else {
      return this->step(arrays, reward, [&](Report& report) { refuse(report, *this, phi, next, reward); });
    }
  }

  /// The same for any type of feature vector (features/run.hpp), with the same bits as the equivalent array.
  template <class FeatureVector>
  Report update(const FeatureVector& phi, Value reward, const FeatureVector& next) noexcept {
    if constexpr (are_accepted<FeatureVector> && detail::is_array<FeatureVector>) {
      return learn_from(phi, reward, next);
    } else if constexpr (are_accepted<FeatureVector>) {
      if (!is_within_dimension(phi) || !is_within_dimension(next)) {
        Report report;
        this->reject(report, Status::feature_index_invalid);
        return report;
      }
      const RunArrays<Arithmetic, FeatureVector> arrays{arrays_.weights.data(), arrays_.trace, phi, next};
      return this->step(arrays, reward,
                        [&](Report& report) { this->reject(report, cause_of_refusal<Arithmetic>(phi, reward, next)); });
    } else {
      return {};
    }
  }

  /// The differential value v(s), up to a constant. (0 for features that are out of range.)
  Value value(const Features& phi) const noexcept { return value_of(arrays_.weights.data(), phi.data(), Dimension); }

  /// v(s) - v(s'), in which the constant drops out.
  Value contrast(const Features& phi, const Features& other) const noexcept {
    return contrast_of(arrays_.weights.data(), phi.data(), other.data(), Dimension);
  }

  /// The same for any type of feature vector.
  template <class FeatureVector>
  Value value(const FeatureVector& phi) const noexcept {
    if constexpr (are_accepted<FeatureVector> && detail::is_array<FeatureVector>) {
      return value_of(arrays_.weights.data(), phi.data(), Dimension);
    } else if constexpr (are_accepted<FeatureVector>) {
      return is_within_dimension(phi) ? value_of_runs(arrays_.weights.data(), phi) : Value{};
    } else {
      return {};
    }
  }
  /// The same for any type of feature vector.
  template <class FeatureVector>
  Value contrast(const FeatureVector& phi, const FeatureVector& other) const noexcept {
    if constexpr (are_accepted<FeatureVector> && detail::is_array<FeatureVector>) {
      return contrast_of(arrays_.weights.data(), phi.data(), other.data(), Dimension);
    } else if constexpr (are_accepted<FeatureVector>) {
      return is_within_dimension(phi) && is_within_dimension(other)
                 ? contrast_of_runs(arrays_.weights.data(), phi, other)
                 : Value{};
    } else {
      return {};
    }
  }

  /// theta.
  const Weights& weights() const noexcept { return arrays_.weights; }
  /// theta_i, for i below Dimension: not checked.
  Weight weight(size_t i) const noexcept { return arrays_.weights[i]; }
  /// z_i, for i below Dimension: not checked.
  Trace trace(size_t i) const noexcept { return arrays_.trace[i]; }

  /// Forgets the past transitions, not what was learned: for use after a gap in the data.
  void reset_trace() noexcept { kernel::clear(arrays_.trace, Dimension); }

 private:
  friend struct detail::SnapshotAccess;
  template <class FeatureVector>
  static constexpr bool are_accepted = detail::are_accepted<FeatureVector, Arithmetic, Dimension>();

  /// The update from another array type. (That from Features is written out: as a call it is longer on a Cortex-M0.)
  template <class Array>
  [[gnu::always_inline]] Report learn_from(const Array& phi, Value reward, const Array& next) noexcept {
    const DenseArrays<Arithmetic> arrays{arrays_.weights.data(), arrays_.trace, phi.data(), next.data(), Dimension};
    if constexpr (detail::shares_step<Arithmetic, Dimension>) {
      return this->shared_step(arrays, reward);
    } else {
      return this->step(arrays, reward, [&](Report& report) { refuse(report, *this, phi, next, reward); });
    }
  }

  void begin(const Settings& settings, Value average_reward) noexcept {
    static_assert(sizeof(Base) == 4 * sizeof(uint32_t) + Base::state_bytes + 2 * sizeof(Value) + sizeof(Settings) &&
                      sizeof(Learner) == sizeof(Base) + Learner::padding_bytes + sizeof(arrays_),
                  "a learner is its numbers and nothing else: no pointers, no padding but zeros");
    Base::begin(settings, average_reward);
  }

  /// Counts the rejection and reports why. (Static, with its arguments in the order of update(): fewer moves.)
  template <class Array>
  [[gnu::noinline, gnu::cold]] static void refuse(Report& report, Learner& learner, const Array& phi, const Array& next,
                                                  Value reward) noexcept {
    const DenseArrays<Arithmetic> arrays{nullptr, nullptr, phi.data(), next.data(), Dimension};
    learner.reject(report, arrays.cause(reward));
  }

  detail::DenseStorage<Arithmetic, Dimension> arrays_;
};

}  // namespace ballast
