#pragma once
/// What a snapshot contains, member by member. An archive writes each, or checks it, or stores it. In one place, so
/// that writing and reading cannot differ; and not in the classes themselves, which need not know that snapshots exist.

#include <ballast/adjustable_schedule.hpp>
#include <ballast/array.hpp>
#include <ballast/config.hpp>
#include <ballast/detail/is_agent.hpp>
#include <ballast/detail/snapshot/fixed.hpp>
#include <ballast/detail/snapshot/format.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/fixed/sparse_learner.hpp>
#include <ballast/learner.hpp>
#include <ballast/projection.hpp>
#include <ballast/rule.hpp>
#include <ballast/schedule.hpp>
#include <ballast/sparse_learner.hpp>
#include <ballast/status.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {
namespace detail {

/// In whole words.
constexpr uint32_t padded(size_t bytes) noexcept {
  return static_cast<uint32_t>((bytes + 3) / 4 * 4);
}

// How many bytes the features of a state take. A type of one's own says so.
template <class Features, class = void>
struct HasSnapshot : etl::false_type {};
template <class Features>
struct HasSnapshot<Features, etl::void_t<decltype(Features::snapshot_bytes)>> : etl::true_type {};

template <class Features>
constexpr uint32_t features_bytes(const Features*) noexcept {
  static_assert(is_array<Features> || HasSnapshot<Features>::value,
                "snapshot: a feature vector of your own needs snapshot_bytes and exchange(archive) (docs/SNAPSHOT.md)");
  if constexpr (is_array<Features>) {
    return padded(sizeof(Features));
  } else if constexpr (HasSnapshot<Features>::value) {
    static_assert(Features::snapshot_bytes % 4 == 0, "snapshot: all is in words of 4 bytes");
    return Features::snapshot_bytes;
  } else {
    return 0;
  }
}
template <class T, size_t Dimension>
constexpr uint32_t features_bytes(const OneHot<T, Dimension>*) noexcept {
  return 4;
}
template <size_t Dimension, size_t Capacity>
constexpr uint32_t indices_bytes() noexcept {
  return 4 + padded(Capacity * sizeof(typename SortedIndices<Dimension, Capacity>::Index));
}
template <class T, size_t Dimension, size_t Capacity>
constexpr uint32_t features_bytes(const ActiveFeatures<T, Dimension, Capacity>*) noexcept {
  return padded(sizeof(T)) + indices_bytes<Dimension, Capacity>();
}
template <class T, size_t Dimension, size_t Capacity>
constexpr uint32_t features_bytes(const SparseFeatures<T, Dimension, Capacity>*) noexcept {
  return static_cast<uint32_t>(Capacity) * padded(sizeof(T)) + indices_bytes<Dimension, Capacity>();
}

/// What they are called in a snapshot.
template <class Features>
struct FeaturesCode : etl::integral_constant<uint32_t, is_array<Features> ? 1 : 255> {};
template <class T, size_t Dimension>
struct FeaturesCode<OneHot<T, Dimension>> : etl::integral_constant<uint32_t, 2> {};
template <class T, size_t Dimension, size_t Capacity>
struct FeaturesCode<ActiveFeatures<T, Dimension, Capacity>> : etl::integral_constant<uint32_t, 3> {};
template <class T, size_t Dimension, size_t Capacity>
struct FeaturesCode<SparseFeatures<T, Dimension, Capacity>> : etl::integral_constant<uint32_t, 4> {};

/// A projection, without the direction that was given to it.
template <class Projection>
struct WithoutGivenDirection {
  using type = Projection;
};
template <class Base, size_t Dimension>
struct WithoutGivenDirection<WithoutDirection<Base, Dimension>> {
  using type = Base;
};

/// The code of a rule, and of a schedule; 0 for one that has no format.
template <class Rule>
struct RuleCode : etl::integral_constant<uint32_t, 0> {};
template <>
struct RuleCode<Standard> : etl::integral_constant<uint32_t, 1> {};
template <>
struct RuleCode<Implicit> : etl::integral_constant<uint32_t, 2> {};
template <>
struct RuleCode<Differential> : etl::integral_constant<uint32_t, 3> {};
template <>
struct RuleCode<ImplicitDifferential> : etl::integral_constant<uint32_t, 4> {};

template <class Schedule>
struct ScheduleCode : etl::integral_constant<uint32_t, 0> {};
template <class T>
struct ScheduleCode<ConstantSchedule<T>> : etl::integral_constant<uint32_t, 1> {};
template <class T>
struct ScheduleCode<PolynomialSchedule<T>> : etl::integral_constant<uint32_t, 2> {};
template <class T>
struct ScheduleCode<AdjustableSchedule<PolynomialSchedule<T>>> : etl::integral_constant<uint32_t, 3> {};
template <class ForWeights, class ForAverageReward>
struct ScheduleCode<TwoTimescaleSchedule<ForWeights, ForAverageReward>>
    : etl::integral_constant<uint32_t,
                             ScheduleCode<ForWeights>::value == 0 || ScheduleCode<ForAverageReward>::value == 0
                                 ? 0
                                 : ScheduleCode<ForWeights>::value + 16 * ScheduleCode<ForAverageReward>::value> {};

/// One step-size; or one and a power, or two if it can be held, and two integers.
constexpr uint32_t schedule_bytes(uint32_t code, uint32_t rate, uint32_t power) noexcept {
  return code < 2 ? code * rate : (code - 1) * rate + power + 8U;
}
constexpr uint32_t schedule_bytes(uint32_t code, uint32_t number) noexcept {
  return schedule_bytes(code, number, number);
}

struct SnapshotAccess {
  // --- settings ---------------------------------------------------------------------------------------------------

