#pragma once
/// A SparseLearner, apart from how many features there are and which types they may have: its arrays have a length that
/// is a constant, or on a host any length (`Arrays`, arrays.hpp).

#include <ballast/detail/learner_base.hpp>
#include <ballast/detail/run_arrays.hpp>
#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/detail/sparse/lazy_trace.hpp>
#include <ballast/detail/sparse/running_norm.hpp>
#include <ballast/detail/sparse/sparse_arrays.hpp>
#include <ballast/features/run.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace sparse {

template <class Scalar, class Arrays, class Rule, class Projection_, class Schedule>
class LazyLearner : public LearnerBase<Scalar, Rule, Projection_, Schedule> {
  using Base = LearnerBase<Scalar, Rule, Projection_, Schedule>;

 public:
  using Arithmetic = typename Base::Arithmetic;
  using Projection = typename Base::Projection;
  using Settings = typename Base::Settings;
  using Report = typename Base::Report;
  using Value = typename Base::Value;

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

  /// Up to date at any time.
  Value weight(size_t i) const noexcept { return state_.weight(state_.trace.weight(i)); }
  /// z_i, for i below the dimension: not checked.
  Value trace(size_t i) const noexcept { return state_.trace.trace(i); }

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

 protected:
  using LazyTrace = sparse::LazyTrace<Value, Arrays>;
  using RunningNorm = sparse::RunningNorm<Value, Projection::Traits::has_ball, Projection::Traits::removes_direction>;

  /// For arrays of any length, before the start.
  void resize(size_t dimension) { state_.trace.resize(dimension); }

  /// From zero, or from given weights.
  void begin(const Settings& settings, const Value* weights, Value average_reward) noexcept {
    Base::begin(settings, average_reward);
    state_.trace.start(weights);
    begin_with_stored_weights(weights != nullptr);
  }
  void restore_from(const Value* weights, Value average_reward) noexcept {
    this->restore_average_reward(average_reward);
    const uint32_t passes = refreshes();
    state_.trace.start(weights);
    begin_with_stored_weights(true);
    state_.trace.count_passes_from(passes);
  }

  template <class FeatureVector>
  [[gnu::always_inline]] Report update_checked(const FeatureVector& phi, Value reward,
                                               const FeatureVector& next) noexcept {
    const bool is_valid = is_within_dimension(phi) && is_within_dimension(next);
    return is_valid ? learn(phi, reward, next) : out_of_range();
  }

  template <class FeatureVector>
  [[gnu::always_inline]] Value value_of(const FeatureVector& phi) const noexcept {
    return is_within_dimension(phi) ? state_.dot(products_with<RunningNorm>(state_.trace, phi)) : Value{};
  }
  template <class FeatureVector>
  [[gnu::always_inline]] Value contrast_of(const FeatureVector& phi, const FeatureVector& other) const noexcept {
    if (!is_within_dimension(phi) || !is_within_dimension(other)) { return Value{}; }
    const auto a = products_with<RunningNorm>(state_.trace, phi);
    const auto b = products_with<RunningNorm>(state_.trace, other);
    return state_.dot({a.with_stored - b.with_stored, a.with_ones - b.with_ones});
  }

 private:
  friend struct ballast::detail::SnapshotAccess;
  struct State : RunningNorm {  // empty base: an unused norm takes no space
    LazyTrace trace;
  };

  template <class FeatureVector>
  [[gnu::always_inline]] Report learn(const FeatureVector& phi, Value reward, const FeatureVector& next) noexcept {
    if constexpr (LazyTrace::inlines_step) {
      if (!state_.trace.norm().is_careful()) {
        return learn<false>(
            phi, reward, next, [&](Report & report, bool is_trusted) __attribute__((always_inline)) {
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
    using Step = SparseArrays<Value, LazyTrace, RunningNorm, FeatureVector, handle_doubt>;
    typename Step::Seen seen;
    [[maybe_unused]] typename Step::Outside outside;
    if constexpr (kernel::is_vectorised) { seen.of_features = &outside; }
    const Step arrays{state_.trace, state_, phi, next, seen};
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

  void begin_with_stored_weights(bool were_given) noexcept {
    (void)state_.begin_summing();  // the sums of these weights are not known yet
    state_.end_summing(Value{1}, Value{}, state_.trace.dimension());
    sum_up();
    state_.trace.count_passes_from(0);
    if (were_given) { state_.make_due(); }
  }

  State state_;
};

}  // namespace sparse
}  // namespace ballast
