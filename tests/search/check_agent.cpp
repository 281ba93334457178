// An agent in a control loop where anything can go wrong: it always gives an action that may be taken, its counts are
// those of a plain model of it, and nothing is learned from a tick that is refused.

#include <ballast/control/sarsa.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <etl/array.h>

#include "case.hpp"
#include "failure.hpp"
#include "power_cycle.hpp"

namespace search {
namespace {

using namespace ballast;

constexpr size_t actions = 4;
using Feasible = ActionSet<actions>;

// --- observations ---------------------------------------------------------------------------------------------------

float bad_number(Draw& draw) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float numbers[] = {std::numeric_limits<float>::quiet_NaN(), infinity, -infinity};
  return draw.one_of(numbers);
}

template <size_t N>
void draw_features(Draw& draw, etl::array<float, N>& features) {
  for (float& x : features) { x = static_cast<float>(draw.number()); }
}
template <size_t N>
void spoil(Draw& draw, etl::array<float, N>& features) {
  features[draw.below(N)] = bad_number(draw);
}

template <size_t N, size_t Capacity>
void draw_features(Draw& draw, ActiveFeatures<float, N, Capacity>& features) {
  features = ActiveFeatures<float, N, Capacity>(0.5F);
  for (size_t k = 0; k < Capacity; ++k) { (void)features.add(draw.below(N)); }  // some are there already
}
template <size_t N, size_t Capacity>
void spoil(Draw& draw, ActiveFeatures<float, N, Capacity>& features) {
  features = ActiveFeatures<float, N, Capacity>(bad_number(draw));
  (void)features.add(draw.below(N));
}

template <size_t N>
void draw_features(Draw& draw, OneHot<float, N>& features) {
  features = OneHot<float, N>(draw.below(N));
}
template <size_t N>
void spoil(Draw& draw, OneHot<float, N>& features) {
  features = OneHot<float, N>(N + draw.below(100));
}

// --- the agent and a model of it ------------------------------------------------------------------------------------

template <class State>
class AgentCase {
  using Agent = Sarsa<float, State, actions>;

 public:
  AgentCase(Draw& draw, Tally& tally) : draw_(draw), tally_(tally) {
    draw_numbers();
    trouble_ = draw.chance(0.3) ? 0.0 : draw.log_uniform(1e-3, 0.3);
  }

  void run() {
    const uint64_t seed = draw_.word();
    require(agent_.start(config(), seed) == Status::ok, "an agent does not start");
    const size_t steps = 200 + draw_.below(1800);
    for (step_ = 0; step_ < steps; ++step_) { step(); }
    tally_.count("agent ticks", steps);
  }

  std::string description() const {
    return format("step %zu, agent of %zu x %zu, lambda %.9g, beta %.9g, ratio %.9g, R=%.9g, epsilon %.9g", step_,
                  RunsOf<State>::dimension, actions, wide(lambda_), wide(beta_), wide(ratio_), wide(radius_),
                  wide(epsilon_));
  }

 private:
  static constexpr size_t dimension = actions * RunsOf<State>::dimension;

  void draw_numbers() {
    lambda_ = static_cast<float>(draw_.chance(0.3) ? 0.0 : draw_.between(0.0, 0.99));
    beta_ = static_cast<float>(draw_.log_uniform(1e-3, 1e6));
    ratio_ = static_cast<float>(draw_.log_uniform(1e-8, 1.0)) / beta_;
    radius_ = static_cast<float>(draw_.log_uniform(1e-3, 1e4));
    constexpr float limits[] = {0.0F, 1.0F};
    epsilon_ = draw_.chance(0.3) ? draw_.one_of(limits) : static_cast<float>(draw_.between(0.0, 0.5));
  }
  typename Agent::Config config() const {
    return typename Agent::Config().lambda(lambda_).ratio(ratio_).step_size(beta_).radius(radius_).epsilon(epsilon_);
  }

