#pragma once
/// What goes into the product: every ten minutes it receives what came of the last ones and how full the battery is,
/// and says how many reports to send in the next ones. It starts from nothing and learns as it goes. It also watches
/// how the learning goes, falls back on a simple rule where it goes wrong, and can be retuned and frozen from outside.

#include <ballast/ballast.hpp>
#include <ballast/features/fingerprint.hpp>

#include <stdint.h>

#include "fallback.hpp"
#include "rules.hpp"
#include "site.hpp"

namespace sensor_node {

/// The state of the node, for an interrupt or another task to read.
struct Summary {
  uint32_t reports;       // to send in these ten minutes
  float value_per_hour;   // of about the last day
  uint32_t unread;        // ticks in which the battery could not be read
  float frozen_per_hour;  // what it has earned since it was frozen; 0 if it is not
  uint32_t rollbacks;     // how often the last good weights were put back
  ballast::Verdict verdict;
  bool is_trusted;  // the learner decides, not the fallback
};

class Controller {
 public:
  ballast::Status start(uint64_t seed) {
    const ballast::Status status = agent_.start(config, seed);
    health_.reset();
    guard_.reset();
    begin(0.0F);
    return status;
  }

  /// Keeps what was learned, and how it went, in a ballast::SnapshotStore.
  template <class Store>
  ballast::Status save(Store& store) {
    return store.save(ballast::together(agent_, health_, guard_), meaning_of_weights());
  }

  /// Goes on from what was saved. The charge before the reset is not known, and so the next tick has no reward: the
  /// agent decides, and learns nothing from it.
  template <class Store>
  ballast::Status resume(Store& store) {
    auto watched = ballast::together(agent_, health_, guard_);
    const ballast::Status status = store.resume(watched, meaning_of_weights());
    if (status == ballast::Status::ok) { begin(not_a_number); }
    return status;
  }

  /// The number of reports to send. Without a reading of the battery it goes on as before, and learns nothing.
  uint32_t tick(const Outcome& outcome) {
    const float reward = reward_of(outcome);
    scale_.add(reward, {{outcome.charge, outcome.hour}});
    const bool is_read = ballast::is_finite(outcome.charge) && !is_stuck();
    const ballast::Decision decision = decide(outcome, reward, is_read);
    health_.add(agent_, decision, reward);
    event_ = is_unguarded_ ? ballast::GuardEvent::nothing : guard_.watch(agent_, health_);
    follow(event_);
    const uint32_t reports = guard_.is_trusted() ? duty[decision.action] : fallback(outcome, is_read);
    worth_before_ = worth_of(outcome.charge);
    count(outcome, is_read);
    publish(reports);
    return reports;
  }

  /// From any context.
  bool read(Summary& summary) const { return summary_.read(summary); }

  // --- from outside ---

  /// Other numbers to learn with, from the next tick on. Anything but ok: they are invalid, and nothing has changed. A
  /// number that is valid can still be wrong: then the guard acts, and goes back to the numbers of the factory.
  ballast::Status retune(float step_size, float epsilon) {
    auto exploration = agent_.exploration();
    for (auto& step : exploration.steps) { step.epsilon = epsilon; }
    return agent_.reconfigure(Agent::Config(agent_.learner().config(), exploration).step_size(step_size));
  }

  /// Learns nothing and tries nothing from now on; Summary says what that earns. After a reset it is as it was at the
  /// last save.
  void freeze(bool is_frozen = true) {
    is_frozen_ = is_frozen;
    if (guard_.is_trusted()) { agent_.evaluate(is_frozen); }
  }

  /// Without the guard, verdicts are still reached and sent, but nothing is done about them.
  void guard(bool is_guarded) { is_unguarded_ = !is_guarded; }

  /// Once a day: a record to send.
  void telemetry(uint32_t device, uint32_t day, uint8_t (&bytes)[ballast::telemetry_bytes]) {
    ballast::Telemetry record = ballast::telemetry_of(agent_, health_, device, day);
    record.is_handed_over = !guard_.is_trusted();
    record.has_rolled_back = guard_.rollbacks() != rollbacks_sent_;
    record.scale_warnings = scale_.warnings().bits();
    ballast::encode(record, bytes);
    rollbacks_sent_ = guard_.rollbacks();
    health_.set_weights_norm(record.weights_norm);
  }

  const auto& agent() const { return agent_; }
  const auto& health() const { return health_; }
  const auto& guard() const { return guard_; }
  /// What the guard did in the last tick.
  ballast::GuardEvent event() const { return event_; }

 private:
  static constexpr uint32_t duty[] = {0, 1, 3, 8};

