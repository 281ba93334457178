// A heater is kept at its temperature by a thermostat, fifty times a second, and the firmware learns what that
// thermostat is worth: the average deviation, and in which situations more of it lies ahead. All memory is static,
// nothing is allocated, and a sensor that fails switches the heater off and leaves a gap in what is learned. What was
// learned is kept in flash, and a reset costs at most half an hour of it.

#include <ballast/ballast.hpp>
#include <ballast/features/fingerprint.hpp>
#include <ballast/snapshot_store.hpp>

#include <etl/string.h>
#include <etl/string_stream.h>

#include "driver.hpp"
#include "emulator.hpp"
#include "flash.hpp"
#include "learning.hpp"
#include "ticks.hpp"

/// For a debugger, a log or a telemetry message: how this device is doing.
struct Health {
  uint32_t ticks;
  uint32_t not_believed;  // the sensor failed
  uint32_t out_of_range;  // heating up, or overheated
  uint32_t refused;       // by the learner: should stay 0
  uint32_t projections;   // likewise
  float average_reward;
  uint32_t resumed;       // 1 if this run goes on from what an earlier one has kept
  uint32_t saves;         // to flash
  uint32_t failed_saves;  // should stay 0: the flash is worn out, or write-protected
} health;

namespace {

constexpr uint32_t milliseconds_per_tick = 20;

// All zero until setup(), so that they lie in .bss and take no flash.
Learner learner;
Coder::Features here{0.0F};
Coder::Features next{0.0F};
bool has_here;  // whether `here` is the tick before this one
bool is_heating;

// --- the controller -------------------------------------------------------------------------------------------------

/// The controller that is being judged. An agent would decide here instead.
bool decide(float temperature) {
  return is_heating ? temperature < target + 1.0F : temperature < target - 1.0F;
}

void act(bool heat) {
  is_heating = heat;
  set_heater(heat);
}

// --- what survives a reset ------------------------------------------------------------------------------------------

using Flash = SnapshotFlash<Stm32f405>;
using Store = ballast::SnapshotStore<Flash>;

/// A sector is erased once in 32 saves, because each of the two has room for 16, and withstands 10,000 erases: 320,000
/// saves. For ten years this must be at least 16.4 minutes; half an hour gives 18 years. (Shorter for the emulator.)
constexpr uint32_t ticks_per_save = emulator::is_present ? 1000 : 30 * 60 * 1000 / milliseconds_per_tick;

/// The heater is off meanwhile: erasing a sector stops the core for up to half a second. So there is a gap, too.
void save(Store& store) {
  act(false);
  const bool is_saved = store.save(learner, ballast::fingerprint(coder)) == ballast::Status::ok;
  ++(is_saved ? health.saves : health.failed_saves);
  has_here = false;
}

/// Goes on from what is in flash. If there is nothing, or it was learned from other features, starts from nothing.
bool setup(Store& store) {
  here = next = Coder::Features{Coder::unit_value};
  act(false);
  health.resumed = store.resume(learner, ballast::fingerprint(coder)) == ballast::Status::ok ? 1 : 0;
  return health.resumed != 0 || learner.start(config) == ballast::Status::ok;
}

// --- the loop -------------------------------------------------------------------------------------------------------

void tick() {
  const float temperature = read_sensor();
  const auto coded = coder.encode({{temperature, is_heating ? 1.0F : 0.0F}}, next);
  const bool is_believed = coded.status == ballast::Status::ok;
  if (is_believed && coded.clamped == 0) {
    if (has_here) {
      (void)learner.update(here, reward_of(temperature), next);  // refusals are in health
    } else {
      learner.reset_trace();  // what was before the gap did not lead here
    }
    here = next;
    has_here = true;
  } else {
    has_here = false;
    ++(is_believed ? health.out_of_range : health.not_believed);
  }
  act(is_believed && decide(temperature));  // off while the temperature is unknown
}

void report_health() {
  ++health.ticks;
  health.refused = learner.rejections();
  health.projections = learner.projections();
  health.average_reward = learner.average_reward();
}

// --- in the emulator ------------------------------------------------------------------------------------------------

/// Ends after a minute of the device's time, with 0 if the average is what this thermostat does to the simulated
/// heater: -0.528, by averaging 100,000 ticks. The emulator has no controller for the flash, so that every attempt to
/// save must have been reported as failed.
void end_of_emulation() {
  if (!emulator::is_present || health.ticks < 3000) { return; }
  etl::string<160> text;
  etl::string_stream line(text, etl::format_spec().precision(3));
  line << "average reward " << health.average_reward << ", ticks " << health.ticks << ", not believed "
       << health.not_believed << ", out of range " << health.out_of_range << ", refused " << health.refused
       << ", saves " << health.saves << ", failed " << health.failed_saves << "\n";
  emulator::write(text.c_str());
  const bool is_right = health.average_reward > -0.58F && health.average_reward < -0.48F && health.refused == 0;
  const bool has_failed_to_save = health.saves == 0 && health.failed_saves == health.ticks / ticks_per_save;
  emulator::exit(is_right && has_failed_to_save ? 0 : 1);
}

}  // namespace

int main() {
  Stm32f405 chip;
  Flash flash(chip);
  Store store(flash);
  if (!setup(store)) { return 1; }
  start_ticks(milliseconds_per_tick);
  for (;;) {
    wait_for_tick();
    tick();
    report_health();
    if (health.ticks % ticks_per_save == 0) { save(store); }
    end_of_emulation();
  }
}
