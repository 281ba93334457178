#pragma once
/// A set of values that one context publishes and others read, whole: a main loop what an interrupt wants to know (the
/// average reward, a duty, a Report), or an interrupt what a main loop wants to know. No lock, nobody's interrupts are
/// disabled, nobody waits.
///
///   struct Summary { float average_reward; uint32_t action; };
///   ballast::Published<Summary> summary;                     // static: all bytes zero, and so is what is read first
///   summary.publish({agent.average_reward(), decision.action});   // the main loop, after each tick
///   Summary now;
///   if (summary.read(now)) { ... }                                // an interrupt, whenever it likes
///
/// One writer at a time, any number of readers, of any priority and on any core. `publish` must not be interrupted by
/// another `publish` of the same object.
///
/// Publication n goes to copy n mod 2 while readers are at the other one. What can disturb a reader is thus not the
/// next publication but the one after it, and a reader can tell, because each publication says that it begins.
///
/// - A reader that interrupts the writer always succeeds, at the first attempt, wherever the writer is.
/// - A reader that is interrupted by one publication succeeds too, with what was there before. If two or more begin
///   while it reads, the attempt is void and made again, a bounded number of times; then `read` says so.
/// - On two cores likewise. (A reader that sleeps through exactly 2^32 publications would not notice.)
///
/// Only loads and stores of words are needed, so that cores without an atomic exchange (Cortex-M0) have all of it. The
/// values are words that are read and written atomically, too: a copy that is found void in the end has still not been
/// a data race. What orders them is free on x86 and a barrier instruction (dmb, fence) on cores.

#include <ballast/detail/compiler.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

/// The accesses a Published is made of. A parameter, so that a test can interrupt between any two of them.
///
/// Some compilers have no atomic word for a core without an atomic exchange, and would call a library that is not there
/// (clang for Cortex-M0). There a volatile word is one: such a core is alone, and loads and stores a word at once.
struct AtomicWords {
  /// Whether the compiler has an atomic word for this core.
  static constexpr bool is_built_in = __atomic_always_lock_free(sizeof(uint32_t), nullptr);

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

 public:
  /// For the writer alone. Never waits.
  void publish(const T& value) noexcept {
    Image image{};
    __builtin_memcpy(image.words, &value, sizeof value);
    const uint32_t number = Words::load(published_) + 1;
    Words::store(begun_, number);
    Words::fence_release();  // who sees a word of this publication will see that it has begun
    for (size_t i = 0; i < words; ++i) { Words::store(copies_[number % 2].words[i], image.words[i]); }
    Words::store_release(published_, number);  // who sees the number will see the words
  }

  /// What was published last, or during the call. False, and `value` is as it was, if every attempt was disturbed.
  [[nodiscard]] bool read(T& value, uint32_t attempts = 4) const noexcept {
    Image image;
    for (uint32_t i = 0; i < attempts; ++i) {
      if (!read_once(image)) { continue; }
      __builtin_memcpy(&value, image.words, sizeof value);
      return true;
    }
    return false;
  }

  /// How often something was published, modulo 2^32: whether there is something new.
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
