#pragma once
/// How a command ends before it is done.

#include <stdexcept>

namespace ballast::experiments {

/// Its input is wrong: what, and where. Exit code 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Ctrl-C: what is left behind. Exit code 130, as a shell has it.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ballast::experiments
