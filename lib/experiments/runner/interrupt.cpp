#include "experiments/runner/interrupt.hpp"

#include <atomic>

namespace ballast::experiments {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may store to it");

extern "C" void remember_interrupt(int) {
  interrupted = true;
}

struct sigaction catch_signal(int signal) {
  struct sigaction action = {};
  struct sigaction before = {};
  action.sa_handler = remember_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(signal, &action, &before);
  return before;
}

}  // namespace

bool is_interrupted() {
  return interrupted;
}

InterruptGuard::InterruptGuard() : on_interrupt_(catch_signal(SIGINT)), on_termination_(catch_signal(SIGTERM)) {}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &on_interrupt_, nullptr);
  sigaction(SIGTERM, &on_termination_, nullptr);
}

}  // namespace ballast::experiments
