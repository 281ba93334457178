#pragma once
/// Messages of errors, put together from their parts.

#include <ballast/oracle/number.hpp>

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

template <class... Parts>
[[noreturn]] void fail(const Parts&... parts) {
  throw ModelError(text(parts...));
}

}  // namespace ballast::oracle
