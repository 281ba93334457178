// The ESP-IDF project on a PC, before and after a reset.

#include <freertos/task.h>
#include <nvs.h>
#include <nvs_flash.h>

#include "../project.hpp"

namespace {

constexpr size_t most = 20000;
uint8_t* entry = nullptr;  // what NVS keeps: a length, and the bytes
esp_err_t found = ESP_OK;  // what it finds in the flash after a reset
uint8_t staged[most];
size_t staged_length = 0;

void check_first_life() {
  const std::vector<double> rewards = printed.values("mean reward ");
  require(printed.has("begins with nothing"), "the first life begins with nothing");
  require(mean_of_last(rewards, 8) > rewards.front() + 0.05, "it does better in the end than at first");
  require(printed.has("saved") && !printed.has("not saved"), "it saves");
  require(printed.count("saved") <= 5, "it saves seldom");
}

void check_second_life() {
  require(printed.values("goes on: ").front() > 50000.0, "it goes on after a reset, with what it had learned");
  require(printed.values("mean reward ").front() > -0.25, "it does as well as before the reset");
}

void check_life_with_other_nvs() {
  require(printed.has("begins with nothing"), "what NVS cannot read is erased");
}

}  // namespace

extern "C" void app_main();

void vTaskDelay(TickType_t) {
  pass_delay();
}

esp_err_t nvs_flash_init() {
  return found;
}
esp_err_t nvs_flash_erase() {
  memset(entry, 0xFF, sizeof(size_t) + most);
  found = ESP_OK;
  return ESP_OK;
}
esp_err_t nvs_open(const char*, nvs_open_mode_t, nvs_handle_t* handle) {
  *handle = 1;
  return ESP_OK;
}
esp_err_t nvs_get_blob(nvs_handle_t, const char*, void* value, size_t* length) {
  size_t there = 0;
  memcpy(&there, entry, sizeof there);
  if (there > most || there > *length) { return ESP_FAIL; }
  memcpy(value, entry + sizeof there, there);
  *length = there;
  return ESP_OK;
}
esp_err_t nvs_set_blob(nvs_handle_t, const char*, const void* value, size_t length) {
  if (length > most) { return ESP_FAIL; }
  memcpy(staged, value, length);
  staged_length = length;
  return ESP_OK;
}
esp_err_t nvs_commit(nvs_handle_t) {
  memcpy(entry, &staged_length, sizeof staged_length);
  memcpy(entry + sizeof staged_length, staged, staged_length);
  return ESP_OK;
}

int main() {
  entry = lasting_memory(sizeof(size_t) + most);
  life = {65000, check_first_life};
  in_a_life(app_main);
  life = {5000, check_second_life};
  in_a_life(app_main);
  for (const esp_err_t error : {ESP_ERR_NVS_NEW_VERSION_FOUND, ESP_ERR_NVS_NO_FREE_PAGES}) {
    found = error;
    life = {4000, check_life_with_other_nvs};
    in_a_life(app_main);
  }
  return 0;
}
