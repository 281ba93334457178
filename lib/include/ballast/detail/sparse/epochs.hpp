#pragma once
/// Time as a lazy trace counts it: in epochs.
///
/// While a feature does not occur, its trace decays by lambda in every step and its weight moves by step x trace. For
/// all features that last occurred in the same epoch both are the same up to a factor. So they are kept once for each
/// epoch instead of once for each feature: its decay, what has become of a trace that was 1 in that epoch, and its
/// gain, what such a trace has added to its weight since.
///
/// The trace is z = decay() x u. The one number decay() is multiplied by lambda in every step; the decays of the
/// epochs, from which u is computed, change only when decay() would fall below 1/4. It is then multiplied by a power of
/// two that brings it back to [1, 2), all epochs are divided by that, and the next epoch begins. A power of two rounds
/// nothing: u is the same, to the last bit, for as long as its feature does not occur.
/// - Below lambda = 1/4 an epoch is one step: this is a ring of the last few steps.
/// - Above, several steps share an epoch: 2 or 3 at lambda = 0.5, about 24 at 0.9, 240 at 0.99. Dividing by decay()
///   costs two bits at most of what a step adds to a weight.
/// An epoch is alive until its decay is negligible: 24 epochs at most (36 in double), if none ends early. Those are all
/// that a step touches.
///
/// An epoch also ends when ||z|| has become more than 3 times what it was in one of its steps. The gain of an epoch
/// times the trace of a feature is taken off its weight when it is stored (LazyTrace::Writer); a gain that came from
/// the large steps of a short trace, times a long one, would drown the weight.

#include <ballast/detail/kernel/kernel.hpp>
#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/math/ieee754.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace sparse {

/// `negligible`: a trace that has decayed to this fraction of itself counts as zero. `most_alive`: enough epochs for
/// that, and for some that end early; above it everything must settle.
template <class T>
struct EpochLimits;
template <>
struct EpochLimits<float> {
  static constexpr float negligible = 0x1p-48F;
  static constexpr uint32_t most_alive = 40;
  static constexpr size_t fewest_slots = 64;
};
template <>
struct EpochLimits<double> {
  static constexpr double negligible = 0x1p-72;
  static constexpr uint32_t most_alive = 64;
  static constexpr size_t fewest_slots = 128;
};

/// How many epochs are remembered: a power of two, at least a quarter of the number of features.
template <class T>
constexpr size_t slots_for(size_t dimension) noexcept {
  size_t slots = EpochLimits<T>::fewest_slots;
  if (dimension > 128 && slots < 128) { slots = 128; }
  while (4 * slots < dimension) { slots *= 2; }
  return slots;
}

/// How many features must be visited when an epoch begins, so that each is visited after its epoch has ended and before
/// the slot of that epoch is reused.
template <class T>
[[gnu::always_inline]] constexpr uint32_t visits_for(size_t dimension, uint32_t slots) noexcept {
  const uint32_t spare = slots - EpochLimits<T>::most_alive - 2;
  return static_cast<uint32_t>((dimension + spare - 1) / spare);
}

/// What a step does before its features are added: u is multiplied by `shrinkage`, a power of two (mostly 1), and
/// decay() becomes `decay`.
template <class T>
struct Decayed {
  T decay;
  T per_decay;  // 1 / decay
  T shrinkage;

  [[gnu::always_inline]] bool begins_epoch() const noexcept { return to_bits(shrinkage) != to_bits(T{1}); }
};

/// `Arrays` says where the numbers are (arrays.hpp).
template <class T, class Arrays>
class Epochs {
 public:
  static constexpr uint32_t most_alive = EpochLimits<T>::most_alive;
  static constexpr size_t bytes = 2 * sizeof(uint32_t) + 2 * sizeof(T) + 2 * sizeof(typename Arrays::OfEpochs);

  /// A power of two.
  [[gnu::always_inline]] uint32_t slots() const noexcept { return static_cast<uint32_t>(decays_.size()); }

  /// For arrays of any length, before anything else.
  void resize(size_t slots) {
    decays_.resize(slots);
    gains_.resize(slots);
  }

  /// Where the features of a step belong.
  struct Place {
    uint32_t slot;
    T gain;  // before this step
    bool is_new;
  };

