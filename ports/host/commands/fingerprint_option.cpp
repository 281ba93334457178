#include "commands/fingerprint_option.hpp"

#include <fmt/format.h>

#include <charconv>

#include "experiments/files/error.hpp"

namespace tool {

using ballast::experiments::InputError;

std::optional<uint32_t> parse_fingerprint(const std::string& text) {
  if (text.empty()) { return {}; }
  const bool is_hexadecimal = text.rfind("0x", 0) == 0;
  const char* const begin = text.data() + (is_hexadecimal ? 2 : 0);
  const char* const end = text.data() + text.size();
  uint32_t number = 0;
  const auto [stopped, error] = std::from_chars(begin, end, number, is_hexadecimal ? 16 : 10);
  if (error != std::errc{} || stopped != end) {
    throw InputError(fmt::format("--fingerprint: '{}' is not a number below 2^32", text));
  }
  return number;
}

uint32_t fingerprint_from(const std::string& text, std::optional<uint32_t> saved, const std::string& source) {
  const std::optional<uint32_t> given = parse_fingerprint(text);
  if (given && saved && *given != *saved) {
    throw InputError(fmt::format("--fingerprint {}: {} has 0x{:08X}: its features are others; leave the option out",
                                 text, source, *saved));
  }
  return given ? *given : saved.value_or(0);
}

}  // namespace tool
