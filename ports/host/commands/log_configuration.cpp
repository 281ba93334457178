#include "commands/log_configuration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "commands/fingerprint_option.hpp"
#include "io/log_reader.hpp"

namespace tool {
namespace {

struct Key {
  const char* name;
  const char* option;                 ///< of `replay`; nullptr if it says where the log comes from
  std::string LearnerOptions::*text;  ///< nullptr if it is not part of the learner's options
};

constexpr Key keys[] = {
    {"environment", nullptr, nullptr},
    {"seed", nullptr, nullptr},
    {"steps", nullptr, nullptr},
    {"features", nullptr, nullptr},
    {"fingerprint", nullptr, nullptr},
    {"scalar", "--scalar", nullptr},
    {"rule", "--rule", &LearnerOptions::rule},
    {"lambda", "--lambda", &LearnerOptions::lambda},
    {"ratio", "--ratio", &LearnerOptions::ratio},
    {"schedule", "--schedule", &LearnerOptions::schedule},
    {"average_reward_schedule", "--average-reward-schedule", &LearnerOptions::average_reward_schedule},
    {"projection", "--projection", &LearnerOptions::projection},
    {"constant_direction", "--constant-direction", &LearnerOptions::constant_direction},
    {"omega0", "--omega0", &LearnerOptions::omega0},
};

const Key* find_key(const std::string& name) {
  const auto* const key = std::find_if(std::begin(keys), std::end(keys), [&](const Key& k) { return k.name == name; });
  return key == std::end(keys) ? nullptr : key;
}

std::string all_keys() {
  std::string names;
  for (const Key& key : keys) { names += fmt::format("{}{}", names.empty() ? "" : ", ", key.name); }
  return names;
}

/// Defaults, apart from one.
LearnerOptions options_with(const Key& key, const std::string& value) {
  LearnerOptions options;
  options.*key.text = value;
  return options;
}

template <class T>
T start_of(const LearnerOptions& options, std::size_t dimension) {
  return start_learner<T>(options, dimension)->average_reward();
}

}  // namespace

LogConfiguration::LogConfiguration(const std::vector<LineReader::Comment>& comments, const std::string& log)
    : log_(log) {
  for (const LineReader::Comment& comment : comments) { read_line(comment); }
  (void)fingerprint();
}

void LogConfiguration::read_line(const LineReader::Comment& comment) {
  const std::string& text = comment.text;
  const std::size_t first_column = std::strlen(log_comment) + 1;
  for (std::size_t begin = text.find_first_not_of(' '); begin != std::string::npos;) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    read_word(text.substr(begin, end - begin), comment.line, first_column + begin);
    begin = text.find_first_not_of(' ', end);
  }
}

void LogConfiguration::read_word(const std::string& word, uint64_t line, std::size_t column) {
  const std::string place = fmt::format("{}:{}:{}", log_, line, column);
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == word.size()) {
    throw InputError(fmt::format("{}: {} is not key=value", place, quoted(word)));
  }
  const std::string key = word.substr(0, equals);
  if (find_key(key) == nullptr) {
    throw InputError(fmt::format("{}: the key {} is unknown; it may be {}", place, quoted(key), all_keys()));
  }
  const auto [at, is_new] = entries_.insert({key, {word.substr(equals + 1), line, column}});
  if (!is_new) { throw InputError(fmt::format("{}: {} is in line {} already", place, key, at->second.line)); }
}

const std::string* LogConfiguration::find(const std::string& key) const {
  const auto at = entries_.find(key);
  return at == entries_.end() ? nullptr : &at->second.value;
}

std::string LogConfiguration::line_of(const Entry& entry) const {
  return fmt::format("{}:{}", log_, entry.line);
}
std::string LogConfiguration::place_of(const Entry& entry) const {
  return fmt::format("{}:{}:{}", log_, entry.line, entry.column);
}

template <class T>
void LogConfiguration::check_value(const std::string& key, const Entry& entry, std::size_t dimension) const {
  try {
    (void)start_learner<T>(options_with(*find_key(key), entry.value), dimension);
  } catch (const InputError& error) { throw InputError(fmt::format("{}: {}", place_of(entry), error.what())); }
}

/// If it says something else than the log.
template <class T>
void LogConfiguration::refuse_option(const std::string& name, const Entry& entry, const LearnerOptions& options,
                                     std::size_t dimension) const {
  const Key& key = *find_key(name);
  const LearnerOptions of_log = options_with(key, entry.value);
  const auto learner = start_learner<T>(of_log, dimension);
  if (name != "omega0") {
    return refuse_contradiction(options, {key.option}, learner->settings(), line_of(entry), dimension);
  }
  if (start_of<T>(of_log, dimension) != start_of<T>(options_with(key, options.omega0), dimension)) {
    throw InputError(
        fmt::format("--omega0 {}: {} has {}; leave the option out", options.omega0, line_of(entry), entry.value));
  }
}

