#pragma once
/// Trace and weights of which a step touches only what is active. A feature is stored as it was when it last occurred:
/// a weight w, a coefficient e, and the epoch in which that was (epochs.hpp). Since then
///   its trace   has become  e x (decay of that epoch)
///   its weight  has become  w + e x (gain of that epoch)
/// An epoch is known until its slot is taken for another one. Before that a feature must occur again, or be settled: a
/// step visits a few features in passing, and settles those whose trace has decayed to nothing.

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
      Clock::bytes + sizeof(T) + 2 * sizeof(uint32_t) + 2 * Dimension * sizeof(T) + padded_dimension * sizeof(Slot);

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
      const T coefficient = kernel::flushed(entry.trace) * per_decay;
      stored[i] = {entry.weight - product(coefficient, gain), coefficient};
      slots[i] = slot;
    }
  };

  /// All weights zero, or the given ones; no trace.
  void start(T lambda, const T* weights) noexcept {
    epochs_.start(lambda);
    visits_ = epochs_.visits(lambda);
    cursor_ = 0;
    for (size_t i = 0; i < Dimension; ++i) { stored_[i].weight = weights != nullptr ? weights[i] : T{0}; }
    for (Slot& slot : slots_) { slot = 0; }
    forget();
  }

  // --- reading ----------------------------------------------------------------------------------------------------

  T weight(size_t i) const noexcept { return reader().weight(i); }
  T trace(size_t i) const noexcept { return reader().trace(i); }
  T trace_norm2() const noexcept { return trace_norm2_; }

  [[gnu::always_inline]] Reader reader() const noexcept {
    return {hoisted(stored_), hoisted(slots_), hoisted(epochs_.gains()), hoisted(epochs_.decays())};
  }

  // --- one step ---------------------------------------------------------------------------------------------------

  /// A step in which ||z||^2 becomes `norm2`: write_all(place) stores its features where they belong, and every weight
  /// moves by step x trace.
  template <class WriteAll>
  [[gnu::always_inline]] void learn(T lambda, T step, T norm2, WriteAll write_all) noexcept {
    if (epochs_.is_crowded()) { settle(); }
    const auto at = epochs_.place(lambda, norm2);
    write_all(Writer{hoisted(stored_), hoisted(slots_), static_cast<Slot>(at.slot), T{1} / at.decay, at.gain});
    epochs_.advance(at, lambda, step, norm2);
    trace_norm2_ = normal_or_zero(norm2);
    sweep();
  }

  // --- all features -----------------------------------------------------------------------------------------------

  /// Stores all features as they are now: their traces, and of_stored(weight, trace) for each weight.
  template <class OfStored>
  void settle(OfStored of_stored) noexcept {
    const Reader now = reader();
    for (size_t i = 0; i < Dimension; ++i) {
      const T z = kernel::flushed(now.trace(i));
      stored_[i] = {of_stored(now.weight(i), z), z};
      slots_[i] = 0;
    }
    epochs_.restart();
  }
  [[gnu::noinline, gnu::cold]] void settle() noexcept {
    settle([](T weight, T /*z*/) { return weight; });
  }

  /// Ends the trace; everything must have settled.
  void forget() noexcept {
    for (Stored& stored : stored_) { stored.coefficient = T{0}; }
    trace_norm2_ = T{0};
  }

 private:
  /// Visits the next few features, settles those whose epoch is over, and stops a weight that would grow for ever.
  [[gnu::always_inline]] void sweep() noexcept {
    const Reader now = reader();
    Stored* const stored = hoisted(stored_);
    const uint32_t begin = cursor_;
    const bool is_last = begin + visits_ >= Dimension;
    const uint32_t end = is_last ? static_cast<uint32_t>(Dimension) : begin + visits_;
    for (uint32_t i = begin; i < end; ++i) {
      if (Clock::is_over(now.decays[now.slots[i]])) { stored[i] = {now.weight(i), T{0}}; }
      if (is_huge(stored[i].weight)) { stored[i].weight = stored[i].weight > T{0} ? largest_weight : -largest_weight; }
    }
    cursor_ = is_last ? 0 : end;
    if (is_last) { epochs_.end_sweep(); }
  }

  static constexpr T largest_weight = static_cast<T>(sizeof(T) == sizeof(float) ? 0x1p100 : 0x1p900);

  /// Asked of the bits: no comparison of floating-point numbers is as cheap.
  [[gnu::always_inline]] static bool is_huge(T x) noexcept { return to_bits(x) << 1 > to_bits(largest_weight) << 1; }

  Clock epochs_{};
  T trace_norm2_{};      // ||z||^2
  uint32_t visits_ = 0;  // how many features a step visits
  uint32_t cursor_ = 0;  // the next of them
  Stored stored_[Dimension]{};
  Slot slots_[padded_dimension]{};
};

}  // namespace sparse
}  // namespace ballast
