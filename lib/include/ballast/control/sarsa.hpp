#pragma once
/// Average-reward SARSA(lambda): makes decisions and learns their values. Action values are linear,
/// q(s, a) = theta . (phi(s) x one-hot(a)); a tick learns by one step of Algorithm 1 with those features.
///
///   using Agent = ballast::Sarsa<float, Features, 2>;                // Features of a state, of any type
///   constexpr auto config = Agent::Config().lambda(0.25F).ratio(0.05F).step_size(0.2F).radius(1000.0F).epsilon(0.05F);
///   Agent agent;
///   Status status = agent.start(config, seed);
///   Decision decision = agent.observe(first_features, feasible);     // the first observation
///   for (;;) {
///     act(decision.action);
///     ...
///     decision = agent.tick(reward, features, feasible);             // what came of it, and what is next
///   }
///
/// Every tick returns an action that may be taken, whatever the sensors report. The random generator is part of the
/// object, which contains no pointers: an agent may be copied.

#include <ballast/arithmetic.hpp>
#include <ballast/control/action_set.hpp>
#include <ballast/control/exploration.hpp>
#include <ballast/control/greedy.hpp>
#include <ballast/detail/checked_features.hpp>
#include <ballast/detail/learner_for.hpp>
#include <ballast/detail/named_settings.hpp>
#include <ballast/detail/running_mean.hpp>
#include <ballast/detail/saturating_increment.hpp>
#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/features/action_block.hpp>
#include <ballast/math/random.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {

/// What an agent decides in one tick.
struct [[nodiscard]] Decision {
  /// ok, or what was wrong with this tick. There is still an action to take, except after no_feasible_action.
  Status status;

  /// Whether the action was drawn at random.
  bool is_exploring;

  /// Whether something was learned: not from the first observation, nor from the first one after a gap.
  bool has_learned;

  /// The action to take now.
  uint32_t action;
};

/// An agent for control loops: SARSA(lambda), epsilon-greedy, with a block of weights for each action.
template <class Scalar, class StateFeatures_, size_t Actions, class Rule = Implicit,
          class Projection = JointBall<Scalar>, class Schedule = ConstantSchedule<Scalar>,
          class Exploration = EpsilonSteps<Scalar, 1>>
class Sarsa {
 public:
  using Arithmetic = ArithmeticOf<Scalar>;
  using StateFeatures = detail::CheckedFeatures<StateFeatures_, Scalar>;
  using Features = ActionBlock<StateFeatures, Actions>;
  /// Chosen by the type of the features.
  using Learner = LearnerFor<StateFeatures, Scalar, Features::dimension, Rule, Projection, Schedule>;
  using Value = typename Arithmetic::Value;
  using Report = typename Learner::Report;
  using Feasible = ActionSet<Actions>;
  static_assert(Actions >= 1 && Actions <= 32, "Sarsa: between 1 and 32 actions");
  static_assert(etl::is_same<typename Exploration::Scalar, Scalar>::value,
                "Sarsa: the exploration must be of the agent's scalar");
  static_assert(detail::IsFeatureVector<StateFeatures_>::value,
                "Sarsa: these are not features; those of a TileCoder are Coder::Features");
  /// How many actions there are: 0, 1, ..., actions - 1.
  static constexpr uint32_t actions = Actions;

  /// The settings of the learner and the exploration, with defaults and names.
  class Config : public detail::NamedSettings<Config, typename Learner::Settings> {
   public:
    /// The exploration as a whole.
    [[nodiscard]] constexpr Config exploration(const Exploration& exploration) const noexcept {
      Config result = *this;
      result.exploration_ = exploration;
      return result;
    }
    /// The probability of a random action: from the beginning, and from a later decision on.
    [[nodiscard]] constexpr Config epsilon(typename Arithmetic::Probability x) const noexcept {
      Config result = *this;
      result.exploration_.steps[0] = {0, x};
      return result;
    }
    /// From this decision on, counted from 0; one call for each step, in ascending order.
    [[nodiscard]] constexpr Config epsilon_from(uint32_t decision, typename Arithmetic::Probability x) const noexcept {
      static_assert(sizeof(Exploration::steps) > sizeof(Exploration::steps[0]),
                    "Config: epsilon has one step; for two, Sarsa's last argument must be EpsilonSteps<float, 2>");
      Config result = *this;
      result.exploration_.add({decision, x});
      return result;
    }

    constexpr Config() noexcept { exploration_.set_defaults(); }

    /// To change some numbers of an agent: Config(agent.learner().config(), agent.exploration()).lambda(0.5F).
    constexpr Config(const typename Learner::Settings& settings, const Exploration& exploration) noexcept
        : detail::NamedSettings<Config, typename Learner::Settings>(settings), exploration_(exploration) {}

    /// The exploration part.
    constexpr const Exploration& exploration() const noexcept { return exploration_; }
    /// ok, or the first number that is invalid.
    constexpr Status validate() const noexcept {
      const Status of_learner = this->settings().validate();
      return of_learner != Status::ok ? of_learner : exploration_.validate();
    }

