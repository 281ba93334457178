#pragma once
/// Sums over the future of a chain, as solutions of linear equations.

#include <ballast/oracle/chain.hpp>

#include "dense.hpp"

namespace ballast::oracle {

/// sum_k lambda^k P^k x for functions x with mean 0, and for others up to a constant; 0 <= lambda <= 1.
DenseMatrix traced(const Chain& chain, Scalar lambda, const DenseMatrix& x);

/// I - lambda P, its diagonal without loss of digits.
DenseMatrix forgetting(const Chain& chain, Scalar lambda);

}  // namespace ballast::oracle
