#pragma once
/// A learner run over a log.

#include "commands/dynamic_learner.hpp"
#include "experiments/files/output_file.hpp"
#include "io/log_reader.hpp"

namespace tool {

using ballast::experiments::OutputFile;

/// What happens when the learner refuses a transition.
enum class OnBad { skip, stop };

/// Every transition of the log is given to the learner, and what it did is written. What cannot be learned is told on
/// standard error:
/// - A transition that the learner refuses, since a number in it is not finite, or the result would not be or would be
///   too large. `stop` throws an InputError; `skip` goes on behind it with an empty trace.
/// - A gap: t must grow by one. Nothing is learned across it, and the trace is empty behind it.
template <class T>
void replay_log(LogReader<T>& log, DynamicLearner<T>& learner, OutputFile& out, OnBad on_bad);

}  // namespace tool