   private:
    Exploration exploration_{};
  };

  /// (Re)starts everything from zero; the same seed makes the same decisions. An invalid configuration is refused, and
  /// the agent is unchanged.
  Status start(const Config& config, uint64_t seed) noexcept {
    const Status status = config.validate();
    if (status != Status::ok) { return status; }
    begin(config, seed);
    return learner_.start(config.settings());
  }

  /// The same from given weights and average reward; see Learner::start.
  Status start(const Config& config, uint64_t seed, const typename Learner::Weights& weights,
               Value average_reward = Value{}) noexcept {
    const Status of_exploration = config.exploration().validate();
    const Status status =
        of_exploration != Status::ok ? of_exploration : learner_.start(config.settings(), weights, average_reward);
    if (status == Status::ok) { begin(config, seed); }
    return status;
  }

  /// Other numbers from the next tick on. What was learned, trace, counts, generator and the last observation stay as
  /// they are: the steps of epsilon count decisions from the start. Anything but ok, and nothing has changed.
  Status reconfigure(const Config& config, ScheduleTime schedule = ScheduleTime::goes_on) noexcept {
    const Status of_exploration = config.exploration().validate();
    const Status status =
        of_exploration != Status::ok ? of_exploration : learner_.reconfigure(config.settings(), schedule);
    if (status == Status::ok) { exploration_ = config.exploration(); }
    return status;
  }

  /// Puts other weights and another average reward in the place of what was learned; see Learner::restore. Generator,
  /// exploration and counts stay as they are; it starts again at the next observation. While evaluating, a new mean
  /// begins, because other weights decide. Anything but ok, and nothing has changed.
  Status restore(const typename Learner::Weights& weights, Value average_reward) noexcept {
    const Status status = learner_.restore(weights, average_reward);
    if (status != Status::ok) { return status; }
    has_observed_ = 0;
    if (is_evaluating()) { begin_mean(); }
    return Status::ok;
  }

  /// The first observation, and the first one after a gap: decides, learns nothing. (A tick after a gap does the same
  /// by itself: its reward belongs to a decision whose beginning was not observed.)
  Decision observe(const StateFeatures& features, Feasible feasible = Feasible::all()) noexcept {
    const Status status = usability(features, feasible);
    if (status != Status::ok) { return stand_in(status, feasible); }
    forget_trace();
    Random random = random_;
    const Decision decision = decide(features, feasible, random);
    take(decision, features, random);
    return decision;
  }

  /// One tick of the control loop: the reward for the last action and what is observed now. Learns, and decides.
  ///
  /// If an input is bad, nothing is learned, `status` says why, and the trace is reset, because the next transition
  /// does not continue the last one. After a bad reward the agent continues from the observation. After a bad
  /// observation it repeats its last action, if feasible, and starts again at the next good observation.
  Decision tick(Value reward, const StateFeatures& features, Feasible feasible = Feasible::all()) noexcept {
    if (!has_observed()) { return observe(features, feasible); }
    if (is_evaluating()) { return watch(reward, features, feasible); }
    if (feasible.is_empty()) { return stand_in(Status::no_feasible_action, feasible); }
    Random random = random_;
    Decision decision = decide(features, feasible, random);
    report_ = learner_.update(Features(features_, action_), reward, Features(features, decision.action));
    decision.has_learned = report_.status == Status::ok;
    if (!decision.has_learned) {
      if (!is_usable<Arithmetic>(features)) { return stand_in(report_.status, feasible); }
      learner_.reset_trace();
      detail::saturating_increment(skipped_);
      decision.status = report_.status;
    }
    take(decision, features, random);
    return decision;
  }

  /// A tick without a sensor reading: repeats the last action, if feasible.
  Decision skip(Feasible feasible = Feasible::all()) noexcept {
    return stand_in(feasible.is_empty() ? Status::no_feasible_action : Status::skipped, feasible);
  }

  /// From now on only decides, greedily: learns nothing and draws nothing. A tick costs a decision and one division.
  /// Average reward, weights and decisions() stay as they are. What it earns meanwhile is averaged in
  /// evaluated_reward(), which begins again here. evaluate(false) learns again, and starts again at the next
  /// observation. (Calling it again changes nothing.)
  void evaluate(bool only = true) noexcept {
    if (only == is_evaluating()) { return; }
    is_evaluating_ = only ? 1 : 0;
    has_observed_ = 0;
    learner_.reset_trace();
    if (only) { begin_mean(); }
  }
  /// Whether it only decides, since evaluate().
  bool is_evaluating() const noexcept { return is_evaluating_ != 0; }

  /// The mean reward since evaluate() was last called, of the actions that the agent itself has chosen since; 0 before
  /// the first. The first reward after evaluate() does not count, nor does the first one after a bad or missing
  /// observation: they belong to other actions. From 65536 ticks on it is exponentially weighted: each reward counts
  /// 1 / 65536. It can still be read when the agent learns again. Not part of a snapshot: it begins again with resume.
  Value evaluated_reward() const noexcept { return earned_.mean; }
  /// How many rewards that mean has seen.
  uint32_t evaluated_ticks() const noexcept { return evaluated_ticks_; }

