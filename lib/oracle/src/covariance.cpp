#include <ballast/oracle/covariance.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <complex>

#include "dense.hpp"
#include "message.hpp"
#include "resolvent.hpp"

namespace ballast::oracle {

namespace {

using ComplexMatrix = Eigen::Matrix<std::complex<Scalar>, Eigen::Dynamic, Eigen::Dynamic>;
using ComplexVector = Eigen::Matrix<std::complex<Scalar>, Eigen::Dynamic, 1>;

/// The noise xi_t in the stationary chain, for c = 1 and with features in the basis of O. Functions of the state are
/// columns; matrices have a row for each state.
class StationaryNoise {
 public:
  explicit StationaryNoise(const Solution& solution);

  // E xi_0 xi_0^T / 2 + sum over k >= 1 of E xi_0 xi_k^T: Sigma is this and its transpose.
  DenseMatrix half_of_covariance() const;

 private:
  DenseMatrix moment_of_trace(const DenseVector& weight) const;
  DenseMatrix future_of_states(const DenseVector& u) const;

  const Chain& chain_;
  Scalar lambda_;
  DenseMatrix P_;
  DenseMatrix phi_;
  DenseMatrix trace_;       // row s: E z_t 1{S_t = s}
  DenseVector excess_;      // r - omega*
  DenseMatrix P_error_;     // P(s, s') delta*(s, s')
  DenseVector mean_error_;  // E [delta*_t | S_t = s]
  DenseVector mean_error2_;
};

StationaryNoise::StationaryNoise(const Solution& solution)
    : chain_(solution.chain), lambda_(solution.mean.lambda), P_(dense(solution.model.P)) {
  phi_ = dense(solution.model.Phi) * dense(solution.features.basis_of_O);
  const DenseMatrix present = dense(chain_.pi).asDiagonal() * phi_;
  trace_ = forgetting(chain_, lambda_).transpose().partialPivLu().solve(present);
  excess_ = dense(solution.model.r).array() - chain_.omega;
  const DenseVector values = dense(solution.model.Phi) * dense(solution.theta_star);
  const Index states = values.size();
  const DenseMatrix error = (excess_ - values).replicate(1, states) + values.transpose().replicate(states, 1);
  P_error_ = P_.cwiseProduct(error);
  mean_error_ = excess_ + dense(chain_.drift) * values;
  mean_error2_ = P_error_.cwiseProduct(error).rowwise().sum();
}

// sum_s weight(s) E z_t z_t^T 1{S_t = s}. These moments C(s) solve (I - lambda^2 P^T) C = pi phi phi^T +
// lambda (phi past^T + past phi^T) with past(s) = E z_{t-1} 1{S_t = s}. Solved for the weights instead of for C, which
// would have a right-hand side for each pair of features.
DenseMatrix StationaryNoise::moment_of_trace(const DenseVector& weight) const {
  const DenseVector y = forgetting(chain_, lambda_ * lambda_).partialPivLu().solve(weight);
  const DenseMatrix past = P_.transpose() * trace_;
  const DenseMatrix mixed = lambda_ * phi_.transpose() * y.asDiagonal() * past;
  return phi_.transpose() * y.cwiseProduct(dense(chain_.pi)).asDiagonal() * phi_ + mixed + mixed.transpose();
}

// sum_j P^j (phi u). It converges because phi u has mean 0: that is the equation of the fixed point.
DenseMatrix StationaryNoise::future_of_states(const DenseVector& u) const {
  if (u.size() == 1) { return DenseMatrix::Zero(1, phi_.cols()); }
  return traced(chain_, 1, u.asDiagonal() * phi_);
}

// sum over k >= 1 of E [xi_k | S_1, z_0], with u(s) = sum_k lambda^k E [delta*_k | S_0 = s]: v(S_1) for the average
// reward. For the weights, z_0 is in all later traces and adds lambda u(S_1) z_0; each phi(S_j) with j >= 1 is in the
// traces from z_j on and adds phi(S_j) u(S_j).
DenseMatrix StationaryNoise::half_of_covariance() const {
  const DenseVector pi_excess = excess_.cwiseProduct(dense(chain_.pi)), v = dense(chain_.v);
  const DenseVector u = traced(chain_, lambda_, mean_error_);
  const DenseMatrix w = future_of_states(u);
  const Index k = phi_.cols();
  DenseMatrix half(k + 1, k + 1);
  half(0, 0) = pi_excess.dot(excess_ / 2 + P_ * v);
  half.topRightCorner(1, k) =
      excess_.cwiseProduct(mean_error_ / 2 + lambda_ * P_ * u).transpose() * trace_ + pi_excess.transpose() * P_ * w;
  half.bottomLeftCorner(k, 1) = trace_.transpose() * (excess_.cwiseProduct(mean_error_) / 2 + P_error_ * v);
  half.bottomRightCorner(k, k) =
      moment_of_trace(mean_error2_ / 2 + lambda_ * P_error_ * u) + trace_.transpose() * P_error_ * w;
  return half;
}

DenseMatrix noise_in_O(const Solution& solution, Scalar ratio) {
  DenseMatrix half = StationaryNoise(solution).half_of_covariance();
  half.row(0) *= ratio;
  half.col(0) *= ratio;
  return half + half.transpose();
}

// Bartels and Stewart: with A = U T U^H and T triangular, the columns of U^H V U follow from one another, the last one
// first.
DenseMatrix solve_lyapunov(const DenseMatrix& A, const DenseMatrix& Sigma) {
  const Eigen::ComplexSchur<DenseMatrix> schur(A);
  if (schur.info() != Eigen::Success) { fail("A: its Schur form could not be computed"); }
  const ComplexMatrix& U = schur.matrixU();
  const ComplexMatrix& T = schur.matrixT();
  ComplexMatrix Y = -(U.adjoint() * Sigma.cast<std::complex<Scalar>>() * U);
  for (Index j = A.rows() - 1; j >= 0; --j) {
    const Index solved = A.rows() - 1 - j;
    const ComplexVector right = Y.col(j) - Y.rightCols(solved) * T.row(j).tail(solved).adjoint();
    ComplexMatrix shifted = T;
    shifted.diagonal().array() += std::conj(T(j, j));
    Y.col(j) = shifted.triangularView<Eigen::Upper>().solve(right);
  }
  const DenseMatrix V = (U * Y * U.adjoint()).real();
  return (V + V.transpose()) / 2;
}

// An orthonormal basis of R x O.
DenseMatrix basis_of_R_x_O(const Features& features) {
  const auto O = dense(features.basis_of_O);
  DenseMatrix basis = DenseMatrix::Zero(O.rows() + 1, O.cols() + 1);
  basis(0, 0) = 1;
  basis.bottomRightCorner(O.rows(), O.cols()) = O;
  return basis;
}

}  // namespace

Covariance covariance(const Solution& solution, Scalar ratio) {
  check_positive("ratio", ratio);
  const DenseMatrix basis = basis_of_R_x_O(solution.features);
  const DenseMatrix A = basis.transpose() * dense(solution.mean.matrix(ratio)) * basis;
  const DenseMatrix Sigma = noise_in_O(solution, ratio);
  const Eigen::PartialPivLU<DenseMatrix> lu(A);
  const DenseMatrix average = lu.solve(lu.solve(Sigma).transpose());
  const DenseMatrix last = solve_lyapunov(A, Sigma);
  const auto embedded = [&](const DenseMatrix& in_O) { return matrix_of(basis * in_O * basis.transpose()); };
  return {embedded(Sigma), embedded((average + average.transpose()) / 2), embedded(last), last.trace(),
          Sigma(0, 0) / (ratio * ratio)};
}

}  // namespace ballast::oracle
