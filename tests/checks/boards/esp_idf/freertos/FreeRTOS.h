#pragma once
#include <stdint.h>

typedef uint32_t TickType_t;
#define configTICK_RATE_HZ 100
#define pdMS_TO_TICKS(milliseconds) ((TickType_t)(((uint64_t)(milliseconds)*configTICK_RATE_HZ) / 1000U))
