#include <ballast/oracle/features.hpp>

#include <Eigen/QR>
#include <Eigen/SVD>

#include "dense.hpp"

namespace ballast::oracle {

namespace {

constexpr Scalar rank_tolerance = 1e-10L;
constexpr Scalar span_tolerance = 1e-9L;

// All directions in R^n that are orthogonal to `direction`: the other columns of the reflection that maps it to an
// axis.
DenseMatrix complement_of(const DenseVector& direction) {
  const DenseMatrix reflection = Eigen::HouseholderQR<DenseMatrix>(direction).householderQ();
  return reflection.rightCols(direction.size() - 1);
}

}  // namespace

Features solve_features(const Matrix& given) {
  const auto Phi = dense(given);
  Features features;
  Eigen::JacobiSVD<DenseMatrix> svd(Phi, Eigen::ComputeThinU | Eigen::ComputeFullV);
  svd.setThreshold(rank_tolerance);
  features.rank = svd.rank();
  features.largest_norm = Phi.rowwise().norm().maxCoeff();

  const DenseVector e = DenseVector::Ones(Phi.rows());
  const DenseVector shadow = svd.matrixU().leftCols(features.rank).transpose() * e;
  features.e_in_span = (svd.matrixU().leftCols(features.rank) * shadow - e).norm() <= span_tolerance * e.norm();

  // The right singular vectors leave out the null space; theta_e in these coordinates is Sigma^-1 U^T e.
  DenseMatrix basis = svd.matrixV().leftCols(features.rank);
  if (features.e_in_span) {
    const DenseVector theta_e = shadow.cwiseQuotient(svd.singularValues().head(features.rank));
    features.theta_e = vector_of(basis * theta_e);
    basis = (basis * complement_of(theta_e)).eval();
  }
  features.basis_of_O = matrix_of(basis);
  features.Pi_O = matrix_of(basis * basis.transpose());
  return features;
}

}  // namespace ballast::oracle
