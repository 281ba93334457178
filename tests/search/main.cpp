// A seeded random search for broken promises: --help says how to run it, case.hpp what is checked.

#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <exception>
#include <stdexcept>

#include "case.hpp"
#include "failure.hpp"
#include "options.hpp"

namespace search {
namespace {

/// CPU time of this process: as much is tried on a machine that is busy.
double seconds_used() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

class Progress {
 public:
  explicit Progress(double seconds) : seconds_(seconds) {}

  /// Once a second, and only on a terminal.
  void show(const Tally& tally) {
    const double now = seconds_used();
    if (!is_shown_ || now < next_) { return; }
    next_ = now + 1.0;
    (void)std::fprintf(stderr, "\r%.0f of %.0f s, %llu cases, %llu failures ", now, seconds_,
                       static_cast<unsigned long long>(tally.cases), static_cast<unsigned long long>(tally.failures()));
  }
  void clear() const {
    if (is_shown_) { (void)std::fprintf(stderr, "\r%60s\r", ""); }
  }

 private:
  double seconds_;
  double next_ = 1.0;
  bool is_shown_ = isatty(STDERR_FILENO) != 0;
};

int run_one(const Options& options) {
  Tally tally;
  std::string description;
  const std::string failure = run_case(options.seed, *options.only_case, tally, description);
  std::printf("%s\n", failure.empty() ? ("passes: " + description).c_str() : failure.c_str());
  std::printf("%s\n", tally.summary().c_str());
  return failure.empty() ? 0 : 1;
}

int run_all(const Options& options) {
  Tally tally;
  Progress progress(options.seconds);
  for (uint64_t number = 0;; ++number) {
    const bool is_over = options.cases ? number >= *options.cases : seconds_used() >= options.seconds;
    if (is_over || (tally.failures() > 0 && !options.keeps_going)) { break; }
    std::string description;
    const std::string failure = run_case(options.seed, number, tally, description);
    if (!failure.empty()) {
      progress.clear();
      std::printf("%s\n", failure.c_str());
      (void)std::fflush(stdout);
    }
    progress.show(tally);
  }
  progress.clear();
  std::printf("%s\n", tally.summary().c_str());
  return tally.failures() > 0 ? 1 : 0;
}

int run(int count, const char* const* arguments) {
  const Options options = parse_options(count, arguments);
  if (options.wants_help) {
    std::printf("%s", help_text);
    return 0;
  }
  return options.only_case ? run_one(options) : run_all(options);
}

}  // namespace
}  // namespace search

int main(int count, char** arguments) {
  try {
    return search::run(count, arguments);
  } catch (const std::exception& error) {
    (void)std::fprintf(stderr, "search: %s\n", error.what());
    return 2;
  }
}
