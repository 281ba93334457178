#pragma once
/// The passes over features for a core without vector registers: quad by quad, four sums at a time in registers.
///
/// Pass 1 only loads: a transition can still be refused after it. Pass 2 computes the trace again instead of keeping a
/// copy, and stores. Loops over four lanes are written out because GCC does not unroll them at -Os and would put the
/// sums on the stack. The length is a constant wherever these are inlined into a learner.

#include <ballast/detail/kernel/element.hpp>

#include <stddef.h>

namespace ballast {
namespace kernel {

constexpr bool is_vectorised = false;

template <class T>
struct Quad {
  T lane0{}, lane1{}, lane2{}, lane3{};
};

template <class T>
[[gnu::always_inline]] inline void add_to(Quad<T>& total, const Quad<T>& quad) noexcept {
  total.lane0 = total.lane0 + quad.lane0;
  total.lane1 = total.lane1 + quad.lane1;
  total.lane2 = total.lane2 + quad.lane2;
  total.lane3 = total.lane3 + quad.lane3;
}

template <class T>
[[gnu::always_inline]] inline T sum_of(const Quad<T>& quad) noexcept {
  return (quad.lane0 + quad.lane2) + (quad.lane1 + quad.lane3);
}

// Up to 16 features one running quad gives the same sums as four, because no lane has more than one feature. Beyond
// that each quad walks through every fourth group of four, and the features after the last whole group come last in the
// quad they belong to.

constexpr size_t whole_groups(size_t n) noexcept {
  return n - n % 4;
}

constexpr size_t remainder_of(size_t quad, size_t n) noexcept {
  return quad == n / 4 % 4 ? n % 4 : 0;
}

// --- pass 1 --------------------------------------------------------------------------------------------------------

/// Where pass 1 reads.
template <class T>
struct Inputs {
  const T* weights;
  const T* trace;
  const T* phi;
  const T* next;

  [[gnu::always_inline]] void advance(size_t n) noexcept {
    weights += n;
    trace += n;
    phi += n;
    next += n;
  }
};

template <class T>
struct FirstSums {
  Quad<T> td_error;
  Quad<T> norm2;
};

template <class T>
[[gnu::always_inline]] inline void observe_one(T& td_error, T& norm2, T lambda, const Inputs<T>& in,
                                               size_t i) noexcept {
  td_error = td_error + product(in.weights[i], in.next[i] - in.phi[i]);
  const T z = decayed(lambda, in.trace[i], in.phi[i]);
  norm2 = norm2 + product(z, z);
}

/// Four features; advances the pointers past them.
template <class T>
[[gnu::always_inline]] inline void observe_quad(FirstSums<T>& sums, T lambda, Inputs<T>& in) noexcept {
  observe_one(sums.td_error.lane0, sums.norm2.lane0, lambda, in, 0);
  observe_one(sums.td_error.lane1, sums.norm2.lane1, lambda, in, 1);
  observe_one(sums.td_error.lane2, sums.norm2.lane2, lambda, in, 2);
  observe_one(sums.td_error.lane3, sums.norm2.lane3, lambda, in, 3);
  in.advance(4);
}

/// All features of one quad: groups of four, `stride` apart, and then the remainder. (Not a while loop: n tells that
/// there is a first group, the pointers do not.)
template <class T>
[[gnu::always_inline]] inline void observe_groups(FirstSums<T>& sums, T lambda, Inputs<T> at, size_t n, size_t stride,
                                                  size_t remainder) noexcept {
  if (n >= 4) {
    const T* const end = at.phi + n;
    do {
      observe_quad(sums, lambda, at);
      at.advance(stride - 4);
    } while (at.phi < end);
  }
  if (remainder > 0) { observe_one(sums.td_error.lane0, sums.norm2.lane0, lambda, at, 0); }
  if (remainder > 1) { observe_one(sums.td_error.lane1, sums.norm2.lane1, lambda, at, 1); }
  if (remainder > 2) { observe_one(sums.td_error.lane2, sums.norm2.lane2, lambda, at, 2); }
}

template <class T>
[[gnu::always_inline]] inline Observed<T> observe(Inputs<T> in, T lambda, T error, size_t n) noexcept {
  FirstSums<T> total;
  if (n <= lanes) {
    total.td_error.lane0 = error;
    observe_groups(total, lambda, in, whole_groups(n), 4, n % 4);
  } else {
    for (size_t quad = 0; quad < 4; ++quad) {
      FirstSums<T> sums;
      if (quad == 0) { sums.td_error.lane0 = error; }
      observe_groups(sums, lambda, in, whole_groups(n) - 4 * quad, lanes, remainder_of(quad, n));
      add_to(total.td_error, sums.td_error);
      add_to(total.norm2, sums.norm2);
      in.advance(4);
    }
  }
  return {sum_of(total.td_error), sum_of(total.norm2)};
}

// --- pass 2 --------------------------------------------------------------------------------------------------------

/// Where pass 2 reads and writes.
template <class T>
struct State {
  T* weights;
  T* trace;
  const T* phi;

