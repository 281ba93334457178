#include "commands/tune_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include "commands/tune_judge.hpp"
#include "experiments/files/error.hpp"
#include "experiments/runner/interrupt.hpp"
#include "experiments/runner/progress.hpp"

namespace tool {

using ballast::experiments::InputError;

namespace {

/// What happens at which of the usable transitions.
struct Plan {
  std::uint64_t judge_from;
  std::uint64_t freeze_from;
  std::uint64_t end;
  std::size_t copies;

  std::uint64_t judged() const { return end - judge_from; }
  std::uint64_t frozen() const { return end - freeze_from; }
  /// After how many transitions copy k is frozen; the last one at the end.
  std::uint64_t freeze(std::size_t k) const { return freeze_from + frozen() * (k + 1) / copies; }
};

void require(const LogSurvey& survey, const char* option, std::uint64_t found, std::uint64_t least) {
  if (found >= least) { return; }
  throw InputError(fmt::format("{}: too short: of its {} usable transitions {} are after {}, and {} are needed",
                               survey.name, survey.usable, found, option, least));
}

Plan plan_of(const LogSurvey& survey, const JudgeOptions& judging) {
  const auto part = [&](double share) {
    return static_cast<std::uint64_t>(share * static_cast<double>(survey.usable));
  };
  const Plan plan{part(judging.from), part(judging.freeze_from), survey.usable,
                  survey.dimension <= most_features_together ? std::size_t{32} : std::size_t{4}};
  require(survey, "--judge-from", plan.judged(), std::max<std::uint64_t>(100, 2 * survey.dimension));
  require(survey, "--freeze-from", plan.frozen(), plan.copies);
  return plan;
}

/// With many features only the first is used.
std::vector<JudgeMeans> halves_for(std::size_t dimension) {
  const bool is_together = dimension <= most_features_together;
  return {JudgeMeans(dimension, is_together), JudgeMeans(is_together ? dimension : 0, is_together)};
}

/// A candidate as it learns.
template <class T>
class Run {
 public:
  Run(const Candidate& candidate, const LearnerOptions& common, std::size_t dimension, const Plan& plan) : plan_(plan) {
    tried_.candidate = candidate;
    tried_.options = common;
    tried_.options.lambda = fmt::format("{}", candidate.lambda);
    tried_.options.ratio = fmt::format("{}", candidate.ratio);
    tried_.options.schedule = candidate.schedule();
    learner_ = start_learner<T>(tried_.options, dimension);
    weights_.reserve(plan.copies * dimension);
    average_rewards_.reserve(plan.copies);
  }

  void learn(const Transitions<T>& chunk) {
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      if (chunk.is_usable[i] == 0) {
        learner_->reset_trace();
      } else {
        learn(chunk, i);
      }
    }
  }

  Tried judged(const Judge& judge) {
    const std::size_t dimension = weights_.size() / average_rewards_.size();
    Judgement sum;
    for (std::size_t k = 0; k < average_rewards_.size(); ++k) {
      const Judgement one = judge.judge(static_cast<double>(average_rewards_[k]), weights_.data() + k * dimension);
      sum.average_reward += one.average_reward;
      sum.weights += one.weights;
    }
    const auto copies = static_cast<double>(average_rewards_.size());
    tried_.weights_error = sum.weights / copies;
    tried_.average_reward_error = std::sqrt(sum.average_reward / copies);
    tried_.measure = (sum.weights + sum.average_reward) / copies;
    tried_.td_error = std::sqrt(td_error2_ / static_cast<double>(plan_.frozen()));
    tried_.average_reward = static_cast<double>(learner_->average_reward());
    tried_.projections = learner_->state().projections;
    return tried_;
  }

 private:
  void learn(const Transitions<T>& chunk, std::size_t i) {
    const ballast::Report<T> report = learner_->update(chunk.features(i), chunk.rewards[i], chunk.features(i + 1));
    if (report.status != ballast::Status::ok) {
      ++tried_.overflows;
      learner_->reset_trace();
    }
    const auto error = static_cast<double>(report.td_error);
    if (seen_ >= plan_.freeze_from) { td_error2_ += error * error; }
    ++seen_;
    while (average_rewards_.size() < plan_.copies && seen_ == plan_.freeze(average_rewards_.size())) { freeze(); }
  }

  void freeze() {
    const std::size_t dimension = weights_.capacity() / plan_.copies;
    average_rewards_.push_back(learner_->average_reward());
    weights_.insert(weights_.end(), learner_->weights(), learner_->weights() + dimension);
    double norm2 = 0.0;
    for (std::size_t i = 0; i < dimension; ++i) { norm2 += std::pow(static_cast<double>(learner_->weights()[i]), 2); }
    tried_.largest_norm = std::max(tried_.largest_norm, std::sqrt(norm2));
  }