template <class T>
LearnerOptions LogConfiguration::merged(const LearnerOptions& options, const std::set<std::string>& given,
                                        std::size_t dimension) const {
  LearnerOptions result = options;
  for (const auto& [name, entry] : entries_) {
    const Key& key = *find_key(name);
    if (key.text == nullptr) { continue; }
    check_value<T>(name, entry, dimension);
    if (given.count(key.option) != 0) { refuse_option<T>(name, entry, options, dimension); }
    result.*key.text = entry.value;
  }
  return result;
}

std::string LogConfiguration::scalar(const std::string& option, bool is_given) const {
  const auto at = entries_.find("scalar");
  if (at == entries_.end()) { return option; }
  const Entry& entry = at->second;
  if (entry.value != "float" && entry.value != "double" && entry.value != "fixed") {
    throw InputError(fmt::format("{}: scalar {} is not float, double or fixed", place_of(entry), quoted(entry.value)));
  }
  if (is_given && option != entry.value) {
    throw InputError(fmt::format("--scalar {}: {} has {}; leave the option out", option, line_of(entry), entry.value));
  }
  return entry.value;
}

uint32_t LogConfiguration::fingerprint() const {
  const auto at = entries_.find("fingerprint");
  if (at == entries_.end()) { return 0; }
  try {
    return parse_fingerprint(at->second.value).value_or(0);
  } catch (const InputError&) {
    throw InputError(
        fmt::format("{}: fingerprint {} is not a number below 2^32", place_of(at->second), quoted(at->second.value)));
  }
}

template <class T>
void LogConfiguration::refuse_contradiction_to(const LearnerSettings<T>& settings, const char* scalar,
                                               const std::string& source, std::size_t dimension) const {
  const auto refuse = [&](const std::string& name, const Entry& entry, const std::string& has) {
    throw InputError(fmt::format("{}: {}={}: {} has {}", place_of(entry), name, entry.value, source, has));
  };
  for (const auto& [name, entry] : entries_) {
    const Key& key = *find_key(name);
    if (name == "scalar" && entry.value != scalar) { refuse(name, entry, scalar); }
    if (key.text == nullptr || name == "omega0") { continue; }
    check_value<T>(name, entry, dimension);
    try {
      refuse_contradiction(options_with(key, entry.value), {key.option}, settings, source, dimension);
    } catch (const InputError&) {
      const std::string has = options_of(settings).*key.text;
      refuse(name, entry, has.empty() ? "none" : has);
    }
  }
}

void LogConfiguration::check_features(std::size_t dimension) const {
  const auto at = entries_.find("features");
  if (at != entries_.end() && at->second.value != std::to_string(dimension)) {
    throw InputError(
        fmt::format("{}: features={}, but the header has {}", place_of(at->second), at->second.value, dimension));
  }
}

std::string LogConfiguration::assumed(const LearnerOptions& used, const std::set<std::string>& given) const {
  std::string result;
  for (const Key& key : keys) {
    if (key.option == nullptr || find(key.name) != nullptr || given.count(key.option) != 0) { continue; }
    const bool is_ratio = key.text == &LearnerOptions::ratio;
    const std::string value = key.text == nullptr ? "float" : is_ratio ? ratio_of(used) : used.*key.text;
    if (value.empty() || value == "0") { continue; }
    result += fmt::format(" {} {}", key.option, value);
  }
  return result;
}

void report_assumed(const LogConfiguration& configuration, const LearnerOptions& used,
                    const std::set<std::string>& given, const std::string& log) {
  const std::string assumed = configuration.assumed(used, given);
  if (assumed.empty()) { return; }
  fmt::print(stderr, "ballast: {}: assumed{} (no option and no line '{}' says otherwise)\n", log, assumed, log_comment);
}

template LearnerOptions LogConfiguration::merged<float>(const LearnerOptions&, const std::set<std::string>&,
                                                        std::size_t) const;
template LearnerOptions LogConfiguration::merged<double>(const LearnerOptions&, const std::set<std::string>&,
                                                         std::size_t) const;
template void LogConfiguration::refuse_contradiction_to(const LearnerSettings<float>&, const char*, const std::string&,
                                                        std::size_t) const;
template void LogConfiguration::refuse_contradiction_to(const LearnerSettings<double>&, const char*, const std::string&,
                                                        std::size_t) const;

}  // namespace tool
