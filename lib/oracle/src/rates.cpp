#include <ballast/oracle/rates.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

#include "dense.hpp"
#include "message.hpp"

namespace ballast::oracle {

// A is block triangular, so that the average reward has an eigenvalue of its own.
std::vector<std::complex<Scalar>> eigenvalues(const Solution& solution, Scalar ratio) {
  check_positive("ratio", ratio);
  std::vector<std::complex<Scalar>> values{-ratio};
  const auto O = dense(solution.features.basis_of_O);
  if (O.cols() > 0) {
    const DenseMatrix A22_in_O = O.transpose() * dense(solution.mean.A22) * O;
    const Eigen::EigenSolver<DenseMatrix> solver(A22_in_O, /*computeEigenvectors=*/false);
    if (solver.info() != Eigen::Success) { fail("A: its eigenvalues could not be computed"); }
    values.insert(values.end(), solver.eigenvalues().begin(), solver.eigenvalues().end());
  }
  std::stable_sort(values.begin(), values.end(), [](auto a, auto b) { return a.real() > b.real(); });
  return values;
}

Scalar slowest_rate(const std::vector<std::complex<Scalar>>& eigenvalues) {
  return -eigenvalues.front().real();
}

Scalar contraction_per_step(const std::vector<std::complex<Scalar>>& eigenvalues, Scalar beta) {
  Scalar radius = 0;
  for (const std::complex<Scalar>& value : eigenvalues) {
    radius = std::max(radius, std::abs(Scalar{1} + beta * value));
  }
  return radius;
}

}  // namespace ballast::oracle
