#pragma once
/// The dominant eigenvalue of a linear map that is known by its results alone.

#include <Eigen/Core>

#include <functional>

namespace ballast::oracle {

struct Dominant {
  double modulus;
  Eigen::VectorXd vector;  ///< of norm 1, if the eigenvalue is real and the only one of this modulus
};

/// The largest modulus of the eigenvalues whose vectors `start` has a part in. Throws ModelError if it is not found.
Dominant dominant_eigenvalue(const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& map, Eigen::VectorXd start);

}  // namespace ballast::oracle
