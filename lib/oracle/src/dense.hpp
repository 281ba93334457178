#pragma once
/// The solver's vectors and matrices as Eigen's, and back. Not included by public headers: Eigen takes long to compile.

#include <ballast/oracle/matrix.hpp>

#include <Eigen/Core>

#include <algorithm>

namespace ballast::oracle {

using DenseVector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
using DenseMatrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

/// The same numbers, seen by Eigen.
inline Eigen::Map<const DenseVector> dense(const Vector& vector) {
  return {vector.data(), vector.size()};
}
inline Eigen::Map<const DenseMatrix> dense(const Matrix& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols()};
}
inline Eigen::Map<DenseVector> dense(Vector& vector) {
  return {vector.data(), vector.size()};
}

inline Vector vector_of(const DenseVector& dense) {
  Vector vector(dense.size());
  std::copy_n(dense.data(), dense.size(), vector.data());
  return vector;
}
inline Matrix matrix_of(const DenseMatrix& dense) {
  Matrix matrix(dense.rows(), dense.cols());
  std::copy_n(dense.data(), dense.size(), matrix.data());
  return matrix;
}

}  // namespace ballast::oracle
