#pragma once
/// ||z||^2, kept from step to step in O(active).
///
/// The trace is z = decay x u, where u changes only in the active features (epochs.hpp). So ||u||^2 changes by the
/// squares of those; and what is subtracted when a feature occurs again is, to the last bit, what was added when it
/// last occurred.
///
/// What remains are the rounding errors of the sum. They matter where signed features cancel nearly all of a trace, and
/// where lambda is so close to 1 that the errors of thousands of steps add up. `doubt` estimates them; where they are
/// no longer small compared with the sum, all features are summed up again. This tends to recur (in a slow oscillation,
/// every half period), so for some time after it the sum has twice the digits, at the price of some operations for each
/// active feature.

#include <ballast/detail/sparse/long_sum.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/math/product.hpp>

#include <stddef.h>

namespace ballast {
namespace sparse {

/// The change of ||u||^2 by the active features of a step.
template <class T>
struct NormChange {
  LongSum<T> sum{};
  T size{};  // the sum of all |changes|: a bound on the rounding error, in units of the last digit

  /// The square of a feature changes from `before` to `after`.
  [[gnu::always_inline]] void add(T before, T after) noexcept {
    const T change = after - before;
    sum.sum = sum.sum + change;
    size = size + absolute(change);
  }
  void add_carefully(T before, T after) noexcept {
    sum.add(-before);
    sum.add(after);
  }
};

template <class T>
struct TraceNorm {
  using Word = typename Ieee754<T>::Word;

  LongSum<T> sum;  // has a rest in careful steps
  T doubt;         // in units of the last digit
  Word steps;      // the careful steps left

  static constexpr size_t bytes = 4 * sizeof(T);

  [[gnu::always_inline]] bool is_careful() const noexcept { return steps != 0; }

  [[gnu::always_inline]] bool is_zero() const noexcept { return to_bits(sum.sum) == 0; }

  /// ||u||^2
  [[gnu::always_inline]] T value() const noexcept { return sum.sum < T{0} ? T{0} : sum.sum; }

  /// Multiplies u by `factor`, a power of two. (A sum that only decays ends at zero, not in subnormal numbers, which
  /// are slow on a host.)
  [[gnu::always_inline]] void scale(T factor) noexcept {
    const T factor2 = factor * factor;
    sum.sum = sum.sum * factor2;
    doubt = doubt * factor2;
    if (is_careful()) { sum.rest = sum.rest * factor2; }
    if (normal_or_zero(sum.sum) == T{0}) { forget(); }
  }

  void forget() noexcept {
    sum = {};
    doubt = T{0};
  }

  /// Assigns a norm of which all but two numbers are mostly the same: always, if no step `can_be_careful`.
  [[gnu::always_inline]] void become(const TraceNorm& other, bool can_be_careful) noexcept {
    sum.sum = other.sum.sum;
    doubt = other.doubt;
    if (can_be_careful && (steps | other.steps) != 0) { *this = other; }
  }

  /// Both return whether the sum can be trusted after this.
  [[gnu::always_inline]] bool change_by(const NormChange<T>& change) noexcept {
    sum.sum = sum.sum + change.sum.sum;
    doubt = doubt + (change.size + product(sum.sum, rounded_off));
    return is_trusted();
  }
  bool change_carefully_by(const NormChange<T>& change) noexcept {
    const T before = sum.sum;
    sum.add(change.sum.sum);
    sum.rest = sum.rest + change.sum.rest;
    sum.normalise();
    doubt = doubt + product(before + sum.sum, rounded_off_carefully);
    if (--steps == 0) { sum.rest = T{0}; }
    return is_trusted();
  }

  /// After `n` squares have been summed up from zero, because the sum was not trusted or for another reason.
  void end_summing(size_t n, bool was_trusted) noexcept {
    sum.normalise();
    if (was_trusted && !is_careful()) { sum.rest = T{0}; }
    doubt = sum.sum * (static_cast<T>(n) * rounded_off_carefully);
    if (!was_trusted) { steps = static_cast<Word>(careful_steps + 4 * n); }
  }

 private:
  [[gnu::always_inline]] bool is_trusted() const noexcept { return !(doubt * trusted_per_doubt > sum.sum); }

  static constexpr bool is_float = sizeof(T) == sizeof(float);
  /// The doubt allowed, as a fraction of the sum: 2^-17 in float, 2^-40 in double.
  static constexpr T trusted_per_doubt = static_cast<T>(is_float ? 0x1p-7 : 0x1p-13);
  /// The rounding error of a step, apart from that of its own changes: about the mean in units of the last digit, and a
  /// few times the mean where there are twice the digits. (The worst case adds up to a hundred times as much in some
  /// thousand steps, and everything would be summed up needlessly.)
  static constexpr T rounded_off = static_cast<T>(0.25F);
  static constexpr T rounded_off_carefully = static_cast<T>(is_float ? 0x1p-22 : 0x1p-51);
  /// At least this many, and four for each feature that was summed up.
  static constexpr size_t careful_steps = 4096;
};

/// Whether part of a trace is so old that it will count as zero (EpochLimits::negligible) while it still matters,
/// because nothing later is much larger: after a feature of 1e15, or when nothing is active for long. It must then be
/// stored again, as it is now.
///
/// There are two marks in time. The later one was set when what came before the earlier one no longer mattered. So
/// nothing that matters is older than the earlier mark.
template <class T>
struct TraceAge {
  T past;     // what ||u||^2 was at the later mark; it shrinks as u does
  T age;      // by how much u has shrunk since the later mark,
  T earlier;  // and between the two

  static constexpr size_t bytes = 3 * sizeof(T);

  bool is_old() const noexcept { return age * earlier < oldest; }

  /// Nothing that matters is older than this.
  void start(T norm2) noexcept {
    past = norm2;
    age = T{1};
    earlier = T{1};
  }

  /// u was multiplied by `factor`; ||u||^2 is now `norm2`.
  [[gnu::always_inline]] void shrink(T factor, T norm2) noexcept {
    past = past * factor * factor;
    age = age * factor;
    if (past <= norm2 * negligible2) {
      const T between = age;
      start(norm2);
      if (between > T{0}) { earlier = between; }  // else what was before no longer exists
    }
  }

 private:
  static constexpr bool is_float = sizeof(T) == sizeof(float);
  /// A decay a little above that at which a trace is dropped; and the fraction of ||u||^2 that such a trace may still
  /// be. (Twice the root of the latter is above the former: in steady learning nothing becomes too old.)
  static constexpr T oldest = static_cast<T>(is_float ? 0x1p-45 : 0x1p-69);
  static constexpr T negligible2 = static_cast<T>(is_float ? 0x1p-38 : 0x1p-60);
};

}  // namespace sparse
}  // namespace ballast
