#include "log_reader.hpp"

#include <ballast/ieee754.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "number.hpp"

namespace tool {
namespace {

std::size_t column_of(std::string_view line, const char* at) {
  return static_cast<std::size_t>(at - line.data()) + 1;
}

std::size_t count_fields(std::string_view line) {
  return static_cast<std::size_t>(std::count(line.begin(), line.end(), ',')) + 1;
}

/// Checks that the fields of the header are `leading` and then prefix_0, prefix_1, ...; returns how many of the latter.
std::size_t read_header(LineReader& lines, const std::vector<std::string>& leading, const std::string& prefix) {
  const auto expected = [&](std::size_t field) {
    return field < leading.size() ? leading[field] : fmt::format("{}_{}", prefix, field - leading.size());
  };
  std::string_view line;
  if (!lines.next(line)) {
    throw InputError(fmt::format("{}:1:1: the file is empty, not even a header", lines.name()));
  }
  const std::size_t fields = count_fields(line);
  std::size_t begin = 0;
  for (std::size_t field = 0; field < std::max(fields, leading.size() + 1); ++field) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    const std::string_view found = begin <= line.size() ? line.substr(begin, end - begin) : "";
    if (field >= leading.size() + most_features) {
      throw lines.error(begin + 1, fmt::format("more than {} features", most_features));
    }
    if (found != expected(field)) {
      throw lines.error(begin + 1,
                        fmt::format("the header has {} where it must have '{}'", quoted(found), expected(field)));
    }
    begin = end + 1;
  }
  return fields - leading.size();
}

/// What is wrong with a row whose field `field` begins at `at`, and is not what it should be.
InputError row_error(const LineReader& lines, std::string_view line, const char* at, std::size_t fields,
                     const std::string& label, const char* what) {
  const std::size_t found = count_fields(line);
  if (found != fields) {
    return lines.error(std::min(column_of(line, at), line.size() + 1),
                       fmt::format("the row has {} field{}, the header {}", found, found == 1 ? "" : "s", fields));
  }
  const std::string_view rest = line.substr(column_of(line, at) - 1);
  const std::string_view text = rest.substr(0, rest.find(','));
  if (text.empty()) { return lines.error(column_of(line, at), fmt::format("{} is missing", label)); }
  return lines.error(column_of(line, at), fmt::format("{} is {}, not {}", label, quoted(text), what));
}

}  // namespace

template <class T>
LogReader<T>::LogReader(const std::string& path)
    : lines_(path), dimension_(read_header(lines_, {"t", "reward"}, "phi")) {}

template <class T>
std::string LogReader<T>::label(std::size_t field) const {
  return field < 2 ? (field == 0 ? "t" : "the reward") : fmt::format("phi_{}", field - 2);
}

template <class T>
void LogReader<T>::refuse(std::string_view line, const char* at) const {
  const std::size_t field = count_fields(line.substr(0, column_of(line, at) - 1)) - 1;
  throw row_error(lines_, line, at, dimension_ + 2, label(field), field == 0 ? "a whole number" : "a number");
}

template <class T>
bool LogReader<T>::next(LogRow<T>& row) {
  std::string_view line;
  if (!lines_.next(line)) { return false; }
  const char* at = line.data();
  const char* const end = at + line.size();
  row.line = lines_.line_number();
  row.phi.resize(dimension_);
  row.bad_feature_column = 0;

  const auto [behind_t, error] = std::from_chars(at, end, row.t);
  if (error != std::errc{} || *behind_t != ',') { refuse(line, at); }
  at = behind_t + 1;

  row.has_reward = *at != ',';
  row.reward_column = column_of(line, at);
  row.reward = T{0};
  if (row.has_reward) {
    const Number<T> reward = read_number<T>(at, end);
    if (reward.end == at || *reward.end != ',') { refuse(line, at); }
    row.reward = reward.value;
    at = reward.end;
  }

  for (std::size_t i = 0; i < dimension_; ++i) {
    if (*at != ',') { refuse(line, end); }
    ++at;
    const Number<T> number = read_number<T>(at, end);
    if (number.end == at || (*number.end != ',' && number.end != end)) { refuse(line, at); }
    if (!ballast::is_finite(number.value) && row.bad_feature_column == 0) {
      row.bad_feature = i;
      row.bad_feature_column = column_of(line, at);
    }
    row.phi[i] = number.value;
    at = number.end;
  }
  if (at != end) { refuse(line, at + 1); }
  return true;
}

template <class T>
std::vector<T> read_vector(const std::string& path, const std::string& prefix, std::size_t dimension) {
  LineReader lines(path);
  const std::size_t fields = read_header(lines, {}, prefix);
  if (fields != dimension) {
    throw lines.error(1, fmt::format("{} numbers, but the log has {} features", fields, dimension));
  }
  std::string_view line;
  if (!lines.next(line)) { throw lines.error(1, "a row of numbers must follow"); }
  std::vector<T> numbers;
  const char* const end = line.data() + line.size();
  const char* at = line.data();
  while (numbers.size() < dimension) {
    const Number<T> number = read_number<T>(at, end);
    const bool is_last = numbers.size() + 1 == dimension;
    if (number.end == at || (is_last ? number.end != end : *number.end != ',')) {
      throw row_error(lines, line, at, dimension, fmt::format("{}_{}", prefix, numbers.size()), "a number");
    }
    numbers.push_back(number.value);
    at = number.end + 1;
  }
  if (lines.next(line)) { throw lines.error(1, "one row of numbers only"); }
  return numbers;
}

template class LogReader<float>;
template class LogReader<double>;
template std::vector<float> read_vector(const std::string& path, const std::string& prefix, std::size_t dimension);
template std::vector<double> read_vector(const std::string& path, const std::string& prefix, std::size_t dimension);

}  // namespace tool