  [[gnu::always_inline]] void advance(size_t n) noexcept {
    weights += n;
    trace += n;
    phi += n;
  }
};

template <class T>
[[gnu::always_inline]] inline void learn_one(T& norm2, T lambda, T step, const State<T>& state, size_t i) noexcept {
  const T z = decayed(lambda, state.trace[i], state.phi[i]);
  state.trace[i] = flushed(z);
  const T weight = state.weights[i] + product(step, z);
  state.weights[i] = weight;
  norm2 = norm2 + product(weight, weight);
}

template <class T>
[[gnu::always_inline]] inline void learn_quad(Quad<T>& norm2, T lambda, T step, State<T>& state) noexcept {
  learn_one(norm2.lane0, lambda, step, state, 0);
  learn_one(norm2.lane1, lambda, step, state, 1);
  learn_one(norm2.lane2, lambda, step, state, 2);
  learn_one(norm2.lane3, lambda, step, state, 3);
  state.advance(4);
}

template <class T>
[[gnu::always_inline]] inline void learn_groups(Quad<T>& norm2, T lambda, T step, State<T> at, size_t n, size_t stride,
                                                size_t remainder) noexcept {
  if (n >= 4) {
    const T* const end = at.phi + n;
    do {
      learn_quad(norm2, lambda, step, at);
      at.advance(stride - 4);
    } while (at.phi < end);
  }
  if (remainder > 0) { learn_one(norm2.lane0, lambda, step, at, 0); }
  if (remainder > 1) { learn_one(norm2.lane1, lambda, step, at, 1); }
  if (remainder > 2) { learn_one(norm2.lane2, lambda, step, at, 2); }
}

/// Returns start + ||theta||^2 of the weights it stored. A caller that does not use it pays nothing for it.
template <class T>
[[gnu::always_inline]] inline T learn(State<T> state, T lambda, T step, T start, size_t n) noexcept {
  Quad<T> total;
  if (n <= lanes) {
    total.lane0 = start;
    learn_groups(total, lambda, step, state, whole_groups(n), 4, n % 4);
  } else {
    for (size_t quad = 0; quad < 4; ++quad) {
      Quad<T> norm2;
      if (quad == 0) { norm2.lane0 = start; }
      learn_groups(norm2, lambda, step, state, whole_groups(n) - 4 * quad, lanes, remainder_of(quad, n));
      add_to(total, norm2);
      state.advance(4);
    }
  }
  return sum_of(total);
}

// --- other sums ----------------------------------------------------------------------------------------------------

template <class T, class Term>
[[gnu::always_inline]] inline void add_quad(Quad<T>& sums, const Term& term, size_t i) noexcept {
  const OneByOne<T> one;
  add_to(sums, Quad<T>{term(one, i), term(one, i + 1), term(one, i + 2), term(one, i + 3)});
}

template <class T, class Term>
[[gnu::always_inline]] inline Quad<T> sum_groups(Term term, size_t begin, size_t end, size_t stride,
                                                 size_t remainder) noexcept {
  Quad<T> sums;
  const OneByOne<T> one;
  size_t i = begin;
  for (; i < end; i += stride) { add_quad(sums, term, i); }
  if (remainder > 0) { sums.lane0 = sums.lane0 + term(one, i); }
  if (remainder > 1) { sums.lane1 = sums.lane1 + term(one, i + 1); }
  if (remainder > 2) { sums.lane2 = sums.lane2 + term(one, i + 2); }
  return sums;
}

/// term(0) + term(1) + ... + term(n - 1), in the order of element.hpp.
template <class T, class Term>
[[gnu::always_inline]] inline T sum_over(size_t n, Term term) noexcept {
  const size_t end = whole_groups(n);
  if (n <= lanes) { return sum_of(sum_groups<T>(term, 0, end, 4, n % 4)); }
  Quad<T> total;
  for (size_t quad = 0; quad < 4; ++quad) {
    add_to(total, sum_groups<T>(term, 4 * quad, end, lanes, remainder_of(quad, n)));
  }
  return sum_of(total);
}

/// Sixteen sums in memory, for passes that skip features.
template <class T>
struct Lanes {
  T sums[lanes]{};

