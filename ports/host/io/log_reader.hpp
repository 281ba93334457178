#pragma once
/// A log of features, row by row: `t,reward,phi_0,...`, the format of tests/golden/input_d3.csv. Numbers are rounded
/// once, straight to the type the learner has. Other columns may be among them if they are to be ignored.

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/features.hpp"
#include "io/line_reader.hpp"

namespace tool {

constexpr std::size_t most_features = 4096;

/// What a line begins with that says something about a log, and not only to people.
constexpr const char* log_comment = "# ballast:";

template <class T>
struct LogRow {
  uint64_t line = 0;  ///< 0 in a binary log, where t is the tick
  uint64_t t = 0;
  bool has_reward = false;  ///< the last row needs none, nor does one before a gap in a binary log
  std::size_t reward_column = 0;
  T reward{};
  Features<T> phi;
  /// Of a binary log, where t alone does not say it: the row before does not lead here, although nothing is missing (a
  /// reset, a skip, a jump, another start); or something is missing.
  bool is_interrupted = false;
  bool is_repetition = false;  ///< of a binary log: the state of the row before again, in which the trace was reset
  bool is_after_loss = false;

  std::size_t active = 0;  ///< how many features are not 0
  /// The first feature that is not finite, beyond its limit, or one too many that is not 0; its column is 0 if there is
  /// none.
  std::size_t bad_feature = 0;
  std::size_t bad_feature_column = 0;
};

/// Rows of a log, one after the other, whatever its format.
template <class T>
class RowSource {
 public:
  RowSource() = default;
  virtual ~RowSource() = default;
  RowSource(const RowSource&) = delete;
  RowSource& operator=(const RowSource&) = delete;

  virtual std::size_t dimension() const = 0;
  virtual const std::string& name() const = 0;
  /// Lines `# ballast: ...` before the header of a CSV, without that beginning.
  virtual const std::vector<LineReader::Comment>& comments() const = 0;
  /// False at the end.
  virtual bool next(LogRow<T>& row) = 0;
};

template <class T>
class LogReader final : public RowSource<T> {
 public:
  /// `-` is standard input. Reads the header. `ignored` are columns that it must have and that are not read.
  explicit LogReader(const std::string& path, const std::vector<std::string>& ignored = {})
      : LogReader(std::make_unique<InputFile>(path), ignored) {}
  explicit LogReader(std::unique_ptr<InputFile> file, const std::vector<std::string>& ignored = {});

  /// Goes on reading numbers of another type: which one it must be may be in the comments.
  template <class Other>
  explicit LogReader(LogReader<Other>&& other)
      : lines_(std::move(other.lines_)),
        is_ignored_(std::move(other.is_ignored_)),
        dimension_(other.dimension_),
        line_without_reward_(other.line_without_reward_),
        column_without_reward_(other.column_without_reward_),
        ignored_before_(std::move(other.ignored_before_)) {}

  /// Features above this, or below its negative, are bad as those that are not finite.
  void limit_features(T largest) { largest_feature_ = largest; }
  /// If more than so many are not 0, one of them is bad.
  void limit_active(std::size_t most) { most_active_ = most; }

  std::size_t dimension() const override { return dimension_; }
  const std::string& name() const override { return lines_.name(); }

  const std::vector<LineReader::Comment>& comments() const override { return lines_.comments(); }

  /// The text of the last row, or of the header before the first; valid until the next call.
  std::string_view line() const { return lines_.line(); }

  /// False at the end. Only the last row may have no reward. `nan` and `inf` are numbers, not finite; a number too
  /// large for T is infinite.
  bool next(LogRow<T>& row) override;

 private:
  template <class Other>
  friend class LogReader;

  const char* read_t(LogRow<T>& row, std::string_view line) const;
  const char* read_reward(LogRow<T>& row, std::string_view line, const char* at) const;
  const char* read_feature(LogRow<T>& row, std::size_t i, std::string_view line, const char* at) const;
  const char* skip_ignored(std::string_view line, const char* at, std::size_t field) const;
  const char* skip_last_ignored(std::string_view line, const char* at) const;
  [[noreturn]] void refuse(std::string_view line, const char* at) const;
  std::string label(std::size_t column) const;

  LineReader lines_;
  std::vector<bool> is_ignored_;  // of each column
  std::size_t dimension_;
  uint64_t line_without_reward_ = 0;  // 0 if every row so far has one
  std::size_t column_without_reward_ = 0;
  T largest_feature_ = std::numeric_limits<T>::max();
  std::size_t most_active_ = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> ignored_before_;  // how many before t, reward, phi_0, ... and the end; empty if none at all
};

/// The one row of numbers of a file with the header `<prefix>_0,<prefix>_1,...`, which must be as many as there are
/// features.
template <class T>
std::vector<T> read_vector(const std::string& path, const std::string& prefix, std::size_t dimension);

/// Weights and average reward.
template <class T>
struct Estimates {
  T average_reward{};
  std::vector<T> weights;
};

/// The one row of numbers of a file with the header `omega,theta_0,theta_1,...`.
template <class T>
Estimates<T> read_estimates(const std::string& path);

}  // namespace tool
