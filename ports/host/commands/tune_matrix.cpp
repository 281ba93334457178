#include "commands/tune_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tool {
namespace {

/// One rotation of Jacobi's method in the plane (p, q): `c` and `s` make the entry (p, q) zero.
struct Rotation {
  double c;
  double s;

  Rotation(double pp, double pq, double qq) {
    const double theta = (qq - pp) / (2.0 * pq);
    const double t = (theta >= 0.0 ? 1.0 : -1.0) / (std::fabs(theta) + std::hypot(theta, 1.0));
    c = 1.0 / std::hypot(t, 1.0);
    s = t * c;
  }

  void turn(double& x, double& y) const {
    const double old = x;
    x = c * old - s * y;
    y = s * old + c * y;
  }
};

class Jacobi {
 public:
  explicit Jacobi(SquareMatrix matrix) : matrix_(std::move(matrix)), vectors_(matrix_.size()) {
    for (std::size_t i = 0; i < size(); ++i) {
      vectors_.row(i)[i] = 1.0;
      scale_ = std::max(scale_, std::fabs(matrix_.row(i)[i]));
    }
    constexpr int most_sweeps = 50;
    for (int sweep = 0; sweep < most_sweeps && turn_all(); ++sweep) {}
  }

  std::size_t size() const { return matrix_.size(); }
  double eigenvalue(std::size_t i) const { return matrix_.row(i)[i]; }
  const double* eigenvector(std::size_t i) const { return vectors_.row(i); }

 private:
  /// Whether there was anything to turn.
  bool turn_all() {
    bool has_turned = false;
    for (std::size_t p = 0; p + 1 < size(); ++p) {
      for (std::size_t q = p + 1; q < size(); ++q) {
        if (std::fabs(matrix_.row(p)[q]) <= 1e-16 * scale_) { continue; }
        turn(p, q);
        has_turned = true;
      }
    }
    return has_turned;
  }

  void turn(std::size_t p, std::size_t q) {
    const Rotation rotation(matrix_.row(p)[p], matrix_.row(p)[q], matrix_.row(q)[q]);
    for (std::size_t i = 0; i < size(); ++i) { rotation.turn(matrix_.row(i)[p], matrix_.row(i)[q]); }
    for (std::size_t i = 0; i < size(); ++i) {
      rotation.turn(matrix_.row(p)[i], matrix_.row(q)[i]);
      rotation.turn(vectors_.row(p)[i], vectors_.row(q)[i]);
    }
  }

  SquareMatrix matrix_;
  SquareMatrix vectors_;  // row by row
  double scale_ = 0.0;
};

std::size_t pivot_of(const SquareMatrix& matrix, std::size_t column) {
  std::size_t best = column;
  for (std::size_t i = column + 1; i < matrix.size(); ++i) {
    if (std::fabs(matrix.row(i)[column]) > std::fabs(matrix.row(best)[column])) { best = i; }
  }
  return best;
}

}  // namespace

std::vector<std::vector<double>> range_of(SquareMatrix symmetric, double share) {
  const Jacobi jacobi(std::move(symmetric));
  double largest = 0.0;
  for (std::size_t i = 0; i < jacobi.size(); ++i) { largest = std::max(largest, jacobi.eigenvalue(i)); }
  std::vector<std::vector<double>> basis;
  for (std::size_t i = 0; i < jacobi.size(); ++i) {
    const double* const vector = jacobi.eigenvector(i);
    if (jacobi.eigenvalue(i) > share * largest) { basis.emplace_back(vector, vector + jacobi.size()); }
  }
  return basis;
}

bool solve(SquareMatrix matrix, std::vector<double>& right) {
  const std::size_t n = matrix.size();
  double largest = 0.0;
  for (std::size_t i = 0; i < n * n; ++i) { largest = std::max(largest, std::fabs(matrix.row(0)[i])); }
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t pivot = pivot_of(matrix, k);
    if (!(std::fabs(matrix.row(pivot)[k]) > 1e-12 * largest)) { return false; }
    if (pivot != k) { std::swap_ranges(matrix.row(k), matrix.row(k) + n, matrix.row(pivot)); }
    std::swap(right[k], right[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = matrix.row(i)[k] / matrix.row(k)[k];
      for (std::size_t j = k; j < n; ++j) { matrix.row(i)[j] -= factor * matrix.row(k)[j]; }
      right[i] -= factor * right[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) { right[k] -= matrix.row(k)[j] * right[j]; }
    right[k] /= matrix.row(k)[k];
  }
  return true;
}

}  // namespace tool
