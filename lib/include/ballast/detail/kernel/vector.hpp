#pragma once
/// The passes over features for a machine with vector registers: sixteen features at a time, each lane its own sum.
/// What is left after the last sixteen goes into the same lanes, in whole vectors and a last one that zeros fill up.

#include <ballast/detail/kernel/element.hpp>
#include <ballast/detail/kernel/vector_access.hpp>

#include <stddef.h>

namespace ballast {
namespace kernel {

constexpr bool is_vectorised = true;

// --- sums ----------------------------------------------------------------------------------------------------------

/// Sixteen sums. Those of the first vector start at a number and +0. The others start at -0, to which adding changes
/// nothing: a compiler leaves the first addition out, and sums that are not used. The total has the bits of sums that
/// all start at +0: it is the same number, and as lane 1 starts at +0 it is never -0.
template <class T>
struct Lanes {
  static constexpr size_t vectors = lanes / width<T>;
  Vector<T> part[vectors];

  [[gnu::always_inline]] explicit Lanes(T first = T{0}) noexcept {
    unrolled<vectors>([&](auto v) __attribute__((always_inline)) {
      part[v.value] = v.value == 0 ? Vector<T>{first} : -Vector<T>{};
    });
  }

  [[gnu::always_inline]] T get(size_t lane) const noexcept { return part[lane / width<T>][lane % width<T>]; }
  [[gnu::always_inline]] void add(size_t lane, T term) noexcept {
    part[lane / width<T>][lane % width<T>] = get(lane) + term;
  }

  /// V = ((Q0 + Q1) + Q2) + Q3, then (V0 + V2) + (V1 + V3). Of n features; those of the first quad need no other.
  [[gnu::always_inline]] T sum(size_t n = lanes) const noexcept {
    if constexpr (width<T> == 2) {
      const Vector<T> v01 = ((part[0] + part[2]) + part[4]) + part[6];
      const Vector<T> v23 = ((part[1] + part[3]) + part[5]) + part[7];
      const Vector<T> pairs = v01 + v23;
      return pairs[0] + pairs[1];
    } else {
      const auto v = n <= 4 ? quad<0>() : ((quad<0>() + quad<1>()) + quad<2>()) + quad<3>();
      const auto pairs = v + swapped_halves(v);
      return pairs[0] + pairs[1];
    }
  }

 private:
  using Quad = typename VectorOf<T, 4>::Type;

  template <size_t q>
  [[gnu::always_inline]] Quad quad() const noexcept {
    if constexpr (width<T> == 4) {
      return part[q];
    } else {
      return q % 2 == 0 ? low_half<T, 8>(part[q / 2]) : high_half<T, 8>(part[q / 2]);
    }
  }

