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
#include <ballast/detail/checked_features.hpp>
#include <ballast/detail/learner_base.hpp>
#include <ballast/detail/run_arrays.hpp>
#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/detail/sparse/lazy_trace.hpp>
#include <ballast/detail/sparse/running_norm.hpp>
#include <ballast/detail/sparse/sparse_arrays.hpp>
#include <ballast/projection.hpp>
#include <ballast/report.hpp>
#include <ballast/rule.hpp>
#include <ballast/schedule.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/array.h>
#include <etl/type_traits.h>

namespace ballast {

/// Learns as Learner does, in a time that follows the features that are active.
template <class Scalar, size_t Dimension, class Rule = Implicit, class Projection_ = JointBall<Scalar>,
          class Schedule = ConstantSchedule<Scalar>>
class SparseLearner : public LearnerBase<Scalar, Rule, Projection_, Schedule> {
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
  using Weights = etl::array<Weight, Dimension>;

  static_assert(etl::is_floating_point<Value>::value && etl::is_same<Weight, Value>::value,
                "SparseLearner: the arithmetic must be that of float or double");
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
    if (status != Status::ok) { return status; }
    this->restore_average_reward(average_reward);
    const uint32_t passes = refreshes();
    state_.trace.start(weights.data());
    begin_with_stored_weights(true);
    state_.trace.count_passes_from(passes);
    return Status::ok;
  }

  /// Other numbers from the next update on; see LearnerBase::reconfigure. Where they change the ball, it takes as long
  /// as a dense update: ||theta||^2 is known as exactly as the old ball needs it, and a smaller one needs it more
  /// exactly.
  Status reconfigure(const Settings& settings, ScheduleTime schedule = ScheduleTime::goes_on) noexcept {
    const Projection before = this->config().projection;
    const Status status = Base::reconfigure(settings, schedule);
    const bool is_other_ball =
        RunningNorm::keeps_norm && __builtin_memcmp(&before, &this->config().projection, sizeof before) != 0;
    if (status == Status::ok && is_other_ball) { state_.sum_up_norm(state_.trace); }
    return status;
  }

  /// Learns from one transition, with any type of feature vector (features/run.hpp). If the report's status is not ok,
  /// only the count of rejections has changed. The lines of Algorithm 1 are in LearnerBase::step.
  template <class FeatureVector>
  Report update(const FeatureVector& phi, Value reward, const FeatureVector& next) noexcept {
    if constexpr (are_accepted<FeatureVector>) {
      const bool is_valid = is_within_dimension(phi) && is_within_dimension(next);
      return is_valid ? learn(phi, reward, next) : out_of_range();
    } else {
      return {};
    }
  }

  /// The differential value v(s), up to a constant. (0 for features that are out of range.)
  template <class FeatureVector>
  Value value(const FeatureVector& phi) const noexcept {
    if constexpr (are_accepted<FeatureVector>) {
      return is_within_dimension(phi) ? state_.dot(sparse::products_with<RunningNorm>(state_.trace, phi)) : Value{};
    } else {
      return {};
    }
  }

  /// v(s) - v(s'), in which the constant drops out.
  template <class FeatureVector>
  Value contrast(const FeatureVector& phi, const FeatureVector& other) const noexcept {
    if constexpr (are_accepted<FeatureVector>) {
      if (!is_within_dimension(phi) || !is_within_dimension(other)) { return Value{}; }
      const auto a = sparse::products_with<RunningNorm>(state_.trace, phi);
      const auto b = sparse::products_with<RunningNorm>(state_.trace, other);
      return state_.dot({a.with_stored - b.with_stored, a.with_ones - b.with_ones});
    } else {
      return {};
    }
  }

  /// Up to date at any time.
  Weight weight(size_t i) const noexcept { return state_.weight(state_.trace.weight(i)); }
  /// z_i, for i below Dimension: not checked.
  Trace trace(size_t i) const noexcept { return state_.trace.trace(i); }

  /// Forgets the past transitions, not what was learned: for use after a gap in the data. Costs no more than a step.
  void reset_trace() noexcept {
    if (!this->is_started()) { return; }
    state_.trace.forget();
    state_.forget_trace();
  }

