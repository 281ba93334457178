#pragma once
/// Trace and weights, of which a step touches only the active features. A feature is stored as it was when it last
/// occurred: a weight w, a coefficient e, and the epoch in which that was (epochs.hpp). Since then
///   its trace   has become  e x (decay of that epoch) x (decay of the step)
///   its weight  has become  w + e x (gain of that epoch)
/// An epoch is known until its slot is reused. Before that, a feature must occur again or be settled: whenever an epoch
/// begins, a few features are visited, and those whose trace has ended are settled.
///
/// A coefficient whose square would be a subnormal number is stored as zero, as the dense learner does with its trace
/// (kernel::flushed): no weight then moves by a trace that ||z||^2 leaves out.

#include <ballast/detail/kernel/kernel.hpp>
#include <ballast/detail/opaque.hpp>
#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/detail/sparse/epochs.hpp>
#include <ballast/detail/sparse/feature_groups.hpp>
#include <ballast/detail/sparse/trace_norm.hpp>
#include <ballast/math/product.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace sparse {

/// The same address, kept in a register and not computed again, with a long offset, for each feature of a loop. (A host
/// has such offsets in its instructions, and too few registers.)
template <class T>
[[gnu::always_inline]] inline T* hoisted(T* address) noexcept {
  return kernel::is_vectorised ? address : detail::opaque(address);
}

/// A feature as it is stored.
template <class T>
struct StoredFeature {
  T weight;
  T coefficient;
};

/// `Arrays` says where the numbers are (arrays.hpp).
template <class T, class Arrays>
class LazyTrace {
 public:
  using Clock = Epochs<T, Arrays>;
  using Slot = typename Arrays::Slot;
  using Stored = StoredFeature<T>;
  static constexpr bool inlines_step = Arrays::inlines_step;
  static constexpr size_t bytes = Clock::bytes + TraceNorm<T>::bytes + TraceAge<T>::bytes + 2 * sizeof(T) +
                                  sizeof(typename Arrays::template OfFeatures<Stored>) + sizeof(typename Arrays::Slots);

  /// How many features there are.
  [[gnu::always_inline]] size_t dimension() const noexcept { return stored_.size(); }

  /// For arrays of any length, before anything else.
  void resize(size_t dimension) {
    epochs_.resize(slots_for<T>(dimension));
    stored_.resize(dimension);
    slots_.resize(dimension);
  }

  /// A group of features in a step: see Entry.
  struct GroupEntry {
    Group<T> weight;
    Group<T> coefficient;
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
    /// Its entry of u, after u has shrunk by a power of two.
    [[gnu::always_inline]] T coefficient(size_t i, T shrinkage) const noexcept {
      return stored[i].coefficient * (decays[slots[i]] * shrinkage);
    }

    /// Both, of a group of features.
    [[gnu::always_inline]] GroupEntry group(const Indices<T>& i, T shrinkage) const noexcept {
      const auto pairs = load_pairs<T>([&](size_t j) { return stored + i.at[j]; });
      const Indices<T> slot([&](size_t j) { return static_cast<size_t>(slots[i.at[j]]); });
      const auto gain = group_of<T>([&](size_t j) { return gains[slot.at[j]]; });
      const auto decay = group_of<T>([&](size_t j) { return decays[slot.at[j]]; });
      return {pairs.first + product<Group<T>>(pairs.second, gain), pairs.second * (decay * shrinkage)};
    }
  };

  /// A feature in a step: its weight before the step, its coefficient with what the step adds to its trace.
  struct Entry {
    T weight;
    T coefficient;
  };

  /// How the features of a step are stored: as if they had not learned anything since the epoch began.
  struct Writer {
    Stored* stored;
    Slot* slots;
    Slot slot;
    T gain;

    [[gnu::always_inline]] void write(size_t i, const Entry& entry) const noexcept {
      stored[i] = {entry.weight - product(entry.coefficient, gain), entry.coefficient};
      slots[i] = slot;
    }
    [[gnu::always_inline]] void write_group(const Indices<T>& i, const GroupEntry& entry) const noexcept {
      store_pairs<T>(entry.weight - product<Group<T>>(entry.coefficient, all_of<T>(gain)), entry.coefficient,
                     [&](size_t j) { return stored + i.at[j]; });
      for_each_in_group<T>([&](size_t j) { slots[i.at[j]] = slot; });
    }
  };

  /// All weights zero, or the given ones; no trace.
  void start(const T* weights) noexcept {
    epochs_.restart(T{1});
    cursor_ = 0;
    for (size_t i = 0; i < dimension(); ++i) { stored_[i] = {weights != nullptr ? weights[i] : T{0}, T{0}}; }
    for (Slot& slot : slots_) { slot = 0; }
    norm_ = {};
  }

  // --- reading ----------------------------------------------------------------------------------------------------

