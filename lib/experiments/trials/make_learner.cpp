#include <ballast/two_timescale_schedule.hpp>

#include <string>
#include <utility>

#include "experiments/files/error.hpp"
#include "experiments/trials/learner_of_length.hpp"
#include "experiments/trials/schedule.hpp"
#include "experiments/trials/trial_learner.hpp"
#include "experiments/trials/without_vector.hpp"

namespace ballast::experiments {
namespace {

template <class T, class Rule, class Projection, class Schedule>
class Chosen final : public TrialLearner<T> {
  using Learner = LearnerOfLength<T, Rule, Projection, Schedule>;
  using Settings = typename Learner::Settings;

 public:
  explicit Chosen(Settings settings) : settings_(std::move(settings)) {}

  ballast::Status start(const std::vector<T>& weights, T average_reward) override {
    return learner_.start(settings_, weights, average_reward);
  }
  ballast::Report<T> update(const T* phi, T reward, const T* next) override {
    return learner_.update(phi, reward, next);
  }
  ballast::Report<T> update(const BlockOfLength<T>& phi, T reward, const BlockOfLength<T>& next) override {
    return learner_.update(phi, reward, next);
  }

  T value(const BlockOfLength<T>& phi) const override { return learner_.value(phi); }
  T average_reward() const override { return learner_.average_reward(); }
  const std::vector<T>& weights() const override { return learner_.weights(); }
  std::uint32_t projections() const override { return learner_.projections(); }
  void reset_trace() override { learner_.reset_trace(); }

 private:
  Settings settings_;
  Learner learner_;
};

/// Calls run(rule) with its type.
template <class Run>
auto with_rule(Rule rule, Run run) {
  switch (rule) {
    case Rule::standard: return run(ballast::Standard{});
    case Rule::differential: return run(ballast::Differential{});
    case Rule::implicit_differential: return run(ballast::ImplicitDifferential{});
    default: return run(ballast::Implicit{});
  }
}

/// Calls run(projection) with its type.
template <class T, class Run>
auto with_projection(const Method& method, const std::vector<T>& direction, Run run) {
  const auto with_ball = [&](auto ball) {
    PerhapsWithoutVector<decltype(ball)> projection{};
    static_cast<decltype(ball)&>(projection) = ball;
    if (method.is_without_constant) { projection.direction = direction; }
    return run(projection);
  };
  if (!method.radii) { return with_ball(ballast::NoProjection<T>{}); }
  const auto radius = static_cast<T>(method.radii->theta);
  if (method.radii->is_joint) { return with_ball(ballast::JointBall<T>{radius}); }
  return with_ball(ballast::SeparateBalls<T>{static_cast<T>(method.radii->omega), radius});
}

/// Calls run(schedule) with its type.
template <class T, class Run>
auto with_schedule(const Method& method, Run run) {
  const Schedule<T> schedule = make_schedule<T>(method.decay, method.step_size);
  if (!method.average_reward_decay) { return run(schedule); }
  return run(ballast::TwoTimescaleSchedule<Schedule<T>, Schedule<T>>{
      schedule, make_schedule<T>(*method.average_reward_decay, 1.0)});
}

}  // namespace

void require_started(ballast::Status status) {
  if (status == ballast::Status::ok) { return; }
  throw InputError(std::string("a learner refuses these settings: ") + ballast::name(status));
}

template <class T>
std::unique_ptr<TrialLearner<T>> make_learner(const Method& method, const std::vector<T>& constant_direction) {
  const auto make = [&](auto rule, auto projection, auto schedule) -> std::unique_ptr<TrialLearner<T>> {
    using Projection = decltype(projection);
    using Schedule = decltype(schedule);
    ballast::Settings<T, Projection, Schedule> settings;
    settings.lambda = static_cast<T>(method.lambda);
    settings.ratio = static_cast<T>(method.ratio);
    settings.schedule = schedule;
    settings.projection = projection;
    return std::make_unique<Chosen<T, decltype(rule), Projection, Schedule>>(std::move(settings));
  };
  return with_rule(method.rule, [&](auto rule) {
    return with_projection<T>(method, constant_direction, [&](const auto& projection) {
      return with_schedule<T>(method, [&](const auto& schedule) { return make(rule, projection, schedule); });
    });
  });
}

template std::unique_ptr<TrialLearner<float>> make_learner(const Method&, const std::vector<float>&);
template std::unique_ptr<TrialLearner<double>> make_learner(const Method&, const std::vector<double>&);

}  // namespace ballast::experiments
