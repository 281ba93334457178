#pragma once
/// A Learner or SparseLearner of any scalar as an AnyLearner, fed with features of one kind. Whatever is compiled for
/// each type is here and nowhere else.

#include <ballast/adjustable_schedule.hpp>
#include <ballast/features/action_block.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/fixed.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include <algorithm>
#include <type_traits>

#include <etl/array.h>

#include "any_learner.hpp"
#include "failure.hpp"
#include "power_cycle.hpp"

namespace search {

// --- features -------------------------------------------------------------------------------------------------------

inline void require_added(ballast::Status status) {
  require(status == ballast::Status::ok, "a feature list refuses a good index");
}

template <class T, size_t Length>
void assign(ballast::OneHot<T, Length>& features, const Features& from) {
  features = ballast::OneHot<T, Length>(from.entries.at(0).index);
}

template <class T, size_t Length, size_t Capacity>
void assign(ballast::ActiveFeatures<T, Length, Capacity>& features, const Features& from) {
  const T value = from.entries.empty() ? T{1} : static_cast<T>(from.entries[0].value);
  features = ballast::ActiveFeatures<T, Length, Capacity>(value);
  for (const Entry& entry : from.entries) { require_added(features.add(entry.index)); }
}

template <class T, size_t Length, size_t Capacity>
void assign(ballast::SparseFeatures<T, Length, Capacity>& features, const Features& from) {
  features.clear();
  for (const Entry& entry : from.entries) { require_added(features.add(entry.index, static_cast<T>(entry.value))); }
}

template <class T, size_t Length>
void assign(etl::array<T, Length>& features, const Features& from) {
  features.fill(T{0});
  for (const Entry& entry : from.entries) { features.at(entry.index) = static_cast<T>(entry.value); }
}

template <class T, size_t Length>
constexpr Kind kind_of(const ballast::OneHot<T, Length>*) {
  return Kind::one_hot;
}
template <class T, size_t Length, size_t Capacity>
constexpr Kind kind_of(const ballast::ActiveFeatures<T, Length, Capacity>*) {
  return Kind::active;
}
template <class T, size_t Length, size_t Capacity>
constexpr Kind kind_of(const ballast::SparseFeatures<T, Length, Capacity>*) {
  return Kind::sparse;
}
template <class T, size_t Length>
constexpr Kind kind_of(const etl::array<T, Length>*) {
  return Kind::array;
}

// --- numbers --------------------------------------------------------------------------------------------------------

template <class Number>
void assign(Number& to, float from) {
  to = static_cast<Number>(from);
}

/// Exact.
template <class Number>
double in_double(const Number& x) {
  if constexpr (std::is_floating_point_v<Number>) {
    return static_cast<double>(x);
  } else {
    return x.to_double();
  }
}

// --- configuration --------------------------------------------------------------------------------------------------

template <class T>
void assign(ballast::NoProjection<T>&, const Settings&) {}
template <class T>
void assign(ballast::JointBall<T>& ball, const Settings& from) {
  assign(ball.radius, from.radius);
}
template <class T>
void assign(ballast::SeparateBalls<T>& balls, const Settings& from) {
  assign(balls.average_reward_radius, from.average_reward_radius);
  assign(balls.weights_radius, from.radius);
}

template <class T>
void assign(ballast::ConstantSchedule<T>& schedule, const Settings& from) {
  assign(schedule.step_size, from.beta);
}
template <class T>
void assign(ballast::PolynomialSchedule<T>& schedule, const Decay& from) {
  assign(schedule.beta_0, from.beta);
  assign(schedule.power, from.power);
  schedule.offset = from.offset;
  schedule.hold = from.hold;
}
template <class T>
void assign(ballast::PolynomialSchedule<T>& schedule, const Settings& from) {
  assign(schedule, Decay{from.beta, from.power, from.offset, from.hold});
}

template <class T>
using Adjustable = ballast::AdjustableSchedule<ballast::PolynomialSchedule<T>>;
template <class T>
void assign(Adjustable<T>& schedule, const Settings& from) {
  ballast::PolynomialSchedule<T>& polynomial = schedule;
  assign(polynomial, from);
  assign(schedule.held_step_size, from.held);
}

template <class T>
using TwoDecaying = ballast::TwoTimescaleSchedule<ballast::PolynomialSchedule<T>, ballast::PolynomialSchedule<T>>;
template <class T>
void assign(TwoDecaying<T>& schedule, const Settings& from) {
  ballast::PolynomialSchedule<T>& polynomial = schedule;
  assign(polynomial, from);
  assign(schedule.average_reward, from.of_average_reward);
}

template <class L>
typename L::Settings settings_from(const Settings& settings) {
  typename L::Settings result;
  assign(result.lambda, settings.lambda);
  assign(result.ratio, settings.ratio);
  assign(result.schedule, settings);
  assign(result.projection, settings);
  return result;
}

// --- learners -------------------------------------------------------------------------------------------------------

template <class L>
auto refresh_if_possible(L& learner, int /*preferred*/) -> decltype(learner.refresh()) {
  learner.refresh();
}
template <class L>
void refresh_if_possible(L&, long) {}

/// Nothing for a learner that has no snapshots: the sparse one in fixed point.
template <class L>
void power_cycle_if_possible(L& learner) {
  power_cycle(learner);
}
template <size_t Weights, class Limits, size_t N, class... Rest>
void power_cycle_if_possible(ballast::SparseLearner<ballast::Fixed<Weights, Limits>, N, Rest...>&) {}

template <class L, class State, size_t Actions>
class AdaptedLearner final : public AnyLearner {
  using T = typename L::Value;
  static constexpr size_t dimension = Actions * ballast::RunsOf<State>::dimension;

