#include "experiments/text/number_format.hpp"

#include <fmt/format.h>

#include <cmath>

#include "experiments/text/plural.hpp"

namespace ballast::experiments {
namespace {

constexpr const char* minus = "\u2212";

std::string with_true_minus(const std::string& text) {
  return text.empty() || text.front() != '-' ? text : minus + text.substr(1);
}

}  // namespace

std::string power_of_ten(int exponent) {
  static constexpr const char* digits[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                           "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string result = exponent < 0 ? "10\u207b" : "10";
  for (const char digit : fmt::format("{}", std::abs(exponent))) { result += digits[digit - '0']; }
  return result;
}

std::string format_number(double number) {
  if (number == 0.0) { return "0"; }
  if (std::isnan(number)) { return "none"; }
  if (std::isinf(number)) { return number < 0 ? std::string(minus) + "\u221e" : "\u221e"; }
  const std::string scientific = fmt::format("{:.2e}", number);  // -1.23e+04
  const std::size_t e = scientific.find('e');
  const int exponent = std::stoi(scientific.substr(e + 1));
  if (exponent >= -3 && exponent < 4) {
    return with_true_minus(fmt::format("{:.{}f}", number, exponent >= 2 ? 0 : 2 - exponent));
  }
  return fmt::format("{}\u00a0\u00d7\u00a0{}", with_true_minus(scientific.substr(0, e)), power_of_ten(exponent));
}

std::string as_given(double number) {
  return with_true_minus(fmt::format("{:.12g}", number));
}

std::string with_commas(std::uint64_t count) {
  std::string digits = fmt::format("{}", count);
  for (std::size_t place = digits.size(); place > 3;) {
    place -= 3;
    digits.insert(place, ",");
  }
  return digits;
}

std::string listed(const std::vector<std::string>& items) {
  std::string result;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) { result += i + 1 == items.size() ? " and " : ", "; }
    result += items[i];
  }
  return result;
}

std::string counted(std::uint64_t count, const std::string& noun) {
  return fmt::format("{} {}", with_commas(count), plural(count, noun));
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\'': result += "&#39;"; break;
      default:
        if (static_cast<unsigned char>(letter) >= ' ' || letter == '\n') { result += letter; }  // XML has no others
    }
  }
  return result;
}

}  // namespace ballast::experiments
