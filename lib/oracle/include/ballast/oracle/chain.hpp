#pragma once
/// Properties of the chain and its rewards, independent of the features: stationary distribution, average reward,
/// mixing.

#include <ballast/oracle/model.hpp>

#include <cstdint>

namespace ballast::oracle {

struct Chain {
  /// The stationary distribution: pi^T P = pi^T.
  Vector pi;

  /// The average reward: pi^T r.
  Scalar omega;

  /// The basic differential value: (I - P) v = r - omega e with pi^T v = 0.
  Vector v;

  /// P - I. Its diagonal is taken from the other entries: 1 - P_ii would lose digits where the chain mostly stays in a
  /// state.
  Matrix drift;

  /// P - e pi^T: the memory of the chain. Its powers are P^t - e pi^T, and it lacks P's eigenvalue 1.
  Matrix memory;

  /// The modulus of P's second eigenvalue: the rate of geometric ergodicity.
  Scalar rho;
};

Chain solve_chain(const Model& model);

/// The same with NaN for rho, whose eigenvalues take most of the time.
Chain solve_chain_without_rho(const Model& model);

/// pi of any irreducible P, periodic or not; every entry to nearly all of its digits, however small.
Vector stationary_distribution(const Matrix& P);

/// sup_s d_TV{P(S_t = . | S_0 = s), pi}, for memory^t.
Scalar total_variation(const Matrix& memory_power);

/// tau_eps: the smallest positive t from which on the total variation is at most eps. The definition asks for eps in
/// (0, 1); from 1 on the answer is 1, since no two distributions are further apart.
std::int64_t mixing_time(const Chain& chain, Scalar eps);

}  // namespace ballast::oracle
