#include "experiments/text/math_markup.hpp"

#include <cctype>
#include <string_view>
#include <utility>

#include "experiments/text/number_format.hpp"

namespace ballast::experiments {
namespace {

constexpr std::pair<std::string_view, const char*> letters[] = {
    {"beta", "\u03b2"},  {"lambda", "\u03bb"}, {"omega", "\u03c9"},   {"theta", "\u03b8"}, {"phi", "\u03c6"},
    {"pi", "\u03c0"},    {"Pi", "\u03a0"},     {"epsilon", "\u03b5"}, {"alpha", "\u03b1"}, {"delta", "\u03b4"},
    {"gamma", "\u03b3"}, {"tau", "\u03c4"},    {"rho", "\u03c1"},     {"Delta", "\u0394"}, {"Theta", "\u0398"},
    {"Phi", "\u03a6"},   {"Sigma", "\u03a3"},
};

constexpr std::pair<std::string_view, const char*> signs[] = {
    {"||", "\u2016"},    {"<=", "\u2264"},  {">=", "\u2265"},         {"+-", "\u00b1"},
    {" x ", " \u00d7 "}, {"...", "\u2026"}, {" = ", "\u00a0=\u00a0"}, {" - ", "\u00a0\u2212\u00a0"},
};

bool is_in_name(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

bool is_digit(char letter) {
  return std::isdigit(static_cast<unsigned char>(letter)) != 0;
}

bool is_in_number(char letter) {
  return is_digit(letter) || letter == '.';
}

std::string_view taken_while(std::string_view text, bool (*is_part)(char)) {
  std::size_t length = 0;
  while (length < text.size() && is_part(text[length])) { ++length; }
  return text.substr(0, length);
}

/// Unicode has subscripts for these; others keep their _ or ^.
std::string subscript_as_text(std::string_view name) {
  static constexpr const char* digits[] = {"\u2080", "\u2081", "\u2082", "\u2083", "\u2084",
                                           "\u2085", "\u2086", "\u2087", "\u2088", "\u2089"};
  if (name == "t") { return "\u209c"; }
  if (name.size() == 1 && std::isdigit(static_cast<unsigned char>(name[0])) != 0) { return digits[name[0] - '0']; }
  return "_" + std::string(name);
}

std::string superscript_as_text(std::string_view number) {
  if (number.find('.') != std::string_view::npos) { return "^" + std::string(number); }
  return power_of_ten(std::stoi(std::string(number))).substr(2);
}

class Typesetter {
 public:
  Typesetter(std::string_view text, bool is_html) : rest_(text), is_html_(is_html) {}

  std::string run() {
    while (!rest_.empty()) {
      if (!take_sign() && !take_power() && !take_minus() && !take_scientific() && !take_name()) { take_letter(); }
    }
    return result_;
  }

 private:
  bool take_sign() {
    for (const auto& [plain, sign] : signs) {
      if (rest_.substr(0, plain.size()) != plain) { continue; }
      result_ += sign;
      drop(plain.size());
      return true;
    }
    return false;
  }

  /// ^2, ^0.99
  bool take_power() {
    if (rest_.front() != '^') { return false; }
    std::string_view number = taken_while(rest_.substr(1), is_in_number);
    while (!number.empty() && number.back() == '.') { number.remove_suffix(1); }  // the end of a sentence
    if (number.empty()) { return false; }
    result_ += is_html_ ? "<sup>" + std::string(number) + "</sup>" : superscript_as_text(number);
    drop(1 + number.size());
    return true;
  }

  /// A minus, not a hyphen: before a number, and between blanks.
  bool take_minus() {
    const bool is_after_gap = last_ == ' ' || last_ == '(' || last_ == '[';
    if (rest_.front() != '-' || !is_after_gap || rest_.size() < 2) { return false; }
    if (rest_[1] != ' ' && !is_in_number(rest_[1])) { return false; }
    result_ += "\u2212";
    drop(1);
    return true;
  }

  /// 2.49e+04, 1e6
  bool take_scientific() {
    const std::string_view digits = taken_while(rest_, is_in_number);
    const std::string_view after = rest_.substr(digits.size());
    if (digits.empty() || after.size() < 2 || after[0] != 'e') { return false; }
    const std::size_t sign = after[1] == '+' || after[1] == '-' ? 1 : 0;
    const std::string_view exponent = taken_while(after.substr(1 + sign), is_digit);
    if (exponent.empty() || exponent.size() > 3) { return false; }
    const std::size_t length = digits.size() + 1 + sign + exponent.size();
    const int power = (after[1] == '-' ? -1 : 1) * std::stoi(std::string(exponent));
    if (power >= 0 && power < 4) {
      result_ += format_number(std::stod(std::string(rest_.substr(0, length))));
    } else {
      result_ += (digits == "1" ? "" : std::string(digits) + "\u00a0\u00d7\u00a0") + power_of_ten(power);
    }
    drop(length);
    return true;
  }

  bool take_name() {
    const std::string_view name = taken_while(rest_, is_in_name);
    if (name.empty()) { return false; }
    const std::size_t line = name.find('_');
    const std::string_view base = name.substr(0, line);
    const char* const letter = letter_of(base);
    const bool is_like_c_lambda = line == 1 && letter_of(name.substr(2)) != nullptr;
    if (letter == nullptr && !is_like_c_lambda) {
      result_ += std::string(name);
    } else {
      result_ += letter != nullptr ? letter : std::string(base);
      if (line != std::string_view::npos) { add_subscript(name.substr(line + 1)); }
    }
    drop(name.size());
    return true;
  }

  static const char* letter_of(std::string_view name) {
    for (const auto& [plain, letter] : letters) {
      if (plain == name) { return letter; }
    }
    return nullptr;
  }

  void add_subscript(std::string_view name) {
    if (const char* const letter = letter_of(name)) { name = letter; }
    result_ += is_html_ ? "<sub>" + std::string(name) + "</sub>" : subscript_as_text(name);
  }

  void take_letter() {
    const std::string letter(rest_.substr(0, 1));
    result_ += is_html_ ? escaped(letter) : letter;
    drop(1);
  }

  void drop(std::size_t length) {
    last_ = rest_[length - 1];
    rest_.remove_prefix(length);
  }

  std::string_view rest_;
  bool is_html_;
  char last_ = ' ';
  std::string result_;
};

}  // namespace

std::string math_markup(const std::string& plain) {
  return Typesetter(plain, false).run();
}

std::string math_markup_html(const std::string& plain) {
  return Typesetter(plain, true).run();
}

}  // namespace ballast::experiments
