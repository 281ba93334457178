#pragma once
/// The measure of `ballast tune`: how far a frozen copy of a learner is from what the later part of the log says.
/// docs/TUNE.md states it and says why it is not the mean squared TD error.

#include <cstddef>
#include <vector>

#include "commands/tune_sums.hpp"

namespace tool {

/// Up to this number of features the measure takes account of how features go together; beyond, each is judged alone.
constexpr std::size_t most_features_together = 512;

/// Squared errors of weights and average reward.
struct Judgement {
  double average_reward = 0;  ///< (omega - mean reward)^2
  double weights = 0;         ///< ||A^+ g||^2, where g is the mean of delta z
};

class Judge {
 public:
  /// Of the two halves of the later part, whose sums are used up.
  explicit Judge(std::vector<JudgeMeans> halves);

  template <class T>
  Judgement judge(double average_reward, const T* weights) const;

  double mean_reward() const { return means_.reward; }
  /// False: too many features, or A is singular where it should not be; A^+ is then replaced by 1 / its diagonal.
  bool is_together() const { return is_together_; }
  /// Of the weights that fit best: their squared error, estimated from what the two halves say. Only if together.
  double noise() const { return noise_; }

 private:
  void solve(const JudgeMeans& first, const JudgeMeans& second);
  template <class T>
  double judge_alone(const T* weights) const;

  JudgeMeans means_;
  bool is_together_ = false;
  double noise_ = 0;
  std::vector<std::vector<double>>
      basis_;                 // of the weights that matter: without those that change no difference of values
  std::vector<double> best_;  // in this basis: the weights for which g = 0
};

}  // namespace tool
