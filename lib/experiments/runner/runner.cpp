#include "experiments/runner/runner.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
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
};

/// Threads take the tasks in order; a waiting thread is notified when stages are complete.
class TrialPool {
 public:
  explicit TrialPool(const std::vector<Stage>& stages) {
    for (std::size_t i = 0; i < stages.size(); ++i) {
      left_.push_back(0);
      for (const auto& experiment : stages[i].experiments) { add(i, *experiment); }
    }
  }

  ~TrialPool() {
    is_stopped_ = true;
    for (std::thread& thread : threads_) { thread.join(); }
  }
  TrialPool(const TrialPool&) = delete;
  TrialPool& operator=(const TrialPool&) = delete;

  void start(std::uint32_t jobs) {
    for (std::uint32_t i = 0; i < jobs; ++i) {
      threads_.emplace_back([this] { work(); });
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

  double done() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return seconds_ > 0.0 ? seconds_done_ / seconds_ : 1.0;
  }

 private:
  void add(std::size_t stage, Experiment& experiment) {
    for (std::uint32_t trial = 0; trial < experiment.trials(); ++trial) {
      tasks_.push_back({stage, &experiment, trial});
      ++left_[stage];
      seconds_ += experiment.seconds_per_trial();
    }
  }

  void work() {
    while (!is_stopped_ && !is_interrupted()) {
      const std::size_t next = next_++;
      if (next >= tasks_.size()) { return; }
      run(tasks_[next]);
    }
  }

  void run(const Task& task) {
    std::exception_ptr error;
    try {
      task.experiment->run(task.trial);
    } catch (...) { error = std::current_exception(); }
    const std::lock_guard<std::mutex> lock(mutex_);
    if (error != nullptr) { error_ = error; }
    if (error == nullptr && !is_interrupted()) {
      --left_[task.stage];
      seconds_done_ += task.experiment->seconds_per_trial();
    }
    changed_.notify_all();
  }

  std::vector<Task> tasks_;
  std::vector<std::size_t> left_;  // tasks of each stage that are not done
  double seconds_ = 0.0;
  double seconds_done_ = 0.0;

  std::atomic<std::size_t> next_{0};
  std::atomic<bool> is_stopped_{false};
  std::mutex mutex_;  // of left_, seconds_done_, error_
  std::condition_variable changed_;
  std::exception_ptr error_;
  std::vector<std::thread> threads_;
};

}  // namespace

void run_stages(const std::vector<Stage>& stages, std::uint32_t jobs) {
  Progress progress;
  TrialPool pool(stages);
  pool.start(jobs);
  for (std::size_t i = 0; i < stages.size(); ++i) {
    while (!pool.wait_for(i, 100ms)) {
      if (is_interrupted()) { throw Interrupted("interrupted"); }
      progress.show(pool.done(), stages[i].name);
    }
    stages[i].finish();
    progress.finished(stages[i].name);
  }
}

}  // namespace ballast::experiments