  /// Sums up again what the projection needs. An update does this by itself every max(256, Dimension) steps, and it
  /// takes as long as a few dense updates: call this at a convenient time, if one slow update would hurt.
  void refresh() noexcept {
    if (!this->is_started()) { return; }
    const bool is_due_next = state_.is_due(1);
    const bool is_first = state_.trace.awaits_first_step();
    sum_up();
    if (is_due_next && is_first) { state_.make_due(); }  // given weights still wait for a step
  }

  /// How often that has happened since the start; such an update takes longer than the others.
  uint32_t refreshes() const noexcept { return state_.trace.passes(); }

 private:
  friend struct detail::SnapshotAccess;
  using LazyTrace = sparse::LazyTrace<Value, Dimension>;
  using RunningNorm =
      sparse::RunningNorm<Value, Dimension, Projection::Traits::has_ball, Projection::Traits::removes_direction>;
  struct State : RunningNorm {  // empty base: an unused norm takes no space
    LazyTrace trace;
  };

  template <class FeatureVector>
  static constexpr bool are_accepted = detail::are_accepted<FeatureVector, Feature, Dimension>();

  template <class FeatureVector>
  [[gnu::always_inline]] Report learn(const FeatureVector& phi, Value reward, const FeatureVector& next) noexcept {
    if constexpr (kernel::is_vectorised) {
      if (!state_.trace.norm().is_careful()) {
        return learn<false>(phi, reward, next, [&](Report& report, bool is_trusted) {
          if (is_trusted) {
            this->reject(report, cause_of_refusal<Arithmetic>(phi, reward, next));
          } else {
            report = learn_out_of_line(phi, reward, next);
          }
        });
      }
      return learn_out_of_line(phi, reward, next);
    } else {
      return learn_in_doubt(phi, reward, next);
    }
  }

  template <class FeatureVector>
  [[gnu::noinline, gnu::cold]] Report learn_out_of_line(const FeatureVector& phi, Value reward,
                                                        const FeatureVector& next) noexcept {
    return learn_in_doubt(phi, reward, next);
  }

  template <class FeatureVector>
  Report learn_in_doubt(const FeatureVector& phi, Value reward, const FeatureVector& next) noexcept {
    return learn<true>(phi, reward, next, [&](Report& report, bool /*is_trusted*/) {
      this->reject(report, cause_of_refusal<Arithmetic>(phi, reward, next));
    });
  }

  template <bool handle_doubt, class FeatureVector, class Refuse>
  [[gnu::always_inline]] Report learn(const FeatureVector& phi, Value reward, const FeatureVector& next,
                                      Refuse refuse) noexcept {
    using Arrays = sparse::SparseArrays<Value, LazyTrace, RunningNorm, FeatureVector, handle_doubt>;
    typename Arrays::Seen seen;
    const Arrays arrays{state_.trace, state_, phi, next, seen};
    const auto refuse_this = [&](Report& report) { refuse(report, seen.is_trusted); };
    Report report = this->step(arrays, reward, refuse_this, Arithmetic::ball_headroom);
    if (report.status == Status::ok && state_.is_due()) { sum_up(); }
    return report;  // the only return, so that it is not copied
  }

  void sum_up() noexcept { sparse::refresh<LazyTrace, RunningNorm>(state_.trace, state_); }

  [[gnu::noinline, gnu::cold]] Report out_of_range() noexcept {
    Report report;
    this->reject(report, Status::feature_index_invalid);
    return report;
  }

  void begin(const Settings& settings, const Weight* weights, Value average_reward) noexcept {
    static_assert(sizeof(SparseLearner) == 4 * sizeof(uint32_t) + Base::time_bytes + 2 * sizeof(Value) +
                                               sizeof(Settings) + RunningNorm::bytes + LazyTrace::bytes,
                  "a learner is its numbers and nothing else: no padding, no pointers");
    Base::begin(settings, average_reward);
    state_.trace.start(weights);
    begin_with_stored_weights(weights != nullptr);
  }
  void begin_with_stored_weights(bool were_given) noexcept {
    (void)state_.begin_summing();  // the sums of these weights are not known yet
    state_.end_summing(Value{1}, Value{});
    sum_up();
    state_.trace.count_passes_from(0);
    if (were_given) { state_.make_due(); }
  }

  State state_;
};

}  // namespace ballast