  /// Other numbers from the next tick on, and everything else as before: with the old numbers again, every byte. (In
  /// another ball a sparse learner knows the norm of its weights more exactly.)
  void reconfigure() {
    const Agent before = agent_;
    const auto old = config();
    if (draw_.chance(0.3)) { return refuse_config(old, before); }
    const float radius = radius_;
    draw_numbers();
    const bool has_same_ball = draw_.chance(0.5);
    if (has_same_ball) { radius_ = radius; }
    remember();
    require(agent_.reconfigure(config()) == Status::ok, "an agent is not reconfigured");
    check_counts();
    expect_untouched();
    Agent back = agent_;
    require(back.reconfigure(old) == Status::ok && (!has_same_ball || std::memcmp(&back, &before, sizeof back) == 0),
            "an agent is reconfigured and back, and something else");
    tally_.count("reconfigured");
  }
  void refuse_config(const typename Agent::Config& old, const Agent& before) {
    const float bad = bad_number(draw_);
    const typename Agent::Config invalid[] = {old.lambda(1.0F),  old.lambda(bad),  old.ratio(0.0F),
                                              old.radius(-1.0F), old.radius(bad),  old.step_size(bad),
                                              old.epsilon(bad),  old.epsilon(2.0F)};
    const typename Agent::Config& config = draw_.one_of(invalid);
    const Status status = agent_.reconfigure(config, ScheduleTime::begins_again);
    require(status != Status::ok && status == config.validate(), "an agent accepts invalid numbers", name(status));
    require(std::memcmp(&agent_, &before, sizeof before) == 0, "an agent is changed by numbers that it refuses");
    tally_.count("settings refused");
  }

  void step() {
    if (step_ % 32 == 31) {
      power_cycle(agent_);
      tally_.count("snapshots");
    }
    if (draw_.chance(trouble_ / 4)) { switch_evaluation(); }
    if (draw_.chance(trouble_ / 4)) { reconfigure(); }
    State features{};
    draw_features(draw_, features);
    is_bad_ = draw_.chance(trouble_);
    if (is_bad_) { spoil(draw_, features); }
    float reward = static_cast<float>(draw_.number());
    const bool has_bad_reward = draw_.chance(trouble_);
    if (has_bad_reward) { reward = bad_number(draw_); }
    const Feasible feasible = draw_feasible();
    greedy_ = is_bad_ ? 0 : expected_greedy(features, feasible);
    remember();
    const uint64_t random_before = agent_.random_state();
    const double kind = draw_.uniform();
    if (kind < trouble_ / 4) {
      expect_stand_in(agent_.skip(feasible), feasible,
                      feasible.is_empty() ? Status::no_feasible_action : Status::skipped);
    } else if (kind < trouble_ / 2 || !has_observed_) {
      const bool is_tick = kind >= trouble_ / 2;
      expect_observed(is_tick ? agent_.tick(reward, features, feasible) : agent_.observe(features, feasible), features,
                      feasible);
    } else if (is_evaluating_) {
      expect_watched(agent_.tick(reward, features, feasible), features, feasible, has_bad_reward);
    } else {
      expect_tick(agent_.tick(reward, features, feasible), feasible, has_bad_reward);
    }
    if (is_evaluating_) { require(agent_.random_state() == random_before, "an agent that is evaluated draws"); }
    check_counts();
  }

  void switch_evaluation() {
    const bool before = is_evaluating_;
    is_evaluating_ = draw_.chance(0.3);
    agent_.evaluate(is_evaluating_);
    if (is_evaluating_ != before) { has_observed_ = false; }
    if (is_evaluating_ && !before) { evaluated_ticks_ = 0; }
  }

  Feasible draw_feasible() {
    if (draw_.chance(0.5)) { return Feasible::all(); }
    const bool is_empty = draw_.chance(trouble_ / 4);
    return Feasible::where([&](uint32_t) { return !is_empty && draw_.chance(0.5); });
  }

