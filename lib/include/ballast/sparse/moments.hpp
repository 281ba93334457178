#pragma once
/// What a projection needs to know of all weights, kept from step to step instead of summed up in each.
///
/// The weights are theta = scale x u + shift x e, where u is what the lazy trace stores and e = (1, ..., 1): to scale
/// all of them, and to remove their mean, touches two numbers. In a step of size s, with m = theta . z:
///   z becomes lambda z + phi:   m becomes lambda m + theta . phi
///   theta becomes theta + s z:  ||theta||^2 grows by 2 s m + s^2 ||z||^2, and m by s ||z||^2
/// and likewise for the sums of theta and of z, which are e . theta and e . z.
///
/// m and e . z forget their rounding errors as the trace decays, and e . theta is taken off in each step. ||theta||^2
/// forgets nothing. So what an addition to it rounds off is kept as well; and what the weights themselves have rounded
/// off is found when everything is summed up anew, now and then: is_due().

#include <ballast/ieee754.hpp>
#include <ballast/product.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace sparse {

/// Zero for a subnormal number: what a sum that only decays would end in, and slow on a host.
template <class T>
[[gnu::always_inline]] inline T normal_or_zero(T x) noexcept {
  return (to_bits(x) & Ieee754<T>::exponent_mask) != 0 ? x : T{0};
}

/// A sum, and what was rounded off in adding it up.
template <class T>
struct LongSum {
  T sum;
  T rest;

  [[gnu::always_inline]] T value() const noexcept { return sum + rest; }
  [[gnu::always_inline]] void add(T x) noexcept {
    const T total = sum + x;
    const T taken = total - sum;
    rest = rest + ((sum - (total - taken)) + (x - taken));
    sum = total;
  }
};

/// phi . u and phi . e, from which phi . theta is told.
template <class T>
struct Products {
  T with_stored{};
  T with_ones{};
};

// --- what is kept, if it is needed ----------------------------------------------------------------------------------

template <class T, bool is_needed>
struct BallMoments {
  T scale_{};
  T along_trace_{};  // theta . z
  LongSum<T> norm2_{};
};
template <class T>
struct BallMoments<T, false> {};

template <class T, bool is_needed>
struct OnesMoments {
  T shift_{};
  T sum_{};        // e . theta
  T trace_sum_{};  // e . z
};
template <class T>
struct OnesMoments<T, false> {};

template <class T, bool is_needed>
struct Countdown {
  typename Ieee754<T>::Word until_due_{};  // as wide as a number: no padding
};
template <class T>
struct Countdown<T, false> {};

template <class T, size_t Dimension, bool has_ball, bool has_ones>
class Moments : BallMoments<T, has_ball>, OnesMoments<T, has_ones>, Countdown<T, has_ball || has_ones> {
 public:
  static constexpr bool is_needed = has_ball || has_ones;
  static constexpr size_t bytes = sizeof(T) * ((has_ball ? 4 : 0) + (has_ones ? 3 : 0) + (is_needed ? 1 : 0));

  /// After how many steps everything is summed up anew: so seldom that a step pays for one feature of it.
  static constexpr uint32_t period = Dimension > 256 ? static_cast<uint32_t>(Dimension) : 256;

  // --- theta, told from u -----------------------------------------------------------------------------------------

  [[gnu::always_inline]] static void add(Products<T>& products, T stored, T phi) noexcept {
    products.with_stored = products.with_stored + product(stored, phi);
    if constexpr (has_ones) { products.with_ones = products.with_ones + phi; }
  }
  [[gnu::always_inline]] T dot(const Products<T>& phi) const noexcept {
    T result = phi.with_stored;
    if constexpr (has_ball) { result = product(this->scale_, result); }
    if constexpr (has_ones) { result = result + product(this->shift_, phi.with_ones); }
    return result;
  }
  [[gnu::always_inline]] T weight(T stored) const noexcept { return dot({stored, T{1}}); }

  /// What u moves by when theta moves by `step`.
  [[gnu::always_inline]] T stored_step(T step) const noexcept {
    if constexpr (has_ball) {
      return step / this->scale_;
    } else {
      return step;
    }
  }

  // --- one step ---------------------------------------------------------------------------------------------------

