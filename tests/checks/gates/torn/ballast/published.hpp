#pragma once
/// Wrong on purpose: one copy, written in place, and nothing that says whether it is whole.

#include <stddef.h>
#include <stdint.h>

namespace ballast {

struct AtomicWords {
  static uint32_t load(const uint32_t& word) noexcept { return word; }
  static void store(uint32_t& word, uint32_t value) noexcept { word = value; }
};

template <class T, class Words = AtomicWords>
class Published {
 public:
  void publish(const T& value) noexcept {
    uint32_t image[words]{};
    __builtin_memcpy(image, &value, sizeof value);
    for (size_t i = 0; i < words; ++i) { Words::store(copy_[i], image[i]); }
    Words::store(published_, Words::load(published_) + 1);
  }

  [[nodiscard]] bool read(T& value, uint32_t /*attempts*/ = 4) const noexcept {
    uint32_t image[words];
    for (size_t i = 0; i < words; ++i) { image[i] = Words::load(copy_[i]); }
    __builtin_memcpy(&value, image, sizeof value);
    return true;
  }

  uint32_t sequence() const noexcept { return Words::load(published_); }

 private:
  static constexpr size_t words = (sizeof(T) + sizeof(uint32_t) - 1) / sizeof(uint32_t);
  uint32_t published_ = 0;
  uint32_t spare_ = 0;
  uint32_t copy_[words]{};
  uint32_t unused_[words]{};  // as large as the right one
};

}  // namespace ballast
