#pragma once
/// What a log is like for a learner, in one pass and in memory that does not grow with the number of rows. Numbers that
/// no float learner takes are counted, and left out of everything else.

#include <optional>
#include <vector>

#include "io/log_reader.hpp"
#include "log/feature_ranges.hpp"
#include "log/halves.hpp"
#include "log/moments.hpp"
#include "log/parallel_features.hpp"
#include "log/states.hpp"

namespace tool {

/// Where t does not count up by one, or a binary log says that something is missing.
struct Gaps {
  uint64_t count = 0;
  uint64_t backwards = 0;  ///< t is not larger than before: a restart
  uint64_t lost_rows = 0;  ///< that are missing in the others
  RowPlace first;          ///< the row after the first gap
  uint64_t first_from = 0;
};

/// `nan`, `inf`, and what is too large for a float.
struct BadNumbers {
  uint64_t count = 0;
  uint64_t rows = 0;
  RowPlace first;
  std::size_t first_column = 0;           ///< 0 if it is not known
  std::optional<std::size_t> in_feature;  ///< of the first one; the reward if it is in none
  double value = 0;
};

class LogStatistics {
 public:
  /// At least one feature; the indices of sparse rows must be below the dimension.
  explicit LogStatistics(std::size_t dimension) : features_(dimension), parallel_(dimension) {}

  void add(const LogRow<double>& row);

  uint64_t rows() const { return rows_; }
  /// From one row to the next, without gaps.
  uint64_t transitions() const { return transitions_; }
  /// How many rows of a binary log do not follow from the row before, although nothing is missing.
  uint64_t interrupted() const { return interrupted_; }
  /// Those without a bad number.
  uint64_t usable() const { return usable_; }
  const Gaps& gaps() const { return gaps_; }
  const BadNumbers& bad() const { return bad_; }
  bool has_sparse_rows() const { return has_sparse_rows_; }

  const Moments& reward() const { return reward_; }
  const Halves& reward_halves() const { return reward_halves_; }
  /// ||phi||^2.
  const Moments& square_norm() const { return square_norm_; }
  /// The features of a row that are not 0.
  const Moments& active() const { return active_count_; }
  /// The sum of the features of a row.
  const Moments& sum() const { return sum_; }
  const FeatureRanges& features() const { return features_; }
  const States& states() const { return states_; }
  const ParallelFeatures& parallel() const { return parallel_; }

 private:
  struct Usable {
    bool reward = false;
    bool features = false;
  };

  void add_break(const LogRow<double>& row);
  void add_bad(const LogRow<double>& row, std::optional<std::size_t> feature, double value);
  bool add_reward(const LogRow<double>& row);
  bool are_features_usable(const LogRow<double>& row);
  void add_features(const LogRow<double>& row);

  uint64_t rows_ = 0;
  uint64_t usable_ = 0;
  uint64_t last_t_ = 0;
  Usable last_;
  bool has_sparse_rows_ = false;
  Gaps gaps_;
  uint64_t transitions_ = 0;
  uint64_t interrupted_ = 0;
  bool is_idle_repetition_ = false;  // the last row was the one before it, and nothing has left it yet
  BadNumbers bad_;
  Moments reward_;
  Halves reward_halves_;
  Moments square_norm_;
  Moments active_count_;
  Moments sum_;
  FeatureRanges features_;
  States states_;
  ParallelFeatures parallel_;
  std::vector<ActiveFeature> active_;  // of the row that is added
};

}  // namespace tool
