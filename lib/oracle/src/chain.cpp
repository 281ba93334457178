#include <ballast/oracle/chain.hpp>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <cstddef>
#include <limits>
#include <vector>

#include "dense.hpp"
#include "message.hpp"

namespace ballast::oracle {

namespace {

DenseMatrix drift_of(DenseMatrix P) {
  P.diagonal().setZero();
  const DenseVector leaving = P.rowwise().sum();
  P.diagonal() = -leaving;
  return P;
}

// (I - P + s e pi^T) v = r - omega e has the solution with pi^T v = 0 for every s > 0. One of the size of I - P leaves
// its digits alone.
DenseVector differential_value(const DenseMatrix& drift, const DenseVector& pi, const DenseVector& excess) {
  if (excess.size() == 1) { return DenseVector::Zero(1); }
  const Scalar size = drift.cwiseAbs().maxCoeff();
  const DenseMatrix all_pi = pi.transpose().replicate(excess.size(), 1);
  return (size * all_pi - drift).partialPivLu().solve(excess);
}

Scalar spectral_radius(const DenseMatrix& memory) {
  const Eigen::EigenSolver<DenseMatrix> solver(memory, /*computeEigenvectors=*/false);
  if (solver.info() != Eigen::Success) { fail("P: its eigenvalues could not be computed"); }
  return solver.eigenvalues().cwiseAbs().maxCoeff();
}

Scalar variation(const DenseMatrix& memory_power) {
  return memory_power.cwiseAbs().rowwise().sum().maxCoeff() / 2;
}

// An exact tie must not be decided by the last bit of a sum.
bool has_mixed(const DenseMatrix& memory_power, Scalar eps) {
  return variation(memory_power) <= eps * (1 + 1e-12L);
}

// Grassmann, Taksar and Heyman: states are removed from the chain one by one, and the flow through them is redirected
// around them. No subtraction, hence no cancellation.
DenseVector stationary(DenseMatrix P) {
  for (Index last = P.rows() - 1; last > 0; --last) {
    const Scalar leaving = P.row(last).head(last).sum();
    P.col(last).head(last) /= leaving;
    P.topLeftCorner(last, last) += P.col(last).head(last) * P.row(last).head(last);
  }
  DenseVector pi = DenseVector::Ones(P.rows());
  for (Index state = 1; state < P.rows(); ++state) { pi(state) = pi.head(state).dot(P.col(state).head(state)); }
  return pi / pi.sum();
}

}  // namespace

Vector stationary_distribution(const Matrix& P) {
  return vector_of(stationary(dense(P)));
}

Chain solve_chain(const Model& model) {
  Chain chain = solve_chain_without_rho(model);
  chain.rho = spectral_radius(dense(chain.memory));
  return chain;
}

Chain solve_chain_without_rho(const Model& model) {
  const auto P = dense(model.P);
  const auto r = dense(model.r);
  const DenseVector e = DenseVector::Ones(model.states());
  const DenseVector pi = stationary(P);
  const Scalar omega = pi.dot(r);
  const DenseMatrix drift = drift_of(P);
  const DenseMatrix memory = P - e * pi.transpose();
  const DenseVector v = differential_value(drift, pi, r - omega * e);
  constexpr Scalar unknown = std::numeric_limits<Scalar>::quiet_NaN();
  return {vector_of(pi), omega, vector_of(v), matrix_of(drift), matrix_of(memory), unknown};
}

Scalar total_variation(const Matrix& memory_power) {
  return variation(dense(memory_power));
}

// The total variation never grows with t, so t is found bit by bit, from the powers memory^(2^k).
std::int64_t mixing_time(const Chain& chain, Scalar eps) {
  if (!(eps > 0)) { fail("mixing time: eps is ", eps, ", it must be above 0"); }
  std::vector<DenseMatrix> powers{dense(chain.memory)};
  while (!has_mixed(powers.back(), eps)) {
    if (powers.size() == 62) { fail("P mixes too slowly: not within ", eps, " after 2^61 steps"); }
    powers.emplace_back(powers.back() * powers.back());
  }
  std::int64_t not_mixed = 0;
  DenseMatrix power = DenseMatrix::Identity(chain.memory.rows(), chain.memory.cols());
  for (std::size_t k = powers.size() - 1; k-- > 0;) {
    const DenseMatrix longer = power * powers[k];
    if (has_mixed(longer, eps)) { continue; }
    power = longer;
    not_mixed += std::int64_t{1} << k;
  }
  return not_mixed + 1;
}

}  // namespace ballast::oracle
