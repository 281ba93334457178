#pragma once
/// The fixed point of TD(lambda), and its distance from the true values.

#include <ballast/oracle/chain.hpp>
#include <ballast/oracle/features.hpp>

namespace ballast::oracle {

/// The mean of an update in the stationary chain: A Theta + b for Theta = (omega, theta), with
///   A = [ -c    0   ]    b = [ c omega* ]
///       [ A21   A22 ]        [ b2       ].
struct MeanUpdate {
  Scalar lambda;
  Vector A21;  ///< -E z_t = -Phi^T pi / (1 - lambda)
  Matrix A22;  ///< E z_t (phi_{t+1} - phi_t)^T = Phi^T M (P^(lambda) - I) Phi
  Vector b2;   ///< E R_t z_t = Phi^T M sum_k (lambda P)^k r

  /// The whole of A, for c_alpha = ratio.
  Matrix matrix(Scalar ratio) const;
};

/// Throws ModelError unless lambda is in [0, 1).
MeanUpdate mean_update(const Model& model, const Chain& chain, Scalar lambda);

/// P^(lambda) - I, where P^(lambda) = (1 - lambda) sum_m lambda^m P^(m+1).
Matrix lambda_drift(const Chain& chain, Scalar lambda);

/// theta* in O with A Theta* + b = 0 (the paper's list of notations has the sign wrong).
/// Throws ModelError unless lambda is in [0, 1).
Vector fixed_point(const Model& model, const Chain& chain, const Features& features, Scalar lambda);

/// (omega - omega*)^2 + ||Pi_O (theta - theta*)||^2.
Scalar loss(Scalar omega, const Vector& theta, const Chain& chain, const Features& features, const Vector& theta_star);

/// inf_c ||Phi theta - (v + c e)||_M.
Scalar discrepancy(const Model& model, const Chain& chain, const Vector& theta);

/// inf_{theta, c} ||Phi theta - (v + c e)||_M: the best these features can do.
Scalar best_discrepancy(const Model& model, const Chain& chain);

/// c_lambda: inf_{delta > 0} of the M-norm of I + delta (P^(lambda) - I) on the functions with mean 0. The fixed point
/// is the same for every delta, and below 1 the norm makes it a contraction; see discrepancy_bound.
Scalar contraction_factor(const Model& model, const Chain& chain, Scalar lambda);

/// The bound on discrepancy(theta*): best_discrepancy / sqrt(1 - c_lambda^2).
Scalar discrepancy_bound(const Model& model, const Chain& chain, Scalar lambda);

}  // namespace ballast::oracle