  uint32_t expected_greedy(const State& features, const Feasible& feasible) const {
    uint32_t best = actions;
    for (uint32_t action = 0; action < actions; ++action) {
      if (!feasible.contains(action)) { continue; }
      if (best == actions || agent_.value(features, action) > agent_.value(features, best)) { best = action; }
    }
    return best;
  }

  // --- what must come of it -----------------------------------------------------------------------------------------

  void expect_stand_in(const Decision& decision, const Feasible& feasible, Status status) {
    expect_status(decision, status);
    require(!decision.has_learned && !decision.is_exploring, "an agent learns or explores without an observation");
    require(feasible.is_empty() || feasible.contains(decision.action), "an action that is not feasible",
            "without an observation");
    if (feasible.is_empty() || feasible.contains(action_)) {
      require(decision.action == action_, "an agent does not repeat its last action");
    }
    action_ = decision.action;
    has_observed_ = false;
    ++skipped_;
    expect_untouched();
  }

  void expect_observed(const Decision& decision, const State& features, const Feasible& feasible,
                       Status good = Status::ok) {
    if (feasible.is_empty() || is_bad_) {
      const Status bad = is_one_hot() ? Status::feature_index_invalid : Status::feature_not_finite;
      expect_stand_in(decision, feasible, feasible.is_empty() ? Status::no_feasible_action : bad);
      return;
    }
    expect_status(decision, good);
    require(!decision.has_learned, "an agent learns from a first observation, or while it is evaluated");
    expect_untouched();
    greedy_ = expected_greedy(features, feasible);  // where the trace ended weights were stored again, and rounded
    expect_decided(decision, feasible);
  }

  /// A reward counts, whatever is wrong with the observation.
  void expect_watched(const Decision& decision, const State& features, const Feasible& feasible, bool has_bad_reward) {
    const bool can_decide = !feasible.is_empty() && !is_bad_;
    if (!has_bad_reward) { ++evaluated_ticks_; }
    if (has_bad_reward && can_decide) { ++skipped_; }
    expect_observed(decision, features, feasible, has_bad_reward ? Status::reward_not_finite : Status::ok);
  }

  void expect_tick(const Decision& decision, const Feasible& feasible, bool has_bad_reward) {
    if (feasible.is_empty()) {
      expect_stand_in(decision, feasible, Status::no_feasible_action);
      return;
    }
    if (is_bad_) {
      ++rejections_;
      expect_stand_in(decision, feasible,
                      is_one_hot() ? Status::feature_index_invalid : Status::next_feature_not_finite);
      return;
    }
    expect_status(decision, has_bad_reward ? Status::reward_not_finite : Status::ok);
    require(decision.has_learned == !has_bad_reward, "has_learned is wrong");
    if (has_bad_reward) {
      ++rejections_;
      ++skipped_;
      expect_untouched();
    } else {
      ++updates_;
      ++tally_.updates;
      expect_learned_with_its_numbers();
    }
    expect_decided(decision, feasible);
  }

  /// The step-sizes are those of its configuration, and it ends in its ball.
  void expect_learned_with_its_numbers() const {
    const auto& report = agent_.report();
    const double beta = wide(beta_);
    const double rate = wide(ratio_) * beta;
    const auto is_about = [](double expected, float x) { return std::fabs(wide(x) / expected - 1.0) < 1e-5; };
    require(is_about(rate / (1.0 + rate), report.average_reward_step_size) &&
                is_about(beta / (1.0 + beta * wide(report.trace_norm2)), report.weights_step_size),
            "an agent learns with another step-size");
    double norm2 = wide(agent_.average_reward()) * wide(agent_.average_reward());
    for (size_t i = 0; i < dimension; ++i) { norm2 += std::pow(wide(agent_.learner().weight(i)), 2.0); }
    require(std::sqrt(norm2) <= wide(radius_) * (1.0 + 1e-5), "an agent leaves its ball");
  }

