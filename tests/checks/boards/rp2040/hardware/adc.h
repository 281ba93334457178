#pragma once
#include <pico/stdlib.h>

extern "C" {
void adc_init();
void adc_gpio_init(uint gpio);
void adc_select_input(uint input);
uint16_t adc_read();
}