  [[gnu::always_inline]] static Quad swapped_halves(Quad v) noexcept {
#if defined(__clang__)
    return __builtin_shufflevector(v, v, 2, 3, 0, 1);
#else
    return __builtin_shuffle(v, typename VectorOf<T, 4>::Bits{2, 3, 0, 1});
#endif
  }
};

/// Calls visit(access, v, i) for each vector of n features, where i is its first feature and v its place in the lanes.
template <class T, class Visit>
[[gnu::always_inline]] inline void for_each_vector(size_t n, const Visit& visit) noexcept {
  constexpr size_t w = width<T>;
  size_t begin = 0;
  for (const size_t end = n - n % lanes; begin < end; begin += lanes) {
    unrolled<lanes / w>([&](auto v) __attribute__((always_inline)) { visit(ManyAtOnce<T>{}, v, begin + v.value * w); });
  }
  unrolled<lanes / w>([&](auto v) __attribute__((always_inline)) {
    const size_t i = begin + v.value * w;
    if (n >= i + w) {
      visit(ManyAtOnce<T>{}, v, i);
    } else if (n > i) {
      visit(LastFew<T>(n - i), v, i);
    }
  });
}

/// The addition takes place here: GCC would put those of an unrolled loop at its end, and the terms on the stack.
template <class T>
[[gnu::always_inline]] inline void add_now(Vector<T>& sum, Vector<T> term) noexcept {
  sum = in_a_register(sum + term);
}

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
  Lanes<T> td_error(error);
  Lanes<T> norm2;
  for_each_vector<T>(
      n, [&](auto access, auto v, size_t i) __attribute__((always_inline)) {
        const Vector<T> phi = access.load(in.phi + i);
        const Vector<T> z = decayed<Vector<T>>(access.all(lambda), access.load(in.trace + i), phi);
        add_now<T>(td_error.part[v.value],
                   product<Vector<T>>(access.load(in.weights + i), access.load(in.next + i) - phi));
        add_now<T>(norm2.part[v.value], product<Vector<T>>(z, z));
      });
  return {td_error.sum(n), norm2.sum(n)};
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
  // What pass 1 has loaded and multiplied is loaded and multiplied again, unless registers can hold it: GCC would keep
  // it on the stack.
  if (n > 2 * width<T>) { __asm__("" : : : "memory"); }
  Lanes<T> norm2(start);
  for_each_vector<T>(
      n, [&](auto access, auto v, size_t i) __attribute__((always_inline)) {
        const Vector<T> z =
            decayed<Vector<T>>(access.all(lambda), access.load(state.trace + i), access.load(state.phi + i));
        const Vector<T> weight = access.load(state.weights + i) + product<Vector<T>>(access.all(step), z);
        access.store(state.trace + i, access.flushed(z));
        access.store(state.weights + i, weight);
        add_now<T>(norm2.part[v.value], product<Vector<T>>(weight, weight));
      });
  return norm2.sum(n);
}

// --- other sums ----------------------------------------------------------------------------------------------------

/// Adds term(begin), ..., term(end - 1) to the lanes they belong to: one by one up to the first lane, then vectors.
template <class T, class Term>
[[gnu::always_inline]] inline void add_over(Lanes<T>& sums, size_t begin, size_t end, Term term) noexcept {
  const size_t to_lane_0 = (lanes - begin % lanes) % lanes;
  const size_t first = to_lane_0 < end - begin ? begin + to_lane_0 : end;
  for (size_t i = begin; i < first; ++i) { sums.add(i % lanes, term(OneByOne<T>{}, i)); }
  Lanes<T> in_registers = sums;
  for_each_vector<T>(
      end - first, [&](auto access, auto v, size_t i) __attribute__((always_inline)) {
        add_now<T>(in_registers.part[v.value], term(access, first + i));
      });
  sums = in_registers;
}

/// term(0) + term(1) + ... + term(n - 1), in the order of element.hpp.
template <class T, class Term>
[[gnu::always_inline]] inline T sum_over(size_t n, Term term) noexcept {
  Lanes<T> sums;
  for_each_vector<T>(
      n, [&](auto access, auto v, size_t i)
             __attribute__((always_inline)) { add_now<T>(sums.part[v.value], term(access, i)); });
  return sums.sum(n);
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
  const Vector<T> all = ManyAtOnce<T>::all(gain);
  for_each_in_ring<T>(first, n, slots, [=](size_t i) {
    ManyAtOnce<T>::store(gains + i,
                         ManyAtOnce<T>::load(gains + i) + product<Vector<T>>(ManyAtOnce<T>::load(decays + i), all));
  });
}

/// Multiplies their decays by `factor` as well, before that. In one pass: no decay is loaded right after it was stored.
template <class T>
[[gnu::always_inline]] inline void shrink_and_add_gain(T* decays, T factor, T* gains, T gain, size_t first, size_t n,
                                                       size_t slots) noexcept {
  const Vector<T> factors = ManyAtOnce<T>::all(factor);
  const Vector<T> all = ManyAtOnce<T>::all(gain);
  for_each_in_ring<T>(first, n, slots, [=](size_t i) {
    const Vector<T> decay = ManyAtOnce<T>::load(decays + i) * factors;
    ManyAtOnce<T>::store(decays + i, decay);
    ManyAtOnce<T>::store(gains + i, ManyAtOnce<T>::load(gains + i) + product<Vector<T>>(decay, all));
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
