#pragma once
/// How far the estimates scatter around the fixed point: the covariance of the noise, of the averaged iterate and of
/// the last one.

#include <ballast/oracle/theory.hpp>

namespace ballast::oracle {

/// On R x O, in the coordinates Theta = (omega, theta): (d + 1) x (d + 1), with zeros along the directions that O
/// leaves out.
///
/// The same for four rules: standard or implicit, with the average reward driven by the reward or by the TD error. The
/// factor by which an implicit rule shrinks its step goes to 1 with the step-size. The TD error at the fixed point
/// differs from R_t - omega* by theta* . (phi_{t+1} - phi_t), and the sum of these differences stays bounded, so that
/// the sum of the noise has the same covariance; the mean matrix A is the same because their mean is 0.
struct Covariance {
  /// Sigma, the sum over all k of E xi_0 xi_k^T in the stationary chain with a trace of infinite past, for the noise
  /// xi_t = A(X_t) Theta* + b(X_t) = (c (R_t - omega*), delta*_t z_t). Exact: no sum is cut off.
  Matrix noise;

  /// A^-1 Sigma A^-T, the limit of T Cov(mean of Theta_0 .. Theta_T-1) for beta_t = beta_0 / (t + 1)^s with
  /// 1/2 < s < 1 (Polyak and Ruppert). It is the limit, too, if alpha_t and beta_t decay with different powers in that
  /// range: it contains no step-size, nor c.
  Matrix of_average;

  /// V with A V + V A^T + Sigma = 0: Cov(Theta_t) / beta as t grows, for a small constant step-size beta; and the limit
  /// of Cov(Theta_t) / beta_t for beta_t = beta_0 / (t + 1)^s with 0 < s < 1.
  Matrix of_last;

  /// The trace of V: the mean squared error settles near beta times this.
  Scalar floor;

  /// The limit of Var(R_0 + .. + R_T-1) / T: Sigma_00 / c^2.
  Scalar reward_variance;
};

/// Throws ModelError unless ratio, c_alpha, is finite and above 0.
Covariance covariance(const Solution& solution, Scalar ratio);

}  // namespace ballast::oracle
