#include <ballast/math/ieee754.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "io/binary_log_writer.hpp"
#include "io/number.hpp"
#include "io/record_bytes.hpp"
#include "io/record_csv.hpp"

namespace tool {

using ballast::Status;

namespace {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

bool begins_with(std::string_view text, std::string_view beginning) {
  return text.substr(0, beginning.size()) == beginning;
}

/// nan(0x7fc00001)
template <class T>
std::optional<T> odd_nan_from(std::string_view text) {
  typename ballast::Ieee754<T>::Word bits = 0;
  const char* const end = text.data() + text.size() - 1;
  const auto [stopped, error] = std::from_chars(text.data() + std::strlen(odd_nan), end, bits, 16);
  const T x = ballast::from_bits<T>(bits);
  if (error != std::errc{} || stopped != end || *end != ')' || !ballast::is_nan(x)) { return {}; }
  return x;
}

/// All of the text, which another byte follows, as read_number() needs it.
template <class T>
std::optional<T> exact_number_from(std::string_view text) {
  if (text.empty()) { return {}; }
  if (begins_with(text, odd_nan)) { return odd_nan_from<T>(text); }
  const char* const end = text.data() + text.size();
  const Number<T> read = read_number<T>(text.data(), end);
  return read.end == end ? std::optional<T>(read.value) : std::nullopt;
}

/// The words key=value of a line.
class Words {
 public:
  Words(const LineReader& lines, std::string_view text) : lines_(lines) {
    for (const std::string_view word : split(text, ' ')) {
      const std::size_t equals = word.find('=');
      if (word.empty()) { continue; }
      if (equals == std::string_view::npos) { throw lines.error(1, quoted(word) + " is not key=value"); }
      words_[std::string(word.substr(0, equals))] = word.substr(equals + 1);
    }
  }

  std::string_view text(const std::string& key) const {
    const auto at = words_.find(key);
    if (at == words_.end()) { throw lines_.error(1, key + "= is missing"); }
    return at->second;
  }

  template <class Number>
  Number number(const std::string& key) const {
    const std::string_view digits = text(key);
    Number x{};
    if constexpr (std::is_floating_point_v<Number>) {
      const std::optional<Number> read = exact_number_from<Number>(digits);
      if (!read) { throw lines_.error(1, fmt::format("{}={} is not a number", key, quoted(digits))); }
      return *read;
    }
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), x);
    if (error != std::errc{} || end != digits.data() + digits.size()) {
      throw lines_.error(1, fmt::format("{}={} is not a number that it can be", key, quoted(digits)));
    }
    return x;
  }

  /// Which one of these it is.
  template <class Choice>
  Choice choice(const std::string& key, std::initializer_list<Choice> choices) const {
    for (const Choice x : choices) {
      if (text(key) == name_of(x)) { return x; }
    }
    throw lines_.error(1, fmt::format("{}={} is unknown", key, quoted(text(key))));
  }

 private:
  const LineReader& lines_;
  std::map<std::string, std::string_view> words_;
};

LogLayout read_layout(LineReader& lines) {
  std::string_view line;
  if (!lines.next_raw(line) || line.substr(0, std::strlen(records_comment)) != records_comment) {
    throw lines.error(1, fmt::format("the first line must be '{} ...'", records_comment));
  }
  const Words words(lines, line.substr(std::strlen(records_comment)));
  LogLayout layout;
  layout.written_as =
      words.choice("features", {WrittenAs::array, WrittenAs::one_hot, WrittenAs::active, WrittenAs::pairs});
  layout.features = words.number<uint32_t>("dimension");
  layout.actions = words.number<uint32_t>("actions");
  layout.index_bytes = layout.features < 65536 ? 2 : 4;
  const bool is_double = words.text("scalar") == "double";
  if (!is_double && words.text("scalar") != "float") { throw lines.error(1, "the scalar is not float or double"); }
  layout.number_bytes = is_double ? 8 : 4;
  if (layout.actions > 32 || layout.features == 0) { throw lines.error(1, "at most 32 actions, at least 1 feature"); }
  return layout;
}

template <class T>
class RecordCsvReader {
 public:
  RecordCsvReader(LineReader& lines, const LogLayout& layout, OutputFile& out)
      : lines_(lines), layout_(layout), out_(out), writer_(layout) {}

  void run() {
    std::string_view line;
    bool has_header = false;
    while (lines_.next_raw(line)) {
      line_ = line;
      if (line.substr(0, std::strlen(block_comment)) == block_comment) {
        begin_block(Words(lines_, line.substr(std::strlen(block_comment))));
      } else if (line.empty() || line.front() == '#') {
        continue;
      } else if (!has_header) {
        has_header = line == records_header;
        if (!has_header) { throw lines_.error(1, fmt::format("the header must be '{}'", records_header)); }
      } else {
        add_row();
      }
    }
    end_block();
  }

