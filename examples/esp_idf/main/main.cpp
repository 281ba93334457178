// A fan that learns how fast to turn, for ESP-IDF 5.2 or later on any ESP32. What it has learned is kept in NVS, so
// that it goes on where it was after a reset.
//
// As it is, it needs no wiring: it learns on a box that is simulated (../../arduino/Fan/box.h), and `idf.py monitor`
// shows the mean reward rise in the first minute. Then set SIMULATED to 0, and connect a TMP36 to channel 0 of the ADC
// and a fan to GPIO 5, through a transistor. The tests compile this with stand-ins of ESP-IDF's headers and run it on a
// PC; it has not been built by ESP-IDF itself, nor tried on a board yet.
#include <driver/ledc.h>
#include <esp_adc/adc_oneshot.h>
#include <esp_err.h>
#include <freertos/FreeRTOS.h>
#include <freertos/task.h>
#include <math.h>
#include <nvs.h>
#include <nvs_flash.h>
#include <stdio.h>
#include <string.h>

#include <ballast/ballast.hpp>

#ifndef SIMULATED
#define SIMULATED 1
#endif
#if SIMULATED
#include <box.h>
#endif

namespace {

using Coder = ballast::TileCoder<float, 8, 6, 4>;  // of the temperature, and of how fast it changes
constexpr Coder coder{{{20.0F, 60.0F}, {-1.0F, 1.0F}}};
constexpr uint32_t speeds = 3;  // off, slow, fast
using Agent = ballast::Sarsa<float, Coder::Features, speeds>;
constexpr auto config = Agent::Config().lambda(0.25F).ratio(0.05F).step_size(0.2F).radius(1000.0F).epsilon(0.05F);
static_assert(coder.validate() == ballast::Status::ok && config.validate() == ballast::Status::ok, "valid numbers");

Agent agent;

// A snapshot as one entry of NVS, which keeps the old one until the new one is complete.
struct Entry {
  uint8_t bytes[ballast::snapshot_bytes<Agent>];
  size_t size = 0;

