#pragma once
/// Exceptions that end a command early.

#include <stdexcept>

namespace ballast::experiments {

/// Invalid input: what is wrong, and where. Exit code 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Ctrl-C, with a message about what was written. Exit code 130, as in a shell.
class Interrupted : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ballast::experiments
