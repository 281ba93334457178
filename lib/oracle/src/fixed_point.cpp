#include <ballast/oracle/fixed_point.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>

#include "message.hpp"

namespace ballast::oracle {

namespace {

void check_lambda(Scalar lambda) {
  if (!(lambda >= 0 && lambda < 1)) { fail("lambda is ", lambda, ", it must be at least 0 and below 1"); }
}

// sum_k lambda^k P^k x for functions x with mean 0, and for others up to a constant. I - lambda P becomes singular
// along e as lambda goes to 1, and so some e pi^T is added: as much as leaves the digits of the rest alone.
Matrix traced(const Chain& chain, Scalar lambda, const Matrix& x) {
  const Index states = chain.pi.size();
  const Matrix rest = (1 - lambda) * Matrix::Identity(states, states) - lambda * chain.drift;
  const Matrix all_pi = chain.pi.transpose().replicate(states, 1);
  return (rest + rest.cwiseAbs().maxCoeff() * all_pi).partialPivLu().solve(x);
}

Scalar largest_eigenvalue(const Matrix& symmetric) {
  return Eigen::SelfAdjointEigenSolver<Matrix>(symmetric, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
}

// By the eigenvalues of X^T X: the largest singular value loses nothing by it.
Scalar operator_norm(const Matrix& matrix) {
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

Matrix MeanUpdate::matrix(Scalar ratio) const {
  const Index d = A21.size();
  Matrix A = Matrix::Zero(d + 1, d + 1);
  A(0, 0) = -ratio;
  A.bottomLeftCorner(d, 1) = A21;
  A.bottomRightCorner(d, d) = A22;
  return A;
}

// (1 - lambda) P (I - lambda P)^-1 - I = (P - I) (I - lambda P)^-1, and P - I does not see constants.
Matrix lambda_drift(const Chain& chain, Scalar lambda) {
  return chain.drift * traced(chain, lambda, Matrix::Identity(chain.pi.size(), chain.pi.size()));
}

MeanUpdate mean_update(const Model& model, const Chain& chain, Scalar lambda) {
  check_lambda(lambda);
  const Matrix weighted = model.Phi.transpose() * chain.pi.asDiagonal();
  MeanUpdate mean;
  mean.lambda = lambda;
  mean.A21 = -weighted.rowwise().sum() / (1 - lambda);
  mean.A22 = weighted * lambda_drift(chain, lambda) * model.Phi;
  mean.b2 = weighted * traced(chain, lambda, model.r.array() - chain.omega) - chain.omega * mean.A21;
  return mean;
}

// A22 is singular along theta_e and the null space of Phi; on O it is not. There Phi is taken apart into an
// orthonormal basis and a triangle R: the equation is solved for the values, basis y, and the weights come from
// R x = y. By way of A22 the condition of Phi would count twice.
Vector fixed_point(const Model& model, const Chain& chain, const Features& features, Scalar lambda) {
  check_lambda(lambda);
  const Matrix& O = features.basis_of_O;
  if (O.cols() == 0) { return Vector::Zero(O.rows()); }
  const Eigen::HouseholderQR<Matrix> qr(model.Phi * O);
  const Matrix basis = qr.householderQ() * Matrix::Identity(model.states(), O.cols());
  const Matrix weighted = basis.transpose() * chain.pi.asDiagonal();
  const Vector excess = weighted * traced(chain, lambda, model.r.array() - chain.omega);
  const Vector y = (weighted * lambda_drift(chain, lambda) * basis).fullPivLu().solve(-excess);
  return O * qr.matrixQR().topRows(O.cols()).triangularView<Eigen::Upper>().solve(y);
}

Scalar loss(Scalar omega, const Vector& theta, const Chain& chain, const Features& features, const Vector& theta_star) {
  const Scalar error = omega - chain.omega;
  return error * error + (features.Pi_O * (theta - theta_star)).squaredNorm();
}

// The best c is the mean under pi.
Scalar discrepancy(const Model& model, const Chain& chain, const Vector& theta) {
  const Vector error = model.Phi * theta - chain.v;
  const Vector without_mean = error.array() - chain.pi.dot(error);
  return std::sqrt(chain.pi.dot(without_mean.cwiseAbs2()));
}

Scalar best_discrepancy(const Model& model, const Chain& chain) {
  const Vector weight = chain.pi.cwiseSqrt();
  Matrix columns(model.states(), model.dimension() + 1);
  columns << weight.asDiagonal() * model.Phi, weight;
  const Vector target = weight.cwiseProduct(chain.v);
  Eigen::JacobiSVD<Matrix> svd(columns, Eigen::ComputeThinU | Eigen::ComputeThinV);
  svd.setThreshold(1e-10L);
  const Matrix span = svd.matrixU().leftCols(svd.rank());
  return (target - span * (span.transpose() * target)).norm();
}

// In the coordinates M^(1/2) x the M-norm is the Euclidean one and e becomes pi^(1/2), which is taken out on both
// sides. P^(lambda) - I maps into the functions with mean 0, so nothing else is lost. The norm is below 1 only for
// delta < 2 / ||I - P^(lambda)||.
Scalar contraction_factor(const Model& model, const Chain& chain, Scalar lambda) {
  if (model.states() == 1) { return 0; }
  const Vector weight = chain.pi.cwiseSqrt();
  const Matrix identity = Matrix::Identity(model.states(), model.states());
  const Matrix mean_zero = identity - weight * weight.transpose();
  const Matrix drift =
      mean_zero * weight.asDiagonal() * lambda_drift(chain, lambda) * weight.cwiseInverse().asDiagonal() * mean_zero;
  const Matrix linear = drift + drift.transpose(), quadratic = drift.transpose() * drift;
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
