#include "io/log_reader.hpp"

#include <ballast/math/ieee754.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <set>

#include "experiments/text/plural.hpp"
#include "io/number.hpp"

namespace tool {

using ballast::experiments::InputError;
using ballast::experiments::plural;

namespace {

std::size_t column_of(std::string_view line, const char* at) {
  return static_cast<std::size_t>(at - line.data()) + 1;
}

std::size_t count_fields(std::string_view line) {
  return static_cast<std::size_t>(std::count(line.begin(), line.end(), ',')) + 1;
}

/// The columns that a file must have: `leading` and then prefix_0, prefix_1, ...
struct Columns {
  std::vector<std::string> leading;
  std::string prefix;
  std::string hint;  ///< what to do about another column
  std::size_t most = most_features;

  std::string name(std::size_t i) const {
    return i < leading.size() ? leading[i] : fmt::format("{}_{}", prefix, i - leading.size());
  }

  /// Refuses a header field at `place` that is not the name of column `i`.
  void check(const LineReader& lines, std::size_t i, std::string_view found, std::size_t place) const {
    if (i >= leading.size() + most) { throw lines.error(place, fmt::format("more than {} features", most)); }
    if (found != name(i)) {
      throw lines.error(place,
                        fmt::format("the header has {} where it must have '{}'{}", quoted(found), name(i), hint));
    }
  }
};

/// Checks that the header has the columns it must have, and all that are to be ignored; returns which of its columns
/// are the latter.
std::vector<bool> read_header(LineReader& lines, const Columns& columns, const std::vector<std::string>& ignored) {
  std::string_view line;
  if (!lines.next(line)) { throw InputError(fmt::format("{}:1:1: the file is empty: it has no header", lines.name())); }
  std::set<std::string, std::less<>> absent(ignored.begin(), ignored.end());
  std::vector<bool> is_ignored;
  std::size_t needed = 0;
  for (std::size_t begin = 0; begin <= line.size() || needed <= columns.leading.size();) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    const bool is_there = begin <= line.size();
    const std::string_view found = is_there ? line.substr(begin, end - begin) : "";
    is_ignored.push_back(is_there && std::count(ignored.begin(), ignored.end(), found) != 0);
    if (!is_ignored.back()) { columns.check(lines, needed++, found, begin + 1); }
    if (const auto at = absent.find(found); at != absent.end()) { absent.erase(at); }
    begin = end + 1;
  }
  if (!absent.empty()) {
    throw InputError(fmt::format("--ignore {}: {} has no such column", *absent.begin(), lines.name()));
  }
  return is_ignored;
}

bool is_column_of_a_log(const std::string& name) {
  const bool is_feature = name.rfind("phi_", 0) == 0 && name.find_first_not_of("0123456789", 4) == std::string::npos;
  return name == "t" || name == "reward" || is_feature;
}

std::vector<bool> read_log_header(LineReader& lines, const std::vector<std::string>& ignored) {
  lines.keep_comments(log_comment);
  const auto needed = std::find_if(ignored.begin(), ignored.end(), is_column_of_a_log);
  if (needed != ignored.end()) { throw InputError(fmt::format("--ignore {}: this column is needed", *needed)); }
  return read_header(lines, {{"t", "reward"}, "phi", "; --ignore leaves columns out"}, ignored);
}

/// How many columns are ignored before each one that is not, and at the end. Nothing if none is.
std::vector<std::size_t> runs_of_ignored(const std::vector<bool>& is_ignored) {
  if (std::count(is_ignored.begin(), is_ignored.end(), true) == 0) { return {}; }
  std::vector<std::size_t> runs = {0};
  for (const bool is_one : is_ignored) {
    if (is_one) {
      ++runs.back();
    } else {
      runs.push_back(0);
    }
  }
  return runs;
}

const char* end_of_field(const char* at, const char* end) {
  return std::find(at, end, ',');
}

const char* end_of(std::string_view line) {
  return line.data() + line.size();
}

/// What is wrong with a row whose field `field` begins at `at`, and is not what it should be.
InputError row_error(const LineReader& lines, std::string_view line, const char* at, std::size_t fields,
                     const std::string& label, const char* what) {
  const std::size_t found = count_fields(line);
  if (found != fields) {
    return lines.error(std::min(column_of(line, at), line.size() + 1),
                       fmt::format("the row has {} {}, the header {}", found, plural(found, "field"), fields));
  }
  const std::string_view rest = line.substr(column_of(line, at) - 1);
  const std::string_view text = rest.substr(0, rest.find(','));
  if (text.empty()) { return lines.error(column_of(line, at), fmt::format("{} is missing", label)); }
  return lines.error(column_of(line, at), fmt::format("{} is {}, not {}", label, quoted(text), what));
}

}  // namespace

