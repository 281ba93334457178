#pragma once
/// What the tool says when its input is wrong: what, and where. Ends with exit code 2.

#include <stdexcept>

namespace tool {

class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tool