 private:
  void begin_block(const Words& words) {
    end_block();
    kind_ = words.choice("kind", {BlockKind::start, BlockKind::state, BlockKind::checkpoint, BlockKind::records});
    number_ = words.number<uint32_t>("number");
    ticks_ = words.number<uint32_t>("ticks");
    least_words_ = words.number<uint16_t>("words");
    is_open_ = true;
    tick_ = ticks_;
    value_ = T{1};
    contents_.clear();
    if (kind_ == BlockKind::records) {
      writer_.begin_block();
      return append(contents_, words.number<T>("average_reward"));
    }
    append(contents_, words.number<uint32_t>("length"));
    append(contents_, words.number<uint32_t>("at"));
    add_hex(words.text("bytes"));
  }

  void add_hex(std::string_view digits) {
    for (std::size_t i = 0; i < digits.size(); i += 2) {
      uint8_t byte = 0;
      const char* const begin = digits.data() + i;
      if (digits.size() - i < 2 || std::from_chars(begin, begin + 2, byte, 16).ptr != begin + 2) {
        throw lines_.error(1, "bytes= are not hexadecimal digits");
      }
      contents_.push_back(byte);
    }
  }

  void end_block() {
    if (!is_open_) { return; }
    is_open_ = false;
    try {
      write_block(out_, kind_, number_, ticks_, layout_, contents_, least_words_);
    } catch (const InputError& error) { throw lines_.error(1, error.what()); }
  }

  [[noreturn]] void refuse(std::string_view field, const char* what) const {
    throw lines_.error(static_cast<std::size_t>(field.data() - line_.data()) + 1,
                       fmt::format("{} is not {}", quoted(field), what));
  }

  template <class Number>
  Number number(std::string_view field, const char* what, int base = 10) const {
    Number x{};
    const char* const end = field.data() + field.size();
    if constexpr (std::is_floating_point_v<Number>) {
      const std::optional<Number> read = exact_number_from<Number>(field);
      if (!read) { refuse(field, what); }
      x = *read;
    } else {
      const auto [stopped, error] = std::from_chars(field.data(), end, x, base);
      if (error != std::errc{} || stopped != end) { refuse(field, what); }
    }
    return x;
  }

  RecordKind kind_of(std::string_view field) const {
    for (uint32_t k = 1; k < record_kinds; ++k) {
      if (field == name_of(static_cast<RecordKind>(k))) { return static_cast<RecordKind>(k); }
    }
    refuse(field, "a kind of record");
  }
  Status status_of(std::string_view field) const {
    for (uint32_t k = 0; is_status(static_cast<Status>(k)); ++k) {
      if (field == name(static_cast<Status>(k))) { return static_cast<Status>(k); }
    }
    refuse(field, "a status");
  }
  bool flag(std::string_view field) const {
    if (field != "0" && field != "1" && !field.empty()) { refuse(field, "0 or 1"); }
    return field == "1";
  }
  uint32_t set_of(std::string_view field) const {
    if (field.substr(0, 2) != "0x") { refuse(field, "a set: 0x..."); }
    return number<uint32_t>(field.substr(2), "a set", 16);
  }

  void add_row() {
    if (!is_open_ || kind_ != BlockKind::records) {
      throw lines_.error(1, fmt::format("a row before a line '{} kind=records ...'", block_comment));
    }
    const std::vector<std::string_view> fields = split(line_, ',');
    if (fields.size() != 10) { throw lines_.error(1, fmt::format("{} fields instead of 10", fields.size())); }
    check_tick(fields[0]);
    Record<T> record;
    record.kind = kind_of(fields[1]);
    refuse_unused(record.kind, fields);
    if (has_reward(record.kind)) { record.reward = number<T>(fields[2], "a number"); }
    record.has_feasible = !fields[3].empty();
    if (record.has_feasible) { record.feasible = set_of(fields[3]); }
    if (!fields[4].empty()) { record.action = number<uint32_t>(fields[4], "an action"); }
    if (record.action > 31) { refuse(fields[4], "an action"); }
    record.is_exploring = flag(fields[5]);
    record.has_learned = flag(fields[6]);
    if (!fields[7].empty()) { record.status = status_of(fields[7]); }
    if (!fields[8].empty()) { record.number = number<uint32_t>(fields[8], "a number"); }
    if (has_features(record.kind)) { read_features(record, fields[9]); }
    if (record.kind == RecordKind::readings) { read_readings(record, fields[9]); }
    writer_.write(record, contents_);
    tick_ += record.kind == RecordKind::gap ? record.number : is_tick(record.kind) ? 1 : 0;
  }

