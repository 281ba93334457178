#include "commands/snapshot_learner.hpp"

#include <fmt/format.h>

#include <type_traits>

#include "experiments/files/error.hpp"

namespace tool {

using ballast::experiments::InputError;

template <class T>
Snapshot snapshot_of(const DynamicLearner<T>& learner, uint32_t fingerprint, uint32_t revision) {
  const LearnerState<T> state = learner.state();
  Snapshot snapshot;
  snapshot.revision = revision;
  snapshot.fingerprint = fingerprint;
  snapshot.is_double = std::is_same_v<T, double>;
  snapshot.settings = converted<double>(learner.settings());
  snapshot.average_reward = state.average_reward;
  snapshot.average_reward_rest = state.average_reward_rest;
  snapshot.updates = state.updates;
  snapshot.projections = state.projections;
  snapshot.rejections = state.rejections;
  snapshot.schedule_time = state.schedule_time;
  snapshot.weights.assign(state.weights.begin(), state.weights.end());
  snapshot.trace.assign(state.trace.begin(), state.trace.end());
  return snapshot;
}

namespace {

template <class T>
std::vector<T> rounded(const std::vector<double>& numbers) {
  std::vector<T> result;
  for (const double x : numbers) { result.push_back(static_cast<T>(x)); }
  return result;
}

}  // namespace

template <class T>
std::unique_ptr<DynamicLearner<T>> resume_learner(const Snapshot& snapshot, const std::string& name) {
  if (snapshot.agent || snapshot.is_sparse) {
    throw InputError(
        fmt::format("{}: of {}: a replay runs a Learner, which cannot go on with the same bits ('ballast snapshot "
                    "export --csv' and "
                    "'import --csv' make a Learner's snapshot of its weights)",
                    name, type_of(snapshot)));
  }
  const LearnerState<T> state{static_cast<T>(snapshot.average_reward),
                              static_cast<T>(snapshot.average_reward_rest),
                              snapshot.updates,
                              snapshot.projections,
                              snapshot.rejections,
                              snapshot.schedule_time,
                              rounded<T>(snapshot.weights),
                              rounded<T>(snapshot.trace)};
  auto learner = make_learner(converted<T>(snapshot.settings), snapshot.weights.size());
  learner->resume(state);
  return learner;
}

template Snapshot snapshot_of(const DynamicLearner<float>&, uint32_t, uint32_t);
template Snapshot snapshot_of(const DynamicLearner<double>&, uint32_t, uint32_t);
template std::unique_ptr<DynamicLearner<float>> resume_learner(const Snapshot&, const std::string&);
template std::unique_ptr<DynamicLearner<double>> resume_learner(const Snapshot&, const std::string&);

}  // namespace tool
