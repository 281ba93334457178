#pragma once
/// The learner for features of which few are active: tables, tiles, blocks of actions. It is Algorithm 1, as `Learner`
/// has it, with the same rules, schedules, projections and reports, and the same results up to rounding. What differs
/// is the cost: an update takes time for the features that are active, whatever the number of weights.
///
///   using Learner = ballast::SparseLearner<float, 4096>;
///   ballast::ActiveFeatures<float, 4096, 8> phi, next;
///   Report report = learner.update(phi, reward, next);
///
/// Trace and weights of all other features are computed on demand (detail/sparse/lazy_trace.hpp), the norms of trace
/// and weights are kept from step to step (trace_norm.hpp and moments.hpp there). Nothing outside the object is
/// touched, nothing in it points anywhere: a learner may be copied, and its bytes are its state.

#include <ballast/arithmetic.hpp>
#include <ballast/detail/learner_base.hpp>
#include <ballast/detail/run_arrays.hpp>
#include <ballast/detail/sparse/lazy_trace.hpp>
#include <ballast/detail/sparse/moments.hpp>
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

  /// Learns from one transition, whose features are of any kind (features/run.hpp). Anything but Status::ok in the
  /// report: nothing has changed but the count of rejections. The lines of Algorithm 1 are in LearnerBase::step.
  template <class Kind>
  Report update(const Kind& phi, Value reward, const Kind& next) noexcept {
    check_kind<Kind>();
    const bool is_valid = is_within_dimension(phi) && is_within_dimension(next);
    return is_valid ? learn(phi, reward, next) : out_of_range();
  }

  /// The differential value v(s), up to a constant. (Of features that are out of range: 0.)
  template <class Kind>
  Value value(const Kind& phi) const noexcept {
    check_kind<Kind>();
    return is_within_dimension(phi) ? state_.dot(sparse::products_with<Moments>(state_.trace, phi)) : Value{};
  }

  /// v(s) - v(s'), in which the constant drops out.
  template <class Kind>
  Value contrast(const Kind& phi, const Kind& other) const noexcept {
    check_kind<Kind>();
    if (!is_within_dimension(phi) || !is_within_dimension(other)) { return Value{}; }
    const auto a = sparse::products_with<Moments>(state_.trace, phi);
    const auto b = sparse::products_with<Moments>(state_.trace, other);
    return state_.dot({a.with_stored - b.with_stored, a.with_ones - b.with_ones});
  }

  /// Up to date at any time.
  Weight weight(size_t i) const noexcept { return state_.weight(state_.trace.weight(i)); }
  /// z_i, for i below Dimension: not checked.
  Trace trace(size_t i) const noexcept { return state_.trace.trace(i); }

  /// Forgets what led here, not what was learned: after a gap in the data. Costs no more than a step.
  void reset_trace() noexcept {
    if (!this->is_started()) { return; }
    state_.trace.forget();
    state_.forget_trace();
  }

  /// Sums up again what the projection needs to know, which an update does by itself every max(256, Dimension) steps
  /// and which takes as long as a few dense updates: at a convenient time, where one late update would hurt.
  void refresh() noexcept {
    if (!this->is_started()) { return; }
    const bool is_due_next = state_.is_due(1);
    sum_up();
    if (is_due_next && this->updates() == 0) { state_.make_due(); }  // weights that were given still wait for a step
  }

  /// How often that has happened since the start; an update in which it does takes longer than all others.
  uint32_t refreshes() const noexcept { return state_.trace.passes(); }

 private:
  using LazyTrace = sparse::LazyTrace<Value, Dimension>;
  using Moments =
      sparse::Moments<Value, Dimension, Projection::Traits::has_ball, Projection::Traits::removes_direction>;
  struct State : Moments {  // empty base: unused moments take no space
    LazyTrace trace;
  };

  template <class Kind>
  static constexpr void check_kind() noexcept {
    static_assert(etl::is_same<typename RunsOf<Kind>::Feature, Feature>::value,
                  "SparseLearner: the features must be numbers of the learner's arithmetic");
    static_assert(RunsOf<Kind>::dimension == Dimension, "SparseLearner: there must be as many features as weights");
  }

  template <class Kind>
  [[gnu::always_inline]] Report learn(const Kind& phi, Value reward, const Kind& next) noexcept {
    if constexpr (kernel::is_vectorised) {
      if (!state_.trace.norm().is_careful()) {
        return learn<false>(phi, reward, next, [&](Report& report, bool is_trusted) {
          if (is_trusted) {
            this->reject(report, cause_of_refusal<Arithmetic>(phi, reward, next));
          } else {
            report = learn_apart(phi, reward, next);
          }
        });
      }
      return learn_apart(phi, reward, next);
    } else {
      return learn_in_doubt(phi, reward, next);
    }
  }

  template <class Kind>
  [[gnu::noinline, gnu::cold]] Report learn_apart(const Kind& phi, Value reward, const Kind& next) noexcept {
    return learn_in_doubt(phi, reward, next);
  }

  template <class Kind>
  Report learn_in_doubt(const Kind& phi, Value reward, const Kind& next) noexcept {
    return learn<true>(phi, reward, next, [&](Report& report, bool /*is_trusted*/) {
      this->reject(report, cause_of_refusal<Arithmetic>(phi, reward, next));
    });
  }

  template <bool handle_doubt, class Kind, class Refuse>
  [[gnu::always_inline]] Report learn(const Kind& phi, Value reward, const Kind& next, Refuse refuse) noexcept {
    using Arrays = sparse::SparseArrays<Value, LazyTrace, Moments, Kind, handle_doubt>;
    typename Arrays::Seen seen;
    const Arrays arrays{state_.trace, state_, phi, next, seen};
    const auto refuse_this = [&](Report& report) { refuse(report, seen.is_trusted); };
    Report report = this->step(arrays, reward, refuse_this, Arithmetic::ball_headroom);
    if (report.status == Status::ok && state_.is_due()) { sum_up(); }
    return report;  // the only one, so that it is not copied
  }

  void sum_up() noexcept { sparse::refresh<LazyTrace, Moments>(state_.trace, state_); }

  [[gnu::noinline, gnu::cold]] Report out_of_range() noexcept {
    Report report;
    this->reject(report, Status::feature_index_invalid);
    return report;
  }

  void begin(const Settings& settings, const Weight* weights, Value average_reward) noexcept {
    static_assert(sizeof(SparseLearner) ==
                      4 * sizeof(uint32_t) + 2 * sizeof(Value) + sizeof(Settings) + Moments::bytes + LazyTrace::bytes,
                  "a learner is its numbers and nothing else: no padding, no pointers");
    Base::begin(settings, average_reward);
    state_.trace.start(weights);
    (void)state_.begin_summing();  // nothing is known of these weights
    state_.end_summing(Value{1}, Value{});
    sum_up();
    state_.trace.start_counting_passes();
    if (weights != nullptr) { state_.make_due(); }
  }

  State state_;
};

}  // namespace ballast
