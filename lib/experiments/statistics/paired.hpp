#pragma once
/// The difference of two methods over trials that they share: one number for each trial, then their mean and Student's
/// interval. What the instances have in common drops out, which two separate intervals would count twice.
///
/// Overflow: a trial that overflowed counts as worst. Where only one of the two methods overflowed in any trial, the
/// other is better, and the difference is infinite; where both did, nothing is decided. (One trial is then enough: the
/// mean of a method that can overflow is not finite.)
///
/// Several cells: whether a method is better is asked of each cell of a comparison, and with 30 of them one in twenty
/// would be so by luck. A cell counts only if the interval at level 1 - 0.05 / cells excludes 0 (Bonferroni): the
/// chance that any of them counts by luck is then at most 5 %. (Not of those that an overflow decides.)

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ballast::experiments {

/// Which values of a measure are better: less of a loss, more of a reward.
enum class Better : std::uint8_t { less, more };

/// What a difference says of the first method.
enum class Standing : std::uint8_t { better, undecided, worse };

/// "better", "undecided", "worse"
const char* name_of(Standing standing);

struct PairedDifference {
  double mean;       ///< first minus second; infinite where only one of them overflowed, NaN where both did
  double ci95;       ///< the half width of its 95 % interval; 0 where the mean is infinite, NaN with a single trial
  double corrected;  ///< the same at level 1 - 0.05 / cells, by which the standing is judged
  Standing standing;
  std::size_t wins = 0;  ///< trials in which the first is better
  std::size_t trials = 0;
};

/// `first` and `second` by trial, NaN for one that overflowed. `cells` differences are judged together.
PairedDifference paired_difference(const std::vector<double>& first, const std::vector<double>& second, Better better,
                                   std::size_t cells);

/// A run with a larger loss counts as overflowed, unless an experiment says otherwise: a few trials that explode make
/// the interval as wide as the difference, and nothing would ever be decided.
constexpr double exploded_loss = 1e6;

/// The same for losses.
PairedDifference paired_losses(const std::vector<double>& first, const std::vector<double>& second, std::size_t cells,
                               double exploded_above = exploded_loss);

/// The places of an axis at which a method is better, undecided and worse.
struct Standings {
  std::vector<double> better;
  std::vector<double> undecided;
  std::vector<double> worse;

  void add(double x, Standing standing);
  std::size_t cells() const { return better.size() + undecided.size() + worse.size(); }
};

/// "better at 2 of 6 (1.25, 1.5), undecided at 4 (0.25, 0.5, 0.75, 1), worse at 0"
std::string text_of(const Standings& standings);

}  // namespace ballast::experiments
