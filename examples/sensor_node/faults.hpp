#pragma once
/// A month at one site in which something goes wrong in the third week.

#include <ballast/ballast.hpp>

#include <stddef.h>
#include <stdint.h>

#include "month.hpp"

namespace sensor_node {

enum class Fault : uint8_t {
  none,
  retuned,    ///< someone sets the step-size to 125 instead of 1.25
  forgotten,  ///< the same, and nobody corrects it
  stuck,      ///< the battery always reads the same
  dead,       ///< the battery cannot be read
  flipped,    ///< a firmware update counts what reports are worth with the wrong sign
};
constexpr Fault faults[] = {Fault::none, Fault::retuned, Fault::forgotten, Fault::stuck, Fault::dead, Fault::flipped};

inline const char* name(Fault fault) {
  switch (fault) {
    case Fault::none: return "nothing";
    case Fault::retuned: return "step-size 100 times too large";
    case Fault::forgotten: return "the same, never corrected";
    case Fault::stuck: return "battery reading stuck";
    case Fault::dead: return "battery cannot be read";
    case Fault::flipped: return "sign of the value flipped";
  }
  return "";
}

/// From the 15th day on, for a week. Then someone corrects it, or not.
constexpr uint32_t fault_begins = 14;
constexpr uint32_t fault_ends = 21;

/// Comes between the site and the controller.
class FaultyWorld {
 public:
  explicit FaultyWorld(Fault fault) : fault_(fault) {}

  /// What the controller gets instead; once for each tick.
  Outcome seen(const Outcome& outcome, Controller& controller) {
    const uint32_t tick = tick_++;
    if (tick == fault_begins * ticks_per_day) { begin(outcome, controller); }
    if (tick == fault_ends * ticks_per_day) { end(controller); }
    return is_now(tick) ? changed(outcome) : outcome;
  }

 private:
  static bool is_now(uint32_t tick) {
    return tick >= fault_begins * ticks_per_day && tick < fault_ends * ticks_per_day;
  }
  void begin(const Outcome& outcome, Controller& controller) {
    stuck_ = ballast::is_finite(outcome.charge) ? outcome.charge : 0.5F;
    if (fault_ == Fault::retuned || fault_ == Fault::forgotten) { (void)controller.retune(125.0F, 0.01F); }
  }
  void end(Controller& controller) const {
    if (fault_ == Fault::retuned) { (void)controller.retune(1.25F, 0.01F); }
  }
  Outcome changed(Outcome outcome) const {
    if (fault_ == Fault::stuck) { outcome.charge = stuck_; }
    if (fault_ == Fault::dead) { outcome.charge = ballast::from_bits<float>(0x7FC00000U); }
    if (fault_ == Fault::flipped) { outcome.value = -outcome.value; }
    return outcome;
  }

  Fault fault_;
  uint32_t tick_ = 0;
  float stuck_ = 0.0F;
};

/// `watch(tick, reports)` after each tick.
template <class Watch>
Month month_with_fault(uint64_t site_seed, Fault fault, Controller& controller, Watch watch) {
  if (controller.start(site_seed) != ballast::Status::ok) { return {}; }
  FaultyWorld world(fault);
  uint32_t tick = 0;
  return live_through(site_seed, [&](const Outcome& outcome) {
    const uint32_t reports = controller.tick(world.seen(outcome, controller));
    watch(tick++, reports);
    return reports;
  });
}

}  // namespace sensor_node
