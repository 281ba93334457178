#pragma once
/// The trace of a sparse learner in fixed point. In integers a trace that decays becomes exactly 0, with lambda 0.25
/// after about 7 steps: only features whose trace is not 0 are live, and a step looks at no others. These are the
/// features that have a trace of their own; those that share one are in groups (trace_groups.hpp).
///
/// A feature whose trace is not 0 is in the list, once. One whose trace is 0 is taken out by the next decay. The order
/// of the list does not matter: all sums over it are sums of integers, and exact.

#include <ballast/detail/fixed/dense_arrays.hpp>
#include <ballast/detail/opaque.hpp>
#include <ballast/detail/snapshot/fwd.hpp>
#include <ballast/fixed/number.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace fixed {

/// z + phi; returns its upper 16 bits. After decay() without a feature, the result is that of decay() with it.
template <int Fraction>
[[gnu::always_inline]] constexpr int32_t increase(FixedNumber<int16_t, Fraction>& trace, int32_t feature) noexcept {
  const int32_t sum = trace.raw() + (feature >> (15 - Fraction));
  trace = FixedNumber<int16_t, Fraction>::from_raw(static_cast<int16_t>(sum));
  return sum;
}
template <int Fraction>
[[gnu::always_inline]] constexpr int32_t increase(FixedNumber<int32_t, Fraction>& trace, int32_t feature) noexcept {
  trace = FixedNumber<int32_t, Fraction>::from_raw(trace.raw() + feature * (int32_t{1} << (Fraction - 15)));
  return trace.raw() >> 16;
}

/// z and the list of live features.
template <class Arithmetic, size_t Dimension>
class LiveFeatures {
 public:
  using Format = typename Arithmetic::Format;
  using Trace = typename Arithmetic::Trace;
  using Index = uint16_t;

  /// How many there are.
  size_t size() const noexcept { return size_; }
  /// In any order.
  const Index* begin() const noexcept { return live_; }
  const Index* end() const noexcept { return live_ + size_; }
  /// z.
  const Trace* traces() const noexcept { return trace_; }
  /// z_i of any feature.
  Trace trace(size_t i) const noexcept { return trace_[i]; }

  /// z = lambda z; returns the squares with these. What becomes 0 is live no more. (From the end, so that the last one,
  /// which takes a free place, has decayed already.)
  [[gnu::noinline]] TraceSquares<Format> decay(uint32_t lambda, TraceSquares<Format> squares) noexcept {
    Trace* const trace = detail::opaque(trace_);  // in registers, not made again for each feature
    const int32_t half = detail::opaque(half_of_four_units);
    Index* const first = live_;
    Index* last = first + size_;
    Index* at = last;
    while (at != first) {
      --at;
      const size_t i = *at;
      const int32_t z = fixed::decay(trace[i], lambda, 0, half);
      squares.add(z);
      if (is_zero(trace[i], z)) { *at = *--last; }
    }
    size_ = static_cast<uint32_t>(last - live_);
    return squares;
  }

  /// z_i += x; keeps the squares right. (What was 0 is added to the list.)
  [[gnu::always_inline]] void increase(size_t i, int32_t x, TraceSquares<Format>& squares) noexcept {
    const Trace before = trace_[i];
    squares.add(fixed::increase(trace_[i], x));
    if (before.raw() != 0) {
      squares.remove(upper_half(before));
    } else if (x != 0) {
      live_[size_++] = static_cast<Index>(i);
    }
  }
  /// A feature that was not live, with its trace.
  void enter(size_t i, Trace trace) noexcept {
    trace_[i] = trace;
    live_[size_++] = static_cast<Index>(i);
  }

  /// z = 0, in a time that follows the live features.
  void forget() noexcept {
    for (const Index i : *this) { trace_[i] = Trace{}; }
    size_ = 0;
  }

  /// Everything 0, the list too: equal learners have equal bytes.
  void clear() noexcept {
    for (Trace& trace : trace_) { trace = Trace{}; }
    for (Index& i : live_) { i = 0; }
    size_ = 0;
  }

  /// Of the list, with one to spare where there would be padding.
  static constexpr size_t places = sizeof(Trace) == sizeof(Index) ? Dimension : Dimension + Dimension % 2;
  /// Of an object: no padding, no pointers.
  static constexpr size_t bytes = sizeof(uint32_t) + Dimension * sizeof(Trace) + places * sizeof(Index);

 private:
  friend struct detail::SnapshotAccess;

  /// z is what decay() or increase() returned: of a narrow trace, all of it.
  [[gnu::always_inline]] static bool is_zero(Trace trace, int32_t z) noexcept {
    return sizeof(Trace) == sizeof(int16_t) ? z == 0 : trace.raw() == 0;
  }

  /// The list of those whose trace is not 0; the rest of it is 0.
  void list_up() noexcept {
    size_ = 0;
    for (size_t i = 0; i < Dimension; ++i) {
      if (trace_[i].raw() != 0) { live_[size_++] = static_cast<Index>(i); }
    }
    for (auto k = static_cast<size_t>(size_); k < places; ++k) { live_[k] = 0; }
  }

  uint32_t size_ = 0;
  Trace trace_[Dimension]{};
  Index live_[places]{};
};

}  // namespace fixed
}  // namespace ballast
