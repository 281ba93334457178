#pragma once
/// A snapshot as one entry of NVS, which keeps the old one until the new one is complete.

#include <esp_err.h>
#include <nvs.h>
#include <nvs_flash.h>
#include <string.h>

#include <ballast/snapshot.hpp>

template <class Agent>
class NvsEntry {
 public:
  void open() {
    ESP_ERROR_CHECK(nvs_flash_init());
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
