#pragma once
/// a * b, rounded before it is used. `product(a, b) + c` rounds twice on every machine, whatever contraction
/// flags the user compiles with; a plain `a * b + c` is fused where the machine can, and then the last bits of
/// a learner depend on the core it runs on.

#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ > 0
#error "Ballast needs floating-point arithmetic that rounds to the type it is written in (not x87)"
#endif

#include <ballast/detail/compiler.hpp>

namespace ballast {

/// a * b, never fused with the addition that it is part of.
template <class T>
[[gnu::always_inline, gnu::no_instrument_function]] inline T product(T a, T b) noexcept {
  T p = a * b;
#if defined(__x86_64__)
  // An empty asm, because GCC's vectoriser loses the builtin below and clang fuses in spite of its own pragma.
  __asm__("" : "+x"(p));
#elif defined(__aarch64__)
  __asm__("" : "+w"(p));
#elif (defined(__arm__) || defined(__riscv)) && !defined(__clang__) && __GNUC__ >= 12
  p = __builtin_assoc_barrier(p);  // unlike an asm it still allows VMLA, which rounds twice
#else
  __asm__("" : "+m"(p));  // right everywhere, at the price of a store and a load
#endif
  return p;
}

}  // namespace ballast
