#pragma once
/// A text of the user in a message.

#include <string>
#include <string_view>

namespace ballast::experiments {

/// In quotes, cut short if it is long; what cannot be printed is shown as '?'.
inline std::string shown(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result = "'";
  for (const char c : text.substr(0, longest)) { result += c >= ' ' && c <= '~' ? c : '?'; }
  return result + (text.size() > longest ? "...'" : "'");
}

}  // namespace ballast::experiments
