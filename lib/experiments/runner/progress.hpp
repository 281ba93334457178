#pragma once
/// Progress on standard error: a bar with the remaining time on a terminal, plain lines elsewhere.

#include <chrono>
#include <string>

namespace ballast::experiments {

class Progress {
 public:
  Progress();
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` of all work, from 0 to 1, and the current stage.
  void show(double done, const std::string& now);
  void finished(const std::string& stage);

 private:
  double elapsed() const;
  void clear_line() const;

  bool is_terminal_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace ballast::experiments
