#include "io/cpp_text.hpp"

#include <fmt/format.h>

#include <set>

#include "experiments/files/error.hpp"

namespace tool {

using ballast::experiments::InputError;

namespace {

bool is_name(const std::string& name) {
  static const std::set<std::string> taken = {
      "alignas",       "alignof",      "and",       "and_eq",    "asm",          "auto",
      "ballast",       "bitand",       "bitor",     "bool",      "break",        "case",
      "catch",         "char",         "char16_t",  "char32_t",  "char8_t",      "class",
      "co_await",      "co_return",    "co_yield",  "compl",     "concept",      "const",
      "consteval",     "const_cast",   "constexpr", "constinit", "continue",     "decltype",
      "default",       "delete",       "do",        "double",    "dynamic_cast", "else",
      "enum",          "etl",          "explicit",  "export",    "extern",       "false",
      "float",         "for",          "friend",    "goto",      "if",           "inline",
      "int",           "long",         "main",      "mutable",   "namespace",    "new",
      "noexcept",      "not",          "not_eq",    "nullptr",   "operator",     "or",
      "or_eq",         "private",      "protected", "public",    "register",     "reinterpret_cast",
      "requires",      "return",       "short",     "signed",    "sizeof",       "static",
      "static_assert", "static_cast",  "std",       "struct",    "switch",       "template",
      "this",          "thread_local", "throw",     "true",      "try",          "typedef",
      "typeid",        "typename",     "union",     "unsigned",  "using",        "virtual",
      "void",          "volatile",     "wchar_t",   "while",     "xor",          "xor_eq"};
  const std::string letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const bool is_made_of_letters = name.find_first_not_of(letters + "0123456789_") == std::string::npos;
  return !name.empty() && is_made_of_letters && letters.find(name.front()) != std::string::npos &&
         name.find("__") == std::string::npos && taken.count(name) == 0;
}

}  // namespace

void check_name(const std::string& name) {
  if (!is_name(name)) { throw InputError(fmt::format("--name: '{}' is not a valid C++ name", name)); }
}

std::string literal(float x) {
  return fmt::format("{:a}F", x);
}
std::string literal(double x) {
  return fmt::format("{:a}", x);
}

template <class T>
std::string row(const std::vector<T>& numbers, const std::string& indent) {
  std::string text = indent + "{";
  std::size_t line_begin = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::string next = literal(numbers[i]) + (i + 1 == numbers.size() ? "}" : ",");
    if (text.size() - line_begin + next.size() > 118) {
      text += "\n";
      line_begin = text.size();
      text += indent;
    }
    text += (i > 0 && text.back() == ',' ? " " : "") + next;
  }
  return text;
}

template std::string row(const std::vector<float>&, const std::string&);
template std::string row(const std::vector<double>&, const std::string&);

}  // namespace tool
