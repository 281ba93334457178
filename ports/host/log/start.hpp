#pragma once
/// Which learner and which numbers to begin with, by the rules of docs/CHOOSING.md.

#include "log/feature_summary.hpp"

namespace tool {

/// A configuration to begin with, for a log whose features and rewards are scaled as suggested.
struct Start {
  bool is_sparse = false;     ///< SparseLearner
  bool without_ones = false;  ///< WithoutOnes<JointBall<float>>
  double lambda = 0;
  double step_size = 0;
  double ratio = 0;
  double radius = 0;
  double value_range = 0;  ///< V, from which the radius follows; 0 if it does not
};

Start start_for(const LogStatistics& log, const FeatureSummary& features, double lambda);

/// Whether the mean of the rewards is so far from 0 that it should be subtracted: more than 8 deviations.
bool has_offset(const Moments& reward);

/// The largest reward in size, after its mean is subtracted if it should be.
double scaled_size(const Moments& reward);

/// A power of two that brings rewards to about [-1, 1]; 1 if they are near enough, or all the same.
double reward_factor(const Moments& reward);

}  // namespace tool
