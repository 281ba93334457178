#pragma once
/// Pass 1, pass 2 and a product over four floats for Arm M-profile cores with an FPU. One VLDM loads four numbers where
/// plain C++ takes four instructions, which is a quarter of an update. Compilers have no constraint for "four
/// consecutive registers", so they are named; which is why the sums must stay out of s1 to s12 (and s0 can keep the
/// reward).
///
/// The arithmetic is that of kernel/scalar.hpp, operation by operation. Not instrumented: a call between loading a
/// register and using it would change it.

#include <ballast/detail/kernel/scalar.hpp>

#include <stdint.h>

#if defined(__arm__) && defined(__ARM_FP)

namespace ballast {
namespace kernel {

template <>
[[gnu::always_inline, gnu::no_instrument_function]] inline void observe_quad(FirstSums<float>& sums, float lambda,
                                                                             Inputs<float>& in) noexcept {
  using Four = const float(*)[4];
  register float p0 __asm__("s1"), p1 __asm__("s2"), p2 __asm__("s3"), p3 __asm__("s4");
  register float n0 __asm__("s5"), n1 __asm__("s6"), n2 __asm__("s7"), n3 __asm__("s8");
  __asm__("vldmia %0!, {s1-s4}"
          : "+r"(in.phi), "=t"(p0), "=t"(p1), "=t"(p2), "=t"(p3)
          : "m"(*reinterpret_cast<Four>(in.phi)));
  __asm__("vldmia %0!, {s5-s8}"
          : "+r"(in.next), "=t"(n0), "=t"(n1), "=t"(n2), "=t"(n3)
          : "m"(*reinterpret_cast<Four>(in.next)));
  const float x0 = n0 - p0, x1 = n1 - p1, x2 = n2 - p2, x3 = n3 - p3;

  register float w0 __asm__("s9"), w1 __asm__("s10"), w2 __asm__("s11"), w3 __asm__("s12");
  __asm__("vldmia %0!, {s9-s12}"
          : "+r"(in.weights), "=t"(w0), "=t"(w1), "=t"(w2), "=t"(w3)
          : "m"(*reinterpret_cast<Four>(in.weights)));
  sums.td_error.lane0 = sums.td_error.lane0 + product<float>(w0, x0);
  sums.td_error.lane1 = sums.td_error.lane1 + product<float>(w1, x1);
  sums.td_error.lane2 = sums.td_error.lane2 + product<float>(w2, x2);
  sums.td_error.lane3 = sums.td_error.lane3 + product<float>(w3, x3);

  register float t0 __asm__("s5"), t1 __asm__("s6"), t2 __asm__("s7"), t3 __asm__("s8");
  __asm__("vldmia %0!, {s5-s8}"
          : "+r"(in.trace), "=t"(t0), "=t"(t1), "=t"(t2), "=t"(t3)
          : "m"(*reinterpret_cast<Four>(in.trace)));
  const float z0 = decayed<float>(lambda, t0, p0), z1 = decayed<float>(lambda, t1, p1);
  const float z2 = decayed<float>(lambda, t2, p2), z3 = decayed<float>(lambda, t3, p3);
  sums.norm2.lane0 = sums.norm2.lane0 + product(z0, z0);
  sums.norm2.lane1 = sums.norm2.lane1 + product(z1, z1);
  sums.norm2.lane2 = sums.norm2.lane2 + product(z2, z2);
  sums.norm2.lane3 = sums.norm2.lane3 + product(z3, z3);
}

/// Stores four numbers flushed, through the integer registers: the test is on bits, and STM stores all four at once.
/// Not r6 (where clang keeps the base of a frame that grows), r7 (the frame pointer of a debug build) or r9 (which
/// position-independent code may need).
[[gnu::always_inline, gnu::no_instrument_function]] inline void store_flushed(float*& to, float z0, float z1, float z2,
                                                                              float z3) noexcept {
  register float s0 __asm__("s1") = z0;
  register float s1 __asm__("s2") = z1;
  register float s2 __asm__("s3") = z2;
  register float s3 __asm__("s4") = z3;
  __asm__(
      "vmov r5, r8, s1, s2\n\t"
      "vmov r10, lr, s3, s4\n\t"
      "tst r5, #0x60000000\n\tit eq\n\tmoveq r5, #0\n\t"
      "tst r8, #0x60000000\n\tit eq\n\tmoveq r8, #0\n\t"
      "tst r10, #0x60000000\n\tit eq\n\tmoveq r10, #0\n\t"
      "tst lr, #0x60000000\n\tit eq\n\tmoveq lr, #0\n\t"
      "stmia %0!, {r5, r8, r10, lr}"
      : "+r"(to), "=m"(*reinterpret_cast<float(*)[4]>(to))
      : "t"(s0), "t"(s1), "t"(s2), "t"(s3)
      : "cc", "r5", "r8", "r10", "lr");
}

template <>
[[gnu::always_inline, gnu::no_instrument_function]] inline void learn_quad(Quad<float>& norm2, float lambda, float step,
                                                                           State<float>& state) noexcept {
  using Four = const float(*)[4];
  register float p0 __asm__("s1"), p1 __asm__("s2"), p2 __asm__("s3"), p3 __asm__("s4");
  register float t0 __asm__("s5"), t1 __asm__("s6"), t2 __asm__("s7"), t3 __asm__("s8");
  register float w0 __asm__("s9"), w1 __asm__("s10"), w2 __asm__("s11"), w3 __asm__("s12");
  __asm__("vldmia %0!, {s1-s4}"
          : "+r"(state.phi), "=t"(p0), "=t"(p1), "=t"(p2), "=t"(p3)
          : "m"(*reinterpret_cast<Four>(state.phi)));
  __asm__("vldmia %4, {s5-s8}"
          : "=t"(t0), "=t"(t1), "=t"(t2), "=t"(t3)
          : "r"(state.trace), "m"(*reinterpret_cast<Four>(state.trace)));
  const float z0 = decayed<float>(lambda, t0, p0), z1 = decayed<float>(lambda, t1, p1);
  const float z2 = decayed<float>(lambda, t2, p2), z3 = decayed<float>(lambda, t3, p3);
  __asm__("vldmia %4, {s9-s12}"
          : "=t"(w0), "=t"(w1), "=t"(w2), "=t"(w3)
          : "r"(state.weights), "m"(*reinterpret_cast<Four>(state.weights)));
  store_flushed(state.trace, z0, z1, z2, z3);

  const float a0 = w0 + product(step, z0), a1 = w1 + product(step, z1);
  const float a2 = w2 + product(step, z2), a3 = w3 + product(step, z3);
  {
    register float s0 __asm__("s9") = a0;
    register float s1 __asm__("s10") = a1;
    register float s2 __asm__("s11") = a2;
    register float s3 __asm__("s12") = a3;
    __asm__("vstmia %0!, {s9-s12}"
            : "+r"(state.weights), "=m"(*reinterpret_cast<float(*)[4]>(state.weights))
            : "t"(s0), "t"(s1), "t"(s2), "t"(s3));
  }
  norm2.lane0 = norm2.lane0 + product(a0, a0);
  norm2.lane1 = norm2.lane1 + product(a1, a1);
  norm2.lane2 = norm2.lane2 + product(a2, a2);
  norm2.lane3 = norm2.lane3 + product(a3, a3);
}

template <>
[[gnu::always_inline, gnu::no_instrument_function]] inline void add_quad(Quad<float>& sums,
                                                                         const ProductTerm<float>& term,
                                                                         size_t i) noexcept {
  using Four = const float(*)[4];
  register float a0 __asm__("s1"), a1 __asm__("s2"), a2 __asm__("s3"), a3 __asm__("s4");
  register float b0 __asm__("s5"), b1 __asm__("s6"), b2 __asm__("s7"), b3 __asm__("s8");
  __asm__("vldmia %4, {s1-s4}"
          : "=t"(a0), "=t"(a1), "=t"(a2), "=t"(a3)
          : "r"(term.a + i), "m"(*reinterpret_cast<Four>(term.a + i)));
  __asm__("vldmia %4, {s5-s8}"
          : "=t"(b0), "=t"(b1), "=t"(b2), "=t"(b3)
          : "r"(term.b + i), "m"(*reinterpret_cast<Four>(term.b + i)));
  sums.lane0 = sums.lane0 + product<float>(a0, b0);
  sums.lane1 = sums.lane1 + product<float>(a1, b1);
  sums.lane2 = sums.lane2 + product<float>(a2, b2);
  sums.lane3 = sums.lane3 + product<float>(a3, b3);
}

/// Two at a time: hardly more bytes than one at a time, and fewer instructions.
template <>
[[gnu::always_inline, gnu::no_instrument_function]] inline void scale(float* a, float factor, size_t n) noexcept {
  using Two = float(*)[2];
  for (size_t pairs = n / 2; pairs != 0; --pairs) {
    register float a0 __asm__("s1"), a1 __asm__("s2");
    __asm__("vldmia %2, {s1-s2}" : "=t"(a0), "=t"(a1) : "r"(a), "m"(*reinterpret_cast<Two>(a)));
    const float b0 = a0 * factor, b1 = a1 * factor;
    register float s0 __asm__("s1") = b0;
    register float s1 __asm__("s2") = b1;
    __asm__("vstmia %0!, {s1-s2}" : "+r"(a), "=m"(*reinterpret_cast<Two>(a)) : "t"(s0), "t"(s1));
  }
  if (n % 2 != 0) { *a = *a * factor; }
}

}  // namespace kernel
}  // namespace ballast

#endif
