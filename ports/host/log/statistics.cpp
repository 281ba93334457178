#include "log/statistics.hpp"

namespace tool {

namespace {

/// Whether it is finite once it is rounded to float.
bool fits_float(double x) {
  return std::abs(x) < 0x1.ffffffp127;
}

RowPlace place_of(const LogRow<double>& row) {
  return {row.line, row.t};
}

}  // namespace

void LogStatistics::add(const LogRow<double>& row) {
  const uint64_t bad_before = bad_.count;
  const bool follows = rows_ > 0 && row.t == last_t_ + 1 && !row.is_interrupted && !row.is_after_loss;
  if (rows_ > 0 && !follows) { add_break(row); }
  rows_ += row.is_repetition ? 0 : 1;
  transitions_ += follows ? 1 : 0;
  has_sparse_rows_ = has_sparse_rows_ || row.phi.is_sparse;
  const bool is_reward_usable = add_reward(row);
  const Usable here{is_reward_usable, row.is_repetition ? last_.features : are_features_usable(row)};
  if (here.features && !row.is_repetition) { add_features(row); }
  if (follows && last_.reward && last_.features && here.features) { ++usable_; }
  is_idle_repetition_ = row.is_repetition && !row.has_reward;
  if (bad_.count > bad_before) { ++bad_.rows; }
  last_t_ = row.t;
  last_ = here;
}

void LogStatistics::add_break(const LogRow<double>& row) {
  if (row.is_interrupted) {
    interrupted_ += is_idle_repetition_ ? 0 : 1;  // once, also if a reset was followed by another one or by a jump
    return;
  }
  if (++gaps_.count == 1) {
    gaps_.first = place_of(row);
    gaps_.first_from = last_t_;
  }
  const bool is_again = row.t == last_t_ && row.is_after_loss;  // the state before what is missing, and after it
  if (row.t <= last_t_) {
    gaps_.backwards += is_again ? 0 : 1;
  } else {
    gaps_.lost_rows += row.t - last_t_ - 1;
  }
}

void LogStatistics::add_bad(const LogRow<double>& row, std::optional<std::size_t> feature, double value) {
  if (++bad_.count > 1) { return; }
  bad_.first = place_of(row);
  bad_.in_feature = feature;
  bad_.value = value;
  // The reader knows the column of the first feature that is not finite; one too large for a float may be before it.
  const bool is_column_known = feature && row.bad_feature_column != 0 && *feature == row.bad_feature;
  bad_.first_column = feature ? (is_column_known ? row.bad_feature_column : 0) : row.reward_column;
}

bool LogStatistics::add_reward(const LogRow<double>& row) {
  if (!row.has_reward) { return false; }
  if (!fits_float(row.reward)) {
    add_bad(row, std::nullopt, row.reward);
    return false;
  }
  reward_.add(row.reward);
  reward_halves_.add(row.reward);
  return true;
}

bool LogStatistics::are_features_usable(const LogRow<double>& row) {
  bool are_usable = true;
  for (std::size_t i = 0; i < row.phi.values.size(); ++i) {
    if (fits_float(row.phi.values[i])) { continue; }
    add_bad(row, row.phi.is_sparse ? row.phi.indices[i] : i, row.phi.values[i]);
    are_usable = false;
  }
  return are_usable;
}

void LogStatistics::add_features(const LogRow<double>& row) {
  keep_active(row.phi, active_);
  double squares = 0;
  double sum = 0;
  for (const ActiveFeature& one : active_) {
    squares += one.value * one.value;
    sum += one.value;
  }
  square_norm_.add(squares);
  sum_.add(sum);
  active_count_.add(static_cast<double>(active_.size()));
  features_.add(active_, place_of(row));
  states_.add(active_, place_of(row));
  parallel_.add(active_);
}

}  // namespace tool