  /// Forgets all epochs. A new one begins, in which every feature is stored as it is, with z = decay x u. (A decay that
  /// began at 1 whenever everything is summed up would round in the same way each time: the errors would add up.)
  void restart(T decay) noexcept {
    kernel::clear(gains_.data(), gains_.size());
    kernel::clear(decays_.data(), decays_.size());
    decays_[0] = T{1};
    decay_ = decay;
    smallest_ = larger_than_any;
    current_ = 0;
    alive_ = 1;
  }

  /// Ends all epochs: every trace is zero, and every weight stays what it is.
  void end_all() noexcept {
    for (; alive_ > 0; --alive_) { decay_of(oldest()) = T{0}; }
    decay_ = T{1};
  }

  /// Whether too many epochs are alive: all must be forgotten before the next begins.
  bool is_full() const noexcept { return alive_ > EpochLimits<T>::most_alive; }

  /// Whether there was no step since restart().
  bool awaits_first_step() const noexcept { return smallest_ == larger_than_any; }

  T decay() const noexcept { return decay_; }
  const T* gains() const noexcept { return gains_.data(); }
  const T* decays() const noexcept { return decays_.data(); }

  /// The decay of the next step. (One that is zero or subnormal ends every trace.)
  [[gnu::always_inline]] Decayed<T> decayed(T lambda) const noexcept {
    const T decay = lambda * decay_;
    if (decay >= least_decay && alive_ != 0) { return {decay, T{1} / decay, T{1}}; }
    const auto exponent = to_bits(decay) & Ieee754<T>::exponent_mask;
    if (exponent == 0 || alive_ == 0) { return {T{1}, T{1}, T{0}}; }
    const T restored = from_bits<T>(to_bits(decay) - exponent + to_bits(T{1}));
    return {restored, T{1} / restored, from_bits<T>(exponent)};
  }

  /// For a step in which ||z||^2 becomes `trace_norm2`.
  [[gnu::always_inline]] Place place(const Decayed<T>& decayed, T trace_norm2) const noexcept {
    const bool has_grown = trace_norm2 * jump > smallest_;
    if (decayed.begins_epoch() || has_grown) { return {in_ring(current_ - 1), T{0}, true}; }
    return {current_, gains_.data()[current_], false};
  }

  /// All traces decay, those of the step are in their place, and every weight moves by step x trace.
  [[gnu::always_inline]] void advance(const Place& place, const Decayed<T>& decayed, T step, T trace_norm2) noexcept {
    const T gain = step * decayed.decay;
    kernel::advance(decays_.data(), decayed.begins_epoch(), decayed.shrinkage, gains_.data(), gain,
                    static_cast<size_t>(current_), static_cast<size_t>(alive_), gains_.size());
    decay_ = decayed.decay;
    smallest_ = trace_norm2 < smallest_ ? trace_norm2 : smallest_;
    if (place.is_new) {
      current_ = place.slot;
      decay_of(current_) = T{1};
      gains_.data()[current_] = T{0} + gain;  // not -0: adding 0 would change its bits
      smallest_ = trace_norm2;
      ++alive_;
    }
  }

  void drop_what_is_negligible() noexcept {
    for (;;) {
      T& decay = decay_of(oldest());
      if (decay > EpochLimits<T>::negligible) { return; }
      decay = T{0};
      --alive_;
    }
  }

  /// Whether a trace that was stored in an epoch of this decay has ended.
  [[gnu::always_inline]] static bool is_over(T decay) noexcept { return to_bits(decay) == 0; }

 private:
  friend struct ballast::detail::SnapshotAccess;
  static constexpr T least_decay = static_cast<T>(0.25F);
  static constexpr T jump = static_cast<T>(0x1p-3F);
  static constexpr T larger_than_any = power_of_two<T>(Ieee754<T>::exponent_bias);

  [[gnu::always_inline]] T& decay_of(uint32_t slot) noexcept { return decays_.data()[slot]; }
  /// The slot of the oldest epoch that is alive.
  [[gnu::always_inline]] uint32_t oldest() const noexcept { return in_ring(current_ + alive_ - 1); }
  [[gnu::always_inline]] uint32_t in_ring(uint32_t at) const noexcept { return at & (slots() - 1); }

  uint32_t current_ = 0;                // the slot of the current epoch; older ones follow
  uint32_t alive_ = 0;                  // how many of them
  T decay_{};                           // z = decay_ x u
  T smallest_{};                        // the smallest ||z||^2 in this epoch
  typename Arrays::OfEpochs decays_{};  // 0 for an epoch that is no longer alive
  typename Arrays::OfEpochs gains_{};
};

}  // namespace sparse
}  // namespace ballast
