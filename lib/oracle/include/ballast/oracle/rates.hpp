#pragma once
/// How fast the mean update A Theta + b contracts on R x O.

#include <ballast/oracle/theory.hpp>

#include <complex>
#include <vector>

namespace ballast::oracle {

/// The eigenvalues of A on R x O, the slowest, with the largest real part, first: -c, and those of A22 on O. All have
/// negative real parts. Throws ModelError unless ratio, c_alpha, is finite and above 0.
std::vector<std::complex<Scalar>> eigenvalues(const Solution& solution, Scalar ratio);

/// mu = min -Re over the eigenvalues: for small step-sizes the mean error decays as exp(-mu times the sum of beta_t).
Scalar slowest_rate(const std::vector<std::complex<Scalar>>& eigenvalues);

/// The theta in O of length 1 along which A22, and so the mean error of the weights, decays most slowly; of a complex
/// pair of eigenvectors the real part. Throws ModelError where O is {0}.
Vector slowest_direction(const Solution& solution);

/// The spectral radius of I + beta A on R x O: the factor per step of Theta <- Theta + beta (A Theta + b).
Scalar contraction_per_step(const std::vector<std::complex<Scalar>>& eigenvalues, Scalar beta);

}  // namespace ballast::oracle
