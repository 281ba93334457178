#pragma once
/// Trace and weights of which a step touches only what is active. A feature is stored as it was when it last occurred:
/// a weight w, a coefficient e, and the epoch in which that was (epochs.hpp). Since then
///   its trace   has become  e x (decay of that epoch)
///   its weight  has become  w + e x (gain of that epoch)
/// An epoch is known until its slot is taken for another one. Before that a feature must occur again, or be settled:
/// whenever an epoch begins a few features are visited, and those are settled whose trace has decayed to nothing.

#include <ballast/kernel/kernel.hpp>
#include <ballast/sparse/epochs.hpp>
#include <ballast/sparse/moments.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace sparse {

/// The same address. An empty asm hides where it came from: it is then kept in a register and not computed anew, with
/// a long offset, for each feature of a loop.
template <class T>
[[gnu::always_inline]] inline T* hoisted(T* address) noexcept {
  __asm__("" : "+r"(address));
  return address;
}

template <class T, size_t Dimension>
class LazyTrace {
 public:
  using Clock = Epochs<T, Dimension>;
  using Slot = typename Clock::Slot;

  /// The slots end where a number can begin: what would be padding are slots that nobody uses.
  static constexpr size_t slots_in_a_number = sizeof(T) / sizeof(Slot);
  static constexpr size_t padded_dimension =
      (Dimension + slots_in_a_number - 1) / slots_in_a_number * slots_in_a_number;
  static constexpr size_t bytes =
      Clock::bytes + 2 * sizeof(T) + 2 * Dimension * sizeof(T) + padded_dimension * sizeof(Slot);

  struct Stored {
    T weight;
    T coefficient;
  };

  /// How features are read.
  struct Reader {
    const Stored* stored;
    const Slot* slots;
    const T* gains;
    const T* decays;

    [[gnu::always_inline]] T weight(size_t i) const noexcept {
      return stored[i].weight + product(stored[i].coefficient, gains[slots[i]]);
    }
    [[gnu::always_inline]] T trace(size_t i) const noexcept { return stored[i].coefficient * decays[slots[i]]; }
    /// As it will be in the next step, before that adds anything.
    [[gnu::always_inline]] T decayed_trace(size_t i, T lambda) const noexcept {
      return product(stored[i].coefficient, lambda * decays[slots[i]]);
    }
  };

  /// A feature in a step: its weight before the step, its trace with what the step adds to it.
  struct Entry {
    T weight;
    T trace;
  };

  /// How the features of a step are stored: as if they had been there since the epoch began, and had not learned since.
  struct Writer {
    Stored* stored;
    Slot* slots;
    Slot slot;
    T per_decay;
    T gain;

    [[gnu::always_inline]] void write(size_t i, const Entry& entry) const noexcept {
      const T coefficient = entry.trace * per_decay;
      stored[i] = {entry.weight - product(coefficient, gain), coefficient};
      slots[i] = slot;
    }
  };

  /// All weights zero, or the given ones; no trace.
  void start(T lambda, const T* weights) noexcept {
    epochs_.start(lambda);
    cursor_ = 0;
    for (size_t i = 0; i < Dimension; ++i) { stored_[i].weight = weights != nullptr ? weights[i] : T{0}; }
    for (Slot& slot : slots_) { slot = 0; }
    forget();
  }

  // --- reading ----------------------------------------------------------------------------------------------------

  T weight(size_t i) const noexcept { return reader().weight(i); }
  T trace(size_t i) const noexcept { return reader().trace(i); }
  T trace_norm2() const noexcept { return trace_norm2_; }

  /// Whether everything must settle before the next step.
  bool is_full() const noexcept { return epochs_.is_full(); }

  [[gnu::always_inline]] Reader reader() const noexcept {
    return {hoisted(stored_), hoisted(slots_), hoisted(epochs_.gains()), hoisted(epochs_.decays())};
  }

  // --- one step ---------------------------------------------------------------------------------------------------

  /// A step in which ||z||^2 becomes `norm2`: write_all(place) stores its features where they belong, and every weight
  /// moves by step x trace.
  template <class WriteAll>
  [[gnu::always_inline]] void learn(T lambda, T step, T norm2, WriteAll write_all) noexcept {
    const auto at = epochs_.place(lambda, norm2);
    write_all(Writer{hoisted(stored_), hoisted(slots_), static_cast<Slot>(at.slot), T{1} / at.decay, at.gain});
    epochs_.advance(at, lambda, step, norm2);
    trace_norm2_ = normal_or_zero(norm2);
    if (at.is_new) { sweep(); }
  }

  // --- all features -----------------------------------------------------------------------------------------------

  /// Stores all features as they are now: their traces, and of_stored(weight, trace) for each weight. Sums up ||z||^2.
  template <class OfStored>
  void settle(OfStored of_stored) noexcept {
    const Reader now = reader();
    T norm2{};
    for (size_t i = 0; i < Dimension; ++i) {
      const T z = kernel::flushed(now.trace(i));
      norm2 = norm2 + product(z, z);
      stored_[i] = {of_stored(now.weight(i), z), z};
      slots_[i] = 0;
    }
    trace_norm2_ = norm2;
    epochs_.restart();
  }

  /// Ends the trace; everything must have settled.
  void forget() noexcept {
    for (Stored& stored : stored_) { stored.coefficient = T{0}; }
    trace_norm2_ = T{0};
  }

 private:
  /// Visits the next few features, and settles those whose trace has ended, or is so small that its square would be a
  /// subnormal number.
  [[gnu::always_inline]] void sweep() noexcept {
    const Reader now = reader();
    Stored* const stored = hoisted(stored_);
    const size_t begin = static_cast<size_t>(cursor_);
    const bool is_last = begin + Clock::visits >= Dimension;
    const size_t end = is_last ? Dimension : begin + Clock::visits;
    for (size_t i = begin; i < end; ++i) {
      const Word is_large = to_bits(stored[i].coefficient) & kernel::upper_exponent_bits<T>;
      const bool is_over = Clock::is_over(now.decays[now.slots[i]]);
      if (is_over | (is_large == 0)) { stored[i] = {now.weight(i), T{0}}; }
    }
    cursor_ = static_cast<Word>(is_last ? 0 : end);
  }

  using Word = typename Ieee754<T>::Word;  // as wide as a number: no padding

  Clock epochs_{};
  T trace_norm2_{};  // ||z||^2
  Word cursor_ = 0;  // the next feature to visit
  Stored stored_[Dimension]{};
  Slot slots_[padded_dimension]{};
};

}  // namespace sparse
}  // namespace ballast