  /// The greedy action; `actions`, which is no action, if none is feasible.
  uint32_t greedy_action(const StateFeatures& features, Feasible feasible = Feasible::all()) const noexcept {
    return ballast::greedy_action<Scalar>(feasible, [&](uint32_t action) { return value(features, action); });
  }

  /// q(s, a), up to a constant.
  Value value(const StateFeatures& features, uint32_t action) const noexcept {
    return learner_.value(Features(features, action));
  }

  /// omega: the average reward for each tick that was learned from.
  Value average_reward() const noexcept { return learner_.average_reward(); }
  /// What it has learned with: weights, counts and configuration.
  const Learner& learner() const noexcept { return learner_; }
  /// As it was started, or reconfigured since.
  const Exploration& exploration() const noexcept { return exploration_; }
  /// The state of its random generator: two agents with the same one draw the same.
  uint64_t random_state() const noexcept { return random_.state(); }

  /// Of the last tick with a transition to learn from, refused or not.
  const Report& report() const noexcept { return report_; }

  /// Counts stay at the largest number. decisions() counts decisions made from an observation while learning; skipped()
  /// counts ticks with a bad or missing input. learner().updates() counts the ticks learned from: it should grow.
  uint32_t decisions() const noexcept { return decisions_; }
  /// Ticks with a bad or missing input.
  uint32_t skipped() const noexcept { return skipped_; }

 private:
  friend struct detail::SnapshotAccess;
  void begin(const Config& config, uint64_t seed) noexcept {
    random_ = Random(seed);
    exploration_ = config.exploration();
    report_ = Report{};
    features_ = StateFeatures{};
    action_ = 0;
    decisions_ = 0;
    skipped_ = 0;
    has_observed_ = 0;
    is_evaluating_ = 0;
    begin_mean();
  }
  void begin_mean() noexcept {
    earned_ = {};
    evaluated_ticks_ = 0;
  }

  bool has_observed() const noexcept { return has_observed_ != 0; }
  /// While it evaluates there is none.
  void forget_trace() noexcept {
    if (!is_evaluating()) { learner_.reset_trace(); }
  }

  Status usability(const StateFeatures& features, Feasible feasible) const noexcept {
    if (!learner_.is_started()) { return Status::not_started; }
    if (feasible.is_empty()) { return Status::no_feasible_action; }
    if (!is_within_dimension(features)) { return Status::feature_index_invalid; }
    return is_usable<Arithmetic>(features) ? Status::ok : Status::feature_not_finite;
  }

  /// Epsilon-greedy.
  Decision decide(const StateFeatures& features, Feasible feasible, Random& random) const noexcept {
    using Probability = typename Arithmetic::Probability;
    const Probability epsilon = is_evaluating() ? Probability{} : exploration_.epsilon(decisions_);
    if (Arithmetic::is_drawn(random, epsilon)) {
      return {Status::ok, true, false, feasible.get(random.below(feasible.size()))};
    }
    return {Status::ok, false, false, greedy_action(features, feasible)};
  }

  /// A tick that learns nothing: what the last action has earned, and a decision.
  Decision watch(Value reward, const StateFeatures& features, Feasible feasible) noexcept {
    const bool is_known = Arithmetic::is_finite(reward);
    if (is_known) {
      detail::saturating_increment(evaluated_ticks_);
      earned_.add(reward, evaluated_ticks_);
    }
    Decision decision = observe(features, feasible);
    if (!is_known && decision.status == Status::ok) {
      detail::saturating_increment(skipped_);
      decision.status = Status::reward_not_finite;
    }
    return decision;
  }

  void take(const Decision& decision, const StateFeatures& features, const Random& random) noexcept {
    action_ = decision.action;
    has_observed_ = 1;
    if (is_evaluating()) { return; }
    features_ = features;
    random_ = random;
    detail::saturating_increment(decisions_);
  }

  /// An action without an observation to decide from.
  Decision stand_in(Status status, Feasible feasible) noexcept {
    has_observed_ = 0;
    forget_trace();
    detail::saturating_increment(skipped_);
    if (!feasible.is_empty() && !feasible.contains(action_)) { action_ = feasible.get(0); }
    return {status, false, false, action_};
  }

  Learner learner_;
  Random random_;
  Exploration exploration_{};
  // Not in a snapshot:
  Report report_{};
  detail::RunningMean<Value> earned_{};  // by what was chosen since evaluate()
  uint32_t evaluated_ticks_ = 0;

  StateFeatures features_{};  // phi(s_t)
  uint32_t action_ = 0;       // a_t
  uint32_t decisions_ = 0;
  uint32_t skipped_ = 0;
  uint16_t has_observed_ = 0;   // whether a_t was decided from an observation, since evaluate() was last called
  uint16_t is_evaluating_ = 0;  // half a word each, so that there is no padding
};

}  // namespace ballast
