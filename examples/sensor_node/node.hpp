#pragma once
/// The firmware of the node: the controller, and where it is kept so that a reset costs no more than six hours of
/// learning.

#include <ballast/ballast.hpp>
#include <ballast/snapshot_store.hpp>

#include <stdint.h>

#include "controller.hpp"
#include "site.hpp"

namespace sensor_node {

/// A save erases one slot and each slot is used every third time, so that in ten years a slot is erased
/// 10 x 365.25 x 24 / hours_per_save / 3 = 4870 times. Most flash withstands 10,000.
constexpr uint32_t hours_per_save = 6;
constexpr uint32_t ticks_per_save = hours_per_save * ticks_per_hour;

/// `Flash`: see ballast/snapshot_store.hpp, and flash.hpp.
template <class Flash>
class Node {
 public:
  explicit Node(Flash& flash) : store_(flash) {}

  /// After every reset: goes on from what was saved last. If there is nothing yet, or it is of another firmware,
  /// starts from nothing.
  ballast::Status boot(uint64_t seed) {
    const ballast::Status status = controller_.resume(store_);
    return status == ballast::Status::ok ? status : controller_.start(seed);
  }

  /// Every ten minutes: how many reports to send.
  uint32_t tick(const Outcome& outcome) {
    const uint32_t reports = controller_.tick(outcome);
    if (is_due(outcome.hour)) { ++(controller_.save(store_) == ballast::Status::ok ? saves_ : failed_saves_); }
    return reports;
  }

  const Controller& controller() const { return controller_; }
  /// To retune or freeze it, and for its telemetry.
  Controller& controller() { return controller_; }

  // Since the last reset.
  uint32_t saves() const { return saves_; }
  uint32_t failed_saves() const { return failed_saves_; }

 private:
  /// At 0, 6, 12 and 18 o'clock, and not six hours after a reset: a node that is reset every five hours gets on, too.
  bool is_due(float hour) {
    const uint32_t period = static_cast<uint32_t>(hour) / hours_per_save;
    const bool is_next = period != period_ && period_ != unknown;
    period_ = period;
    return is_next;
  }

  static constexpr uint32_t unknown = UINT32_MAX;

  Controller controller_;
  ballast::SnapshotStore<Flash> store_;
  uint32_t period_ = unknown;  // of the day
  uint32_t saves_ = 0;
  uint32_t failed_saves_ = 0;
};

}  // namespace sensor_node