  Plan plan_;
  Tried tried_;
  std::unique_ptr<DynamicLearner<T>> learner_;
  std::uint64_t seen_ = 0;
  double td_error2_ = 0;
  std::vector<T> average_rewards_;  // of the copies
  std::vector<T> weights_;          // of the copies, one after the other
};

/// Tasks 0 to before `count`, on some threads. Waits for them when it is destroyed.
class Workers {
 public:
  Workers(std::uint32_t jobs, std::size_t count, std::function<void(std::size_t)> task)
      : count_(count), task_(std::move(task)) {
    for (std::uint32_t i = 0; i < jobs; ++i) {
      threads_.emplace_back([this] { work(); });
    }
  }
  ~Workers() {
    for (std::thread& thread : threads_) { thread.join(); }
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

 private:
  void work() {
    for (std::size_t task = next_++; task < count_; task = next_++) { task_(task); }
  }

  std::size_t count_;
  std::function<void(std::size_t)> task_;
  std::atomic<std::size_t> next_{0};
  std::vector<std::thread> threads_;
};

/// All candidates and the judge's sums, over one chunk after the other.
template <class T>
class Tuner {
 public:
  Tuner(const LogSurvey& survey, const LearnerOptions& common, const std::vector<Candidate>& candidates,
        const JudgeOptions& judging)
      : plan_(plan_of(survey, judging)), jobs_(judging.jobs), halves_(halves_for(survey.dimension)) {
    for (const Candidate& candidate : candidates) {
      runs_.push_back(std::make_unique<Run<T>>(candidate, common, survey.dimension, plan_));
    }
    constexpr std::size_t rows = 32;
    const std::uint64_t half = halves_[1].A.size() > 0 ? plan_.judged() / 2 : plan_.judged();
    for (std::size_t first = 0; first < survey.dimension; first += rows) {
      summers_.emplace_back(halves_, half, judging.lambda, first, std::min(first + rows, survey.dimension));
    }
  }

  /// While threads work on one chunk, this one reads the next.
  void learn(TransitionReader<T>& reader) {
    ballast::experiments::Progress progress;
    Transitions<T> chunk;
    Transitions<T> next;
    reader.next(chunk);
    while (chunk.size() > 0) {
      {
        const Workers workers(jobs_, runs_.size() + summers_.size(), [&](std::size_t task) { run(task, chunk); });
        reader.next(next);
      }
      seen_ += static_cast<std::uint64_t>(std::count(chunk.is_usable.begin(), chunk.is_usable.end(), 1));
      std::swap(chunk, next);
      progress.show(static_cast<double>(seen_) / static_cast<double>(plan_.end), "tune");
      if (ballast::experiments::is_interrupted()) {
        throw ballast::experiments::Interrupted("interrupted; nothing was written");
      }
    }
  }

  bool has_seen_all() const { return seen_ == plan_.end; }

  TuneResult result() {
    const Judge judge(std::move(halves_));
    TuneResult result;
    result.tried.resize(runs_.size());
    result.transitions = plan_.end;
    result.judged = plan_.judged();
    result.frozen = plan_.frozen();
    result.copies = plan_.copies;
    result.mean_reward = judge.mean_reward();
    result.is_together = judge.is_together();
    result.noise = judge.noise();
    {
      const Workers workers(jobs_, runs_.size(), [&](std::size_t i) { result.tried[i] = runs_[i]->judged(judge); });
    }
    std::stable_sort(result.tried.begin(), result.tried.end(), [](const Tried& a, const Tried& b) {
      return a.is_sound() && b.is_sound() ? a.measure < b.measure : a.is_sound() && !b.is_sound();
    });
    return result;
  }

 private:
  void run(std::size_t task, const Transitions<T>& chunk) {
    if (task >= summers_.size()) { return runs_[task - summers_.size()]->learn(chunk); }
    summers_[task].add(chunk, plan_.judge_from > seen_ ? plan_.judge_from - seen_ : 0);
  }

  Plan plan_;
  std::uint32_t jobs_;
  std::vector<std::unique_ptr<Run<T>>> runs_;
  std::vector<JudgeMeans> halves_;
  std::vector<JudgeSummer> summers_;
  std::uint64_t seen_ = 0;  // usable transitions before this chunk
};

}  // namespace

bool Tried::is_sound() const {
  return overflows == 0 && std::isfinite(measure);
}

template <class T>
TuneResult tune(const LogSource& source, const LogSurvey& survey, const LearnerOptions& common,
                const std::vector<Candidate>& candidates, const JudgeOptions& judging) {
  Tuner<T> tuner(survey, common, candidates, judging);
  TransitionReader<T> reader(source, false);
  tuner.learn(reader);
  if (!tuner.has_seen_all()) {
    throw InputError(fmt::format("{}: it is read twice, and the second time it had other rows", survey.name));
  }
  return tuner.result();
}

template TuneResult tune<float>(const LogSource&, const LogSurvey&, const LearnerOptions&,
                                const std::vector<Candidate>&, const JudgeOptions&);
template TuneResult tune<double>(const LogSource&, const LogSurvey&, const LearnerOptions&,
                                 const std::vector<Candidate>&, const JudgeOptions&);

}  // namespace tool
