#pragma once
/// SparseLearner in fixed point: the same bits as Learner gives for the same features, in a time that follows the
/// features that were active in the last steps (detail/fixed/live_features.hpp), not the number of weights, and for
/// features of one value (ActiveFeatures, OneHot) mostly the number of these steps (detail/fixed/trace_groups.hpp). A
/// feature takes 9 bytes, or 11 with a wide trace, and groups take two more at most.
///
///   using Learner = ballast::FixedSparseLearner<1024, Limits>;     // Limits::active = 8
///   ballast::ActiveFeatures<Learner::Feature, 1024, 8> phi, next;
///   Report report = learner.update(phi, reward, next);
///
/// How many steps a feature stays live depends on lambda: 7 with 0.25, 13 with 0.5; with a wide trace 14, 27, and 161
/// with 0.9. A step in which the projection scales the weights takes as long as a dense one.

#include <ballast/array.hpp>
#include <ballast/detail/checked_features.hpp>
#include <ballast/detail/fixed/live_features.hpp>
#include <ballast/detail/fixed/normed_weights.hpp>
#include <ballast/detail/fixed/sparse_arrays.hpp>
#include <ballast/detail/fixed/trace_groups.hpp>
#include <ballast/detail/learner_base.hpp>
#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/fixed/arithmetic.hpp>
#include <ballast/sparse_learner.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

/// Learns as Learner does in fixed point, in a time that follows the live features.
template <size_t Weights_, class Limits, size_t Dimension, class Rule, class Projection_, class Schedule>
class SparseLearner<Fixed<Weights_, Limits>, Dimension, Rule, Projection_, Schedule>
    : public LearnerBase<Fixed<Weights_, Limits>, Rule, Projection_, Schedule> {
  using Base = LearnerBase<Fixed<Weights_, Limits>, Rule, Projection_, Schedule>;

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

  static_assert(detail::MadeFor<Arithmetic>::weights(Dimension),
                "Learner: Fixed<16> is the arithmetic of 16 weights; there must be as many features");
  static_assert(!Projection::Traits::removes_direction,
                "SparseLearner: in fixed point no direction can be removed, because that moves every weight in every "
                "step; use Learner, or a larger radius");

  /// (Re)starts everything, from zero or from given weights and average reward; see Learner::start.
  Status start(const Settings& settings) noexcept {
    const Status status = settings.validate();
    if (status != Status::ok) { return status; }
    begin(settings, Value{});
    theta_.clear();
    return Status::ok;
  }
  /// From given weights and average reward.
  Status start(const Settings& settings, const Weights& weights, Value average_reward = Value{}) noexcept {
    const Status status = settings.validate();
    if (status != Status::ok) { return status; }
    if (!can_start_from<Arithmetic>(weights.data(), average_reward, Dimension)) { return Status::invalid_start; }
    theta_.set(weights);
    begin(settings, average_reward);
    return Status::ok;
  }

  /// Puts given weights and average reward in the place of what was learned; see Learner::restore. Takes as long as a
  /// start.
  Status restore(const Weights& weights, Value average_reward) noexcept {
    const Status status = this->restorability(can_start_from<Arithmetic>(weights.data(), average_reward, Dimension));
    if (status != Status::ok) { return status; }
    groups_.drop();
    live_.forget();
    theta_.set(weights);
    this->restore_average_reward(average_reward);
    return Status::ok;
  }

  /// Learns from one transition, with any type of feature vector (features/run.hpp). If the report's status is not ok,
  /// only the count of rejections has changed. The lines of Algorithm 1 are in LearnerBase::step. (Not inlined: it is
  /// long, and its passes are functions of their own anyway.)
  template <class FeatureVector>
  [[gnu::noinline]] Report update(const FeatureVector& phi, Value reward, const FeatureVector& next) noexcept {
    if constexpr (are_accepted<FeatureVector>) {
      if (!is_within_dimension(phi) || !is_within_dimension(next)) { return rejected(Status::feature_index_invalid); }
      const fixed::SparseArrays<Arithmetic, Dimension, FeatureVector> arrays{theta_, groups_, live_, phi, next};
      return this->step(arrays, reward, [&](Report& report) { this->reject(report, Status::not_started); });
    } else {
      return {};
    }
  }

  /// The differential value v(s), up to a constant. (0 for features that are out of range.)
  template <class FeatureVector>
  Value value(const FeatureVector& phi) const noexcept {
    if constexpr (are_accepted<FeatureVector>) {
      return is_within_dimension(phi) ? value_of_runs(moved_weights(), phi) : Value{};
    } else {
      return {};
    }
  }

  /// v(s) - v(s'), in which the constant drops out.
  template <class FeatureVector>
  Value contrast(const FeatureVector& phi, const FeatureVector& other) const noexcept {
    if constexpr (are_accepted<FeatureVector>) {
      return is_within_dimension(phi) && is_within_dimension(other) ? contrast_of_runs(moved_weights(), phi, other)
                                                                    : Value{};
    } else {
      return {};
    }
  }

  /// theta_i, for i below Dimension: not checked.
  Weight weight(size_t i) const noexcept { return moved_weights()[i]; }
  /// z_i, for i below Dimension: not checked.
  Trace trace(size_t i) const noexcept {
    return groups_.has(i) ? Trace::from_raw(static_cast<typename Trace::Raw>(groups_.of(i).trace)) : live_.trace(i);
  }
  /// How many features have a trace that is not 0, or one that has just become 0.
  size_t live_features() const noexcept { return live_.size() + groups_.size(); }

  /// Forgets the past transitions, not what was learned: for use after a gap in the data.
  void reset_trace() noexcept {
    groups_.forget(theta_);
    live_.forget();
  }

 private:
  friend struct detail::SnapshotAccess;
  template <class FeatureVector>
  static constexpr bool are_accepted = detail::are_accepted<FeatureVector, Arithmetic, Dimension>();

  void begin(const Settings& settings, Value average_reward) noexcept {
    static_assert(sizeof(SparseLearner) == 4 * sizeof(uint32_t) + Base::state_bytes + 2 * sizeof(Value) +
                                               sizeof(Settings) + decltype(theta_)::bytes + decltype(live_)::bytes +
                                               decltype(groups_)::bytes,
                  "a learner is its numbers and nothing else: no padding, no pointers");
    Base::begin(settings, average_reward);
    groups_.clear();
    live_.clear();
  }
  fixed::MovedWeights<Arithmetic, Dimension> moved_weights() const noexcept { return {theta_.data(), &groups_}; }

  [[gnu::noinline, gnu::cold]] Report rejected(Status cause) noexcept {
    Report report;
    this->reject(report, cause);
    return report;
  }

  fixed::TraceGroups<Arithmetic, Dimension> groups_;
  fixed::LiveFeatures<Arithmetic, Dimension> live_;
  fixed::NormedWeights<Arithmetic, Dimension> theta_;
};

}  // namespace ballast
