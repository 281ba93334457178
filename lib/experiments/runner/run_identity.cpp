#include "experiments/runner/run_identity.hpp"

#include <fmt/format.h>

#include <map>
#include <sstream>

namespace ballast::experiments {
namespace {

using Options = std::map<std::string, std::string>;

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// "--seed 1 --quick" -> {seed: 1, quick: }
Options options_in(const std::string& line) {
  Options options;
  std::istringstream words(line);
  std::string word;
  std::string name;
  while (words >> word) {
    if (word.rfind("--", 0) == 0) {
      name = word.substr(2);
      options[name];
    } else {
      options[name] += (options[name].empty() ? "" : " ") + word;
    }
  }
  return options;
}

/// An option that only one of them has, or has with another value.
std::string difference(const Options& a, const Options& b) {
  for (const auto& [name, value] : a) {
    const auto other = b.find(name);
    if (other == b.end()) { return fmt::format("--{} was given to one of them only", name); }
    if (other->second != value) { return fmt::format("another {}: {} and {}", name, value, other->second); }
  }
  return "";
}

}  // namespace

std::string difference(const RunIdentity& a, const RunIdentity& b) {
  if (a.kind != b.kind) { return fmt::format("another command: {} and {}", a.kind, b.kind); }
  if (a.version != b.version) { return fmt::format("Ballast {} and {}", a.version, b.version); }
  const Options of_a = options_in(first_line(a.text));
  const Options of_b = options_in(first_line(b.text));
  std::string options = difference(of_a, of_b);
  if (!options.empty()) { return options; }
  std::string back = difference(of_b, of_a);
  if (!back.empty()) { return back; }
  return a.text == b.text ? "" : "another experiment";
}

}  // namespace ballast::experiments
