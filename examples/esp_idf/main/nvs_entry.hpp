#pragma once
/// A snapshot as one entry of NVS, which keeps the old one until the new one is complete.
///
/// So there must be room for both: two of 9808 bytes take nearly all of the 24 KB that NVS has by default, and with
/// what WiFi, say, keeps there the second finds no room. partitions.csv gives NVS 64 KB: 16 pages of 4 KB, which it
/// erases in turn. A save fills 2.5 of them, so each is erased every sixth time. With four saves a day, flash that
/// withstands 10,000 erases lasts 6 x 10,000 / 4 = 15,000 days, 41 years.

#include <esp_err.h>
#include <nvs.h>
#include <nvs_flash.h>
#include <string.h>

#include <ballast/snapshot.hpp>

template <class Agent>
class NvsEntry {
  static constexpr size_t partition_bytes = 64 * 1024;  // as in partitions.csv
  static_assert(3 * ballast::snapshot_bytes<Agent> <= partition_bytes, "NVS is too small for two snapshots");

 public:
  void open() {
    // Of another layout or version, as after firmware that had other partitions: it can only be erased, with what other
    // parts of the firmware keep there. Without that the board would reset for ever.
    esp_err_t error = nvs_flash_init();
    if (error == ESP_ERR_NVS_NO_FREE_PAGES || error == ESP_ERR_NVS_NEW_VERSION_FOUND) {
      ESP_ERROR_CHECK(nvs_flash_erase());
      error = nvs_flash_init();
    }
    ESP_ERROR_CHECK(error);
    ESP_ERROR_CHECK(nvs_open("ballast", NVS_READWRITE, &nvs_));
  }

  /// Whether it is saved. `features` is the fingerprint of the coder.
  bool save(const Agent& agent, uint32_t features) {
    size_ = 0;
    return ballast::save(agent, features, *this) == ballast::Status::ok &&
           nvs_set_blob(nvs_, "agent", bytes_, size_) == ESP_OK && nvs_commit(nvs_) == ESP_OK;
  }

  /// Whether there was a snapshot of such an agent; if not, the agent is as before.
  bool resume(Agent& agent, uint32_t features) {
    size_ = sizeof bytes_;
    return nvs_get_blob(nvs_, "agent", bytes_, &size_) == ESP_OK &&
           ballast::resume(agent, features, *this) == ballast::Status::ok;
  }

  // For ballast::save and ballast::resume.
  bool write(const uint8_t* piece, size_t count) {
    if (size_ + count > sizeof bytes_) { return false; }
    memcpy(bytes_ + size_, piece, count);
    size_ += count;
    return true;
  }
  bool read(uint32_t offset, uint8_t* piece, size_t count) const {
    if (offset + count > size_) { return false; }
    memcpy(piece, bytes_ + offset, count);
    return true;
  }

 private:
  nvs_handle_t nvs_ = 0;
  size_t size_ = 0;
  uint8_t bytes_[ballast::snapshot_bytes<Agent>]{};
};
