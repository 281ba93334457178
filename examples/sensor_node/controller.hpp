#pragma once
/// What goes into the product: every ten minutes it receives what came of the last ones and how full the battery is,
/// and says how many reports to send in the next ones. It starts from nothing and learns as it goes.

#include <ballast/ballast.hpp>
#include <ballast/features/fingerprint.hpp>

#include <stdint.h>

#include "site.hpp"

namespace sensor_node {

/// The state of the node, for an interrupt or another task to read.
struct Summary {
  uint32_t reports;      // to send in these ten minutes
  float value_per_hour;  // of about the last day
  uint32_t unread;       // ticks in which the battery could not be read
};

class Controller {
 public:
  ballast::Status start(uint64_t seed) {
    worth_before_ = 0.0F;
    value_per_tick_ = 0.0F;
    unread_ = 0;
    return agent_.start(config, seed);
  }

  /// Keeps what was learned in a ballast::SnapshotStore.
  template <class Store>
  ballast::Status save(Store& store) const {
    return store.save(agent_, meaning_of_weights());
  }

  /// Goes on from what was saved. The charge before the reset is not known, and so the next tick has no reward: the
  /// agent decides, and learns nothing from it.
  template <class Store>
  ballast::Status resume(Store& store) {
    const ballast::Status status = store.resume(agent_, meaning_of_weights());
    if (status == ballast::Status::ok) { worth_before_ = ballast::from_bits<float>(0x7FC00000U); }  // NaN
    return status;
  }

  /// The number of reports to send. Without a reading of the battery it goes on as before, and learns nothing.
  uint32_t tick(const Outcome& outcome) {
    const Agent::Feasible feasible = outcome.has_power ? Agent::Feasible::all() : Agent::Feasible{}.with(0);
    Coder::Features phi(Coder::unit_value);
    const bool is_read = coder.encode({{outcome.charge, outcome.hour}}, phi).status == ballast::Status::ok;
    const ballast::Decision decision = is_read ? agent_.tick(reward_of(outcome), phi, feasible) : agent_.skip(feasible);
    worth_before_ = worth_of(outcome.charge);
    unread_ += is_read ? 0U : 1U;
    if (ballast::is_finite(outcome.value)) {
      value_per_tick_ += (outcome.value - value_per_tick_) / static_cast<float>(ticks_per_day);
    }
    const uint32_t reports = duty[decision.action];
    summary_.publish({reports, value_per_tick_ * static_cast<float>(ticks_per_hour), unread_});
    return reports;
  }

  /// From any context.
  bool read(Summary& summary) const { return summary_.read(summary); }

  const auto& agent() const { return agent_; }

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

  Agent agent_;
  float worth_before_ = 0.0F;    // of the charge, a tick ago
  float value_per_tick_ = 0.0F;  // of about the last day
  uint32_t unread_ = 0;
  ballast::Published<Summary> summary_;
};

static_assert(sizeof(Controller) == 4736, "all the memory there is");

}  // namespace sensor_node
