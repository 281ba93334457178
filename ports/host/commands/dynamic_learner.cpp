#include "commands/dynamic_learner.hpp"

#include <ballast/detail/constant_direction.hpp>
#include <ballast/detail/dense_arrays.hpp>
#include <ballast/detail/learner_base.hpp>
#include <ballast/detail/snapshot/access.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace tool {
namespace {

/// ballast::WithoutDirection, for a direction of any length.
template <class Base>
struct WithoutVector : Base {
  using Arithmetic = typename Base::Traits::Arithmetic;
  struct Traits : Base::Traits {
    static constexpr bool removes_direction = true;
    static void prepare(WithoutVector& projection) {
      ballast::detail::make_unit(projection.direction.data(), projection.direction.size());
    }
  };

  std::vector<typename Arithmetic::Weight> direction;

  ballast::Status validate() const {
    const bool has_direction = ballast::detail::has_direction(direction.data(), direction.size());
    return has_direction ? Base::validate() : ballast::Status::invalid_direction;
  }

  template <class Weights>
  ballast::Projected project(const Weights& weights, typename Base::Traits::SquaredNorm norm2,
                             typename Base::Traits::Value& average_reward) const {
    const ballast::Projected projected = Base::project(weights, norm2, average_reward);
    weights.remove_direction(direction.data());
    return projected;
  }
};

/// The passes over the arrays as functions that all types of learners call: seventy-two copies of them would be half a
/// megabyte.
template <class T>
struct SharedPasses {
  using Arithmetic = ballast::ArithmeticOf<T>;
  ballast::DenseArrays<Arithmetic> arrays;

  [[gnu::noinline]] auto observe(T lambda, T error) const { return arrays.observe(lambda, error); }
  [[gnu::noinline]] T learn(T lambda, T step, T start) const { return arrays.learn(lambda, step, start); }
  auto weights() const { return SharedWeights{arrays.weights()}; }

  struct SharedWeights {
    ballast::DenseWeights<Arithmetic> weights;

    [[gnu::noinline]] void scale(T factor) const { weights.scale(factor); }
    [[gnu::noinline]] void remove_ones() const { weights.remove_ones(); }
    [[gnu::noinline]] void remove_direction(const T* unit) const { weights.remove_direction(unit); }
  };
};

/// Copies the members of a learner to a state, or back. The library passes them as it does to write a snapshot.
template <class T>
class Exchange {
 public:
  enum class Way { to_state, to_learner };
  Exchange(LearnerState<T>& state, Way way)
      : numbers_{&state.average_reward, &state.average_reward_rest},
        counts_{&state.updates, &state.projections, &state.rejections, &state.schedule_time},
        way_(way) {}

  void operator()(T& member) { copy(member, *numbers_.at(number_++)); }
  bool is_storing() const { return way_ == Way::to_learner; }
  void operator()(uint32_t& member) { copy(member, *counts_.at(count_++)); }

 private:
  template <class X>
  void copy(X& member, X& saved) const {
    (way_ == Way::to_state ? saved : member) = way_ == Way::to_state ? member : saved;
  }

  std::array<T*, 2> numbers_;  // in the order of a snapshot
  std::array<uint32_t*, 4> counts_;
  std::size_t number_ = 0;
  std::size_t count_ = 0;
  Way way_;
};

/// The direction that was given, as a learner has it: of length 1.
template <class T, class Projection>
void take_direction(LearnerSettings<T>& /*settings*/, const Projection& /*projection*/) {}
template <class T, class Base>
void take_direction(LearnerSettings<T>& settings, const WithoutVector<Base>& projection) {
  settings.constant_direction = projection.direction;
}

template <class T, class Rule, class Projection, class Schedule>
class LearnerOfLength final : public DynamicLearner<T>, private ballast::LearnerBase<T, Rule, Projection, Schedule> {
  using Base = ballast::LearnerBase<T, Rule, Projection, Schedule>;
  using Settings = typename Base::Settings;
  using Access = ballast::detail::SnapshotAccess;