template <class T>
LogReader<T>::LogReader(std::unique_ptr<InputFile> file, const std::vector<std::string>& ignored)
    : lines_(std::move(file)),
      is_ignored_(read_log_header(lines_, ignored)),
      dimension_(static_cast<std::size_t>(std::count(is_ignored_.begin(), is_ignored_.end(), false)) - 2),
      ignored_before_(runs_of_ignored(is_ignored_)) {}

/// The name of a column that is read.
template <class T>
std::string LogReader<T>::label(std::size_t column) const {
  const auto begin = is_ignored_.begin();
  const auto last = begin + static_cast<std::ptrdiff_t>(std::min(column, is_ignored_.size()));
  const auto field = static_cast<std::size_t>(std::count(begin, last, false));
  return field < 2 ? (field == 0 ? "t" : "the reward") : fmt::format("phi_{}", field - 2);
}

template <class T>
void LogReader<T>::refuse(std::string_view line, const char* at) const {
  const std::size_t column = count_fields(line.substr(0, column_of(line, at) - 1)) - 1;
  const std::string name = label(column);
  throw row_error(lines_, line, at, is_ignored_.size(), name, name == "t" ? "a whole number" : "a number");
}

/// From where a field may begin to where field number `field` of those that are read begins.
template <class T>
const char* LogReader<T>::skip_ignored(std::string_view line, const char* at, std::size_t field) const {
  if (ignored_before_.empty()) { return at; }
  for (std::size_t n = ignored_before_[field]; n > 0; --n) {
    at = end_of_field(at, end_of(line));
    if (at == end_of(line)) { refuse(line, at); }
    ++at;
  }
  return at;
}

/// From the end of the last field that is read to the end of the line, past the ignored fields.
template <class T>
const char* LogReader<T>::skip_last_ignored(std::string_view line, const char* at) const {
  if (ignored_before_.empty()) { return at; }
  for (std::size_t n = ignored_before_.back(); n > 0; --n) {
    if (*at != ',') { refuse(line, end_of(line)); }
    at = end_of_field(at + 1, end_of(line));
  }
  return at;
}

template <class T>
const char* LogReader<T>::read_t(LogRow<T>& row, std::string_view line) const {
  const char* const at = skip_ignored(line, line.data(), 0);
  const auto [after, error] = std::from_chars(at, end_of(line), row.t);
  if (error != std::errc{} || *after != ',') { refuse(line, at); }
  return after;
}

template <class T>
const char* LogReader<T>::read_reward(LogRow<T>& row, std::string_view line, const char* at) const {
  at = skip_ignored(line, at + 1, 1);
  row.has_reward = *at != ',';
  row.reward_column = column_of(line, at);
  row.reward = T{0};
  if (!row.has_reward) { return at; }
  const Number<T> reward = read_number<T>(at, end_of(line));
  if (reward.end == at || *reward.end != ',') { refuse(line, at); }
  row.reward = reward.value;
  return reward.end;
}

