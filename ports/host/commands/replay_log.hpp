#pragma once
/// A learner run over a log.

#include "engine/dynamic_learner.hpp"
#include "experiments/files/output_file.hpp"
#include "io/log_reader.hpp"

namespace tool {

using ballast::experiments::OutputFile;

/// What happens when the learner refuses a transition.
enum class OnBad { skip, stop };

/// Runs the learner over every transition of the log and writes its updates. What cannot be learned is reported on
/// stderr:
/// - A transition that the learner refuses, because a number in it is not finite, or a result would not be finite or
///   would be too large. `stop` throws an InputError; `skip` continues after it with an empty trace.
/// - A gap: t must grow by one. Nothing is learned across it, and the trace is empty after it.
template <class T>
void replay_log(LogReader<T>& log, DynamicLearner<T>& learner, OutputFile& out, OnBad on_bad);

}  // namespace tool
