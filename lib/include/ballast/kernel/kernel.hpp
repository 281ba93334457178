#pragma once
/// The passes over features, for the machine this is compiled for.

#if defined(__x86_64__) || defined(__aarch64__)
#include <ballast/kernel/vector.hpp>
#elif defined(__ARM_FP) && defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && !defined(__clang__)
#include <ballast/kernel/arm_fpu.hpp>
#else
#include <ballast/kernel/scalar.hpp>
#endif

#include <ballast/product.hpp>

namespace ballast {
namespace kernel {

// A term is given how to load: one number, or as many as a vector holds (OneByOne).

template <class T>
[[gnu::always_inline]] inline T dot(const T* a, const T* b, size_t n) noexcept {
  return sum_over<T>(n, [a, b](auto access, size_t i) { return product(access.load(a + i), access.load(b + i)); });
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

}  // namespace kernel
}  // namespace ballast
