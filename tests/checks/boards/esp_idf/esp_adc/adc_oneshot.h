#pragma once
#include <esp_err.h>

typedef enum { ADC_UNIT_1 } adc_unit_t;
typedef enum { ADC_CHANNEL_0 } adc_channel_t;
typedef enum { ADC_ATTEN_DB_12 = 3 } adc_atten_t;
typedef enum { ADC_BITWIDTH_DEFAULT = 0 } adc_bitwidth_t;
typedef struct adc_oneshot_unit_ctx_t* adc_oneshot_unit_handle_t;
typedef struct {
  adc_unit_t unit_id;
} adc_oneshot_unit_init_cfg_t;
typedef struct {
  adc_atten_t atten;
  adc_bitwidth_t bitwidth;
} adc_oneshot_chan_cfg_t;

extern "C" {
esp_err_t adc_oneshot_new_unit(const adc_oneshot_unit_init_cfg_t* config, adc_oneshot_unit_handle_t* handle);
esp_err_t adc_oneshot_config_channel(adc_oneshot_unit_handle_t handle, adc_channel_t channel,
                                     const adc_oneshot_chan_cfg_t* config);
esp_err_t adc_oneshot_read(adc_oneshot_unit_handle_t handle, adc_channel_t channel, int* raw);
}
