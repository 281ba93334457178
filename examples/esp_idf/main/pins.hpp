#pragma once
/// A real fan. Connect
///   - a TMP36 to channel 0 of ADC 1 (10 mV a degree, 500 mV at 0 degrees), and 100 kOhm from there to ground: a loose
///     wire is noticed
///   - a fan to GPIO 5, through a transistor.

#include <driver/ledc.h>
#include <esp_adc/adc_oneshot.h>
#include <esp_err.h>
#include <math.h>

inline adc_oneshot_unit_handle_t adc;

inline void set_up_pins() {
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

/// NAN if the sensor cannot be read, or if nothing is connected.
inline float read_temperature() {
  int sum = 0;
  for (int i = 0; i < 64; ++i) {
    int raw = 0;
    if (adc_oneshot_read(adc, ADC_CHANNEL_0, &raw) != ESP_OK) { return NAN; }
    sum += raw;
  }
  const float volts = static_cast<float>(sum) * (3.1F / (64 * 4095));  // roughly: see esp_adc/adc_cali.h
  return volts > 0.3F && volts < 1.7F ? 100.0F * (volts - 0.5F) : NAN;
}

inline void run_fan(uint32_t speed) {
  constexpr uint32_t duty[] = {0, 128, 255};
  ESP_ERROR_CHECK(ledc_set_duty(LEDC_LOW_SPEED_MODE, LEDC_CHANNEL_0, duty[speed]));
  ESP_ERROR_CHECK(ledc_update_duty(LEDC_LOW_SPEED_MODE, LEDC_CHANNEL_0));
}
