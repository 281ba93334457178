#include <ballast/oracle/rates.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

#include "dense.hpp"
#include "message.hpp"

namespace ballast::oracle {

namespace {

DenseMatrix A22_in(const DenseMatrix& O, const Solution& solution) {
  return O.transpose() * dense(solution.mean.A22) * O;
}

}  // namespace

// A is block triangular, so that the average reward has an eigenvalue of its own.
std::vector<std::complex<Scalar>> eigenvalues(const Solution& solution, Scalar ratio) {
  check_positive("ratio", ratio);
  std::vector<std::complex<Scalar>> values{-ratio};
  const auto O = dense(solution.features.basis_of_O);
  if (O.cols() > 0) {
    const Eigen::EigenSolver<DenseMatrix> solver(A22_in(O, solution), /*computeEigenvectors=*/false);
    if (solver.info() != Eigen::Success) { fail("A: its eigenvalues could not be computed"); }
    values.insert(values.end(), solver.eigenvalues().begin(), solver.eigenvalues().end());
  }
  std::stable_sort(values.begin(), values.end(), [](auto a, auto b) { return a.real() > b.real(); });
  return values;
}

Scalar slowest_rate(const std::vector<std::complex<Scalar>>& eigenvalues) {
  return -eigenvalues.front().real();
}

Vector slowest_direction(const Solution& solution) {
  const DenseMatrix O = dense(solution.features.basis_of_O);
  if (O.cols() == 0) { fail("O is {0}: it has no directions"); }
  const Eigen::EigenSolver<DenseMatrix> solver(A22_in(O, solution));
  if (solver.info() != Eigen::Success) { fail("A: its eigenvectors could not be computed"); }
  Index slowest = 0;
  solver.eigenvalues().real().maxCoeff(&slowest);
  return vector_of((O * solver.eigenvectors().col(slowest).real()).normalized());
}

Scalar contraction_per_step(const std::vector<std::complex<Scalar>>& eigenvalues, Scalar beta) {
  Scalar radius = 0;
  for (const std::complex<Scalar>& value : eigenvalues) {
    radius = std::max(radius, std::abs(Scalar{1} + beta * value));
  }
  return radius;
}

}  // namespace ballast::oracle
