#pragma once
/// theta of a sparse learner in fixed point, and ||theta||^2, which is kept from step to step. It is a sum of squares
/// of integers, so adding what each weight has changed it by is exact, and it never has to be summed up again, except
/// where all weights change.

#include <ballast/array.hpp>
#include <ballast/detail/fixed/dense_arrays.hpp>
#include <ballast/detail/fixed/live_features.hpp>
#include <ballast/detail/snapshot/fwd.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace fixed {

/// What weights have changed ||theta||^2 by. (Two sums of 32 bits: a core without wide ones needs more instructions for
/// 64. The upper half of a weight changes rarely, and ||theta||^2 only then.)
template <class Arithmetic>
class NormChange {
 public:
  using Weight = typename Arithmetic::Weight;

  [[gnu::always_inline]] void add(Weight before, Weight after) noexcept {
    const uint32_t changed = static_cast<uint32_t>(before.raw()) ^ static_cast<uint32_t>(after.raw());
    if (__builtin_expect(changed >> 16 != 0, 0)) {
      const uint32_t change =
          Arithmetic::squared(Arithmetic::upper_half(after)) - Arithmetic::squared(Arithmetic::upper_half(before));
      upper_ += static_cast<int32_t>(change) >> 16;
      lower_ += change & 0xFFFFU;
    }
  }
  [[gnu::always_inline]] int64_t sum() const noexcept { return int64_t{upper_} * 65536 + lower_; }

 private:
  int32_t upper_ = 0;
  uint32_t lower_ = 0;
};

/// theta and ||theta||^2.
template <class Arithmetic, size_t Dimension>
class NormedWeights {
 public:
  using Weight = typename Arithmetic::Weight;
  using Weights = ArrayOf<Weight, Dimension>;
  using SquaredNorm = typename Arithmetic::SquaredNorm;
  using Index = uint16_t;

  const Weight* data() const noexcept { return weights_.data(); }

  void set(const Weights& weights) noexcept {
    weights_ = weights;
    sum_up();
  }
  void clear() noexcept {
    for (Weight& weight : weights_) { weight = Weight{}; }
    set_norm2(0);
  }

  /// theta + step z for all live features. (A function of its own, in which all that a feature needs has a register on
  /// a Cortex-M0.)
  [[gnu::noinline]] void move(const LiveFeatures<Arithmetic, Dimension>& live,
                              typename Arithmetic::Step step) noexcept {
    Weight* const weights = weights_.data();
    const auto* const trace = live.traces();
    const auto* const end = live.end();
    NormChange<Arithmetic> change;
    for (const auto* at = live.begin(); at != end; ++at) {
      const Weight before = weights[*at];
      Weight after = before;
      (void)fixed::move<Arithmetic>(after, trace[*at], step);
      weights[*at] = after;
      change.add(before, after);
    }
    add_to_norm2(change);
  }

  /// theta_i + amount for n of them.
  [[gnu::noinline]] void add(const Index* of, size_t n, int32_t amount) noexcept {
    Weight* const weights = weights_.data();
    NormChange<Arithmetic> change;
    for (const Index* const end = of + n; of != end; ++of) {
      const Weight before = weights[*of];
      const Weight after = Weight::from_raw(before.raw() + amount);
      weights[*of] = after;
      change.add(before, after);
    }
    add_to_norm2(change);
  }

  /// As DenseWeights does.
  [[gnu::noinline, gnu::cold]] void scale(uint32_t factor) noexcept {
    DenseWeights<Arithmetic>{weights_.data(), Dimension}.scale(factor);
    sum_up();
  }

  [[gnu::always_inline]] SquaredNorm norm2() const noexcept {
    return static_cast<SquaredNorm>(words == 1 ? norm2_[0] : uint64_t{norm2_[words - 1]} << 32 | norm2_[0]);
  }

  /// Of an object: no padding, no pointers.
  static constexpr size_t bytes = sizeof(SquaredNorm) + sizeof(Weights);

 private:
  friend struct detail::SnapshotAccess;

  void sum_up() noexcept {
    SquaredNorm norm2 = 0;
    for (const Weight& weight : weights_) { norm2 += Arithmetic::squared(Arithmetic::upper_half(weight)); }
    set_norm2(norm2);
  }
  [[gnu::always_inline]] void set_norm2(SquaredNorm norm2) noexcept {
    norm2_[0] = static_cast<uint32_t>(norm2);
    if constexpr (words == 2) { norm2_[1] = static_cast<uint32_t>(norm2 >> 32); }
  }
  [[gnu::always_inline]] void add_to_norm2(const NormChange<Arithmetic>& change) noexcept {
    set_norm2(norm2() + static_cast<SquaredNorm>(change.sum()));
  }

  static constexpr size_t words = sizeof(SquaredNorm) / 4;  // of 32 bits
  uint32_t norm2_[words]{};                                 // words, so that there is no padding
  Weights weights_{};
};

}  // namespace fixed
}  // namespace ballast