  template <class Schedule>
  static constexpr uint32_t schedule_code() noexcept {
    static_assert(ScheduleCode<Schedule>::value != 0, "snapshot: a schedule of your own has no format");
    return ScheduleCode<Schedule>::value;
  }
  template <class Traits>
  static constexpr uint32_t projection_code() noexcept {
    const uint32_t ball = Traits::is_joint ? 1 : Traits::has_ball ? 2 : 0;
    const uint32_t direction = !Traits::removes_direction ? 0 : Traits::dimension == any_dimension ? 1 : 2;
    return ball + 4 * direction;
  }

  /// That of the weights, then that of the average reward, if it has its own.
  template <class Archive, class Schedule>
  [[gnu::always_inline]] static void take_schedule(Archive& archive, Schedule& schedule) noexcept {
    constexpr uint32_t of_weights = schedule_code<Schedule>() % 16;
    if constexpr (of_weights == 1) {
      take_rate(archive, schedule.step_size);
    } else {
      take_rate(archive, schedule.beta_0);
      archive.take(schedule.power);
      archive.take(schedule.offset);
      archive.take(schedule.hold);
    }
    if constexpr (of_weights == 3) { archive.take(schedule.held_step_size); }
    if constexpr (HasTwoTimescales<Schedule>::value) { take_schedule(archive, schedule.average_reward); }
  }
  template <class Archive, class Settings>
  static void take_settings(Archive& archive, Settings& settings) noexcept {
    using Traits = typename Settings::Projection::Traits;
    archive.take(settings.lambda);
    take_rate(archive, settings.ratio);
    take_schedule(archive, settings.schedule);
    if constexpr (Traits::is_joint) {
      archive.take(settings.projection.radius);
    } else if constexpr (Traits::has_ball) {
      archive.take(settings.projection.average_reward_radius);
      archive.take(settings.projection.weights_radius);
    }
  }
  /// Checked as a whole before any of it is stored. A direction is not copied for that; its numbers are checked one by
  /// one, and it must be a unit vector, as it was when it was written.
  template <class Archive, class Settings>
  [[gnu::always_inline]] static void transfer_settings(Archive& archive, Settings& settings) noexcept {
    using Plain = ballast::Settings<typename Settings::Scalar,
                                    typename WithoutGivenDirection<typename Settings::Projection>::type,
                                    typename Settings::Schedule>;
    Plain plain;
    plain.lambda = settings.lambda;
    plain.ratio = settings.ratio;
    plain.schedule = settings.schedule;
    plain.projection = settings.projection;
    take_settings(archive, plain);
    archive.require(plain.validate() == Status::ok);
    if (archive.is_storing()) {
      settings.lambda = plain.lambda;
      settings.ratio = plain.ratio;
      settings.schedule = plain.schedule;
      static_cast<typename Plain::Projection&>(settings.projection) = plain.projection;
    }
    if constexpr (Settings::Projection::Traits::dimension != any_dimension) {
      transfer_direction(archive, settings.projection.direction);
    }
  }
  template <class Archive, class Direction>
  static void transfer_direction(Archive& archive, Direction& direction) noexcept {
    using T = etl::remove_reference_t<decltype(direction[0])>;
    T norm2{};
    for (T& x : direction) {
      const T value = archive.number(x);
      norm2 = norm2 + product(value, value);
      if (archive.is_storing()) { x = value; }
    }
    archive.require(norm2 > static_cast<T>(0.99) && norm2 < static_cast<T>(1.01));
  }
  template <class Settings>
  static constexpr uint32_t settings_bytes() noexcept {
    using Traits = typename Settings::Projection::Traits;
    using Arithmetic = typename Settings::Arithmetic;
    constexpr uint32_t number = sizeof(typename Arithmetic::Value);
    constexpr uint32_t code = schedule_code<typename Settings::Schedule>();
    constexpr uint32_t rate = sizeof(typename Arithmetic::Rate);
    constexpr uint32_t power = sizeof(typename Arithmetic::Power);
    const uint32_t schedule = schedule_bytes(code % 16, rate, power) + schedule_bytes(code / 16, rate, power);
    const uint32_t radii = Traits::is_joint ? 1 : Traits::has_ball ? 2 : 0;
    return static_cast<uint32_t>(sizeof(typename Arithmetic::Lambda) + sizeof(typename Arithmetic::Ratio)) + schedule +
           (radii + static_cast<uint32_t>(Traits::dimension)) * number;
  }

