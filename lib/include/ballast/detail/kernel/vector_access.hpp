#pragma once
/// Numbers in a vector register: how a pass loads and stores as many as it holds, and the last few that do not fill it.

#include <ballast/detail/kernel/element.hpp>
#include <ballast/detail/opaque.hpp>
#include <ballast/math/ieee754.hpp>

#include <stddef.h>

namespace ballast {
namespace kernel {

#if defined(__AVX__)
constexpr size_t vector_bytes = 32;
#else
constexpr size_t vector_bytes = 16;
#endif

/// n numbers, and their bits.
template <class T, size_t n>
struct VectorOf {
  typedef T Type __attribute__((vector_size(n * sizeof(T))));
  typedef typename Ieee754<T>::Word Bits __attribute__((vector_size(n * sizeof(T))));
};
template <class T>
struct VectorOf<T, 1> {
  using Type = T;
};

template <class T>
constexpr size_t width = vector_bytes / sizeof(T);

template <class T>
using Vector = typename VectorOf<T, width<T>>::Type;

/// body(Index<0>{}), body(Index<1>{}), ... written out: an array of vectors stays in registers if every index into it
/// is a constant.
template <size_t i>
struct Index {
  static constexpr size_t value = i;
};
template <size_t n, size_t i = 0, class Body>
[[gnu::always_inline]] inline void unrolled(const Body& body) noexcept {
  if constexpr (i < n) {
    body(Index<i>{});
    unrolled<n, i + 1>(body);
  }
}

/// The compiler must not know where these numbers come from. GCC would put a vector whose parts come from memory
/// together in integer registers.
template <class V>
[[gnu::always_inline]] inline V in_a_register(V numbers) noexcept {
#if defined(__x86_64__) && !defined(__clang__)
  __asm__("" : "+x"(numbers));
#endif
  return numbers;
}

template <class T, size_t n>
[[gnu::always_inline]] inline typename VectorOf<T, n>::Type load(const T* from) noexcept {
  typename VectorOf<T, n>::Type numbers;
  __builtin_memcpy(&numbers, from, sizeof numbers);
  return numbers;
}

// --- halves ---------------------------------------------------------------------------------------------------------

template <class T, size_t n>
using Half = typename VectorOf<T, n / 2>::Type;

template <class T, size_t n, class V>
[[gnu::always_inline]] inline Half<T, n> low_half(V v) noexcept {
  if constexpr (n == 2) { return v[0]; }
  if constexpr (n == 4) { return Half<T, n>{v[0], v[1]}; }
  if constexpr (n == 8) { return Half<T, n>{v[0], v[1], v[2], v[3]}; }
}

template <class T, size_t n, class V>
[[gnu::always_inline]] inline Half<T, n> high_half(V v) noexcept {
  if constexpr (n == 2) { return v[1]; }
  if constexpr (n == 4) { return Half<T, n>{v[2], v[3]}; }
  if constexpr (n == 8) { return Half<T, n>{v[4], v[5], v[6], v[7]}; }
}

template <class T, size_t n>
[[gnu::always_inline]] inline typename VectorOf<T, n>::Type joined(Half<T, n> a, Half<T, n> b) noexcept {
  using V = typename VectorOf<T, n>::Type;
  if constexpr (n == 2) { return V{a, b}; }
  if constexpr (n == 4) { return V{a[0], a[1], b[0], b[1]}; }
  if constexpr (n == 8) { return V{a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]}; }
}

// --- the last few ---------------------------------------------------------------------------------------------------
// In halves, quarters ...: each part is loaded as wide as it was stored by the update before, which a processor can
// forward without waiting for its cache.

/// Loads `count` numbers, 0 < count < n; the others are zero.
template <class T, size_t n>
[[gnu::always_inline]] inline typename VectorOf<T, n>::Type load_few(const T* from, size_t count) noexcept {
  if constexpr (n == 2) {
    return typename VectorOf<T, 2>::Type{*from};
  } else {
    constexpr size_t half = n / 2;
    if (count < half) { return joined<T, n>(load_few<T, half>(from, count), Half<T, n>{}); }
    const auto low = in_a_register(load<T, half>(from));
    if (count == half) { return joined<T, n>(low, Half<T, n>{}); }
    return joined<T, n>(low, in_a_register(load_few<T, half>(from + half, count - half)));
  }
}

/// Stores the first `count` numbers, 0 < count < n.
template <class T, size_t n>
[[gnu::always_inline]] inline void store_few(T* to, typename VectorOf<T, n>::Type v, size_t count) noexcept {
  constexpr size_t half = n / 2;
  const Half<T, n> low = low_half<T, n>(v);
  if constexpr (n == 2) {
    *to = low;
  } else {
    if (count < half) {
      store_few<T, half>(to, low, count);
      return;
    }
    __builtin_memcpy(to, &low, sizeof low);
    if (count > half) { store_few<T, half>(to + half, high_half<T, n>(v), count - half); }
  }
}

// --- how a pass reads and writes: see OneByOne ----------------------------------------------------------------------

/// Whether words as long as a number can be compared in one instruction.
#if defined(__x86_64__) && !defined(__SSE4_1__)
template <class T>
constexpr bool compares_words = sizeof(T) == sizeof(float);
#else
template <class T>
constexpr bool compares_words = true;
#endif

/// A whole vector.
template <class T>
struct ManyAtOnce {
  [[gnu::always_inline]] static Vector<T> load(const T* from) noexcept { return kernel::load<T, width<T>>(from); }
  [[gnu::always_inline]] static void store(T* to, Vector<T> v) noexcept { __builtin_memcpy(to, &v, sizeof v); }
  [[gnu::always_inline]] static Vector<T> all(T x) noexcept {
    return x - Vector<T>{};  // one shuffle: compilers drop the subtraction of zero
  }
  /// Of finite numbers.
  [[gnu::always_inline]] static Vector<T> flushed(Vector<T> z) noexcept {
    using Bits = typename VectorOf<T, width<T>>::Bits;
    using Word = typename Ieee754<T>::Word;
    const Bits bits = reinterpret_cast<Bits>(z);
    if constexpr (compares_words<T>) {
      const Bits is_small = reinterpret_cast<Bits>((bits & upper_exponent_bits<T>) == 0U);
      return reinterpret_cast<Vector<T>>(bits & ~is_small);  // in this form one instruction less
    } else {
      const Vector<T> smallest_kept = all(from_bits<T>(Word{1} << (8 * sizeof(T) - 3)));
      const Vector<T> magnitude = reinterpret_cast<Vector<T>>(bits & (~Word{0} >> 1));
      return reinterpret_cast<Vector<T>>(bits & reinterpret_cast<Bits>(magnitude >= smallest_kept));
    }
  }
};

/// The last `count`, fewer than a vector holds. Zeros take the place of the others; they change no sum.
template <class T>
struct LastFew : ManyAtOnce<T> {
  size_t count;

  [[gnu::always_inline]] explicit LastFew(size_t of) noexcept : count(of) {}
  /// From an address that is hidden: clang would load beyond the last one, where it knows that there is something, and
  /// so more at once than was stored.
  [[gnu::always_inline]] Vector<T> load(const T* from) const noexcept {
    return load_few<T, width<T>>(detail::opaque(from), count);
  }
  [[gnu::always_inline]] void store(T* to, Vector<T> v) const noexcept {
    store_few<T, width<T>>(to, v, count);
    // clang would join this store with the next one, to an array right behind: too wide to be forwarded to two loads.
    __asm__("" : : : "memory");
  }
};

}  // namespace kernel
}  // namespace ballast
