#pragma once
/// The solution of TD(lambda) in double, by which learners are measured step by step.

#include <ballast/oracle/model.hpp>

#include <vector>

namespace ballast::experiments {

struct ExactSolution {
  double omega;
  std::vector<double> theta_star;
  std::vector<double> Pi_O;     ///< dimension x dimension, row by row
  std::vector<double> theta_e;  ///< weights that give every state the value 1; empty if there are none

  /// (omega - omega*)^2 + ||Pi_O (theta - theta*)||^2, in plain double.
  double loss(double omega_now, const double* theta) const;
};

ExactSolution solve_exactly(const oracle::Model& model, double lambda);

}  // namespace ballast::experiments
