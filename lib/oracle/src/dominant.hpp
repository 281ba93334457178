#pragma once
/// The dominant eigenvalue of a linear map that is known by its results alone.

#include <Eigen/Core>

#include <complex>
#include <functional>

namespace ballast::oracle {

struct Dominant {
  std::complex<double> value;
  Eigen::VectorXd vector;  ///< of norm 1; its real part if the eigenvalue is not real
};

/// The eigenvalue of largest modulus whose vectors `start` has a part in. Throws ModelError if it is not found.
Dominant dominant_eigenvalue(const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& map, Eigen::VectorXd start);

}  // namespace ballast::oracle
