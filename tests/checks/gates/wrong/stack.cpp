// Grows the stack down into what lies below it, and comes back as if nothing had happened.
#include <stdint.h>

extern "C" uint32_t stack_guard_end[];

namespace {

[[gnu::noinline]] uint32_t descend() {
  volatile uint32_t frame[8] = {1};
  const bool has_arrived = reinterpret_cast<uintptr_t>(frame) <= reinterpret_cast<uintptr_t>(stack_guard_end);
  return has_arrived ? 0 : descend() + frame[0];
}

}  // namespace

int main() {
  return descend() > 0 ? 0 : 1;
}
