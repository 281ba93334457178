#include <ballast/oracle/chain.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <cstddef>
#include <vector>

#include "message.hpp"

namespace ballast::oracle {

namespace {

Matrix drift_of(Matrix P) {
  P.diagonal().setZero();
  const Vector leaving = P.rowwise().sum();
  P.diagonal() = -leaving;
  return P;
}

// (I - P + s e pi^T) v = r - omega e has the solution with pi^T v = 0 for every s > 0. One of the size of I - P leaves
// its digits alone.
Vector differential_value(const Chain& chain, const Vector& excess) {
  if (excess.size() == 1) { return Vector::Zero(1); }
  const Scalar size = chain.drift.cwiseAbs().maxCoeff();
  const Matrix all_pi = chain.pi.transpose().replicate(excess.size(), 1);
  return (size * all_pi - chain.drift).partialPivLu().solve(excess);
}

Scalar spectral_radius(const Matrix& memory) {
  const Eigen::EigenSolver<Matrix> solver(memory, /*computeEigenvectors=*/false);
  if (solver.info() != Eigen::Success) { fail("P: its eigenvalues could not be computed"); }
  return solver.eigenvalues().cwiseAbs().maxCoeff();
}

// An exact tie must not be decided by the last bit of a sum.
bool has_mixed(const Matrix& memory_power, Scalar eps) {
  return total_variation(memory_power) <= eps * (1 + 1e-12L);
}

}  // namespace

// Grassmann, Taksar and Heyman: states are taken out of the chain one by one, and what went through them is sent
// round them. No subtraction, hence no cancellation.
Vector stationary_distribution(Matrix P) {
  for (Index last = P.rows() - 1; last > 0; --last) {
    const Scalar leaving = P.row(last).head(last).sum();
    P.col(last).head(last) /= leaving;
    P.topLeftCorner(last, last) += P.col(last).head(last) * P.row(last).head(last);
  }
  Vector pi = Vector::Ones(P.rows());
  for (Index state = 1; state < P.rows(); ++state) { pi(state) = pi.head(state).dot(P.col(state).head(state)); }
  return pi / pi.sum();
}

Chain solve_chain(const Model& model) {
  Chain chain;
  const Vector e = Vector::Ones(model.states());
  chain.pi = stationary_distribution(model.P);
  chain.omega = chain.pi.dot(model.r);
  chain.drift = drift_of(model.P);
  chain.memory = model.P - e * chain.pi.transpose();
  chain.v = differential_value(chain, model.r - chain.omega * e);
  chain.rho = spectral_radius(chain.memory);
  return chain;
}

Scalar total_variation(const Matrix& memory_power) {
  return memory_power.cwiseAbs().rowwise().sum().maxCoeff() / 2;
}

// The total variation never grows with t, so t is found bit by bit, from the powers memory^(2^k).
std::int64_t mixing_time(const Chain& chain, Scalar eps) {
  if (!(eps > 0)) { fail("mixing time: eps is ", eps, ", it must be above 0"); }
  std::vector<Matrix> powers{chain.memory};
  while (!has_mixed(powers.back(), eps)) {
    if (powers.size() == 62) { fail("P mixes too slowly: not within ", eps, " after 2^61 steps"); }
    powers.emplace_back(powers.back() * powers.back());
  }
  std::int64_t not_mixed = 0;
  Matrix power = Matrix::Identity(chain.memory.rows(), chain.memory.cols());
  for (std::size_t k = powers.size() - 1; k-- > 0;) {
    const Matrix longer = power * powers[k];
    if (has_mixed(longer, eps)) { continue; }
    power = longer;
    not_mixed += std::int64_t{1} << k;
  }
  return not_mixed + 1;
}

}  // namespace ballast::oracle
