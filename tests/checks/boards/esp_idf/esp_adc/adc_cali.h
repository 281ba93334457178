#pragma once
#include <esp_err.h>

typedef struct adc_cali_scheme_t* adc_cali_handle_t;

extern "C" esp_err_t adc_cali_raw_to_voltage(adc_cali_handle_t handle, int raw, int* millivolts);