  template <class Learner>
  static constexpr uint32_t rule_code() noexcept {
    using Rule = typename Learner::Base::Rule;
    static_assert(RuleCode<Rule>::value != 0, "snapshot: a rule of your own has no format");
    return RuleCode<Rule>::value;
  }

  // --- learners ---------------------------------------------------------------------------------------------------

  /// All but the arrays and the settings.
  template <class Archive, class Base>
  static void transfer_progress(Archive& archive, Base& learner) noexcept {
    archive(learner.average_reward_);
    archive(learner.average_reward_rest_);
    archive(learner.updates_);
    archive(learner.projections_);
    archive(learner.rejections_);
    learner.exchange_time(archive);
    if constexpr (IsFixed<typename Base::Arithmetic>::value) {
      typename Base::Arithmetic::Counts& state = learner;
      archive(state.dither);
      archive(state.saturations);
    }
  }
  template <class Learner>
  static constexpr uint32_t progress_bytes() noexcept {
    return static_cast<uint32_t>(2 * sizeof(typename Learner::Value) +
                                 (Learner::time_bytes > 0 ? 4 : 3) * sizeof(uint32_t) +
                                 (IsFixed<typename Learner::Arithmetic>::value ? 2 * sizeof(uint32_t) : 0));
  }
  template <class Learner>
  static auto& settings(Learner& learner) noexcept {
    return learner.settings_;
  }
  template <class Learner>
  static void mark_started(Learner& learner) noexcept {
    learner.is_started_ = 1;
    if constexpr (Learner::Arithmetic::accepts_everything) { learner.configure(learner.settings_); }  // what it keeps
  }
  /// Half restored: it refuses everything until it is started.
  template <class Subject>
  static void stop(Subject& subject) noexcept {
    SnapshotAccess::learner(subject).is_started_ = 0;
    if constexpr (IsAgent<Subject>::value) {
      subject.features_ = typename Subject::StateFeatures{};
      subject.has_observed_ = 0;
    }
  }
  template <class Learner>
  static constexpr uint32_t dimension() noexcept {
    return static_cast<uint32_t>(sizeof(typename Learner::Weights) / sizeof(typename Learner::Weight));
  }

