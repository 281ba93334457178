#pragma once
/// Ctrl-C: trials stop at the next run of a learner, and files already written stay.

#include <csignal>

namespace ballast::experiments {

bool is_interrupted();

/// Catches SIGINT and SIGTERM as long as it lives. A second signal ends the program at once.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  struct sigaction on_interrupt_;
  struct sigaction on_termination_;
};

}  // namespace ballast::experiments
