#pragma once
/// What the features can distinguish, and the space O in which weights are compared.

#include <ballast/oracle/matrix.hpp>

namespace ballast::oracle {

struct Features {
  /// Of Phi: the singular values above 1e-10 of the largest.
  Index rank;

  /// Whether some theta gives Phi theta = e, to 1e-9 of ||e||.
  bool e_in_span;

  /// The shortest theta with Phi theta = e; empty if there is none.
  Vector theta_e = {};

  /// Orthonormal columns that span O, the weights without those directions that change no difference of values: the
  /// null space of Phi and, if e is in the span, theta_e. There may be none.
  Matrix basis_of_O;

  /// The orthogonal projection onto O: d x d.
  Matrix Pi_O;

  /// max_i ||phi(i)||; the theory wants at most 1.
  Scalar largest_norm;
};

Features solve_features(const Matrix& Phi);

}  // namespace ballast::oracle
