#pragma once
/// Stands in for ESP-IDF, to compile and run its project in the tests: what that uses.

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef int esp_err_t;
#define ESP_OK 0
#define ESP_FAIL -1

#define ESP_ERROR_CHECK(x)          \
  do {                              \
    if ((x) != ESP_OK) { abort(); } \
  } while (0)
