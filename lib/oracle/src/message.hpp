#pragma once
/// Messages of errors, put together from their parts, and a check that several functions need.

#include <ballast/oracle/number.hpp>

#include <cmath>
#include <sstream>
#include <string>

namespace ballast::oracle {

template <class... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream stream;
  stream.precision(15);
  (stream << ... << parts);
  return stream.str();
}

/// "1 entry", "2 entries"
template <class Count>
std::string counted(Count count, const char* one, const char* many) {
  return text(count, " ", count == 1 ? one : many);
}

template <class Count>
std::string entries(Count count) {
  return counted(count, "entry", "entries");
}
template <class Count>
std::string number_of_states(Count count) {
  return counted(count, "state", "states");
}

template <class... Parts>
[[noreturn]] void fail(const Parts&... parts) {
  throw ModelError(text(parts...));
}

inline void check_positive(const char* name, Scalar value) {
  if (!(std::isfinite(value) && value > 0)) { fail(name, " is ", value, ", it must be finite and above 0"); }
}

}  // namespace ballast::oracle
