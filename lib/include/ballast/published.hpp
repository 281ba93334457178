#pragma once
/// A set of values that one context publishes and others read as a whole: a main loop for an interrupt (the average
/// reward, a duty, a Report), or an interrupt for a main loop. No locks, no disabled interrupts, no waiting.
///
///   struct Summary { float average_reward; uint32_t action; };
///   ballast::Published<Summary> summary;                     // static: all bytes zero, as is the first read
///   summary.publish({agent.average_reward(), decision.action});   // the main loop, after each tick
///   Summary now;
///   if (summary.read(now)) { ... }                                // an interrupt, at any time
///
/// One writer at a time, any number of readers, of any priority and on any core. `publish` must not be interrupted by
/// another `publish` of the same object.
///
/// Publication n goes to copy n mod 2 while readers use the other one. So a reader is disturbed not by the next
/// publication but by the one after it, and it can detect that, because each publication is marked when it begins.
///
/// - A reader that interrupts the writer always succeeds, at the first attempt, wherever the writer is.
/// - A reader that is interrupted by one publication succeeds too, with the previous values. If two or more begin while
///   it reads, the attempt is repeated, a bounded number of times; then `read` returns false.
/// - The same holds on two cores. (A reader that misses exactly 2^32 publications would not notice.)
///
/// Only loads and stores of words are needed, so this works on cores without an atomic exchange (Cortex-M0) as well.
/// The values are words that are read and written atomically, too: even a copy that is discarded was not a data race.
/// The ordering is free on x86 and a barrier instruction (dmb, fence) on cores.

#include <ballast/detail/compiler.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

/// The memory accesses of Published. They are a parameter, so that a test can interrupt between any two of them.
///
/// Some compilers have no atomic word for a core without an atomic exchange, and would call a library that does not
/// exist (clang for Cortex-M0). A volatile word is used there: such a device has one core, which loads and stores a
/// word at once.
struct AtomicWords {
  /// Whether the compiler has an atomic word for this core.
  static constexpr bool is_built_in = __atomic_always_lock_free(sizeof(uint32_t), nullptr);
  /// Whether a word is read and written at once. Not on AVR, which does both in four pieces.
  static constexpr bool is_whole = is_built_in || sizeof(void*) >= sizeof(uint32_t);

  /// Atomic, in no order with other accesses.
  static uint32_t load(const uint32_t& word) noexcept {
    if constexpr (is_built_in) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
    return static_cast<const volatile uint32_t&>(word);
  }
  /// No later read is made before it.
  static uint32_t load_acquire(const uint32_t& word) noexcept {
    if constexpr (is_built_in) { return __atomic_load_n(&word, __ATOMIC_ACQUIRE); }
    const uint32_t value = load(word);
    fence_acquire();
    return value;
  }
  /// Atomic, in no order with other accesses.
  static void store(uint32_t& word, uint32_t value) noexcept {
    if constexpr (is_built_in) {
      __atomic_store_n(&word, value, __ATOMIC_RELAXED);
    } else {
      static_cast<volatile uint32_t&>(word) = value;
    }
  }
  /// No earlier write is made after it.
  static void store_release(uint32_t& word, uint32_t value) noexcept {
    if constexpr (is_built_in) {
      __atomic_store_n(&word, value, __ATOMIC_RELEASE);
    } else {
      fence_release();
      store(word, value);
    }
  }
  /// No later read is made before an earlier one.
  static void fence_acquire() noexcept { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
  /// No earlier write is made after a later one.
  static void fence_release() noexcept { __atomic_thread_fence(__ATOMIC_RELEASE); }
};

/// Values of type T, trivially copyable: one context publishes, others read. Takes two copies and two words.
template <class T, class Words = AtomicWords>
class Published {
  static_assert(__is_trivially_copyable(T), "Published: the values must be trivially copyable");
  static_assert(AtomicWords::is_whole || sizeof(T) == 0,
                "Published: this machine reads and writes a word in pieces, so a reader could see half of one; switch "
                "interrupts off while values are copied instead");

 public:
  /// For the writer only. Never waits.
  void publish(const T& value) noexcept {
    Image image{};
    __builtin_memcpy(image.words, &value, sizeof value);
    const uint32_t number = Words::load(published_) + 1;
    Words::store(begun_, number);
    Words::fence_release();  // a reader that sees a word of this publication sees that it has begun
    for (size_t i = 0; i < words; ++i) { Words::store(copies_[number % 2].words[i], image.words[i]); }
    Words::store_release(published_, number);  // a reader that sees the number sees the words
  }

  /// The last publication, or one during the call. False, and `value` is unchanged, if every attempt was disturbed.
  [[nodiscard]] bool read(T& value, uint32_t attempts = 4) const noexcept {
    Image image;
    for (uint32_t i = 0; i < attempts; ++i) {
      if (!read_once(image)) { continue; }
      __builtin_memcpy(&value, image.words, sizeof value);
      return true;
    }
    return false;
  }

  /// The number of publications modulo 2^32: it shows whether there is a new one.
  uint32_t sequence() const noexcept { return Words::load(published_); }

 private:
  static constexpr size_t words = (sizeof(T) + sizeof(uint32_t) - 1) / sizeof(uint32_t);
  struct Image {
    uint32_t words[Published::words];
  };

  bool read_once(Image& image) const noexcept {
    const uint32_t number = Words::load_acquire(published_);
    for (size_t i = 0; i < words; ++i) { image.words[i] = Words::load(copies_[number % 2].words[i]); }
    Words::fence_acquire();
    return Words::load(begun_) - number <= 1;  // the copy that was read belongs to `number` and to number + 2
  }

  uint32_t begun_ = 0;
  uint32_t published_ = 0;
  Image copies_[2]{};
};

}  // namespace ballast
