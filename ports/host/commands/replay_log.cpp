#include "commands/replay_log.hpp"

#include <ballast/math/ieee754.hpp>

#include <cmath>
#include <cstdio>
#include <utility>

#include "experiments/text/plural.hpp"
#include "io/trace_writer.hpp"

namespace tool {

using ballast::experiments::plural;

namespace {

using ballast::Report;
using ballast::Status;

template <class T>
class Replay {
 public:
  Replay(LogReader<T>& log, DynamicLearner<T>& learner, OutputFile& out, OnBad on_bad)
      : log_(log), learner_(learner), writer_(out, log.dimension()), on_bad_(on_bad) {}

  void run() {
    if (!log_.next(here_) || !log_.next(there_)) {
      throw InputError(fmt::format("{}: no transition: a log needs at least two rows", log_.name()));
    }
    do {
      move();
      complain_if_bad(here_);
      std::swap(here_, there_);
      there_.is_reported = false;
    } while (log_.next(there_));
    complain_if_bad(here_);
    summarise();
  }

 private:
  struct Row : LogRow<T> {
    bool is_reported = false;
  };

  /// Learns from the transition here_ -> there_.
  void move() {
    if (there_.t != here_.t + 1) { return leap(); }
    const T beta = learner_.step_size();
    const Report<T> report = learner_.update(here_.phi.values.data(), here_.reward, there_.phi.values.data());
    if (report.status != Status::ok) { return skip(report.status); }
    writer_.write(here_.t, beta, report, learner_.average_reward(), learner_.weights());
    ++learned_;
  }

  void leap() {
    fmt::print(stderr, "ballast: {}: t goes from {} to {}: nothing is learned across the gap\n", place(there_.line, 1),
               here_.t, there_.t);
    ++gaps_;
    learner_.reset_trace();
  }

  void skip(Status status) {
    complain(fmt::format("{}; {}: no update from t = {} to {}", culprit(status), name(status), here_.t, there_.t));
    ++refused_;
    learner_.reset_trace();
  }

  /// Which number the status is about, and where it is.
  std::string culprit(Status status) {
    if (status == Status::overflow) { return fmt::format("{}: {}", place(here_.line, 1), overflow()); }
    Row& row = status == Status::next_feature_not_finite ? there_ : here_;
    row.is_reported = true;
    return description(row);
  }

  std::string overflow() const {
    const UpdateLimit limit = learner_.update_limit();
    return fmt::format(
        "a result would not be finite, or too large to be safe: |step| (1 + ||z||^2){} must be below 2^{}",
        limit.adds_average_reward ? " + |omega|" : "", limit.exponent);
  }

  std::string description(const Row& row) const {
    if (row.bad_feature_column == 0) {
      return fmt::format("{}: the reward is not finite", place(row.line, row.reward_column));
    }
    const T bad = row.phi.values[row.bad_feature];
    const bool is_within_range = std::abs(bad) <= T{1};
    return fmt::format("{}: phi_{} is {}", place(row.line, row.bad_feature_column), row.bad_feature,
                       is_within_range           ? fmt::format("{}; --limits allow fewer features that are not 0", bad)
                       : ballast::is_finite(bad) ? fmt::format("{}; in fixed point, features are from -1 to 1", bad)
                                                 : "not finite");
  }

  /// For a bad row that was not reported yet: next to another one, at the end, or before a gap.
  void complain_if_bad(const Row& row) const {
    const bool is_bad = row.bad_feature_column != 0 || !ballast::is_finite(row.reward);
    if (is_bad && !row.is_reported) { complain(description(row)); }
  }

  void complain(const std::string& message) const {
    if (on_bad_ == OnBad::stop) { throw InputError(message + " ('--on-bad skip' continues without it)"); }
    fmt::print(stderr, "ballast: {}\n", message);
  }

  void summarise() const {
    if (refused_ + gaps_ == 0) { return; }
    fmt::print(stderr, "ballast: {}: {} {} learned, {} refused, {} lost in gaps\n", log_.name(), learned_,
               plural(learned_, "transition"), refused_, gaps_);
  }

  std::string place(uint64_t line, std::size_t column) const {
    return fmt::format("{}:{}:{}", log_.name(), line, column);
  }

  LogReader<T>& log_;
  DynamicLearner<T>& learner_;
  TraceWriter<T> writer_;
  OnBad on_bad_;
  Row here_;
  Row there_;
  uint64_t learned_ = 0;
  uint64_t refused_ = 0;
  uint64_t gaps_ = 0;
};

}  // namespace

template <class T>
void replay_log(LogReader<T>& log, DynamicLearner<T>& learner, OutputFile& out, OnBad on_bad) {
  Replay<T>(log, learner, out, on_bad).run();
}

template void replay_log(LogReader<float>&, DynamicLearner<float>&, OutputFile&, OnBad);
template void replay_log(LogReader<double>&, DynamicLearner<double>&, OutputFile&, OnBad);

}  // namespace tool