 public:
  AdaptedLearner() = default;
  explicit AdaptedLearner(const L& learner) : learner_(learner) {}

  ballast::Status start(const Settings& settings) override { return learner_.start(settings_from<L>(settings)); }
  ballast::Status start(const Settings& settings, const std::vector<float>& weights, float average_reward) override {
    typename L::Weights given{};
    std::copy(weights.begin(), weights.end(), given.begin());
    return learner_.start(settings_from<L>(settings), given, static_cast<T>(average_reward));
  }

  ballast::Status reconfigure(const Settings& settings, bool schedule_begins_again) override {
    using ballast::ScheduleTime;
    return learner_.reconfigure(settings_from<L>(settings),
                                schedule_begins_again ? ScheduleTime::begins_again : ScheduleTime::goes_on);
  }

  Outcome update(const Transition& transition) override {
    assign(phi_, transition.phi);
    assign(next_, transition.next);
    const auto report = learn(transition);
    return {report.status,
            report.projected,
            in_double(report.td_error),
            in_double(report.weights_step_size),
            in_double(report.average_reward_step_size),
            in_double(report.trace_norm2)};
  }

  void reset_trace() override { learner_.reset_trace(); }
  void refresh() override { refresh_if_possible(learner_, 0); }
  void power_cycle() override { power_cycle_if_possible(learner_); }

  double average_reward() const override { return in_double(learner_.average_reward()); }
  void read_weights(std::vector<double>& weights) const override {
    weights.resize(dimension);
    for (size_t i = 0; i < dimension; ++i) { weights[i] = in_double(learner_.weight(i)); }
  }
  void read_trace(std::vector<double>& trace) const override {
    trace.resize(dimension);
    for (size_t i = 0; i < dimension; ++i) { trace[i] = in_double(learner_.trace(i)); }
  }
  uint32_t updates() const override { return learner_.updates(); }
  uint32_t rejections() const override { return learner_.rejections(); }
  uint32_t projections() const override { return learner_.projections(); }
  uint32_t saturations() const override { return learner_.saturations(); }

