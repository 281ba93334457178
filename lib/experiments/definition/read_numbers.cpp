#include "experiments/definition/read_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace ballast::experiments {
namespace {

constexpr std::size_t most_numbers = 100000;

/// A power of ten that makes both whole; 0 if there is none.
double common_unit(double from, double step) {
  for (double unit = 1.0; unit <= 1e12; unit *= 10.0) {
    const auto is_whole = [&](double x) { return std::round(x * unit) / unit == x; };
    if (is_whole(from) && is_whole(step)) { return unit; }
  }
  return 0.0;
}

/// As quotients of whole numbers: 3 / 10 is the number that 0.3 is read as, 3 x 0.1 is not.
void add_steps(const JsonNode& node, double from, double to, std::vector<double>& numbers) {
  const double step = node["step"].positive_number();
  const double unit = common_unit(from, step);
  if (unit == 0.0) { node["step"].fail("from and step have too many digits"); }
  if ((to - from) / step > static_cast<double>(most_numbers)) { node.fail("more than {} numbers", most_numbers); }
  for (std::size_t i = 0;; ++i) {
    const double x = (std::round(from * unit) + static_cast<double>(i) * std::round(step * unit)) / unit;
    if (x > to + 1e-9 * step) { return; }
    numbers.push_back(x);
  }
}

/// To twelve digits: 10, not 10.000000000000002.
double rounded(double x) {
  return std::strtod(fmt::format("{:.12g}", x).c_str(), nullptr);
}

void add_factors(const JsonNode& node, double from, double to, std::vector<double>& numbers) {
  const std::uint32_t count = node["count"].whole_number(2, most_numbers);
  if (!(from > 0.0)) { node["from"].fail("{} is not above 0: equal factors need that", from); }
  if (!std::isfinite(to / from)) { node.fail("\"to\" is too far from \"from\""); }
  for (std::uint32_t i = 0; i + 1 < count; ++i) {
    numbers.push_back(rounded(from * std::pow(to / from, i / (count - 1.0))));
  }
  numbers.push_back(to);
}

void add_range(const JsonNode& node, std::vector<double>& numbers) {
  node.require_keys({"from", "to", "step", "count"});
  for (const char* key : {"from", "to"}) {
    if (!node.has(key)) { node.fail("there is no \"{}\"", key); }
  }
  if (node.has("step") == node.has("count")) { node.fail("there must be either \"step\" or \"count\""); }
  const double from = node["from"].number();
  const double to = node["to"].number();
  if (!(from < to)) { node.fail("\"from\" is not below \"to\""); }
  node.has("step") ? add_steps(node, from, to, numbers) : add_factors(node, from, to, numbers);
}

}  // namespace

std::vector<double> read_numbers(const JsonNode& node) {
  std::vector<double> numbers;
  for (const JsonNode& element : node.elements()) {
    if (element.is_object()) {
      add_range(element, numbers);
    } else {
      numbers.push_back(element.number());
    }
    if (numbers.size() > most_numbers) { node.fail("more than {} numbers", most_numbers); }
  }
  std::sort(numbers.begin(), numbers.end());
  const auto twice = std::adjacent_find(numbers.begin(), numbers.end());
  if (twice != numbers.end()) { node.fail("{} is there twice", *twice); }
  return numbers;
}

std::vector<double> read_positive_numbers(const JsonNode& node) {
  const std::vector<double> numbers = read_numbers(node);
  if (!(numbers.front() > 0.0)) { node.fail("{} is not above 0", numbers.front()); }
  for (const double x : {numbers.front(), numbers.back()}) {
    if (x < smallest_number || x > largest_number) {
      node.fail("{} is not from {} to {}", x, smallest_number, largest_number);
    }
  }
  return numbers;
}

}  // namespace ballast::experiments
