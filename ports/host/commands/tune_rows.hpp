#pragma once
/// The transitions of a log, some thousand at a time: what `ballast tune` runs its learners over.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "commands/replay_log.hpp"
#include "io/log_reader.hpp"

namespace tool {

/// Consecutive transitions. Transition i goes from features(i) to features(i + 1).
template <class T>
struct Transitions {
  std::size_t dimension = 0;
  std::vector<T> phi;
  std::vector<T> rewards;
  std::vector<char> is_usable;  ///< 0: a gap in t, or a number that is not finite; the trace is empty after it

  std::size_t size() const { return rewards.size(); }
  const T* features(std::size_t i) const { return phi.data() + i * dimension; }
};

/// How a log is read.
struct LogSource {
  std::string path;
  std::vector<std::string> ignored;
  OnBad on_bad = OnBad::stop;
};

/// What is lost in gaps, and what is refused, is reported on stderr by a reader that is `reporting`.
template <class T>
class TransitionReader {
 public:
  TransitionReader(const LogSource& source, bool is_reporting);

  const std::string& name() const { return rows_->name(); }
  std::size_t dimension() const { return rows_->dimension(); }
  std::uint64_t refused() const { return refused_; }
  std::uint64_t gaps() const { return gaps_; }

  /// Replaces `chunk` by the next transitions; false at the end.
  bool next(Transitions<T>& chunk);

 private:
  void append_features(Transitions<T>& chunk) const;
  void append_transition(Transitions<T>& chunk);
  bool is_bad(const LogRow<T>& row) const;
  void report_bad(const LogRow<T>& row) const;
  std::string place(const LogRow<T>& row, std::size_t column) const;

  std::unique_ptr<RowSource<T>> rows_;
  OnBad on_bad_;
  bool is_reporting_;
  std::size_t chunk_size_;
  bool has_row_ = false;
  LogRow<T> here_;
  LogRow<T> there_;
  std::uint64_t refused_ = 0;
  std::uint64_t gaps_ = 0;
};

/// What a first pass over the log finds.
struct LogSurvey {
  std::string name;
  std::size_t dimension = 0;
  std::uint64_t usable = 0;  ///< transitions
  std::uint64_t refused = 0;
  std::uint64_t gaps = 0;
  double mean_norm2 = 0;     ///< of ||phi||^2
  double largest_norm2 = 0;  ///< of ||phi||^2
  double smallest_reward = 0;
  double largest_reward = 0;
};

template <class T>
LogSurvey survey(const LogSource& source);

}  // namespace tool
