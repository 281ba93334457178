#pragma once
/// A real fan. Connect
///   - a TMP36 (10 mV a degree, 500 mV at 0 degrees) to channel 0 of ADC 1, which is GPIO 36 on ESP32, 1 on S2 and S3,
///     0 on C3 and C6; and 100 kOhm from there to ground: a loose wire is noticed
///   - a fan to GPIO 5, through a transistor, and a diode across the fan.

#include <driver/ledc.h>
#include <esp_adc/adc_cali.h>
#include <esp_adc/adc_cali_scheme.h>
#include <esp_adc/adc_oneshot.h>
#include <esp_err.h>
#include <math.h>

inline adc_oneshot_unit_handle_t adc;
inline adc_cali_handle_t calibration;

/// What a reading stands for differs from chip to chip: the calibration that Espressif has burnt into each says it.
inline void set_up_calibration() {
#if ADC_CALI_SCHEME_CURVE_FITTING_SUPPORTED
  adc_cali_curve_fitting_config_t config{};  // for channel 0
  const auto create = adc_cali_create_scheme_curve_fitting;
#else
  adc_cali_line_fitting_config_t config{};
  const auto create = adc_cali_create_scheme_line_fitting;
#if CONFIG_IDF_TARGET_ESP32
  config.default_vref = 1100;  // millivolts, for old chips, which have no calibration
#endif
#endif
  config.unit_id = ADC_UNIT_1;
  config.atten = ADC_ATTEN_DB_12;
  config.bitwidth = ADC_BITWIDTH_DEFAULT;
  ESP_ERROR_CHECK(create(&config, &calibration));
}

inline void set_up_pins() {
  adc_oneshot_unit_init_cfg_t unit{};
  unit.unit_id = ADC_UNIT_1;
  ESP_ERROR_CHECK(adc_oneshot_new_unit(&unit, &adc));
  adc_oneshot_chan_cfg_t channel{};
  channel.atten = ADC_ATTEN_DB_12;
  channel.bitwidth = ADC_BITWIDTH_DEFAULT;
  ESP_ERROR_CHECK(adc_oneshot_config_channel(adc, ADC_CHANNEL_0, &channel));
  set_up_calibration();

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
    int millivolts = 0;
    if (adc_oneshot_read(adc, ADC_CHANNEL_0, &raw) != ESP_OK) { return NAN; }
    if (adc_cali_raw_to_voltage(calibration, raw, &millivolts) != ESP_OK) { return NAN; }
    sum += millivolts;
  }
  const float volts = static_cast<float>(sum) / (64.0F * 1000.0F);
  return volts > 0.3F && volts < 1.7F ? 100.0F * (volts - 0.5F) : NAN;
}

inline void run_fan(uint32_t speed) {
  constexpr uint32_t duty[] = {0, 128, 255};
  ESP_ERROR_CHECK(ledc_set_duty(LEDC_LOW_SPEED_MODE, LEDC_CHANNEL_0, duty[speed]));
  ESP_ERROR_CHECK(ledc_update_duty(LEDC_LOW_SPEED_MODE, LEDC_CHANNEL_0));
}
