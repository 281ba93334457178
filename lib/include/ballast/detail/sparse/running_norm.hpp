#pragma once
/// The norm and the sum of all weights, for projections: updated in each step instead of summed up again.
///
/// The weights are theta = scale x w, w = v + shift x e, where v is what the lazy trace stores and e = (1, ..., 1):
/// scaling all weights changes one number, and removing their mean another one. The trace is z = decay x u
/// (epochs.hpp). In a step in which w moves by s z, with m = w . u:
///   u changes by x:             m grows by w . x
///   w becomes w + s z:          m grows by s decay ||u||^2, and ||w||^2 by s decay (m before + m after)
/// and likewise for the sums of w and of u, which are e . w and e . u. A projection changes none of these, so it may
/// act in every step without accumulating their rounding errors.
///
/// The rounding errors of ||w||^2 are kept as well; those of the weights themselves are found when everything is summed
/// up again, now and then: is_due().

#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/detail/sparse/epochs.hpp>
#include <ballast/detail/sparse/long_sum.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/math/product.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace sparse {

/// sqrt(a b), or up to a seventh more: the mean of the bit patterns is about that of the logarithms.
template <class T>
[[gnu::always_inline]] inline T geometric_mean(T a, T b) noexcept {
  return from_bits<T>((to_bits(a) >> 1) + (to_bits(b) >> 1));
}

/// phi . v and phi . e, from which phi . theta is computed; or the same for the change of u.
template <class T>
struct Products {
  T with_stored{};
  T with_ones{};
};

// --- the numbers, if they are needed --------------------------------------------------------------------------------

template <class T, bool is_needed>
struct BallNorm {
  T scale_{};
  T along_trace_{};       // w . u
  T along_trace_peak_{};  // the scale of its rounding errors: the largest recent ||w|| ||u||
  LongSum<T> norm2_{};    // ||w||^2
};
template <class T>
struct BallNorm<T, false> {};

template <class T, bool is_needed>
struct OnesSum {
  T shift_{};
  T sum_{};        // e . w
  T trace_sum_{};  // e . u
};
template <class T>
struct OnesSum<T, false> {};

template <class T, bool is_needed>
struct Countdown {
  typename Ieee754<T>::Word until_due_{};  // as wide as a number: no padding
};
template <class T>
struct Countdown<T, false> {};

template <class T, bool has_ball, bool has_ones>
class RunningNorm : BallNorm<T, has_ball>, OnesSum<T, has_ones>, Countdown<T, has_ball || has_ones> {
 public:
  static constexpr bool is_needed = has_ball || has_ones;
  static constexpr bool keeps_norm = has_ball;
  static constexpr bool keeps_sum = has_ones;
  static constexpr size_t bytes = sizeof(T) * ((has_ball ? 5 : 0) + (has_ones ? 3 : 0) + (is_needed ? 1 : 0));

  // --- theta, from what is stored ---------------------------------------------------------------------------------

  [[gnu::always_inline]] static void add(Products<T>& products, T stored, T phi) noexcept {
    products.with_stored = products.with_stored + product(stored, phi);
    if constexpr (has_ones) { products.with_ones = products.with_ones + phi; }
  }
  [[gnu::always_inline]] T dot(const Products<T>& phi) const noexcept {
    T result = dot_w(phi);
    if constexpr (has_ball) { result = product(this->scale_, result); }
    return result;
  }
  [[gnu::always_inline]] T weight(T stored) const noexcept { return dot({stored, T{1}}); }

  /// The change of what is stored when theta moves by `step`.
  [[gnu::always_inline]] T stored_step(T step) const noexcept {
    if constexpr (has_ball) {
      return step / this->scale_;
    } else {
      return step;
    }
  }

  // --- one step ---------------------------------------------------------------------------------------------------

  /// u is multiplied by a power of two and changed by `change`, which gives it this ||u||^2, and w becomes w + step z.
  /// Returns whether the result can be trusted: where a trace was long and is short now, w . u is mostly rounding
  /// errors, and a large step amplifies them.
  [[gnu::always_inline]] bool move(const Decayed<T>& decayed, const Products<T>& change, T step,
                                   T norm2_of_u) noexcept {
    bool is_trusted = true;
    if constexpr (is_needed) {
      if (decayed.begins_epoch()) { shrink_trace(decayed.shrinkage); }
      const T move = product(step, decayed.decay);
      if constexpr (has_ball) {
        const T before = this->along_trace_ + dot_w(change);
        this->along_trace_ = before + product(move, norm2_of_u);
        this->norm2_.add(product(move, before + this->along_trace_));
        watch(geometric_mean(absolute(this->norm2_.sum), norm2_of_u));
        const T doubt = absolute(move) * this->along_trace_peak_ * doubt_of_product;
        is_trusted = doubt <= this->norm2_.sum && this->norm2_.sum <= largest_norm2;
      }
      if constexpr (has_ones) {
        this->trace_sum_ = this->trace_sum_ + change.with_ones;
        this->sum_ = this->sum_ + product(move, this->trace_sum_);
      }
      --this->until_due_;
    }
    return is_trusted;
  }

  /// ||theta||^2; 0 without a ball, because nothing else needs it.
  [[gnu::always_inline]] T norm2() const noexcept {
    T norm2{};
    if constexpr (has_ball) { norm2 = product(product(this->norm2_.value(), this->scale_), this->scale_); }
    return norm2 > T{0} ? norm2 : T{0};  // rounding can take a small one below zero
  }

  // --- projection -------------------------------------------------------------------------------------------------

  /// Whether the weights can be scaled without losing digits of `scale`, or of w, which grows against it. If not,
  /// everything must be summed up first.
  bool can_scale(T factor) const noexcept { return this->scale_ * factor >= smallest_scale; }

