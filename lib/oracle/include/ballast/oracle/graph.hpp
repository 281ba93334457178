#pragma once
/// The graph of a chain: which states lead to which.

#include <ballast/oracle/matrix.hpp>

#include <vector>

namespace ballast::oracle {

/// Steps of the shortest way from `start` to each state; -1 where there is none.
std::vector<Index> steps_from(const Matrix& P, Index start);

/// The greatest common divisor of the lengths of all cycles. P must be irreducible.
Index period(const Matrix& P);

/// The closed classes of states, each in ascending order: sets that the chain cannot leave, and in which it comes
/// back to every state.
std::vector<std::vector<Index>> closed_classes(const Matrix& P);

}  // namespace ballast::oracle
