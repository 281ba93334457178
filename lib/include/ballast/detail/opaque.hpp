#pragma once
/// Keeps a compiler from a transformation that makes code larger or slower on a core: it must not know the value.

#include <ballast/detail/compiler.hpp>

namespace ballast {
namespace detail {

/// The same value, in a register. An empty asm hides where it came from.
template <class T>
[[gnu::always_inline]] inline T opaque(T value) noexcept {
#if defined(__wasm__)
  // No asm: clang 14 does not always give its result the register of its operand, and then uses one that was never set.
#elif defined(__AVR__)
  // No register holds four bytes.
#else
  __asm__("" : "+r"(value));
#endif
  return value;
}

}  // namespace detail
}  // namespace ballast