  /// The learner in an agent; a learner itself.
  template <class Agent>
  static auto learner(Agent& agent) noexcept -> decltype((agent.learner_)) {
    return agent.learner_;
  }
  template <class Learner>
  static auto learner(Learner& learner) noexcept
      -> etl::enable_if_t<!etl::is_same<typename Learner::Weights, void>::value, Learner&> {
    return learner;
  }
  template <class Together>
  static auto learner(Together& together) noexcept -> decltype(learner(together.subject)) {
    return learner(together.subject);
  }

  /// The learner or the agent, where it comes with companions.
  template <class Together>
  static auto subject(Together& together, int /*preferred*/) noexcept -> decltype((together.subject)) {
    return together.subject;
  }
  template <class Subject>
  static Subject& subject(Subject& subject, long /*otherwise*/) noexcept {
    return subject;
  }

  template <class Learner>
  static auto& weights(Learner& learner) noexcept {
    return learner.arrays_.weights;
  }
  template <class Learner>
  static auto& trace(Learner& learner) noexcept {
    return learner.arrays_.trace;
  }

  // A SparseLearner in fixed point has the sections of a Learner.
  template <size_t W, class L, size_t D, class R, class P, class C>
  static auto& weights(SparseLearner<Fixed<W, L>, D, R, P, C>& learner) noexcept {
    return learner.theta_.weights_;
  }
  template <size_t W, class L, size_t D, class R, class P, class C>
  static auto& trace(SparseLearner<Fixed<W, L>, D, R, P, C>& learner) noexcept {
    return learner.live_.trace_;
  }
  /// Before weights and trace are stored.
  template <class Learner>
  static void prepare(Learner&) noexcept {}
  template <size_t W, class L, size_t D, class R, class P, class C>
  static void prepare(SparseLearner<Fixed<W, L>, D, R, P, C>& learner) noexcept {
    learner.groups_.clear();
  }
  /// What follows from weights and trace, and is not in a snapshot: so it is right, whatever was read.
  template <class Learner>
  static void rebuild(Learner&) noexcept {}
  template <size_t W, class L, size_t D, class R, class P, class C>
  static void rebuild(SparseLearner<Fixed<W, L>, D, R, P, C>& learner) noexcept {
    learner.theta_.sum_up();
    learner.live_.list_up();
  }

  template <class Sparse>
  static typename Sparse::RunningNorm& norm_of(Sparse& learner) noexcept {
    return learner.state_;
  }
  template <class Archive, class Norm>
  static void transfer_norm(Archive& archive, Norm& norm) noexcept {
    if constexpr (Norm::keeps_norm) {
      archive.positive(norm.scale_);
      archive(norm.along_trace_);
      archive(norm.along_trace_peak_);
      archive(norm.norm2_.sum);
      archive(norm.norm2_.rest);
    }
    if constexpr (Norm::keeps_sum) {
      archive(norm.shift_);
      archive(norm.sum_);
      archive(norm.trace_sum_);
    }
    if constexpr (Norm::is_needed) { archive(norm.until_due_); }
  }
  template <class Archive, class LazyTrace>
  static void transfer_lazy_trace(Archive& archive, LazyTrace& trace) noexcept {
    using Clock = typename LazyTrace::Clock;
    auto& epochs = trace.epochs_;
    const uint32_t slots = epochs.slots();
    archive.below(epochs.current_, slots);
    archive.below(epochs.alive_, Clock::most_alive + 2);
    archive.positive(epochs.decay_);
    archive(epochs.smallest_);
    archive.numbers(epochs.decays_.data(), static_cast<size_t>(slots));
    archive.numbers(epochs.gains_.data(), static_cast<size_t>(slots));
    archive(trace.norm_.sum.sum);
    archive(trace.norm_.sum.rest);
    archive(trace.norm_.doubt);
    archive(trace.norm_.steps);
    archive(trace.age_.past);
    archive(trace.age_.age);
    archive(trace.age_.earlier);
    archive.below(trace.cursor_, static_cast<uint32_t>(trace.dimension()));
    archive(trace.passes_);
    for (auto& stored : trace.stored_) {
      archive(stored.weight);
      archive(stored.coefficient);
    }
    archive.packed(trace.slots_.data(), trace.dimension(), trace.dimension(),
                   [slots](uint32_t slot) { return slot < slots; });
  }

