#pragma once
#include <freertos/FreeRTOS.h>

extern "C" void vTaskDelay(TickType_t ticks);