  void scale(T factor) noexcept {
    this->scale_ = product(this->scale_, factor);
    if (this->scale_ < smallest_scale) { this->until_due_ = 0; }
  }

  /// From this many weights.
  void remove_ones(T dimension) noexcept {
    const T mean = this->sum_ / dimension;
    if constexpr (has_ball) {
      this->norm2_.add(-product(this->sum_, mean));
      this->along_trace_ = this->along_trace_ - product(mean, this->trace_sum_);
    }
    this->shift_ = this->shift_ - mean;
    this->sum_ = T{0};
  }

  // --- summing up again -------------------------------------------------------------------------------------------

  bool is_due([[maybe_unused]] uint32_t steps_ahead = 0) const noexcept {
    if constexpr (is_needed) {
      return this->until_due_ == steps_ahead;
    } else {
      return false;
    }
  }

  /// Due after the next step: the stored weights then include the first projection of weights that were given, instead
  /// of a scale and a shift to apply to each.
  void make_due() noexcept {
    if constexpr (is_needed) { this->until_due_ = 1; }
  }

  /// Returns the next `scale`: 2^40 times ||theta||, or a little more, so that it can be scaled down for long. At least
  /// 1, which is far above the smallest.
  T begin_summing() noexcept {
    T scale{1};
    if constexpr (has_ball) {
      scale = scale_for(norm2());
      this->norm2_ = {};
    }
    if constexpr (has_ones) { this->sum_ = T{0}; }
    forget_trace();
    return scale;
  }
  /// Takes each feature in turn, and returns what must be stored for it.
  [[gnu::always_inline]] T sum(T stored, T trace, T per_scale) noexcept {
    const T w = product(weight(stored), per_scale);
    if constexpr (has_ball) {
      this->norm2_.add_positive(product(w, w));
      this->along_trace_ = this->along_trace_ + product(w, trace);
    }
    if constexpr (has_ones) {
      this->sum_ = this->sum_ + w;
      this->trace_sum_ = this->trace_sum_ + trace;
    }
    return w;
  }
  /// Of so many features. The next time is after as many steps, which costs about one feature per step.
  void end_summing([[maybe_unused]] T scale, [[maybe_unused]] T norm2_of_u,
                   [[maybe_unused]] size_t dimension) noexcept {
    if constexpr (has_ball) {
      this->scale_ = scale;
      watch(geometric_mean(this->norm2_.sum, norm2_of_u));
    }
    if constexpr (has_ones) { this->shift_ = T{0}; }
    if constexpr (is_needed) { this->until_due_ = dimension > 256 ? static_cast<uint32_t>(dimension) : 256; }
  }

  /// ||w||^2 alone, from the weights as they are; none is stored again.
  template <class Trace>
  void sum_up_norm([[maybe_unused]] const Trace& trace) noexcept {
    if constexpr (has_ball) {
      this->norm2_ = {};
      const auto reader = trace.reader();
      for (size_t i = 0; i < trace.dimension(); ++i) {
        const T w = dot_w({reader.weight(i), T{1}});
        this->norm2_.add_positive(product(w, w));
      }
    }
  }

  /// When a trace ends.
  void forget_trace() noexcept {
    if constexpr (has_ball) {
      this->along_trace_ = T{0};
      this->along_trace_peak_ = T{0};
    }
    if constexpr (has_ones) { this->trace_sum_ = T{0}; }
  }

 private:
  friend struct ballast::detail::SnapshotAccess;
  /// phi . w
  [[gnu::always_inline]] T dot_w(const Products<T>& phi) const noexcept {
    T result = phi.with_stored;
    if constexpr (has_ones) { result = result + product(this->shift_, phi.with_ones); }
    return result;
  }

  [[gnu::always_inline]] void watch(T largest_along_trace) noexcept {
    const bool is_larger = largest_along_trace > this->along_trace_peak_;
    this->along_trace_peak_ = is_larger ? largest_along_trace : this->along_trace_peak_;
  }

  /// Multiplies u by `factor`, a power of two.
  [[gnu::always_inline]] void shrink_trace(T factor) noexcept {
    if constexpr (has_ball) {
      this->along_trace_ = normal_or_zero(this->along_trace_ * factor);
      this->along_trace_peak_ = normal_or_zero(this->along_trace_peak_ * factor);
    }
    if constexpr (has_ones) { this->trace_sum_ = normal_or_zero(this->trace_sum_ * factor); }
  }

  /// A power of two, which is exact. Half the exponent of a square is that of its root.
  static T scale_for(T norm2) noexcept {
    if (!(norm2 < largest_norm2)) { return largest_scale; }
    const T root = geometric_mean(norm2, T{1});
    const T scale = from_bits<T>(to_bits(root * room_to_shrink) & Ieee754<T>::exponent_mask);
    return scale < T{1} ? T{1} : (scale > largest_scale ? largest_scale : scale);
  }

  static constexpr bool is_float = sizeof(T) == sizeof(float);
  /// w . u may be wrong by eight units in the last place. In ||w||^2 that is twice as much times the step; up to 2^-19
  /// is allowed in float, 2^-34 in double.
  static constexpr T doubt_of_product = static_cast<T>(is_float ? 0x1p-1 : 0x1p-15);
  static constexpr T smallest_scale = static_cast<T>(0x1p-20F);
  static constexpr T largest_scale = static_cast<T>(0x1p60F);
  static constexpr T room_to_shrink = static_cast<T>(0x1p40F);
  static constexpr T largest_norm2 = power_of_two<T>(is_float ? 120 : 1000);
};

}  // namespace sparse
}  // namespace ballast