  // Four grids over charge and hour.
  using Coder = ballast::TileCoder<float, 4, 6, 4>;
  using Agent = ballast::Sarsa<float, Coder::Features, 4, ballast::Implicit, ballast::JointBall<float>,
                               ballast::ConstantSchedule<float>, ballast::EpsilonSteps<float, 2>>;
  static constexpr Coder coder{{{0.0F, 1.0F}, {0.0F, 24.0F}}};
  static constexpr auto config =
      Agent::Config()
          .lambda(0.0F)      // the charge says what the past has left
          .ratio(0.25F)      // the average follows the last hour, and so the sun's coming and going drops out
          .step_size(1.25F)  // a month is short
          .radius(10000.0F)
          .epsilon(0.02F)  // something else every fiftieth time, after a week every hundredth
          .epsilon_from(1000, 0.01F);
  static constexpr float not_a_number = ballast::from_bits<float>(0x7FC00000U);
  static_assert(coder.validate() == ballast::Status::ok && config.validate() == ballast::Status::ok);

  /// What was learned with other tiles, or for other duties, is refused.
  static uint32_t meaning_of_weights() {
    ballast::Fingerprint meaning;
    meaning.add(ballast::fingerprint(coder));
    for (const uint32_t reports : duty) { meaning.add(reports); }
    return meaning.value();
  }

  /// All that is known beforehand: what the charge is worth in reports. 100 when it is full, the first joules the most.
  /// A tick is paid for what it puts in and pays for what it takes out; over a month this cancels.
  static float worth_of(float charge) { return ballast::product(100.0F, ballast::product(charge, 2.0F - charge)); }
  float reward_of(const Outcome& outcome) const { return outcome.value + (worth_of(outcome.charge) - worth_before_); }

  /// At a start and after a reset: what is known of the readings from their data sheets.
  void begin(float worth_before) {
    worth_before_ = worth_before;
    value_per_tick_ = 0.0F;
    unread_ = 0;
    rollbacks_sent_ = guard_.rollbacks();
    is_frozen_ = agent_.is_evaluating() && guard_.is_trusted();
    scale_.reset();
    scale_.add(largest_reward, {{0.0F, 0.0F}});
    scale_.add(largest_reward, {{1.0F, 24.0F}});
    scale_.use();
  }

  ballast::Decision decide(const Outcome& outcome, float reward, bool is_read) {
    const Agent::Feasible feasible = outcome.has_power ? Agent::Feasible::all() : Agent::Feasible{}.with(0);
    Coder::Features phi(Coder::unit_value);
    const bool is_usable = is_read && coder.encode({{outcome.charge, outcome.hour}}, phi).status == ballast::Status::ok;
    return is_usable ? agent_.tick(reward, phi, feasible) : agent_.skip(feasible);
  }

  /// A reading that has not changed for a day is none. Unwatched, the node would learn from it that sending is free.
  bool is_stuck() const { return !is_unguarded_ && scale_.is_stuck(0); }

  /// After the guard has changed hands.
  void follow(ballast::GuardEvent event) {
    if (event == ballast::GuardEvent::handed_back) { agent_.evaluate(is_frozen_); }
    const bool is_handed_over = event == ballast::GuardEvent::rolled_back || event == ballast::GuardEvent::handed_over;
    if (is_handed_over && health_.verdict() != ballast::Verdict::blind) { (void)agent_.reconfigure(config); }
  }

  void count(const Outcome& outcome, bool is_read) {
    unread_ += is_read ? 0U : 1U;
    if (ballast::is_finite(outcome.value)) {
      value_per_tick_ += (outcome.value - value_per_tick_) / static_cast<float>(ticks_per_day);
    }
  }

  void publish(uint32_t reports) {
    constexpr float per_hour = static_cast<float>(ticks_per_hour);
    const bool is_watched = is_frozen_ && guard_.is_trusted();
    summary_.publish({reports, value_per_tick_ * per_hour, unread_,
                      is_watched ? agent_.evaluated_reward() * per_hour : 0.0F, guard_.rollbacks(), health_.verdict(),
                      guard_.is_trusted()});
  }

  Agent agent_;
  ballast::Health<Agent::actions, HealthRules> health_;
  ballast::Guard<ballast::KeptInRam<Agent>, GuardRules> guard_;
  ballast::Scale<float, 2, ScaleRules> scale_;
  float worth_before_ = 0.0F;    // of the charge, a tick ago
  float value_per_tick_ = 0.0F;  // of about the last day
  uint32_t unread_ = 0;
  uint32_t rollbacks_sent_ = 0;
  ballast::GuardEvent event_ = ballast::GuardEvent::nothing;
  bool is_frozen_ = false;
  bool is_unguarded_ = false;  // all zero, so that the controller is in .bss
  ballast::Published<Summary> summary_;
};

static_assert(sizeof(Controller) == 6440, "all the memory there is");

}  // namespace sensor_node