  T get(size_t lane) const noexcept { return sums[lane]; }
  void add(size_t lane, T term) noexcept { sums[lane] = sums[lane] + term; }
  T sum() const noexcept { return sum_of_lanes(*this); }
};

/// Adds term(begin), ..., term(end - 1) to the lanes they belong to.
template <class T, class Term>
inline void add_over(Lanes<T>& sums, size_t begin, size_t end, Term term) noexcept {
  for (size_t i = begin; i < end; ++i) { sums.add(i % lanes, term(OneByOne<T>{}, i)); }
}

// --- projection ----------------------------------------------------------------------------------------------------

template <class T>
[[gnu::always_inline]] inline void scale(T* a, T factor, size_t n) noexcept {
  for (size_t i = 0; i < n; ++i) { a[i] = a[i] * factor; }
}

// --- lazy traces (sparse/epochs.hpp) -------------------------------------------------------------------------------

/// What a loop adds up in: a core has too few registers for a copy.
template <class X>
using Local = X&;

/// Calls visit(begin, end) for `n` places from `first` on in a ring of `slots`.
template <class Visit>
[[gnu::always_inline]] inline void for_each_in_ring(size_t first, size_t n, size_t slots, Visit visit) noexcept {
  const size_t end = first + n;
  visit(first, end < slots ? end : slots);
  if (end > slots) { visit(size_t{0}, end - slots); }
}

/// Adds to the gains of `n` epochs from `first` on, in a ring of `slots`.
template <class T>
[[gnu::always_inline]] inline void add_gain(const T* decays, T* gains, T gain, size_t first, size_t n,
                                            size_t slots) noexcept {
  for_each_in_ring(first, n, slots, [=](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) { gains[i] = gains[i] + product(decays[i], gain); }
  });
}

/// Multiplies the decays of these epochs by a factor.
template <class T>
[[gnu::always_inline]] inline void shrink(T* decays, T factor, size_t first, size_t n, size_t slots) noexcept {
  for_each_in_ring(first, n, slots, [=](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) { decays[i] = decays[i] * factor; }
  });
}

/// One step of these epochs, in which their decays may shrink.
template <class T>
[[gnu::always_inline]] inline void advance(T* decays, bool shrinks, T factor, T* gains, T gain, size_t first, size_t n,
                                           size_t slots) noexcept {
  if (shrinks) { shrink(decays, factor, first, n, slots); }
  add_gain(decays, gains, gain, first, n, slots);
}

}  // namespace kernel
}  // namespace ballast
