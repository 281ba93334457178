#pragma once
/// Linear equations that need not have exactly one solution.

#include <ballast/oracle/matrix.hpp>

namespace ballast::oracle {

/// The shortest x among those with the smallest ||A x - b||. Pivots below 1e-10 of the largest count as 0. A must be
/// finite.
Vector least_squares(const Matrix& A, const Vector& b);

}  // namespace ballast::oracle
