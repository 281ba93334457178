#include <ballast/oracle/least_squares.hpp>

#include <Eigen/QR>

#include "dense.hpp"

namespace ballast::oracle {

Vector least_squares(const Matrix& A, const Vector& b) {
  constexpr Scalar pivot_tolerance = 1e-10L;
  Eigen::CompleteOrthogonalDecomposition<DenseMatrix> decomposition;
  decomposition.setThreshold(pivot_tolerance);
  decomposition.compute(dense(A));
  return vector_of(decomposition.solve(dense(b)));
}

}  // namespace ballast::oracle
