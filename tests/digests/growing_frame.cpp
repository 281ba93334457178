// An update inside a function whose frame grows. There clang keeps the base of the frame in r6, which the registers
// named in detail/kernel/arm_fpu.hpp must leave alone: it warns if they do not, and computes with the wrong address.

#include <ballast/learner.hpp>

#include <stddef.h>

using Learner = ballast::Learner<float, 16>;

void use(void* aligned, void* grown);

[[gnu::flatten]] ballast::Status update_in_growing_frame(Learner& learner, const Learner::Features& phi,
                                                         const Learner::Features& next, size_t bytes) {
  alignas(64) char aligned[64];
  void* const grown = __builtin_alloca(bytes);
  use(aligned, grown);
  const ballast::Status status = learner.update(phi, 1.0F, next).status;
  use(aligned, grown);
  return status;
}
