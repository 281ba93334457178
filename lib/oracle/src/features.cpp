#include <ballast/oracle/features.hpp>

#include <Eigen/QR>
#include <Eigen/SVD>

namespace ballast::oracle {

namespace {

constexpr Scalar rank_tolerance = 1e-10L;
constexpr Scalar span_tolerance = 1e-9L;

// All directions in R^n that are orthogonal to `direction`: the other columns of the reflection that maps it to an
// axis.
Matrix complement_of(const Vector& direction) {
  const Matrix reflection = Eigen::HouseholderQR<Matrix>(direction).householderQ();
  return reflection.rightCols(direction.size() - 1);
}

}  // namespace

Features solve_features(const Matrix& Phi) {
  Features features;
  Eigen::JacobiSVD<Matrix> svd(Phi, Eigen::ComputeThinU | Eigen::ComputeFullV);
  svd.setThreshold(rank_tolerance);
  features.rank = svd.rank();
  features.largest_norm = Phi.rowwise().norm().maxCoeff();

  const Vector e = Vector::Ones(Phi.rows());
  const Vector shadow = svd.matrixU().leftCols(features.rank).transpose() * e;
  features.e_in_span = (svd.matrixU().leftCols(features.rank) * shadow - e).norm() <= span_tolerance * e.norm();

  // The right singular vectors leave out the null space; theta_e in these coordinates is Sigma^-1 U^T e.
  features.basis_of_O = svd.matrixV().leftCols(features.rank);
  if (features.e_in_span) {
    const Vector theta_e = shadow.cwiseQuotient(svd.singularValues().head(features.rank));
    features.basis_of_O = (features.basis_of_O * complement_of(theta_e)).eval();
  }
  features.Pi_O = features.basis_of_O * features.basis_of_O.transpose();
  return features;
}

}  // namespace ballast::oracle