  std::unique_ptr<AnyLearner> copy() const override { return std::make_unique<AdaptedLearner>(learner_); }
  const unsigned char* bytes() const override { return reinterpret_cast<const unsigned char*>(&learner_); }
  size_t size() const override { return sizeof learner_; }

 private:
  auto learn(const Transition& transition) {
    const T reward = static_cast<T>(transition.reward);
    if constexpr (Actions == 1) {
      return learner_.update(phi_, reward, next_);
    } else {
      using Block = ballast::ActionBlock<State, Actions>;
      return learner_.update(Block(phi_, transition.phi.action), reward, Block(next_, transition.next.action));
    }
  }

  L learner_;
  State phi_{};
  State next_{};
};

// --- setups ---------------------------------------------------------------------------------------------------------

template <class T>
using OnlyOnes = ballast::WithoutOnes<ballast::NoProjection<T>>;
template <class T>
using OnesAndJoint = ballast::WithoutOnes<ballast::JointBall<T>>;
template <class T>
using OnesAndSeparate = ballast::WithoutOnes<ballast::SeparateBalls<T>>;

template <class T>
constexpr Ball ball_of(const ballast::NoProjection<T>*) {
  return Ball::none;
}
template <class T>
constexpr Ball ball_of(const ballast::JointBall<T>*) {
  return Ball::joint;
}
template <class T>
constexpr Ball ball_of(const ballast::SeparateBalls<T>*) {
  return Ball::separate;
}

/// State<T> are the features of a state, Projection<T> and Schedule<T> those of a scalar.
template <template <class> class State, size_t Actions, class Rule, template <class> class Projection,
          template <class> class Schedule>
Lineup make_lineup() {
  using F = float;
  using D = double;
  constexpr size_t n = Actions * ballast::RunsOf<State<float>>::dimension;
  using DenseFloat = ballast::Learner<F, n, Rule, Projection<F>, Schedule<F>>;
  using DenseDouble = ballast::Learner<D, n, Rule, Projection<D>, Schedule<D>>;
  using SparseFloat = ballast::SparseLearner<F, n, Rule, Projection<F>, Schedule<F>>;
  using SparseDouble = ballast::SparseLearner<D, n, Rule, Projection<D>, Schedule<D>>;
  return {std::make_unique<AdaptedLearner<DenseFloat, State<float>, Actions>>(),
          std::make_unique<AdaptedLearner<DenseDouble, State<double>, Actions>>(),
          std::make_unique<AdaptedLearner<SparseFloat, State<float>, Actions>>(),
          std::make_unique<AdaptedLearner<SparseDouble, State<double>, Actions>>()};
}

template <class Rule, template <class> class Projection, template <class> class Schedule>
Variant variant_of() {
  using F = float;
  const Projection<F>* projection = nullptr;
  constexpr bool decays = std::is_base_of_v<ballast::PolynomialSchedule<F>, Schedule<F>>;
  constexpr bool can_be_held = std::is_same_v<Schedule<F>, Adjustable<F>>;
  constexpr bool is_standard = std::is_same_v<Rule, ballast::Standard> || std::is_same_v<Rule, ballast::Differential>;
  constexpr bool has_two_timescales = std::is_same_v<Schedule<F>, TwoDecaying<F>>;
  return {!is_standard,
          ballast::detail::is_differential<Rule>,
          ball_of(projection),
          Projection<F>::Traits::removes_direction,
          decays,
          can_be_held,
          has_two_timescales};
}

template <template <class> class State, size_t Actions>
Shape shape_of() {
  const State<float>* state = nullptr;
  return {kind_of(state), ballast::RunsOf<State<float>>::dimension, Actions, ballast::capacity_of<State<float>>};
}

template <template <class> class State, size_t Actions, class Rule, template <class> class Projection,
          template <class> class Schedule = ballast::ConstantSchedule>
Setup setup() {
  return {variant_of<Rule, Projection, Schedule>(), shape_of<State, Actions>(),
          make_lineup<State, Actions, Rule, Projection, Schedule>};
}

}  // namespace search