template <class T>
const char* LogReader<T>::read_feature(LogRow<T>& row, std::size_t i, std::string_view line, const char* at) const {
  if (*at != ',') { refuse(line, end_of(line)); }
  at = skip_ignored(line, at + 1, i + 2);
  const Number<T> number = read_number<T>(at, end_of(line));
  if (number.end == at || (*number.end != ',' && number.end != end_of(line))) { refuse(line, at); }
  if (number.value != T{0}) { ++row.active; }
  const bool is_good = std::fabs(number.value) <= largest_feature_ && row.active <= most_active_;
  if (!is_good && row.bad_feature_column == 0) {
    row.bad_feature = i;
    row.bad_feature_column = column_of(line, at);
  }
  row.phi.values[i] = number.value;
  return number.end;
}

template <class T>
bool LogReader<T>::next(LogRow<T>& row) {
  std::string_view line;
  if (!lines_.next(line)) { return false; }
  if (line_without_reward_ != 0) {
    throw InputError(fmt::format("{}:{}:{}: the reward is missing: only the last row may omit it", lines_.name(),
                                 line_without_reward_, column_without_reward_));
  }
  row.line = lines_.line_number();
  row.phi.dimension = dimension_;
  row.phi.values.resize(dimension_);
  row.bad_feature_column = 0;
  row.active = 0;

  const char* at = read_reward(row, line, read_t(row, line));
  for (std::size_t i = 0; i < dimension_; ++i) { at = read_feature(row, i, line, at); }
  at = skip_last_ignored(line, at);
  if (at != end_of(line)) { refuse(line, at + 1); }
  line_without_reward_ = row.has_reward ? 0 : row.line;
  column_without_reward_ = row.reward_column;
  return true;
}

namespace {

/// The numbers of the only row.
template <class T>
std::vector<T> read_only_row(LineReader& lines, const Columns& columns, std::size_t count) {
  std::string_view line;
  if (!lines.next(line)) { throw lines.error(1, "a row of numbers must follow"); }
  std::vector<T> numbers;
  const char* const end = line.data() + line.size();
  const char* at = line.data();
  while (numbers.size() < count) {
    const Number<T> number = read_number<T>(at, end);
    const bool is_last = numbers.size() + 1 == count;
    if (number.end == at || (is_last ? number.end != end : *number.end != ',')) {
      throw row_error(lines, line, at, count, columns.name(numbers.size()), "a number");
    }
    numbers.push_back(number.value);
    at = number.end + 1;
  }
  if (lines.next(line)) { throw lines.error(1, "there must be only one row of numbers"); }
  return numbers;
}

}  // namespace

template <class T>
std::vector<T> read_vector(const std::string& path, const std::string& prefix, std::size_t dimension) {
  LineReader lines(path);
  const Columns columns{{}, prefix, ""};
  const std::size_t fields = read_header(lines, columns, {}).size();
  if (fields != dimension) {
    throw lines.error(1, fmt::format("{} {}, but the log has {} {}", fields, plural(fields, "number"), dimension,
                                     plural(dimension, "feature")));
  }
  return read_only_row<T>(lines, columns, fields);
}

template <class T>
Estimates<T> read_estimates(const std::string& path) {
  constexpr std::size_t most_weights = std::size_t{1} << 20U;
  LineReader lines(path);
  const Columns columns{{"omega"}, "theta", "; the columns are omega,theta_0,theta_1,...", most_weights};
  const std::size_t fields = read_header(lines, columns, {}).size();
  const std::vector<T> numbers = read_only_row<T>(lines, columns, fields);
  return {numbers.front(), {numbers.begin() + 1, numbers.end()}};
}

template class LogReader<float>;
template class LogReader<double>;
template std::vector<float> read_vector(const std::string& path, const std::string& prefix, std::size_t dimension);
template std::vector<double> read_vector(const std::string& path, const std::string& prefix, std::size_t dimension);
template Estimates<float> read_estimates(const std::string& path);
template Estimates<double> read_estimates(const std::string& path);

}  // namespace tool
