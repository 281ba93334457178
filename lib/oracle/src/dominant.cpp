#include "dominant.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

#include "message.hpp"

namespace ballast::oracle {

namespace {

using Map = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

constexpr int most_powers = 1 << 12;
constexpr Eigen::Index most_vectors = 60;
constexpr double residual_tolerance = 1e-13;
constexpr double breakdown = 1e-14;

/// Orthonormal vectors of start, map(start), map(map(start)) ..., and the map in them.
struct Krylov {
  Eigen::MatrixXd basis;
  Eigen::MatrixXd projected;
  double rest = 0;  ///< what the map of the last vector has outside; 0 if the space is invariant
};

Eigen::VectorXd applied(const Map& map, int power, Eigen::VectorXd x) {
  for (int i = 0; i < power; ++i) { x = map(x); }
  return x;
}

// Twice, because once leaves what rounding adds.
void orthogonalise(const Eigen::MatrixXd& basis, Eigen::VectorXd& next, Eigen::VectorXd& parts) {
  parts.setZero(basis.cols());
  for (int pass = 0; pass < 2; ++pass) {
    const Eigen::VectorXd along = basis.transpose() * next;
    next -= basis * along;
    parts += along;
  }
}

Krylov krylov_space(const Map& map, const Eigen::VectorXd& start) {
  const Eigen::Index most = std::min(most_vectors, start.size());
  Krylov space{Eigen::MatrixXd(start.size(), most), Eigen::MatrixXd::Zero(most, most)};
  space.basis.col(0) = start.normalized();
  for (Eigen::Index j = 0; j < most; ++j) {
    Eigen::VectorXd next = map(space.basis.col(j)), parts;
    const double size = next.norm();
    orthogonalise(space.basis.leftCols(j + 1), next, parts);
    space.projected.col(j).head(j + 1) = parts;
    space.rest = next.norm();
    if (space.rest <= breakdown * size || j + 1 == start.size()) {
      return {space.basis.leftCols(j + 1), space.projected.topLeftCorner(j + 1, j + 1), 0};
    }
    if (j + 1 == most) { break; }
    space.projected(j + 1, j) = space.rest;
    space.basis.col(j + 1) = next / space.rest;
  }
  return space;
}

}  // namespace

// Arnoldi's method, started again with the best vector found, each time for a higher power of the map. The eigenvalues
// of a slow recursion crowd near 1: powers alone would take a number of steps that grows with 1 / beta. Arnoldi's
// method alone is misled by what the chain forgets within a few steps, where that part is far from normal, as in the
// Boyan chain; a power removes it.
Dominant dominant_eigenvalue(const Map& map, Eigen::VectorXd start) {
  for (int power = 1; power <= most_powers; power *= 2) {
    const Krylov space = krylov_space([&](const Eigen::VectorXd& x) { return applied(map, power, x); }, start);
    const Eigen::EigenSolver<Eigen::MatrixXd> solver(space.projected);
    if (solver.info() != Eigen::Success) { break; }
    Eigen::Index largest = 0;
    const double modulus = solver.eigenvalues().cwiseAbs().maxCoeff(&largest);
    const Eigen::VectorXcd found = solver.eigenvectors().col(largest).normalized();
    start = (space.basis * found.real()).normalized();
    if (space.rest * std::abs(found(found.size() - 1)) <= residual_tolerance * modulus) {
      return {std::pow(modulus, 1.0 / power), start};
    }
  }
  fail("the dominant eigenvalue was not found");
}

}  // namespace ballast::oracle
