#pragma once
#include <nvs.h>

extern "C" {
esp_err_t nvs_flash_init();
esp_err_t nvs_flash_erase();
}