  /// It follows from the line of the block and the rows before; a log has no other place for it.
  void check_tick(std::string_view field) const {
    if (number<uint64_t>(field, "a tick") == tick_) { return; }
    throw lines_.error(1, fmt::format("t is {}, and by the rows before it is tick {}", quoted(field), tick_));
  }

  /// What would not be in the log.
  void refuse_unused(RecordKind kind, const std::vector<std::string_view>& fields) const {
    const bool has_number = kind == RecordKind::saved || kind == RecordKind::gap;
    const bool has_list = has_features(kind) || kind == RecordKind::readings;
    if (!has_reward(kind) && !fields[2].empty()) { refuse(fields[2], "empty: the record has no reward"); }
    if (!has_number && !fields[8].empty()) { refuse(fields[8], "empty: the record has no number"); }
    if (!has_list && !fields[9].empty()) { refuse(fields[9], "empty: the record has no features"); }
  }

  void read_readings(Record<T>& record, std::string_view field) const {
    if (field.empty()) { return; }
    for (const std::string_view x : split(field, ' ')) { record.readings.push_back(number<float>(x, "a number")); }
  }

  void read_features(Record<T>& record, std::string_view field) {
    Features<T>& features = record.features;
    features.is_sparse = layout_.written_as != WrittenAs::array;
    const bool can_be_invalid = layout_.written_as == WrittenAs::one_hot || layout_.written_as == WrittenAs::pairs;
    if (layout_.written_as == WrittenAs::active && begins_with(field, value_alone)) {
      value_ = number<T>(field.substr(std::strlen(value_alone)), "a number");
    } else if (field == not_valid && can_be_invalid) {
      features.indices.assign(1, no_feature);
      features.values.assign(1, T{0});
    } else if (!field.empty()) {
      for (const std::string_view pair : split(field, ' ')) { read_pair(features, pair); }
    }
    if (!features.is_sparse) { features.indices.clear(); }
    const std::size_t count = features.values.size();
    const bool is_whole = layout_.written_as == WrittenAs::array     ? count == layout_.features
                          : layout_.written_as == WrittenAs::one_hot ? count == 1
                                                                     : count < 65535;
    if (!is_whole) { refuse(field, "as many features as there must be"); }
    check_values(features, field);
    if (!features.values.empty()) { value_ = features.values.front(); }
    record.value = value_;
  }

  /// Active features have one value, that of a one-hot vector is 1.
  void check_values(const Features<T>& features, std::string_view field) const {
    const bool is_one_hot = layout_.written_as == WrittenAs::one_hot && features.indices.front() != no_feature;
    if (is_one_hot && features.values.front() != 1) { refuse(field, "a feature with the value 1"); }
    if (layout_.written_as != WrittenAs::active || features.values.empty()) { return; }
    const auto bits = ballast::to_bits(features.values.front());
    const auto is_other = [bits](T x) { return ballast::to_bits(x) != bits; };
    if (std::any_of(features.values.begin(), features.values.end(), is_other)) {
      refuse(field, "a list of features with the same value");
    }
  }

  void read_pair(Features<T>& features, std::string_view pair) const {
    const std::size_t colon = pair.find(':');
    if (colon == std::string_view::npos) { refuse(pair, "index:value"); }
    const auto index = number<uint32_t>(pair.substr(0, colon), "an index");
    const std::size_t lowest = features.indices.empty() ? 0 : std::size_t{features.indices.back()} + 1;
    if (index >= layout_.features || index < lowest) { refuse(pair, "a feature, in ascending order"); }
    features.indices.push_back(index);
    features.values.push_back(number<T>(pair.substr(colon + 1), "index:value"));
  }

  LineReader& lines_;
  LogLayout layout_;
  OutputFile& out_;
  RecordWriter<T> writer_;
  std::string_view line_;
  bool is_open_ = false;
  BlockKind kind_ = BlockKind::records;
  uint32_t number_ = 0;
  uint32_t ticks_ = 0;
  uint64_t tick_ = 0;  // of the next row
  std::size_t least_words_ = 0;
  std::vector<uint8_t> contents_;
  T value_{1};
};

}  // namespace

void read_record_csv(std::unique_ptr<InputFile> file, OutputFile& out) {
  LineReader lines(std::move(file));
  const LogLayout layout = read_layout(lines);
  layout.number_bytes == 8 ? RecordCsvReader<double>(lines, layout, out).run()
                           : RecordCsvReader<float>(lines, layout, out).run();
}

}  // namespace tool
