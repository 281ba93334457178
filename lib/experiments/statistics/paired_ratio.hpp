#pragma once
/// How many times as large one method's loss is as another's, over trials that they share: the ratio of the two means.
/// Where a method is to equal another, as in two arithmetics, it says more than a difference: the losses of step-sizes
/// differ by orders of magnitude, the ratios do not.

#include <vector>

namespace ballast::experiments {

struct PairedRatio {
  double
      ratio;    ///< mean of the first / mean of the second; NaN where a trial overflowed, or the second mean is not > 0
  double ci95;  ///< the half width of its 95 % interval; NaN with a single trial
};

/// `first` and `second` by trial, NaN for one that overflowed; one above `exploded_above` counts as overflowed. The
/// interval is Student's of the mean of first_i - ratio x second_i, divided by the mean of the second: what the trials
/// have in common drops out.
PairedRatio paired_ratio(const std::vector<double>& first, const std::vector<double>& second, double exploded_above);

}  // namespace ballast::experiments
