#pragma once
/// A check for options that are counts or seeds.

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <string>

namespace tool {

/// CLI11 reads -1, and any number that is out of range, as the largest number.
inline std::string check_whole_number(const std::string& text) {
  uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stopped == end ? "" : fmt::format("'{}' is not a whole number, or too large", text);
}

}  // namespace tool
