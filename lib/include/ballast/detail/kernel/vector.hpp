#pragma once
/// The passes over features for a machine with vector registers: sixteen features at a time, each lane its own sum.
/// Features after the last sixteen go into the same lanes one by one.

#include <ballast/detail/kernel/element.hpp>

#include <stddef.h>

namespace ballast {
namespace kernel {

constexpr bool is_vectorised = true;

#if defined(__AVX__)
constexpr size_t vector_bytes = 32;
#else
constexpr size_t vector_bytes = 16;
#endif

template <class T>
struct VectorOf {
  typedef T Type __attribute__((vector_size(vector_bytes)));
  typedef typename Ieee754<T>::Word Bits __attribute__((vector_size(vector_bytes)));
};

template <class T>
using Vector = typename VectorOf<T>::Type;

template <class T>
constexpr size_t width = vector_bytes / sizeof(T);

template <class T>
[[gnu::always_inline]] inline Vector<T> load(const T* from) noexcept {
  Vector<T> v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

template <class T>
[[gnu::always_inline]] inline void store(T* to, Vector<T> v) noexcept {
  __builtin_memcpy(to, &v, sizeof v);
}

template <class T>
[[gnu::always_inline]] inline Vector<T> broadcast(T x) noexcept {
  return x - Vector<T>{};  // one shuffle: compilers drop the subtraction of zero
}

template <class T>
[[gnu::always_inline]] inline Vector<T> flushed_vector(Vector<T> z) noexcept {
  using Bits = typename VectorOf<T>::Bits;
  const Bits bits = reinterpret_cast<Bits>(z);
  const Bits keep = reinterpret_cast<Bits>((bits & upper_exponent_bits<T>) != 0U);
  return reinterpret_cast<Vector<T>>(bits & keep);
}

/// Sixteen sums.
template <class T>
struct Lanes {
  static constexpr size_t vectors = lanes / width<T>;
  Vector<T> part[vectors]{};

  [[gnu::always_inline]] T get(size_t lane) const noexcept { return part[lane / width<T>][lane % width<T>]; }
  [[gnu::always_inline]] void add(size_t lane, T term) noexcept {
    part[lane / width<T>][lane % width<T>] = get(lane) + term;
  }
  [[gnu::always_inline]] T sum() const noexcept { return sum_of_lanes(*this); }
};

/// See OneByOne.
template <class T>
struct ManyAtOnce {
  [[gnu::always_inline]] static Vector<T> load(const T* from) noexcept { return kernel::load(from); }
  [[gnu::always_inline]] static void store(T* to, Vector<T> v) noexcept { kernel::store(to, v); }
  [[gnu::always_inline]] static Vector<T> all(T x) noexcept { return broadcast(x); }
  [[gnu::always_inline]] static Vector<T> flushed(Vector<T> v) noexcept { return flushed_vector<T>(v); }
};

// --- pass 1 --------------------------------------------------------------------------------------------------------

template <class T>
struct Inputs {
  const T* weights;
  const T* trace;
  const T* phi;
  const T* next;
};

template <class T>
[[gnu::always_inline]] inline Observed<T> observe(Inputs<T> in, T lambda, T error, size_t n) noexcept {
  Lanes<T> td_error;
  Lanes<T> norm2;
  td_error.part[0][0] = error;
  const Vector<T> lambdas = broadcast(lambda);
  const size_t whole = n - n % lanes;
  for (size_t i = 0; i < whole; i += lanes) {
    for (size_t v = 0; v < Lanes<T>::vectors; ++v) {
      const size_t at = i + v * width<T>;
      const Vector<T> phi = load(in.phi + at);
      td_error.part[v] = td_error.part[v] + product<Vector<T>>(load(in.weights + at), load(in.next + at) - phi);
      const Vector<T> z = decayed<Vector<T>>(lambdas, load(in.trace + at), phi);
      norm2.part[v] = norm2.part[v] + product<Vector<T>>(z, z);
    }
  }
  for (size_t i = whole; i < n; ++i) {
    td_error.add(i % lanes, product(in.weights[i], in.next[i] - in.phi[i]));
    const T z = decayed(lambda, in.trace[i], in.phi[i]);
    norm2.add(i % lanes, product(z, z));
  }
  return {td_error.sum(), norm2.sum()};
}

// --- pass 2 --------------------------------------------------------------------------------------------------------

template <class T>
struct State {
  T* weights;
  T* trace;
  const T* phi;
};

/// Returns start + ||theta||^2 of the weights it stored.
template <class T>
[[gnu::always_inline]] inline T learn(State<T> state, T lambda, T step, T start, size_t n) noexcept {
  Lanes<T> norm2;
  norm2.part[0][0] = start;
  const Vector<T> lambdas = broadcast(lambda);
  const Vector<T> steps = broadcast(step);
  const size_t whole = n - n % lanes;
  for (size_t i = 0; i < whole; i += lanes) {
    for (size_t v = 0; v < Lanes<T>::vectors; ++v) {
      const size_t at = i + v * width<T>;
      const Vector<T> z = decayed<Vector<T>>(lambdas, load(state.trace + at), load(state.phi + at));
      const Vector<T> weight = load(state.weights + at) + product<Vector<T>>(steps, z);
      store(state.trace + at, flushed_vector<T>(z));
      store(state.weights + at, weight);
      norm2.part[v] = norm2.part[v] + product<Vector<T>>(weight, weight);
    }
  }
  for (size_t i = whole; i < n; ++i) {
    const T z = decayed(lambda, state.trace[i], state.phi[i]);
    state.trace[i] = flushed(z);
    state.weights[i] = state.weights[i] + product(step, z);
    norm2.add(i % lanes, product(state.weights[i], state.weights[i]));
  }
  return norm2.sum();
}

// --- other sums ----------------------------------------------------------------------------------------------------

/// Adds term(begin), ..., term(end - 1) to the lanes they belong to.
template <class T, class Term>
[[gnu::always_inline]] inline void add_over(Lanes<T>& sums, size_t begin, size_t end, Term term) noexcept {
  const size_t length = end - begin;
  const size_t to_lane_0 = (lanes - begin % lanes) % lanes;
  const size_t head = to_lane_0 < length ? to_lane_0 : length;
  const size_t first = begin + head;
  const size_t last = first + (length - head) / lanes * lanes;
  for (size_t i = begin; i < first; ++i) { sums.add(i % lanes, term(OneByOne<T>{}, i)); }
  for (size_t i = first; i < last; i += lanes) {
    for (size_t v = 0; v < Lanes<T>::vectors; ++v) {
      sums.part[v] = sums.part[v] + term(ManyAtOnce<T>{}, i + v * width<T>);
    }
  }
  for (size_t i = last; i < end; ++i) { sums.add(i % lanes, term(OneByOne<T>{}, i)); }
}

/// term(0) + term(1) + ... + term(n - 1), in the order of element.hpp.
template <class T, class Term>
[[gnu::always_inline]] inline T sum_over(size_t n, Term term) noexcept {
  Lanes<T> sums;
  add_over(sums, 0, n, term);
  return sums.sum();
}

// --- projection ----------------------------------------------------------------------------------------------------

template <class T>
[[gnu::always_inline]] inline void scale(T* a, T factor, size_t n) noexcept {
  for (size_t i = 0; i < n; ++i) { a[i] = a[i] * factor; }
}

// --- lazy traces (sparse/epochs.hpp) -------------------------------------------------------------------------------

/// What a loop adds up in: a copy, which stays in registers. (A compiler must assume that what a reference refers to is
/// part of the arrays that the loop stores to.)
template <class X>
using Local = X;

/// Calls visit(i) for the vectors that contain `n` places from `first` on, in a ring of `slots`. Their other places are
/// epochs with a decay of zero, which do not change.
template <class T, class Visit>
[[gnu::always_inline]] inline void for_each_in_ring(size_t first, size_t n, size_t slots, Visit visit) noexcept {
  constexpr size_t w = width<T>;
  const size_t begin = first - first % w;
  const size_t end = begin + ((n + w - 2) / w + 1) * w;  // as many vectors as n can be spread over
  for (size_t i = begin; i < (end < slots ? end : slots); i += w) { visit(i); }
  for (size_t i = slots; i < end; i += w) { visit(i - slots); }
}

/// Adds to the gains of `n` epochs from `first` on, in a ring of `slots`.
template <class T>
[[gnu::always_inline]] inline void add_gain(const T* decays, T* gains, T gain, size_t first, size_t n,
                                            size_t slots) noexcept {
  const Vector<T> all = broadcast(gain);
  for_each_in_ring<T>(first, n, slots, [=](size_t i) {
    store<T>(gains + i, load(gains + i) + product<Vector<T>>(load(decays + i), all));
  });
}

/// Multiplies their decays by `factor` as well, before that. In one pass: no decay is loaded right after it was stored.
template <class T>
[[gnu::always_inline]] inline void shrink_and_add_gain(T* decays, T factor, T* gains, T gain, size_t first, size_t n,
                                                       size_t slots) noexcept {
  const Vector<T> factors = broadcast(factor);
  const Vector<T> all = broadcast(gain);
  for_each_in_ring<T>(first, n, slots, [=](size_t i) {
    const Vector<T> decay = load(decays + i) * factors;
    store<T>(decays + i, decay);
    store<T>(gains + i, load(gains + i) + product<Vector<T>>(decay, all));
  });
}

/// One step of these epochs, in which their decays may shrink.
template <class T>
[[gnu::always_inline]] inline void advance(T* decays, bool shrinks, T factor, T* gains, T gain, size_t first, size_t n,
                                           size_t slots) noexcept {
  if (shrinks) {
    shrink_and_add_gain(decays, factor, gains, gain, first, n, slots);
  } else {
    add_gain(decays, gains, gain, first, n, slots);
  }
}

}  // namespace kernel
}  // namespace ballast
