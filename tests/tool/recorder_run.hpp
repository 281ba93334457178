#pragma once
/// Runs that ballast::Recorder records, with everything that it has a function for, and their replay. Writes to the
/// current folder.

#include <ballast/field/recorder.hpp>

#include <limits>
#include <type_traits>

#include <etl/array.h>

#include "noise.hpp"
#include "recorded_replay.hpp"
#include "recorded_runs.hpp"
#include "suite.hpp"

namespace recorded {

/// What the tool has these numbers in.
template <class Value>
using Replayed = std::conditional_t<std::is_floating_point_v<Value>, Value, double>;

template <class T>
T largest() {
  return std::is_floating_point_v<T> ? std::numeric_limits<T>::max() : static_cast<T>(1e9);
}

// --- features -------------------------------------------------------------------------------------------------------

/// What a learner refuses; where a type cannot hold that, nothing changes.
template <class T, size_t N>
void spoil(etl::array<T, N>& features) {
  features[N - 1] = not_finite<T>();
}
template <class T, size_t N>
void spoil(OneHot<T, N>& features) {
  features = OneHot<T, N>(N);
}
template <class T, size_t N, size_t Capacity>
void spoil(ActiveFeatures<T, N, Capacity>& features) {
  features = ActiveFeatures<T, N, Capacity>(not_finite<T>());
  (void)features.add(0);
}
template <class T, size_t N, size_t Capacity>
void spoil(SparseFeatures<T, N, Capacity>& features) {
  features.clear();
  (void)features.add(N - 1, not_finite<T>());
}

// --- what is recorded -----------------------------------------------------------------------------------------------

/// Blocks of a few records, so that everything is once the first one of a block.
template <class Subject, class Features>
constexpr uint32_t small_block = (100 + 3 * (8 + sizeof(typename Subject::Value) +
                                             static_cast<uint32_t>(detail::Written<Features>::largest))) /
                                 4 * 4;

/// Everything that a recorder has a function for. The ring is not drained from tick 200 on, and something is lost;
/// from tick 520 on it is again, and begin() comes some ticks later.
template <class Recorder, class Subject>
class Recording {
 public:
  using T = typename Subject::Value;
  using Features = typename Recorder::Features;

  Recording(Recorder& recorder, Subject& subject, bool has_checkpoints)
      : recorder_(recorder), subject_(subject), has_checkpoints_(has_checkpoints) {}

  void agent(int ticks) {
    for (int t = 0; t < ticks; ++t) {
      draw_next(t);
      if (t % 37 == 20 || t % 37 == 28) { recorder_.evaluate(subject_, t % 37 == 20); }
      decide(t);
      after(t);
    }
  }

  void learner(int ticks) {
    draw(here_, noise_);
    for (int t = 0; t < ticks; ++t) {
      draw_next(t);
      (void)recorder_.update(subject_, here_, reward(t), there_);
      here_ = there_;
      if (t % 41 == 40) { draw(here_, noise_); }  // what is left is not what was entered
      after(t);
      if (t % 37 == 36) { recorder_.reset_trace(subject_); }
    }
  }

  Bytes finish() {
    recorder_.flush();
    drain();
    return sink_.bytes;
  }

 private:
  T reward(int t) {
    if (t % 29 == 11) { return not_finite<T>(); }
    return t % 67 == 3 ? largest<T>() : drawn<T>(noise_);
  }
  void draw_next(int t) {
    draw(there_, noise_);
    if (t % 43 == 17) { spoil(there_); }
  }
  void drain() { TEST_ASSERT_TRUE(recorder_.drain(sink_) == Status::ok); }

  template <class Agent = Subject>
  void decide(int t) {
    const uint32_t left_out = noise_.word() % 3 == 0 ? noise_.word() % Agent::actions : Agent::actions;
    const auto set = Agent::Feasible::where([&](uint32_t a) { return a != left_out; });
    if (t == 0 || t % 89 == 88) {
      (void)recorder_.observe(subject_, there_, set);
    } else if (t % 23 == 7) {
      (void)recorder_.skip(subject_, set);
    } else {
      (void)recorder_.tick(subject_, reward(t), there_, set);
    }
  }

  /// What is no tick; often as the first record of a block, or as the only one.
  void after(int t) {
    if (t % 19 == 5 || t % 37 == 19) { recorder_.flush(); }
    if (t % 38 == 5) { recorder_.readings(subject_, {1.5F}); }
    if (t % 71 == 5) { recorder_.saved(subject_, 3); }
    if (t % 76 == 5) { recorder_.flush(); }
    const bool is_drained = t < 200 || t >= 520;
    if (is_drained) { drain(); }
    if (has_checkpoints_ && is_drained && t % 61 == 60 && !recorder_.needs_begin()) {
      TEST_ASSERT_TRUE(recorder_.checkpoint(subject_, fingerprint, sink_) == Status::ok);
    }
    if (t == 533) { TEST_ASSERT_TRUE(recorder_.begin(subject_, fingerprint, sink_) == Status::ok); }
  }

  Recorder& recorder_;
  Subject& subject_;
  bool has_checkpoints_;
  Noise noise_{11};
  Features here_{};
  Features there_{};
  Sink sink_;
};

// --- what is replayed -----------------------------------------------------------------------------------------------

inline void check_counts(const Result& result, uint32_t ticks, uint32_t lost) {
  TEST_ASSERT_EQUAL_STRING("", result.error.c_str());
  TEST_ASSERT_EQUAL_STRING("", result.difference.c_str());
  TEST_ASSERT_TRUE(result.is_same);
  TEST_ASSERT_EQUAL_UINT64(lost == 0 ? 0 : 1, result.counts.gaps);
  TEST_ASSERT_EQUAL_UINT64(ticks, result.counts.ticks + result.counts.not_computed + lost);
}

/// `most`: with a part that is lost.
template <class Recorder, class Subject, class Start, class Go>
void check(int most, Start start, Go go) {
  for (const int ticks : {150, most}) {
    uint8_t ring[5 * Recorder::block_bytes];
    Recorder recorder(ring);
    Subject subject;
    TEST_ASSERT_TRUE(start(recorder, subject) == Status::ok);
    Recording<Recorder, Subject> run(recorder, subject, true);
    go(run, ticks);
    const Result result = replay<Replayed<typename Subject::Value>>(run.finish());
    TEST_ASSERT_EQUAL_UINT32(static_cast<uint32_t>(ticks), recorder.ticks());
    TEST_ASSERT_TRUE((recorder.lost() != 0) == (ticks == most));
    check_counts(result, recorder.ticks(), recorder.lost());
    TEST_ASSERT_TRUE(result.counts.checkpoints >= 2);
    TEST_ASSERT_TRUE(result.end == saved(subject));
  }
}

template <class Learner, class Features, uint32_t block = small_block<Learner, Features>>
void check_learner(const typename Learner::Settings& settings, int most) {
  const auto start = [&](auto& recorder, Learner& learner) { return recorder.start(learner, settings, fingerprint); };
  const auto go = [](auto& run, int ticks) { run.learner(ticks); };
  check<Recorder<Learner, Features, block>, Learner>(most, start, go);
}
template <class Agent, uint32_t block = small_block<Agent, typename Agent::StateFeatures>>
void check_agent(const typename Agent::Config& config, int most) {
  using Features = typename Agent::StateFeatures;
  const auto start = [&](auto& recorder, Agent& agent) { return recorder.start(agent, config, 42, fingerprint); };
  const auto go = [](auto& run, int ticks) { run.agent(ticks); };
  check<Recorder<Agent, Features, block>, Agent>(most, start, go);
}

}  // namespace recorded
