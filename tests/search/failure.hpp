#pragma once
/// What a check throws when a promise is broken: `kind` for the tally, `what()` with the numbers.

#include <cstdarg>
#include <cstdio>
#include <stdexcept>
#include <string>

namespace search {

/// printf into a string.
[[gnu::format(printf, 1, 2)]] inline std::string format(const char* pattern, ...) {
  char text[1024];
  va_list arguments;
  va_start(arguments, pattern);
  (void)std::vsnprintf(text, sizeof text, pattern, arguments);
  va_end(arguments);
  return text;
}

/// For printf: -Wdouble-promotion wants it said.
constexpr double wide(float x) {
  return static_cast<double>(x);
}

class Failure : public std::runtime_error {
 public:
  Failure(const std::string& kind, const std::string& details)
      : std::runtime_error(details.empty() ? kind : kind + ": " + details), kind_(kind) {}

  const std::string& kind() const { return kind_; }

 private:
  std::string kind_;
};

inline void require(bool holds, const char* kind, const std::string& details = {}) {
  if (!holds) { throw Failure(kind, details); }
}

}  // namespace search
