#include "experiments/runner/runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "experiments/files/error.hpp"
#include "experiments/runner/interrupt.hpp"
#include "experiments/runner/progress.hpp"

namespace ballast::experiments {
namespace {

using namespace std::chrono_literals;

struct Task {
  std::size_t stage;
  Experiment* experiment;
  std::uint32_t trial;
  bool is_there;  // in the store
};

/// The tasks of a run, in order.
class TaskList {
 public:
  TaskList(const std::vector<Stage>& stages, const TrialStore* store, const std::optional<Shard>& shard)
      : store_(store), shard_(shard) {
    for (std::size_t i = 0; i < stages.size(); ++i) {
      left.push_back(0);
      for (const auto& experiment : stages[i].experiments) { add(i, *experiment); }
    }
  }

  /// Throws InputError if the store does not have all of them.
  void refuse_missing() const {
    const auto first = std::find_if(tasks.begin(), tasks.end(), [](const Task& task) { return !task.is_there; });
    if (first == tasks.end()) { return; }
    const Shard shard = shard_of(first->trial, store_->header().shard.count);
    const std::string more = counts.run > 1 ? fmt::format(" (and {} more)", counts.run - 1) : "";
    throw InputError(fmt::format("shard {}, {}: trial {} of {} is missing{}: run it again", text_of(shard),
                                 store_->paths_of(shard), first->trial, first->experiment->name(), more));
  }

  std::vector<Task> tasks;
  std::vector<std::size_t> left;  // tasks of each stage that are not done
  Work work;
  TrialCounts counts;

 private:
  void add(std::size_t stage, Experiment& experiment) {
    const std::string name = experiment.name();
    if (!names_.insert(name).second) { throw std::logic_error("two experiments are called " + name); }
    for (std::uint32_t trial = 0; trial < experiment.trials(); ++trial) {
      if (shard_ && !shard_->has(trial)) { continue; }
      const bool is_there = store_ != nullptr && store_->has(name, trial);
      ++(is_there ? counts.there : counts.run);
      work.all += experiment.seconds_per_trial();
      if (is_there) { work.there += experiment.seconds_per_trial(); }
      if (is_there && shard_) { continue; }  // nothing is made of it here
      tasks.push_back({stage, &experiment, trial, is_there});
      ++left[stage];
    }
  }

  const TrialStore* store_;
  const std::optional<Shard> shard_;
  std::set<std::string> names_;
};

/// Threads take the tasks in order; a waiting thread is notified when stages are complete.
class TrialPool {
 public:
  TrialPool(const TaskList& list, TrialStore* store)
      : tasks_(list.tasks), store_(store), left_(list.left), work_(list.work) {}

  ~TrialPool() {
    is_stopped_ = true;
    for (std::thread& thread : threads_) { thread.join(); }
  }
  TrialPool(const TrialPool&) = delete;
  TrialPool& operator=(const TrialPool&) = delete;

  void start(std::uint32_t jobs) {
    for (std::uint32_t i = 0; i < jobs; ++i) {
      threads_.emplace_back([this] { take_tasks(); });
    }
  }

  /// Waits until the stage is complete or `patience` is over; returns whether it is complete. Throws what a trial has
  /// thrown.
  bool wait_for(std::size_t stage, std::chrono::milliseconds patience) {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait_for(lock, patience, [&] { return left_[stage] == 0 || error_ != nullptr; });
    if (error_ != nullptr) { std::rethrow_exception(error_); }
    return left_[stage] == 0;
  }

  Work work() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return work_;
  }

 private:
  void take_tasks() {
    while (!is_stopped_ && !is_interrupted()) {
      const std::size_t next = next_++;
      if (next >= tasks_.size()) { return; }
      do_task(tasks_[next]);
    }
  }

  void do_task(const Task& task) {
    std::exception_ptr error;
    bool is_done = false;
    try {
      is_done = task.is_there ? load(task) : run(task);
    } catch (...) { error = std::current_exception(); }
    const std::lock_guard<std::mutex> lock(mutex_);
    if (error != nullptr) { error_ = error; }
    if (is_done) {
      if (!task.is_there) { work_.done += task.experiment->seconds_per_trial(); }
      --left_[task.stage];
    }
    changed_.notify_all();
  }

  bool load(const Task& task) const {
    const std::string outcomes = store_->read(task.experiment->name(), task.trial);
    OutcomeReader in(outcomes);
    try {
      task.experiment->load(task.trial, in);
      OutcomeReader::require(in.rest().empty());
    } catch (const InputError& error) {
      throw InputError(
          fmt::format("{}: trial {} of {}: {}", store_->path(), task.trial, task.experiment->name(), error.what()));
    }
    return true;
  }

  /// Whether it was run to its end.
  bool run(const Task& task) const {
    task.experiment->run(task.trial);
    if (is_interrupted()) { return false; }
    if (store_ == nullptr) { return true; }
    OutcomeWriter out;
    task.experiment->save(task.trial, out);
    store_->add(task.experiment->name(), task.trial, out.bytes());
    return true;
  }

  const std::vector<Task>& tasks_;
  TrialStore* store_;
  std::vector<std::size_t> left_;  // tasks of each stage that are not done
  Work work_;

  std::atomic<std::size_t> next_{0};
  std::atomic<bool> is_stopped_{false};
  std::mutex mutex_;  // of left_, work_, error_
  std::condition_variable changed_;
  std::exception_ptr error_;
  std::vector<std::thread> threads_;
};

}  // namespace

TrialCounts run_stages(std::vector<Stage> stages, std::uint32_t jobs, TrialStore* store,
                       const std::optional<Shard>& shard) {
  const TaskList list(stages, store, shard);
  if (store != nullptr && !store->is_writable()) { list.refuse_missing(); }
  if (shard && list.tasks.empty()) { return list.counts; }
  Progress progress;
  if (store != nullptr && store->is_writable() && list.counts.there > 0) {
    progress.resumes(list.counts.there, list.counts.there + list.counts.run);
  }
  TrialPool pool(list, store);
  pool.start(jobs);
  for (std::size_t i = 0; i < stages.size(); ++i) {
    while (!pool.wait_for(i, 100ms)) {
      if (is_interrupted()) { throw Interrupted("interrupted"); }
      progress.show(pool.work(), stages[i].name);
    }
    if (!shard) { stages[i].finish(); }
    progress.finished(stages[i].name);
    stages[i] = {};
  }
  return list.counts;
}

void require_all_trials(const std::vector<Stage>& stages, const TrialStore& store) {
  TaskList(stages, &store, std::nullopt).refuse_missing();
}

}  // namespace ballast::experiments
