#include "commands/tune_judge.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

namespace tool {
namespace {

using Basis = std::vector<std::vector<double>>;

/// Directions in which features vary less than this share of the most are rounding errors of the log.
constexpr double negligible_variance = 1e-7;

void add_all(std::vector<double>& to, const std::vector<double>& from) {
  for (std::size_t i = 0; i < from.size(); ++i) { to[i] += from[i]; }
}

void add_all(SquareMatrix& to, const SquareMatrix& from) {
  for (std::size_t i = 0; i < from.size() * from.size(); ++i) { to.row(0)[i] += from.row(0)[i]; }
}

JudgeMeans sum_of(JudgeMeans sum, const JudgeMeans& other) {
  sum.count += other.count;
  sum.reward += other.reward;
  add_all(sum.A, other.A);
  add_all(sum.moments, other.moments);
  add_all(sum.reward_trace, other.reward_trace);
  add_all(sum.trace, other.trace);
  add_all(sum.phi, other.phi);
  return sum;
}

template <class T>
double product(const std::vector<double>& a, const T* b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) { sum += a[i] * static_cast<double>(b[i]); }
  return sum;
}

/// E (phi - E phi)(phi - E phi)^T. What it maps to zero are the weights that give every situation the same value.
SquareMatrix covariance(const JudgeMeans& means) {
  SquareMatrix result(means.moments.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      result.row(i)[j] = result.row(j)[i] = means.moments.row(i)[j] - means.phi[i] * means.phi[j];
    }
  }
  return result;
}

/// b = E (R - mean reward) z
std::vector<double> centred(const JudgeMeans& means) {
  std::vector<double> b = means.reward_trace;
  for (std::size_t i = 0; i < b.size(); ++i) { b[i] -= means.reward * means.trace[i]; }
  return b;
}

std::vector<double> product(const SquareMatrix& matrix, const std::vector<double>& x) {
  std::vector<double> result(matrix.size());
  for (std::size_t i = 0; i < matrix.size(); ++i) { result[i] = product(x, matrix.row(i)); }
  return result;
}

/// In the basis: x with A x + b = 0. None if there is no such x.
std::optional<std::vector<double>> fixed_point(const JudgeMeans& means, const Basis& basis) {
  const std::vector<double> b = centred(means);
  SquareMatrix small(basis.size());
  std::vector<double> x(basis.size());
  for (std::size_t j = 0; j < basis.size(); ++j) {
    const std::vector<double> column = product(means.A, basis[j]);
    for (std::size_t i = 0; i < basis.size(); ++i) { small.row(i)[j] = product(basis[i], column.data()); }
    x[j] = -product(basis[j], b.data());
  }
  if (!solve(std::move(small), x)) { return std::nullopt; }
  return x;
}

double distance2(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) { sum += (a[i] - b[i]) * (a[i] - b[i]); }
  return sum;
}

}  // namespace

Judge::Judge(std::vector<JudgeMeans> halves) : means_(sum_of(halves[0], halves[1])) {
  means_.divide();
  if (means_.moments.size() == 0) { return; }
  for (JudgeMeans& half : halves) { half.divide(); }
  solve(halves[0], halves[1]);
}

void Judge::solve(const JudgeMeans& first, const JudgeMeans& second) {
  basis_ = range_of(covariance(means_), negligible_variance);
  const auto best = fixed_point(means_, basis_);
  if (!best) { return; }
  is_together_ = true;
  best_ = *best;
  const auto one = fixed_point(first, basis_);
  const auto other = fixed_point(second, basis_);
  const double of_weights = one && other ? distance2(*one, *other) / 4.0 : std::numeric_limits<double>::quiet_NaN();
  noise_ = of_weights + std::pow(first.reward - second.reward, 2) / 4.0;
}

template <class T>
double Judge::judge_alone(const T* weights) const {
  const std::vector<double> theta(weights, weights + means_.A.size());
  const std::vector<double> b = centred(means_);
  const std::vector<double> change = product(means_.A, theta);
  double sum = 0.0;
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const double slope = means_.A.row(i)[i];
    if (slope != 0.0) { sum += std::pow((b[i] + change[i]) / slope, 2); }
  }
  return sum;
}

template <class T>
Judgement Judge::judge(double average_reward, const T* weights) const {
  Judgement judgement{std::pow(average_reward - means_.reward, 2), 0.0};
  if (!is_together_) {
    judgement.weights = judge_alone(weights);
    return judgement;
  }
  for (std::size_t i = 0; i < basis_.size(); ++i) {
    judgement.weights += std::pow(product(basis_[i], weights) - best_[i], 2);
  }
  return judgement;
}

template Judgement Judge::judge(double, const float*) const;
template Judgement Judge::judge(double, const double*) const;

}  // namespace tool
