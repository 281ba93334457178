#pragma once
/// a * b, rounded before it is used. `product(a, b) + c` rounds twice on every machine, whatever contraction
/// flags the user compiles with; a plain `a * b + c` is fused where the machine can, and then the last bits of
/// a learner depend on the core it runs on.

#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ > 0
#error "Ballast needs floating-point arithmetic that rounds to the type it is written in (not x87)"
#endif

#if defined(__wasm_relaxed_simd__)
#error "Ballast does not have equal bits with -mrelaxed-simd, which fuses as the machine likes: leave it out"
#endif

#include <ballast/detail/compiler.hpp>

namespace ballast {
namespace detail {

/// p, in a register, where no compiler looks through it. Empty asm, because GCC's vectoriser loses the builtin and
/// clang fuses in spite of its own pragma.
template <class T>
[[gnu::always_inline, gnu::no_instrument_function]] inline T rounded(T p) noexcept {
#if defined(__x86_64__)
  __asm__("" : "+x"(p));
#elif defined(__aarch64__)
  __asm__("" : "+w"(p));
#elif defined(__wasm__) || defined(__AVR__)
  // Nothing fuses: WebAssembly has no such instruction, and on AVR every operation is a call. An asm would do harm
  // there (see opaque.hpp).
#elif defined(__arm__) && defined(__clang__) && defined(__ARM_FP)
  if constexpr ((__ARM_FP & sizeof(T)) == 0) {  // without an FPU for this type it is in core registers
    __asm__("" : "+r"(p));
  } else if constexpr (sizeof(T) == sizeof(float)) {
    __asm__("" : "+t"(p));
  } else {
    __asm__("" : "+w"(p));
  }
#elif (defined(__arm__) && defined(__clang__)) || defined(__xtensa__)
  __asm__("" : "+r"(p));
#elif (defined(__arm__) || defined(__riscv)) && !defined(__clang__) && __GNUC__ >= 12
  p = __builtin_assoc_barrier(p);  // unlike an asm it still allows VMLA, which rounds twice
#else
  __asm__("" : "+m"(p));  // right everywhere, at the price of a store and a load
#endif
  return p;
}

}  // namespace detail

/// a * b, never fused with the addition that it is part of.
template <class T>
[[gnu::always_inline, gnu::no_instrument_function]] inline T product(T a, T b) noexcept {
  return detail::rounded<T>(a * b);
}

}  // namespace ballast
