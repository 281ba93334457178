#pragma once
/// A Markov reward process with features that satisfies the paper's assumption on the chain.

#include <ballast/oracle/matrix.hpp>

#include <string>
#include <vector>

namespace ballast::oracle {

struct Model {
  /// Transition probabilities, S x S: irreducible and aperiodic (the paper's Assumption 1).
  Matrix P;

  /// The reward of each state, under the policy: S.
  Vector r;

  /// Row i holds phi(i): S x d.
  Matrix Phi;

  Index states() const { return P.rows(); }
  Index dimension() const { return Phi.cols(); }
};

/// Throws ModelError for wrong shapes, numbers that are not finite, negative probabilities, rows of P that do not sum
/// to one within 1e-9, reducible and periodic chains. Rows are then divided by their sum, so that rounding in the file
/// does not make the equations of the chain contradict one another.
Model make_model(Matrix P, Vector r, Matrix Phi);
Model make_model(const Rows& P, const std::vector<Scalar>& r, const Rows& Phi);

/// The same checks for one distribution; `name` is what the message calls it.
void normalise_distribution(Vector& distribution, const std::string& name);

}  // namespace ballast::oracle