  /// z becomes lambda z + phi, which gives it this ||z||^2, and theta becomes theta + step z.
  [[gnu::always_inline]] void move(T lambda, const Products<T>& phi, T step, T trace_norm2) noexcept {
    if constexpr (has_ball) {
      const T along = product(lambda, this->along_trace_) + dot(phi);
      const T along_after = along + product(step, trace_norm2);
      this->norm2_.add(product(step, along + along_after));
      this->along_trace_ = normal_or_zero(along_after);
    }
    if constexpr (has_ones) {
      this->trace_sum_ = normal_or_zero(product(lambda, this->trace_sum_) + phi.with_ones);
      this->sum_ = this->sum_ + product(step, this->trace_sum_);
    }
    if constexpr (is_needed) { --this->until_due_; }
  }

  /// ||theta||^2; 0 if nobody asks.
  [[gnu::always_inline]] T norm2() const noexcept {
    T norm2{};
    if constexpr (has_ball) { norm2 = this->norm2_.value(); }
    return norm2 > T{0} ? norm2 : T{0};  // rounding can take a small one below zero
  }

  // --- projection -------------------------------------------------------------------------------------------------

  /// Whether the weights can be scaled without losing digits of `scale`. If not, everything must be summed up first.
  bool can_scale(T factor) const noexcept { return this->scale_ * factor >= smallest_scale; }

  void scale(T factor) noexcept {
    const T factor2 = factor * factor;
    this->scale_ = product(this->scale_, factor);
    this->along_trace_ = product(this->along_trace_, factor);
    this->norm2_ = {product(this->norm2_.sum, factor2), product(this->norm2_.rest, factor2)};
    if constexpr (has_ones) {
      this->shift_ = product(this->shift_, factor);
      this->sum_ = product(this->sum_, factor);
    }
    if (this->scale_ < smallest_scale) { this->until_due_ = 0; }
  }

  void remove_ones() noexcept {
    const T mean = this->sum_ / static_cast<T>(Dimension);
    if constexpr (has_ball) {
      this->norm2_.add(-product(this->sum_, mean));
      this->along_trace_ = this->along_trace_ - product(mean, this->trace_sum_);
    }
    this->shift_ = this->shift_ - mean;
    this->sum_ = T{0};
  }

  // --- summing up anew --------------------------------------------------------------------------------------------

  bool is_due([[maybe_unused]] uint32_t steps_ahead = 0) const noexcept {
    if constexpr (is_needed) {
      return this->until_due_ == steps_ahead;
    } else {
      return false;
    }
  }

  /// Due after the next step: what the first projection does to weights that were given is then no longer there to be
  /// multiplied and added for each weight.
  void make_due() noexcept {
    if constexpr (is_needed) { this->until_due_ = 1; }
  }

  /// Says what `scale` is to be. A large one can be scaled down for long, but makes what is stored small: not if the
  /// weights are small already.
  T begin_summing() noexcept {
    T scale{1};
    if constexpr (has_ball) {
      scale = norm2() > least_norm2 ? largest_scale : T{1};
      this->norm2_ = {};
    }
    if constexpr (has_ones) { this->sum_ = T{0}; }
    forget_trace();
    return scale;
  }
  /// Is given each feature in turn, and says what must be stored for it.
  [[gnu::always_inline]] T sum(T stored, T trace, T per_scale) noexcept {
    const T theta = weight(stored);
    if constexpr (has_ball) {
      this->norm2_.add(product(theta, theta));
      this->along_trace_ = this->along_trace_ + product(theta, trace);
    }
    if constexpr (has_ones) {
      this->sum_ = this->sum_ + theta;
      this->trace_sum_ = this->trace_sum_ + trace;
    }
    return theta * per_scale;
  }
  void end_summing([[maybe_unused]] T scale) noexcept {
    if constexpr (has_ball) { this->scale_ = scale; }
    if constexpr (has_ones) { this->shift_ = T{0}; }
    if constexpr (is_needed) { this->until_due_ = period; }
  }

  void forget_trace() noexcept {
    if constexpr (has_ball) { this->along_trace_ = T{0}; }
    if constexpr (has_ones) { this->trace_sum_ = T{0}; }
  }

 private:
  static constexpr T smallest_scale = static_cast<T>(0x1p-20F);
  static constexpr T largest_scale = static_cast<T>(0x1p60F);  // a power of two: nothing is rounded
  static constexpr T least_norm2 = static_cast<T>(0x1p-20F);
};

}  // namespace sparse
}  // namespace ballast
