#pragma once
/// LSTD(lambda) for average reward: the fixed point of TD(lambda) for the transitions seen so far, from sums instead of
/// steps. It has no step-size; a transition costs d^2 multiplications, and a solution d^3.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ballast::experiments {

/// The sums that a solution is made of. All but the rewards' are as long as the features, or their square.
struct LstdSums {
  explicit LstdSums(std::size_t dimension) : A(dimension * dimension), b(dimension), g(dimension) {}

  std::size_t dimension() const { return b.size(); }

  std::vector<double> A;        ///< sum of z_t (phi_{t+1} - phi_t)^T, row by row
  std::vector<double> b;        ///< sum of R_t z_t
  std::vector<double> g;        ///< sum of z_t
  double average_reward = 0.0;  ///< omega: the mean of R_t
};

/// The theta of least norm among those with the smallest ||A theta + b - omega g||. (A is singular wherever weights
/// exist that change no difference of values: those directions stay 0.) All zero for sums of nothing. NaN, if a sum is
/// not finite.
std::vector<double> solve(const LstdSums& sums);

/// Always in double.
class Lstd {
 public:
  Lstd(std::size_t dimension, double lambda) : sums_(dimension), trace_(dimension), lambda_(lambda) {}

  /// As many features as the dimension says.
  template <class T>
  void update(const T* phi, T reward, const T* next) {
    const std::size_t d = trace_.size();
    ++count_;
    const auto earned = static_cast<double>(reward);
    sums_.average_reward += (earned - sums_.average_reward) / count_;
    for (std::size_t i = 0; i < d; ++i) { trace_[i] = lambda_ * trace_[i] + static_cast<double>(phi[i]); }
    for (std::size_t i = 0; i < d; ++i) {
      sums_.b[i] += earned * trace_[i];
      sums_.g[i] += trace_[i];
      double* const row = sums_.A.data() + i * d;
      for (std::size_t j = 0; j < d; ++j) {
        row[j] += trace_[i] * (static_cast<double>(next[j]) - static_cast<double>(phi[j]));
      }
    }
  }

  double average_reward() const { return sums_.average_reward; }
  std::vector<double> weights() const { return solve(sums_); }

 private:
  LstdSums sums_;
  std::vector<double> trace_;  // z
  double lambda_;
  std::uint32_t count_ = 0;
};

}  // namespace ballast::experiments
