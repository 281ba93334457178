// A heater is kept at its temperature by a thermostat, fifty times a second, and the firmware learns what that
// thermostat is worth: the average deviation, and in which situations more of it lies ahead. All memory is static,
// nothing is allocated, and a sensor that fails switches the heater off and leaves a gap in what is learned.

#include <ballast/ballast.hpp>

#include <etl/string.h>
#include <etl/string_stream.h>

#include "driver.hpp"
#include "emulator.hpp"
#include "ticks.hpp"

/// For a debugger, a log or a telemetry message: how this device is doing.
struct Health {
  uint32_t ticks;
  uint32_t not_believed;  // the sensor failed
  uint32_t out_of_range;  // heating up, or overheated
  uint32_t refused;       // by the learner: should stay 0
  uint32_t projections;   // likewise
  float average_reward;
} health;

namespace {

// --- what is learned, and from what ---------------------------------------------------------------------------------

constexpr uint32_t milliseconds_per_tick = 20;
constexpr float target = 200.0F;

using Coder = ballast::TileCoder<float, 8, 6, 2>;  // 8 tilings of 6 x 2 tiles: temperature, heater
using Learner = ballast::Learner<float, Coder::dimension>;

constexpr Coder coder{{{190.0F, 210.0F}, {0.0F, 1.0F}}};
constexpr auto config = Learner::Config().lambda(0.25F).ratio(0.02F).step_size(0.1F).radius(1000.0F);
static_assert(coder.validate() == ballast::Status::ok && config.validate() == ballast::Status::ok);
static_assert(sizeof(Learner) == 808);

// All zero until setup(), so that they lie in .bss and take no flash.
Learner learner;
Coder::Features here{0.0F};
Coder::Features next{0.0F};
bool has_here;  // whether `here` is the tick before this one
bool is_heating;

// --- the loop -------------------------------------------------------------------------------------------------------

float reward_of(float temperature) {
  const float deviation = temperature - target;
  return deviation < 0.0F ? deviation : -deviation;
}

/// The controller that is being judged. An agent would decide here instead.
bool decide(float temperature) {
  return is_heating ? temperature < target + 1.0F : temperature < target - 1.0F;
}

void act(bool heat) {
  is_heating = heat;
  set_heater(heat);
}

bool setup() {
  here = next = Coder::Features{Coder::unit_value};
  act(false);
  return learner.start(config) == ballast::Status::ok;
}

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
/// heater: -0.528, by averaging 100,000 ticks.
void end_of_emulation() {
  if (!emulator::is_present || health.ticks < 3000) { return; }
  etl::string<120> text;
  etl::string_stream line(text, etl::format_spec().precision(3));
  line << "average reward " << health.average_reward << ", ticks " << health.ticks << ", not believed "
       << health.not_believed << ", out of range " << health.out_of_range << ", refused " << health.refused << "\n";
  emulator::write(text.c_str());
  const bool is_right = health.average_reward > -0.58F && health.average_reward < -0.48F && health.refused == 0;
  emulator::exit(is_right ? 0 : 1);
}

}  // namespace

int main() {
  if (!setup()) { return 1; }
  start_ticks(milliseconds_per_tick);
  for (;;) {
    wait_for_tick();
    tick();
    report_health();
    end_of_emulation();
  }
}