  template <class Archive, class Sparse>
  static void transfer_sparse(Archive& archive, Sparse& learner) noexcept {
    transfer_norm(archive, norm_of(learner));
    transfer_lazy_trace(archive, learner.state_.trace);
  }
  template <class Sparse>
  static constexpr uint32_t sparse_bytes() noexcept {
    using LazyTrace = typename Sparse::LazyTrace;
    constexpr size_t number = sizeof(typename Sparse::Value);
    const size_t numbers = 4 + 3 + 1 + 2 * dimension<Sparse>();  // of norm, age, passes, weights and trace
    return padded(Sparse::RunningNorm::bytes + LazyTrace::Clock::bytes + numbers * number + sizeof(uint32_t) +
                  dimension<Sparse>() * sizeof(typename LazyTrace::Slot));
  }

  /// Starts from weights that are read now, and an average reward: as start() from given ones.
  template <class Learner, class ReadWeight>
  static void start_from(Learner& learner, const typename Learner::Settings& settings,
                         typename Learner::Value average_reward, ReadWeight read_weight) noexcept {
    (void)learner.start(settings);
    learner.average_reward_ = average_reward;
    for (size_t i = 0; i < dimension<Learner>(); ++i) { place_of_weight(learner, i) = read_weight(); }
    finish_start(learner);
  }

  // --- agents -----------------------------------------------------------------------------------------------------

  template <class Subject, bool is_agent>
  struct Parts {  // of a learner
    using Learner = Subject;
    static constexpr uint32_t exploration_steps = 0;
    static constexpr uint32_t features_code = 0;
    static constexpr uint32_t actions = 0;
    static constexpr uint32_t bytes = 0;
  };
  template <class Agent>
  struct Parts<Agent, true> {
    using Learner = typename Agent::Learner;
    using Steps = decltype(Agent::exploration_.steps);
    static constexpr uint32_t exploration_steps =
        static_cast<uint32_t>(sizeof(Steps) / sizeof(etl::declval<Steps>()[0]));
    static_assert(exploration_steps < 256, "snapshot: epsilon has fewer than 256 steps");
    static constexpr uint32_t features_code = FeaturesCode<typename Agent::StateFeatures>::value;
    static constexpr uint32_t actions = Agent::actions;
    static constexpr uint32_t bytes = exploration_steps * (4 + sizeof(typename Agent::Value)) + sizeof(uint64_t) +
                                      5 * sizeof(uint32_t) +
                                      features_bytes(static_cast<const typename Agent::StateFeatures*>(nullptr));
  };

  template <class Agent>
  static void begin_agent(Agent& agent, const typename Agent::Config& config, uint64_t seed) noexcept {
    agent.begin(config, seed);
  }
  template <class Archive, class Agent>
  static void transfer_agent(Archive& archive, Agent& agent) noexcept {
    auto exploration = agent.exploration_;  // checked as a whole before it is stored
    for (auto& step : exploration.steps) {
      archive.take(step.from);
      archive.take(step.epsilon);
    }
    archive.require(exploration.validate() == Status::ok);
    if (archive.is_storing()) {
      agent.exploration_ = exploration;
      agent.begin_mean();  // not part of a snapshot
    }
    archive(agent.random_.state_);
    archive.below(agent.action_, Agent::actions);
    archive(agent.decisions_);
    archive(agent.skipped_);
    archive.below(agent.has_observed_, 2);
    archive.below(agent.is_evaluating_, 2);
    transfer_features(archive, agent.features_);
  }