  void expect_decided(const Decision& decision, const Feasible& feasible) {
    require(feasible.contains(decision.action), "an action that is not feasible", format("%u", decision.action));
    require(decision.is_exploring || decision.action == greedy_, "an action that is not greedy",
            format("%u instead of %u", decision.action, greedy_));
    require(!(decision.is_exploring && (is_evaluating_ || epsilon_ == 0.0F)), "an agent explores that must not");
    require(decision.is_exploring || is_evaluating_ || epsilon_ < 1.0F, "an agent does not explore that must");
    action_ = decision.action;
    has_observed_ = true;
    if (!is_evaluating_) { ++decisions_; }
  }

  static bool is_one_hot() { return capacity_of<State> == 1; }

  void expect_status(const Decision& decision, Status status) const {
    require(decision.status == status, "an agent gives the wrong status",
            std::string(name(decision.status)) + " instead of " + name(status));
  }

  void remember() {
    for (size_t i = 0; i < dimension; ++i) { weights_[i] = agent_.learner().weight(i); }
    average_reward_ = agent_.average_reward();
  }

  /// To the value, not to the bit: where the trace of a sparse learner ends, all weights are stored again.
  void expect_untouched() const {
    float largest = 0.0F;
    for (const float weight : weights_) { largest = std::fmax(largest, std::fabs(weight)); }
    for (size_t i = 0; i < dimension; ++i) {
      const float change = std::fabs(agent_.learner().weight(i) - weights_[i]);
      require(change <= 1e-6F * largest, "a refused tick changes a weight", format("by %.9g", wide(change)));
    }
    require(agent_.average_reward() == average_reward_, "a refused tick changes the average reward");
  }

  void check_counts() const {
    require(agent_.decisions() == decisions_ && agent_.skipped() == skipped_, "an agent miscounts",
            format("decisions %u, skipped %u instead of %u, %u", agent_.decisions(), agent_.skipped(), decisions_,
                   skipped_));
    require(agent_.evaluated_ticks() == evaluated_ticks_ && std::isfinite(agent_.evaluated_reward()),
            "an agent miscounts what it earns",
            format("%u ticks instead of %u", agent_.evaluated_ticks(), evaluated_ticks_));
    require(agent_.learner().updates() == updates_ && agent_.learner().rejections() == rejections_,
            "the learner of an agent miscounts",
            format("updates %u, rejections %u instead of %u, %u", agent_.learner().updates(),
                   agent_.learner().rejections(), updates_, rejections_));
  }

  Draw& draw_;
  Tally& tally_;
  Agent agent_;
  float lambda_;
  float beta_;
  float ratio_;
  float radius_;
  float epsilon_;
  double trouble_;
  size_t step_ = 0;

  bool is_bad_ = false;  // the observation of this step
  uint32_t greedy_ = 0;  // the best action in this step, before anything is learned from it
  bool has_observed_ = false;
  bool is_evaluating_ = false;
  uint32_t action_ = 0;
  uint32_t decisions_ = 0;
  uint32_t skipped_ = 0;
  uint32_t evaluated_ticks_ = 0;
  uint32_t updates_ = 0;
  uint32_t rejections_ = 0;
  float weights_[dimension]{};
  float average_reward_ = 0.0F;
};

template <class State>
void run_agent(Draw& draw, Tally& tally, std::string& description) {
  AgentCase<State> agent_case(draw, tally);
  try {
    agent_case.run();
    description = agent_case.description();
  } catch (const Failure&) {
    description = agent_case.description();
    throw;
  }
}

}  // namespace

void check_agent(Draw& draw, Tally& tally, std::string& description) {
  constexpr Check checks[] = {run_agent<etl::array<float, 5>>, run_agent<ActiveFeatures<float, 40, 4>>,
                              run_agent<OneHot<float, 12>>};
  draw.one_of(checks)(draw, tally, description);
}

}  // namespace search
