#pragma once
/// Runs all candidates over a log and judges them.

#include <cstdint>
#include <vector>

#include "commands/learner_options.hpp"
#include "commands/tune_grid.hpp"
#include "commands/tune_rows.hpp"

namespace tool {

/// How learners are judged.
struct JudgeOptions {
  double from = 0.1;         ///< the share of the transitions after which those begin that copies are judged on
  double freeze_from = 0.5;  ///< the share after which copies are frozen
  double lambda = 0;         ///< of the judge's trace
  std::uint32_t jobs = 1;
};

/// What came of one candidate. Averages are over its frozen copies.
struct Tried {
  Candidate candidate;
  LearnerOptions options;  ///< as `ballast replay` takes them

  double measure = 0;               ///< weights_error + (average_reward_error)^2
  double weights_error = 0;         ///< the mean of ||A^+ g||^2
  double average_reward_error = 0;  ///< the root of the mean of (omega - mean reward)^2
  double td_error = 0;              ///< root mean square while copies are frozen, each before it was learned from
  double average_reward = 0;        ///< at the end
  double largest_norm = 0;          ///< of the weights
  std::uint64_t overflows = 0;      ///< updates that were refused because of their results
  std::uint64_t projections = 0;

  /// No update was refused, and the measure is a number.
  bool is_sound() const;
};

struct TuneResult {
  std::vector<Tried> tried;  ///< the best first; equal ones in the order of the candidates
  std::uint64_t transitions = 0;
  std::uint64_t judged = 0;  ///< the last of them
  std::uint64_t frozen = 0;  ///< the last of them: copies are frozen there
  std::size_t copies = 0;
  double mean_reward = 0;
  bool is_together = true;  ///< see Judge
  double noise = 0;
};

/// `common` has what all candidates share. The same numbers whatever `jobs` is. Throws InputError if the log is too
/// short to judge.
template <class T>
TuneResult tune(const LogSource& source, const LogSurvey& survey, const LearnerOptions& common,
                const std::vector<Candidate>& candidates, const JudgeOptions& judging);

}  // namespace tool
