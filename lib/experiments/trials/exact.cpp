#include "experiments/trials/exact.hpp"

#include <ballast/oracle/access_control.hpp>
#include <ballast/oracle/fixed_point.hpp>

namespace ballast::experiments {
namespace {

namespace oracle = ballast::oracle;
using oracle::Index;

oracle::Matrix matrix_of(const std::vector<double>& numbers, std::size_t rows, std::size_t columns) {
  oracle::Matrix result(static_cast<Index>(rows), static_cast<Index>(columns));
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      result(static_cast<Index>(i), static_cast<Index>(j)) = numbers[i * columns + j];
    }
  }
  return result;
}

/// Row by row, in double.
std::vector<double> numbers_of(const oracle::Matrix& matrix) {
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

ExactSolution solve_exactly(const ProcessModel& model, double lambda) {
  const oracle::Model exact =
      oracle::make_model(matrix_of(model.P, model.states, model.states), matrix_of(model.r, model.states, 1),
                         matrix_of(model.Phi, model.states, model.dimension));
  const oracle::Chain chain = oracle::solve_chain(exact);
  const oracle::Features features = oracle::solve_features(exact.Phi);
  const oracle::Vector theta_star = oracle::fixed_point(exact, chain, features, lambda);
  return {static_cast<double>(chain.omega), numbers_of(theta_star), numbers_of(features.Pi_O)};
}

struct QueueModel::Exact {
  oracle::Mdp mdp = oracle::make_mdp(oracle::AccessControl{});
  oracle::Optimum optimum = oracle::relative_value_iteration(mdp);
};

QueueModel::QueueModel() : exact_(std::make_unique<Exact>()) {}
QueueModel::~QueueModel() = default;

double QueueModel::gain(const Policy& policy) const {
  return static_cast<double>(oracle::average_reward(exact_->mdp, policy));
}

const QueueModel::Policy& QueueModel::optimal_policy() const {
  return exact_->optimum.policy;
}

}  // namespace ballast::experiments
