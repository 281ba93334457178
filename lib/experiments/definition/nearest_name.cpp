#include "experiments/definition/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace ballast::experiments {
namespace {

/// Case, '-' and '_' do not count: they are what is most often mistaken.
std::string simplified(const std::string& name) {
  std::string result;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return result;
}

/// Letters to insert, delete or replace (Levenshtein).
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0U : 1U);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest_name(const std::string& given, const std::vector<std::string>& names) {
  std::string nearest;
  std::size_t fewest = given.size() / 3 + 2;  // more is another word
  for (const std::string& name : names) {
    const std::string a = simplified(given);
    const std::string b = simplified(name);
    const bool is_part = a.size() >= 3 && (b.find(a) == 0 || a.find(b) == 0);  // lambda and lambdas
    const std::size_t changes = is_part ? 1 : distance(a, b);
    if (changes < fewest && changes < std::max(a.size(), b.size())) {
      fewest = changes;
      nearest = name;
    }
  }
  return nearest;
}

std::string hint(const std::string& given, const std::vector<std::string>& names) {
  const std::string nearest = nearest_name(given, names);
  if (!nearest.empty()) { return fmt::format("; did you mean '{}'?", nearest); }
  if (names.size() == 1) { return fmt::format("; it must be {}", names.front()); }
  return fmt::format("; it must be {} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
}

}  // namespace ballast::experiments