 private:
  template <class S, size_t D, class R, class P, class C>
  static auto& place_of_weight(Learner<S, D, R, P, C>& learner, size_t i) noexcept {
    return learner.arrays_.weights[i];
  }
  template <class S, size_t D, class R, class P, class C>
  static S& place_of_weight(SparseLearner<S, D, R, P, C>& learner, size_t i) noexcept {
    return learner.state_.trace.stored_[i].weight;
  }
  template <class S, size_t D, class R, class P, class C>
  static void finish_start(Learner<S, D, R, P, C>&) noexcept {}
  template <size_t W, class L, size_t D, class R, class P, class C>
  static auto& place_of_weight(SparseLearner<Fixed<W, L>, D, R, P, C>& learner, size_t i) noexcept {
    return learner.theta_.weights_[i];
  }
  template <size_t W, class L, size_t D, class R, class P, class C>
  static void finish_start(SparseLearner<Fixed<W, L>, D, R, P, C>& learner) noexcept {
    rebuild(learner);
  }
  template <class S, size_t D, class R, class P, class C>
  static void finish_start(SparseLearner<S, D, R, P, C>& learner) noexcept {
    learner.begin_with_stored_weights(true);
  }

  // The features of a state.
  template <class Archive, class Own>
  static void transfer_features(Archive& archive, Own& features) noexcept {
    if constexpr (is_array<Own>) {
      archive.numbers(features.data(), ArrayTraits<Own>::size);
    } else if constexpr (HasSnapshot<Own>::value) {
      features.exchange(archive);
    }
  }
  template <class Archive, class T, size_t Dimension>
  static void transfer_features(Archive& archive, OneHot<T, Dimension>& features) noexcept {
    archive.below(features.index_, Dimension);
  }
  template <class Archive, class T, size_t Dimension, size_t Capacity>
  static void transfer_features(Archive& archive, ActiveFeatures<T, Dimension, Capacity>& features) noexcept {
    transfer_value(archive, features.value_, features.size() > 0 ? features.value() : T{});
    transfer_indices<Dimension, Capacity>(archive, features.indices_);
  }
  template <class Archive, class T, size_t Dimension, size_t Capacity>
  static void transfer_features(Archive& archive, SparseFeatures<T, Dimension, Capacity>& features) noexcept {
    for (size_t k = 0; k < Capacity; ++k) {
      transfer_value(archive, features.values_[k], k < features.size() ? features.value(k) : T{});
    }
    transfer_indices<Dimension, Capacity>(archive, features.indices_);
  }

  /// Written as what it means: zero if it is not in use and may be anything, 1 if it is a value that was not given. So
  /// the same features are the same bytes, whatever was in the object before.
  template <class Archive, class T>
  static void transfer_value(Archive& archive, T& x, T meaning) noexcept {
    const T value = archive.number(meaning);
    if (archive.is_storing()) { x = value; }
  }

  /// Those that are in use ascend. The others are written as well, as zero: the length of a snapshot is a constant.
  template <size_t Dimension, size_t Capacity, class Archive, class Indices>
  static void transfer_indices(Archive& archive, Indices& indices) noexcept {
    const auto used = static_cast<size_t>(archive.below(indices.size_, Capacity + 1));
    size_t left = used;
    size_t lowest = 0;
    archive.packed(&indices.indices_[0], Capacity, used, [&](size_t index) {
      const bool is_valid = index < Dimension && (left == 0 || index >= lowest);
      lowest = index + 1;
      left -= left > 0 ? 1 : 0;
      return is_valid;
    });
  }
};

}  // namespace detail
}  // namespace ballast