 public:
  LearnerOfLength(const LearnerSettings<T>& chosen, const Schedule& schedule, Projection projection,
                  std::size_t dimension)
      : chosen_(chosen), weights_(dimension), trace_(dimension) {
    settings_.lambda = chosen.lambda;
    settings_.ratio = chosen.ratio;
    settings_.schedule = schedule;
    settings_.projection = std::move(projection);
  }

  ballast::Status start(const std::vector<T>& weights, T average_reward) override {
    const ballast::Status status = settings_.validate();
    if (status != ballast::Status::ok) { return status; }
    if (!ballast::can_start_from<ballast::ArithmeticOf<T>>(weights.data(), average_reward, weights_.size())) {
      return ballast::Status::invalid_start;
    }
    std::copy_n(weights.begin(), weights_.size(), weights_.begin());
    Base::begin(settings_, average_reward);
    reset_trace();
    return ballast::Status::ok;
  }

  void resume(const LearnerState<T>& state) override {
    LearnerState<T> copy = state;
    Exchange<T> exchange(copy, Exchange<T>::Way::to_learner);
    Base& base = *this;
    Access::settings(base) = settings_;
    Access::transfer_progress(exchange, base);
    std::copy_n(state.weights.begin(), weights_.size(), weights_.begin());
    std::copy_n(state.trace.begin(), trace_.size(), trace_.begin());
    Access::mark_started(base);
  }

  LearnerState<T> state() const override {
    LearnerState<T> state;
    Exchange<T> exchange(state, Exchange<T>::Way::to_state);
    Base copy = *this;
    Access::transfer_progress(exchange, copy);
    state.weights = weights_;
    state.trace = trace_;
    return state;
  }

  LearnerSettings<T> settings() const override {
    LearnerSettings<T> result = chosen_;
    take_direction(result, Base::config().projection);
    return result;
  }

  T step_size() const override { return Base::next_step_size(); }

  ballast::Report<T> update(const T* phi, T reward, const T* next) override {
    const SharedPasses<T> passes{{weights_.data(), trace_.data(), phi, next, weights_.size()}};
    return Base::step(passes, reward,
                      [&](ballast::Report<T>& report) { Base::reject(report, passes.arrays.cause(reward)); });
  }

  UpdateLimit update_limit() const override {
    return {std::numeric_limits<T>::max_exponent - std::ilogb(Projection::Traits::headroom),
            Projection::Traits::reward_headroom == Projection::Traits::headroom};
  }

  void reset_trace() override { std::fill(trace_.begin(), trace_.end(), T{}); }

  T average_reward() const override { return Base::average_reward(); }
  const T* weights() const override { return weights_.data(); }

 private:
  LearnerSettings<T> chosen_;
  Settings settings_;  // the same: what it starts from
  std::vector<T> weights_;
  std::vector<T> trace_;
};

template <class T, class Base>
Base removing(const Base& base, typename LearnerSettings<T>::KeepAll /*direction*/) {
  return base;
}
template <class T, class Base>
ballast::WithoutOnes<Base> removing(const Base& base, typename LearnerSettings<T>::Ones /*direction*/) {
  return {base};
}
template <class T, class Base>
WithoutVector<Base> removing(const Base& base, const std::vector<T>& direction) {
  return {base, direction};
}

}  // namespace

template <class T>
std::unique_ptr<DynamicLearner<T>> make_learner(const LearnerSettings<T>& settings, std::size_t dimension) {
  return std::visit(
      [&](auto rule, auto base, const auto& direction, auto schedule) -> std::unique_ptr<DynamicLearner<T>> {
        auto projection = removing<T>(base, direction);
        using Chosen = LearnerOfLength<T, decltype(rule), decltype(projection), decltype(schedule)>;
        return std::make_unique<Chosen>(settings, schedule, std::move(projection), dimension);
      },
      settings.rule, settings.projection, settings.constant_direction, settings.schedule);
}

template std::unique_ptr<DynamicLearner<float>> make_learner(const LearnerSettings<float>&, std::size_t);
template std::unique_ptr<DynamicLearner<double>> make_learner(const LearnerSettings<double>&, std::size_t);

}  // namespace tool
