#pragma once
/// A chip has one of two ways to calibrate: curves on C3, C6 and S3, lines on ESP32 and S2 (CONFIG_IDF_TARGET_ESP32 is
/// for ESP32 alone).

#include <esp_adc/adc_cali.h>
#include <esp_adc/adc_oneshot.h>
#include <stdint.h>

#ifdef __riscv
#define ADC_CALI_SCHEME_CURVE_FITTING_SUPPORTED 1

typedef struct {
  adc_unit_t unit_id;
  adc_channel_t chan;
  adc_atten_t atten;
  adc_bitwidth_t bitwidth;
} adc_cali_curve_fitting_config_t;

extern "C" esp_err_t adc_cali_create_scheme_curve_fitting(const adc_cali_curve_fitting_config_t* config,
                                                          adc_cali_handle_t* handle);
#else
#define ADC_CALI_SCHEME_LINE_FITTING_SUPPORTED 1
#define CONFIG_IDF_TARGET_ESP32 1

typedef struct {
  adc_unit_t unit_id;
  adc_atten_t atten;
  adc_bitwidth_t bitwidth;
  uint32_t default_vref;
} adc_cali_line_fitting_config_t;

extern "C" esp_err_t adc_cali_create_scheme_line_fitting(const adc_cali_line_fitting_config_t* config,
                                                         adc_cali_handle_t* handle);
#endif
