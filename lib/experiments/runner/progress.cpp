#include "experiments/runner/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace ballast::experiments {
namespace {

constexpr int bar_width = 30;

/// A forecast from the first seconds would only jump around.
constexpr double seconds_before_forecast = 1.0;

std::string time_text(double seconds) {
  const int whole = static_cast<int>(std::ceil(seconds));
  return whole < 60 ? fmt::format("{} s", whole) : fmt::format("{} min {:02} s", whole / 60, whole % 60);
}

}  // namespace

Progress::Progress() : is_terminal_(::isatty(STDERR_FILENO) != 0), start_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  clear_line();
}

double Progress::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Progress::clear_line() const {
  if (is_terminal_) { std::fputs("\r\033[K", stderr); }
}

void Progress::show(const Work& work, const std::string& now) {
  if (!is_terminal_) { return; }
  const double left = work.all - work.there - work.done;
  const double share = work.all > 0.0 ? 1.0 - left / work.all : 1.0;
  const int filled = static_cast<int>(share * bar_width);
  const bool can_tell = elapsed() >= seconds_before_forecast && work.done > 0.0;
  const std::string forecast = can_tell ? time_text(elapsed() * left / work.done) + " left" : "";
  fmt::print(stderr, "\r\033[K[{:#<{}}{:.<{}}] {:3.0f} %  {}  {}", "", filled, "", bar_width - filled, 100.0 * share,
             now, forecast);
  std::fflush(stderr);
}

void Progress::resumes(std::size_t there, std::size_t all) {
  fmt::print(stderr, "resuming: {} of {} trials are there\n", there, all);
}

void Progress::finished(const std::string& stage) {
  clear_line();
  fmt::print(stderr, "{} done after {}\n", stage, time_text(elapsed()));
}

}  // namespace ballast::experiments
