#pragma once
/// The little linear algebra that judging needs, for some hundred features: in plain double.

#include <cstddef>
#include <vector>

namespace tool {

/// Square, row by row, 0 to begin with.
class SquareMatrix {
 public:
  SquareMatrix() = default;
  explicit SquareMatrix(std::size_t size) : size_(size), values_(size * size) {}

  std::size_t size() const { return size_; }
  double* row(std::size_t i) { return values_.data() + i * size_; }
  const double* row(std::size_t i) const { return values_.data() + i * size_; }

 private:
  std::size_t size_ = 0;
  std::vector<double> values_;
};

/// Orthonormal vectors, row by row, that span where the symmetric matrix is not negligible: its eigenvectors with an
/// eigenvalue above `share` of the largest. By Jacobi's method.
std::vector<std::vector<double>> range_of(SquareMatrix symmetric, double share);

/// Solves matrix x = right by elimination with pivots. False if the matrix is singular, or close to it.
bool solve(SquareMatrix matrix, std::vector<double>& right);

}  // namespace tool
