#pragma once
/// Progress on standard error: a bar with the remaining time on a terminal, plain lines elsewhere.

#include <chrono>
#include <cstddef>
#include <string>

namespace ballast::experiments {

/// In seconds, about: the whole run, what was there before this run began, and what it has done.
struct Work {
  double all = 0.0;
  double there = 0.0;
  double done = 0.0;
};

class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The work and the current stage. The remaining time follows from what this run has done.
  void show(const Work& work, const std::string& now);
  /// `done` of all work, from 0 to 1.
  void show(double done, const std::string& now) { show({1.0, 0.0, done}, now); }
  void finished(const std::string& stage);
  void resumes(std::size_t there, std::size_t all);

 private:
  double elapsed() const;
  void clear_line() const;

  bool is_terminal_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace ballast::experiments
