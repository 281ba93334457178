#pragma once
/// The update in Eigen, of a fixed size, as an expert writes it: the settings in variables, no temporaries, two passes.

#include <ballast/array.hpp>

#include <Eigen/Core>

#include <cmath>
#include <cstddef>

#include "dense_state.hpp"

namespace bench {

template <class T, std::size_t Dimension>
class DenseEigen : public DenseState<T, Dimension> {
 protected:
  using Vector = Eigen::Matrix<T, static_cast<int>(Dimension), 1>;
  using Input = Eigen::Map<const Vector>;
  using Features = ballast::ArrayOf<T, Dimension>;

  static Input input(const Features& features) { return Input(features.data()); }
  auto theta() { return Eigen::Map<Vector, Eigen::Aligned64>(this->weights); }
  auto z() { return Eigen::Map<Vector, Eigen::Aligned64>(this->trace); }

  /// Of weights and average reward, which are both outside of the learner's own until the end.
  void project(T& mean) {
    const T norm2 = theta().squaredNorm() + mean * mean;
    if (norm2 > this->radius * this->radius) {
      const T factor = this->radius / std::sqrt(norm2);
      theta() *= factor;
      mean *= factor;
      ++this->projections;
    }
  }
};

/// Plain: whatever goes wrong has happened. It never asks whether a number is finite, and lets the trace become
/// subnormal.
template <class T, std::size_t Dimension, bool HasBall>
struct EigenPlain : DenseEigen<T, Dimension> {
  int update(const ballast::ArrayOf<T, Dimension>& phi, T reward, const ballast::ArrayOf<T, Dimension>& next) {
    auto theta = this->theta();
    auto z = this->z();
    const T error = reward - this->average_reward;
    const T td_error = error + theta.dot(this->input(next) - this->input(phi));
    z = this->lambda * z + this->input(phi);
    const T norm2 = z.squaredNorm();
    const T step = this->step_size / (T(1) + this->step_size * norm2) * td_error;
    T mean = this->next_average_reward(error);
    theta += step * z;
    if (HasBall) { this->project(mean); }
    this->average_reward = mean;
    ++this->updates;
    return 0;
  }
};

/// With the promises of Ballast: nothing is stored before everything is known to be finite, and a small trace becomes
/// zero.
template <class T, std::size_t Dimension, bool HasBall>
struct EigenSameWork : DenseEigen<T, Dimension> {
  int update(const ballast::ArrayOf<T, Dimension>& phi, T reward, const ballast::ArrayOf<T, Dimension>& next) {
    auto theta = this->theta();
    auto z = this->z();
    const T error = reward - this->average_reward;
    const T td_error = error + theta.dot(this->input(next) - this->input(phi));
    const T norm2 = (this->lambda * z + this->input(phi)).squaredNorm();
    const T denominator = T(1) + this->step_size * norm2;
    const T step = this->step_size / denominator * td_error;
    T mean = this->next_average_reward(error);
    if (!std::isfinite(denominator + step * step * norm2 + mean * mean)) {
      ++this->rejections;
      return 1;
    }
    const auto decayed = this->lambda * z + this->input(phi);  // computed once more: faster than a temporary
    z = (decayed.array().abs() < smallest).select(T(0), decayed);
    theta += step * z;
    if (HasBall) { this->project(mean); }
    this->average_reward = mean;
    ++this->updates;
    return 0;
  }

 private:
  static constexpr T smallest = T(1e-19);
};

}  // namespace bench
