#include "commands/tune_rows.hpp"

#include <ballast/math/ieee754.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "experiments/files/error.hpp"
#include "experiments/text/plural.hpp"
#include "io/open_rows.hpp"

namespace tool {

using ballast::experiments::InputError;
using ballast::experiments::plural;

namespace {

/// A few megabytes of features, and enough work for threads to be worth starting.
std::size_t chunk_size_for(std::size_t dimension) {
  constexpr std::size_t most_numbers = std::size_t{1} << 20U;
  return std::clamp<std::size_t>(most_numbers / std::max<std::size_t>(dimension, 1), 256, 8192);
}

template <class T>
double norm2(const T* phi, std::size_t dimension) {
  double sum = 0.0;
  for (std::size_t i = 0; i < dimension; ++i) { sum += static_cast<double>(phi[i]) * static_cast<double>(phi[i]); }
  return sum;
}

}  // namespace

template <class T>
TransitionReader<T>::TransitionReader(const LogSource& source, bool is_reporting)
    : rows_(open_rows<T>(source.path, source.ignored)),
      on_bad_(source.on_bad),
      is_reporting_(is_reporting),
      chunk_size_(chunk_size_for(rows_->dimension())) {
  if (rows_->dimension() > most_features) {
    throw InputError(
        fmt::format("{}: {} features; tune takes at most {}", rows_->name(), rows_->dimension(), most_features));
  }
}

template <class T>
void TransitionReader<T>::append_features(Transitions<T>& chunk) const {
  const Features<T>& phi = here_.phi;
  if (!phi.is_sparse) {
    chunk.phi.insert(chunk.phi.end(), phi.values.begin(), phi.values.end());
    return;
  }
  const std::size_t begin = chunk.phi.size();
  chunk.phi.resize(begin + chunk.dimension);
  for (std::size_t i = 0; i < phi.indices.size(); ++i) { chunk.phi[begin + phi.indices[i]] = phi.values[i]; }
}

template <class T>
bool TransitionReader<T>::is_bad(const LogRow<T>& row) const {
  return row.bad_feature_column != 0 || !ballast::is_finite(row.reward);
}

template <class T>
std::string TransitionReader<T>::place(const LogRow<T>& row, std::size_t column) const {
  return row.line == 0 ? fmt::format("{}: tick {}", rows_->name(), row.t)
                       : fmt::format("{}:{}:{}", rows_->name(), row.line, column);
}

template <class T>
void TransitionReader<T>::report_bad(const LogRow<T>& row) const {
  const std::string message =
      row.bad_feature_column == 0
          ? fmt::format("{}: the reward is not finite", place(row, row.reward_column))
          : fmt::format("{}: phi_{} is not finite", place(row, row.bad_feature_column), row.bad_feature);
  if (on_bad_ == OnBad::stop) { throw InputError(message + " ('--on-bad skip' continues without it)"); }
  if (is_reporting_) { fmt::print(stderr, "ballast: {}\n", message); }
}

/// here_ -> there_
template <class T>
void TransitionReader<T>::append_transition(Transitions<T>& chunk) {
  if (is_bad(there_)) { report_bad(there_); }
  const bool is_gap = !there_.is_interrupted && (there_.t != here_.t + 1 || there_.is_after_loss);
  const bool is_refused = !is_gap && !there_.is_interrupted && (is_bad(here_) || there_.bad_feature_column != 0);
  if (is_gap && is_reporting_) {
    fmt::print(stderr, "ballast: {}: t goes from {} to {}: nothing is learned across the gap\n", place(there_, 1),
               here_.t, there_.t);
  }
  gaps_ += is_gap ? 1 : 0;
  refused_ += is_refused ? 1 : 0;
  chunk.rewards.push_back(here_.reward);
  chunk.is_usable.push_back(is_gap || is_refused || there_.is_interrupted ? 0 : 1);
}

template <class T>
bool TransitionReader<T>::next(Transitions<T>& chunk) {
  chunk.dimension = dimension();
  chunk.phi.clear();
  chunk.rewards.clear();
  chunk.is_usable.clear();
  if (!has_row_) {
    has_row_ = rows_->next(here_);
    if (!has_row_) { return false; }
    if (is_bad(here_)) { report_bad(here_); }
  }
  append_features(chunk);
  while (chunk.size() < chunk_size_ && rows_->next(there_)) {
    append_transition(chunk);
    std::swap(here_, there_);
    append_features(chunk);
  }
  return chunk.size() > 0;
}

template <class T>
LogSurvey survey(const LogSource& source) {
  TransitionReader<T> reader(source, true);
  LogSurvey found;
  found.name = reader.name();
  found.dimension = reader.dimension();
  Transitions<T> chunk;
  double sum = 0.0;
  while (reader.next(chunk)) {
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      if (chunk.is_usable[i] == 0) { continue; }
      const double size = norm2(chunk.features(i), chunk.dimension);
      sum += size;
      found.largest_norm2 = std::max(found.largest_norm2, size);
      const auto reward = static_cast<double>(chunk.rewards[i]);
      found.smallest_reward = found.usable == 0 ? reward : std::min(found.smallest_reward, reward);
      found.largest_reward = found.usable == 0 ? reward : std::max(found.largest_reward, reward);
      ++found.usable;
    }
  }
  found.refused = reader.refused();
  found.gaps = reader.gaps();
  found.mean_norm2 = found.usable > 0 ? sum / static_cast<double>(found.usable) : 0.0;
  if (found.usable > 0 && found.smallest_reward == found.largest_reward) {
    fmt::print(stderr, "ballast: {}: all rewards are the same: there is nothing to learn, and nothing to rank\n",
               found.name);
  }
  if (found.refused + found.gaps > 0) {
    fmt::print(stderr, "ballast: {}: {} {} usable, {} refused, {} lost in gaps\n", found.name, found.usable,
               plural(found.usable, "transition"), found.refused, found.gaps);
  }
  return found;
}

template class TransitionReader<float>;
template class TransitionReader<double>;
template LogSurvey survey<float>(const LogSource&);
template LogSurvey survey<double>(const LogSource&);

}  // namespace tool
