#include <ballast/oracle/fixed_point.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

#include "dense.hpp"
#include "message.hpp"
#include "resolvent.hpp"

namespace ballast::oracle {

namespace {

void check_lambda(Scalar lambda) {
  if (!(lambda >= 0 && lambda < 1)) { fail("lambda is ", lambda, ", it must be at least 0 and below 1"); }
}

// (1 - lambda) P (I - lambda P)^-1 - I = (P - I) (I - lambda P)^-1, and P - I does not see constants.
DenseMatrix dense_lambda_drift(const Chain& chain, Scalar lambda) {
  return dense(chain.drift) * traced(chain, lambda, DenseMatrix::Identity(chain.pi.size(), chain.pi.size()));
}

Scalar largest_eigenvalue(const DenseMatrix& symmetric) {
  return Eigen::SelfAdjointEigenSolver<DenseMatrix>(symmetric, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
}

// By the eigenvalues of X^T X: the largest singular value loses nothing by it.
Scalar operator_norm(const DenseMatrix& matrix) {
  return std::sqrt(largest_eigenvalue(matrix.transpose() * matrix));
}

// Where a convex function on [low, high] is least, by sections.
template <class F>
Scalar place_of_least(F f, Scalar low, Scalar high) {
  const Scalar ratio = (std::sqrt(5.0L) - 1) / 2;
  Scalar left = high - ratio * (high - low), right = low + ratio * (high - low);
  Scalar at_left = f(left), at_right = f(right);
  for (int i = 0; i < 60; ++i) {
    if (at_left < at_right) {
      high = right, right = left, at_right = at_left;
      left = high - ratio * (high - low), at_left = f(left);
    } else {
      low = left, left = right, at_left = at_right;
      right = low + ratio * (high - low), at_right = f(right);
    }
  }
  return (low + high) / 2;
}

}  // namespace

DenseMatrix forgetting(const Chain& chain, Scalar lambda) {
  const Index states = chain.pi.size();
  return (1 - lambda) * DenseMatrix::Identity(states, states) - lambda * dense(chain.drift);
}

// I - lambda P becomes singular along e as lambda goes to 1, and so some e pi^T is added: as much as leaves the digits
// of the rest alone.
DenseMatrix traced(const Chain& chain, Scalar lambda, const DenseMatrix& x) {
  const DenseMatrix rest = forgetting(chain, lambda);
  const DenseMatrix all_pi = dense(chain.pi).transpose().replicate(chain.pi.size(), 1);
  return (rest + rest.cwiseAbs().maxCoeff() * all_pi).partialPivLu().solve(x);
}

Matrix MeanUpdate::matrix(Scalar ratio) const {
  const Index d = A21.size();
  DenseMatrix A = DenseMatrix::Zero(d + 1, d + 1);
  A(0, 0) = -ratio;
  A.bottomLeftCorner(d, 1) = dense(A21);
  A.bottomRightCorner(d, d) = dense(A22);
  return matrix_of(A);
}

Matrix lambda_drift(const Chain& chain, Scalar lambda) {
  return matrix_of(dense_lambda_drift(chain, lambda));
}

MeanUpdate mean_update(const Model& model, const Chain& chain, Scalar lambda) {
  check_lambda(lambda);
  const auto Phi = dense(model.Phi);
  const DenseMatrix weighted = Phi.transpose() * dense(chain.pi).asDiagonal();
  const DenseVector A21 = -weighted.rowwise().sum() / (1 - lambda);
  const DenseMatrix A22 = weighted * dense_lambda_drift(chain, lambda) * Phi;
  const DenseVector b2 = weighted * traced(chain, lambda, dense(model.r).array() - chain.omega) - chain.omega * A21;
  return {lambda, vector_of(A21), matrix_of(A22), vector_of(b2)};
}

// A22 is singular along theta_e and the null space of Phi; on O it is not. There Phi is taken apart into an
// orthonormal basis and a triangle R: the equation is solved for the values, basis y, and the weights come from
// R x = y. By way of A22 the condition of Phi would count twice.
Vector fixed_point(const Model& model, const Chain& chain, const Features& features, Scalar lambda) {
  check_lambda(lambda);
  const auto O = dense(features.basis_of_O);
  if (O.cols() == 0) { return Vector(O.rows()); }
  const Eigen::HouseholderQR<DenseMatrix> qr(dense(model.Phi) * O);
  const DenseMatrix basis = qr.householderQ() * DenseMatrix::Identity(model.states(), O.cols());
  const DenseMatrix weighted = basis.transpose() * dense(chain.pi).asDiagonal();
  const DenseVector excess = weighted * traced(chain, lambda, dense(model.r).array() - chain.omega);
  const DenseVector y = (weighted * dense_lambda_drift(chain, lambda) * basis).fullPivLu().solve(-excess);
  return vector_of(O * qr.matrixQR().topRows(O.cols()).triangularView<Eigen::Upper>().solve(y));
}

Scalar loss(Scalar omega, const Vector& theta, const Chain& chain, const Features& features, const Vector& theta_star) {
  const Scalar error = omega - chain.omega;
  return error * error + (dense(features.Pi_O) * (dense(theta) - dense(theta_star))).squaredNorm();
}

// The best c is the mean under pi.
Scalar discrepancy(const Model& model, const Chain& chain, const Vector& theta) {
  const auto pi = dense(chain.pi);
  const DenseVector error = dense(model.Phi) * dense(theta) - dense(chain.v);
  const DenseVector without_mean = error.array() - pi.dot(error);
  return std::sqrt(pi.dot(without_mean.cwiseAbs2()));
}

Scalar best_discrepancy(const Model& model, const Chain& chain) {
  const DenseVector weight = dense(chain.pi).cwiseSqrt();
  DenseMatrix columns(model.states(), model.dimension() + 1);
  columns << weight.asDiagonal() * dense(model.Phi), weight;
  const DenseVector target = weight.cwiseProduct(dense(chain.v));
  Eigen::JacobiSVD<DenseMatrix> svd(columns, Eigen::ComputeThinU | Eigen::ComputeThinV);
  svd.setThreshold(1e-10L);
  const DenseMatrix span = svd.matrixU().leftCols(svd.rank());
  return (target - span * (span.transpose() * target)).norm();
}

// In the coordinates M^(1/2) x the M-norm is the Euclidean one and e becomes pi^(1/2), which is taken out on both
// sides. P^(lambda) - I maps into the functions with mean 0, so nothing else is lost. The norm is below 1 only for
// delta < 2 / ||I - P^(lambda)||.
Scalar contraction_factor(const Model& model, const Chain& chain, Scalar lambda) {
  if (model.states() == 1) { return 0; }
  const DenseVector weight = dense(chain.pi).cwiseSqrt();
  const DenseMatrix identity = DenseMatrix::Identity(model.states(), model.states());
  const DenseMatrix mean_zero = identity - weight * weight.transpose();
  const DenseMatrix drift = mean_zero * weight.asDiagonal() * dense_lambda_drift(chain, lambda) *
                            weight.cwiseInverse().asDiagonal() * mean_zero;
  const DenseMatrix linear = drift + drift.transpose(), quadratic = drift.transpose() * drift;
  const auto norm2 = [&](Scalar delta) {
    return largest_eigenvalue(mean_zero + delta * linear + delta * delta * quadratic);
  };
  const Scalar best = place_of_least(norm2, 0, 2 / std::sqrt(largest_eigenvalue(quadratic)));
  return operator_norm(mean_zero + best * drift);
}

Scalar discrepancy_bound(const Model& model, const Chain& chain, Scalar lambda) {
  const Scalar factor = contraction_factor(model, chain, lambda);
  return best_discrepancy(model, chain) / std::sqrt((1 - factor) * (1 + factor));
}

}  // namespace ballast::oracle
