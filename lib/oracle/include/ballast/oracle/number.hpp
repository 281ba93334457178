#pragma once
/// The number type of the exact solver. Extended precision, because models with nearly dependent features lose half of
/// the digits on the way, and the answers are promised to 1e-9.

#include <cstddef>
#include <stdexcept>

namespace ballast::oracle {

using Scalar = long double;
using Index = std::ptrdiff_t;

/// The requested answer does not exist. The message says what is wrong and where; rows, entries and states are counted
/// from 0.
class ModelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace ballast::oracle
