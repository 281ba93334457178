#include "experiments/trials/exact_solution.hpp"

#include <ballast/oracle/fixed_point.hpp>

namespace ballast::experiments {
namespace {

using oracle::Index;

std::vector<double> in_double(const oracle::Vector& vector) {
  std::vector<double> result;
  for (Index i = 0; i < vector.size(); ++i) { result.push_back(static_cast<double>(vector(i))); }
  return result;
}

std::vector<double> in_double(const oracle::Matrix& matrix) {
  std::vector<double> result;
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.cols(); ++j) { result.push_back(static_cast<double>(matrix(i, j))); }
  }
  return result;
}

}  // namespace

double ExactSolution::loss(double omega_now, const double* theta) const {
  const std::size_t d = theta_star.size();
  double sum = (omega_now - omega) * (omega_now - omega);
  for (std::size_t i = 0; i < d; ++i) {
    double projected = 0.0;
    for (std::size_t j = 0; j < d; ++j) { projected += Pi_O[i * d + j] * (theta[j] - theta_star[j]); }
    sum += projected * projected;
  }
  return sum;
}

ExactSolution solve_exactly(const oracle::Model& model, double lambda) {
  const oracle::Chain chain = oracle::solve_chain_without_rho(model);
  const oracle::Features features = oracle::solve_features(model.Phi);
  const oracle::Vector theta_star = oracle::fixed_point(model, chain, features, lambda);
  return {static_cast<double>(chain.omega), in_double(theta_star), in_double(features.Pi_O),
          in_double(features.theta_e)};
}

}  // namespace ballast::experiments
