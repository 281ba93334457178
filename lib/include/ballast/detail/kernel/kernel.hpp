#pragma once
/// The passes over features, for the machine this is compiled for.

#if defined(__x86_64__) || defined(__aarch64__) || defined(__wasm_simd128__)
#include <ballast/detail/kernel/vector.hpp>
#elif defined(__ARM_FP) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#include <ballast/detail/kernel/arm_fpu.hpp>
#else
#include <ballast/detail/kernel/scalar.hpp>
#endif

#include <ballast/detail/opaque.hpp>
#include <ballast/math/product.hpp>

#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {
namespace kernel {

template <class T>
[[gnu::always_inline]] inline T dot(const T* a, const T* b, size_t n) noexcept {
  return sum_over<T>(n, ProductTerm<T>{a, b});
}

/// weights . (a - b)
template <class T>
[[gnu::always_inline]] inline T dot_difference(const T* weights, const T* a, const T* b, size_t n) noexcept {
  return sum_over<T>(n, [weights, a, b](auto access, size_t i) {
    return product(access.load(weights + i), access.load(a + i) - access.load(b + i));
  });
}

template <class T>
[[gnu::always_inline]] inline T sum(const T* a, size_t n) noexcept {
  return sum_over<T>(n, [a](auto access, size_t i) { return access.load(a + i); });
}

/// Stores an integer zero, which has the same bits: the instruction is shorter.
template <class T>
[[gnu::always_inline]] inline void set_to_zero(T& x) noexcept {
  using OfSize = etl::conditional_t<sizeof(T) == 2, uint16_t, etl::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>;
  using Word [[gnu::may_alias]] = OfSize;
  reinterpret_cast<Word&>(x) = 0;
}

/// What is hidden keeps the compiler from calling memset, which would be the only part of a C library in an image.
template <class T>
[[gnu::always_inline]] inline void clear(T* a, size_t n) noexcept {
  for (T* const end = a + n; a != end; ++a) {
    set_to_zero(*a);
    a = detail::opaque(a);
  }
}

template <class T, class U>
[[gnu::always_inline]] inline void clear(T* a, U* b, size_t n) noexcept {
  for (size_t i = 0; i < n; ++i) {
    set_to_zero(a[i]);
    set_to_zero(b[i]);
    i = detail::opaque(i);
  }
}

}  // namespace kernel
}  // namespace ballast