  bool write(const uint8_t* piece, size_t count) {
    if (size + count > sizeof bytes) { return false; }
    memcpy(bytes + size, piece, count);
    size += count;
    return true;
  }
  bool read(uint32_t offset, uint8_t* piece, size_t count) const {
    if (offset + count > size) { return false; }
    memcpy(piece, bytes + offset, count);
    return true;
  }
};
Entry entry;

void save(nvs_handle_t nvs) {
  entry.size = 0;
  const bool is_saved = ballast::save(agent, ballast::fingerprint(coder), entry) == ballast::Status::ok &&
                        nvs_set_blob(nvs, "agent", entry.bytes, entry.size) == ESP_OK && nvs_commit(nvs) == ESP_OK;
  printf(is_saved ? "saved\n" : "not saved\n");
}

bool resume(nvs_handle_t nvs) {
  entry.size = sizeof entry.bytes;
  return nvs_get_blob(nvs, "agent", entry.bytes, &entry.size) == ESP_OK &&
         ballast::resume(agent, ballast::fingerprint(coder), entry) == ballast::Status::ok;
}

#if SIMULATED
constexpr TickType_t wait = 1;
constexpr uint32_t ticks_per_save = 30000;
void set_up_pins() {}
#else
constexpr TickType_t wait = pdMS_TO_TICKS(1000);
constexpr uint32_t ticks_per_save = 6 * 3600;
adc_oneshot_unit_handle_t adc;

void set_up_pins() {
  adc_oneshot_unit_init_cfg_t unit{};
  unit.unit_id = ADC_UNIT_1;
  ESP_ERROR_CHECK(adc_oneshot_new_unit(&unit, &adc));
  adc_oneshot_chan_cfg_t channel{};
  channel.atten = ADC_ATTEN_DB_12;
  channel.bitwidth = ADC_BITWIDTH_12;
  ESP_ERROR_CHECK(adc_oneshot_config_channel(adc, ADC_CHANNEL_0, &channel));

  ledc_timer_config_t timer{};
  timer.speed_mode = LEDC_LOW_SPEED_MODE;
  timer.duty_resolution = LEDC_TIMER_8_BIT;
  timer.timer_num = LEDC_TIMER_0;
  timer.freq_hz = 25000;
  timer.clk_cfg = LEDC_AUTO_CLK;
  ESP_ERROR_CHECK(ledc_timer_config(&timer));
  ledc_channel_config_t pwm{};
  pwm.gpio_num = 5;
  pwm.speed_mode = LEDC_LOW_SPEED_MODE;
  pwm.channel = LEDC_CHANNEL_0;
  pwm.timer_sel = LEDC_TIMER_0;
  ESP_ERROR_CHECK(ledc_channel_config(&pwm));
}

// NAN if the sensor cannot be read, or if nothing is connected: nothing is learned then.
float read_temperature() {
  int sum = 0;
  for (int i = 0; i < 64; ++i) {
    int raw = 0;
    if (adc_oneshot_read(adc, ADC_CHANNEL_0, &raw) != ESP_OK) { return NAN; }
    sum += raw;
  }
  const float volts = static_cast<float>(sum) * (3.1F / (64 * 4095));  // roughly: see esp_adc/adc_cali.h
  return volts > 0.3F && volts < 1.7F ? 100.0F * (volts - 0.5F) : NAN;
}

void run_fan(uint32_t speed) {
  constexpr uint32_t duty[speeds] = {0, 128, 255};
  ESP_ERROR_CHECK(ledc_set_duty(LEDC_LOW_SPEED_MODE, LEDC_CHANNEL_0, duty[speed]));
  ESP_ERROR_CHECK(ledc_update_duty(LEDC_LOW_SPEED_MODE, LEDC_CHANNEL_0));
}
#endif

// Every degree above 40 costs 0.2, and noise costs as well.
float reward_of(float temperature, uint32_t speed) {
  constexpr float noise[speeds] = {0.0F, 0.1F, 0.4F};
  return -noise[speed] - (temperature > 40.0F ? 0.2F * (temperature - 40.0F) : 0.0F);
}

uint32_t next_speed(float reward, float temperature, float slope) {
  Coder::Features features(Coder::unit_value);
  const bool is_read = coder.encode({{temperature, slope}}, features).status == ballast::Status::ok;
  return is_read ? agent.tick(reward, features).action : agent.skip().action;
}

}  // namespace

extern "C" void app_main() {
  constexpr uint32_t ticks_per_line = 1000;
  nvs_handle_t nvs{};
  ESP_ERROR_CHECK(nvs_flash_init());
  ESP_ERROR_CHECK(nvs_open("ballast", NVS_READWRITE, &nvs));
  set_up_pins();
  const bool is_resumed = resume(nvs);
  if (!is_resumed && agent.start(config, 42) != ballast::Status::ok) { printf("it does not start\n"); }
  printf("%s: %u decisions\n", is_resumed ? "goes on" : "begins with nothing",
         static_cast<unsigned>(agent.decisions()));

  uint32_t speed = 0;
  float last_temperature = NAN;
  float sum = 0.0F;
  for (uint32_t tick = 1;; ++tick) {
    vTaskDelay(wait);
    const float temperature = read_temperature();
    const float reward = reward_of(temperature, speed);
    speed = next_speed(reward, temperature, temperature - last_temperature);
    run_fan(speed);
    last_temperature = temperature;
    sum += reward;
    if (tick % ticks_per_save == 0) { save(nvs); }
    if (tick % ticks_per_line != 0) { continue; }
    printf("mean reward %.3f, %u readings not believed\n", static_cast<double>(sum / ticks_per_line),
           static_cast<unsigned>(agent.skipped()));
    sum = 0.0F;
  }
}