  T weight(size_t i) const noexcept { return reader().weight(i); }
  T trace(size_t i) const noexcept {
    return reader().coefficient(i, T{1}) * epochs_.decay() + T{0};  // not -0
  }
  const TraceNorm<T>& norm() const noexcept { return norm_; }

  /// How often all features were settled.
  uint32_t passes() const noexcept { return static_cast<uint32_t>(passes_); }
  void count_passes_from(uint32_t passes) noexcept { passes_ = passes; }

  /// Whether there was no step since all features were stored.
  bool awaits_first_step() const noexcept { return epochs_.awaits_first_step(); }

  [[gnu::always_inline]] Reader reader() const noexcept {
    return {hoisted(stored_.data()), hoisted(slots_.data()), hoisted(epochs_.gains()), hoisted(epochs_.decays())};
  }

  // --- one step ---------------------------------------------------------------------------------------------------

  /// The decay of the step.
  [[gnu::always_inline]] Decayed<T> decayed(T lambda) const noexcept { return epochs_.decayed(lambda); }

  /// A step in which ||u||^2 becomes `norm` and ||z||^2 `norm2`: write_all(writer) stores its features where they
  /// belong, and every weight moves by step x trace. Returns whether everything must settle before the next step.
  template <bool can_be_careful, class WriteAll>
  [[gnu::always_inline]] bool learn(const Decayed<T>& decayed, T step, const TraceNorm<T>& norm, T norm2,
                                    WriteAll write_all) noexcept {
    const auto at = epochs_.place(decayed, norm2);
    write_all(Writer{hoisted(stored_.data()), hoisted(slots_.data()), static_cast<Slot>(at.slot), at.gain});
    epochs_.advance(at, decayed, step, norm2);
    norm_.become(norm, can_be_careful);
    if (!at.is_new) { return false; }
    age_.shrink(decayed.shrinkage, norm_.sum.sum);
    const bool must_settle = epochs_.is_full() || age_.is_old();
    if (!must_settle) { epochs_.drop_what_is_negligible(); }
    sweep();
    return must_settle;
  }

  /// Ends the trace, and changes no weight.
  void forget() noexcept {
    epochs_.end_all();
    norm_.forget();
    age_.start(T{0});
  }

  // --- all features -----------------------------------------------------------------------------------------------

  /// Stores all features as they are now: their u, and of_stored(weight, u) for each weight. Sums up ||u||^2.
  template <class OfStored>
  void settle(OfStored of_stored) noexcept {
    const Reader now = reader();
    norm_.forget();
    kernel::Local<LongSum<T>> norm2 = norm_.sum;
    for (size_t i = 0; i < dimension(); ++i) {
      const T u = kernel::flushed(now.coefficient(i, T{1}));
      if (to_bits(u) << 1 != 0) { norm2.add_positive(product(u, u)); }
      stored_[i] = {of_stored(now.weight(i), u), u};
      slots_[i] = 0;
    }
    if constexpr (kernel::is_vectorised) { norm_.sum = norm2; }
    norm_.end_summing(dimension(), true);
    age_.start(norm_.sum.sum);
    epochs_.restart(epochs_.decay());
    if (passes_ != UINT32_MAX) { ++passes_; }
  }

 private:
  friend struct ballast::detail::SnapshotAccess;
  [[gnu::always_inline]] static void settle_if_over(const Reader& now, Stored* stored, size_t i) noexcept {
    if (Clock::is_over(now.decays[now.slots[i]])) { stored[i] = {now.weight(i), T{0}}; }
  }

  /// Visits the next few features, and settles those whose trace has ended.
  [[gnu::always_inline]] void sweep() noexcept {
    const Reader now = reader();
    Stored* const stored = hoisted(stored_.data());
    const size_t begin = static_cast<size_t>(cursor_);
    const auto visits = static_cast<size_t>(visits_for<T>(dimension(), epochs_.slots()));
    const bool is_last = begin + visits >= dimension();
    const size_t end = is_last ? dimension() : begin + visits;
    if constexpr (kernel::is_vectorised) {
      if (!is_last) {  // mostly the same number of visits, and the compiler knows it
        for (size_t k = 0; k < visits; ++k) { settle_if_over(now, stored, begin + k); }
        cursor_ = static_cast<Word>(end);
        return;
      }
    }
    for (size_t i = begin; i < end; ++i) {  // settle_if_over, written out: as a call it changes the code of cores
      if (Clock::is_over(now.decays[now.slots[i]])) { stored[i] = {now.weight(i), T{0}}; }
    }
    cursor_ = static_cast<Word>(is_last ? 0 : end);
  }

  using Word = typename Ieee754<T>::Word;  // as wide as a number: no padding

  Clock epochs_{};
  TraceNorm<T> norm_{};
  TraceAge<T> age_{};
  Word cursor_ = 0;  // the next feature to visit
  Word passes_ = 0;  // how often all features were settled
  typename Arrays::template OfFeatures<Stored> stored_{};
  typename Arrays::Slots slots_{};
};

}  // namespace sparse
}  // namespace ballast
