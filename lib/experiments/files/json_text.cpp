#include "experiments/files/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <set>

#include "experiments/files/error.hpp"
#include "experiments/text/shown.hpp"

namespace ballast::experiments {
namespace {

/// The parser's message without its number, and without the place, which the message has already.
std::string reason(const std::string& message) {
  const std::size_t number_end = message.find("] ");
  const std::size_t place_end = message.find(": ");
  if (place_end != std::string::npos) { return message.substr(place_end + 2); }
  return number_end == std::string::npos ? message : message.substr(number_end + 2);
}

/// The byte, counted from 1, of key number `index` in a text, which is JSON up to there.
std::size_t byte_of_key(std::string_view text, std::size_t index) {
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      begin = at;
      while (text[++at] != '"') { at += text[at] == '\\' ? 1U : 0U; }
    } else if (text[at] == ':' && index-- == 0) {
      break;
    }
  }
  return begin + 1;
}

/// The number that is too large, in the parser's message, is in quotation marks.
std::size_t byte_of_number(std::string_view text, const std::string& message) {
  const std::size_t begin = message.find('\'') + 1;
  const std::size_t at = text.find(message.substr(begin, message.rfind('\'') - begin));
  return at == std::string_view::npos ? 1 : at + 1;
}

/// The parser would silently keep the last of two entries with the same key.
template <class Json>
class RepeatedKeys {
 public:
  RepeatedKeys(const std::string& name, std::string_view text) : name_(name), text_(text) {}

  void see(typename Json::parse_event_t event, const Json& parsed) {
    using Event = typename Json::parse_event_t;
    if (event == Event::object_start) { keys_.emplace_back(); }
    if (event == Event::object_end) { keys_.pop_back(); }
    if (event != Event::key) { return; }
    const auto& key = parsed.template get_ref<const std::string&>();
    if (!keys_.back().insert(key).second) {
      throw InputError(fmt::format("{}:{}: the key {} appears twice", name_,
                                   line_and_column(text_, byte_of_key(text_, seen_)), shown(key)));
    }
    ++seen_;
  }

 private:
  const std::string& name_;
  std::string_view text_;
  std::size_t seen_ = 0;                     // keys
  std::vector<std::set<std::string>> keys_;  // of each object that is not complete
};

long double out_of_range(const char* text, long double /*type*/) {
  return std::strtold(text, nullptr);
}
double out_of_range(const char* text, double /*type*/) {
  return std::strtod(text, nullptr);
}

template <class Number>
Number from_text(const std::string& text, const std::string& place) {
  Number value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::invalid_argument || stopped != end) {
    throw InputError(fmt::format("{} must be a number, not '{}'", place, text));
  }
  return error == std::errc{} ? value : out_of_range(text.c_str(), value);  // infinite, or nearly 0
}

// --- the place of a value in a text ---------------------------------------------------------------------------------

/// Walks over JSON that was parsed before: nothing is checked.
class Walk {
 public:
  explicit Walk(std::string_view text) : text_(text) { skip_space(); }

  std::size_t at() const { return at_; }

  /// Into the value here: to that of a key, or of an index.
  void enter(const std::string& key) {
    const bool is_object = text_[at_] == '{';
    step();
    for (std::size_t i = 0;; ++i) {
      const bool is_here = is_object ? name_is(key) : std::to_string(i) == key;
      if (is_here) { return; }
      skip_value();
      step();  // a comma
    }
  }

 private:
  void skip_space() {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) { ++at_; }
  }
  void step() {
    ++at_;
    skip_space();
  }
  void skip_string() {
    while (text_[++at_] != '"') { at_ += text_[at_] == '\\' ? 1U : 0U; }
    step();
  }
  /// Reads a name and the colon after it.
  bool name_is(const std::string& key) {
    const std::size_t begin = at_;
    skip_string();
    const std::string_view name = text_.substr(begin, at_ - begin);
    step();
    return nlohmann::json::parse(name).get<std::string>() == key;
  }
  void skip_value() {
    std::size_t depth = 0;
    do {
      const char c = text_[at_];
      if (c == '"') {
        skip_string();
      } else if (c == '{' || c == '[') {
        ++depth;
        step();
      } else if (c == '}' || c == ']') {
        --depth;
        step();
      } else {
        at_ = std::min(text_.size(), text_.find_first_of(",]} \t\r\n", at_ + 1));
        skip_space();
      }
      while (depth > 0 && (text_[at_] == ',' || text_[at_] == ':')) { step(); }
    } while (depth > 0);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string line_and_column(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
  const std::size_t line_start = before.rfind('\n') + 1;  // 0 where there is none
  return fmt::format("{}:{}", std::count(before.begin(), before.end(), '\n') + 1, before.size() - line_start + 1);
}

template <class Json>
Json parse_json(const std::string& text, const std::string& name) {
  if (text.empty()) { throw InputError(fmt::format("{}:1:1: the file is empty", name)); }
  try {
    RepeatedKeys<Json> keys(name, text);
    return Json::parse(text, [&](int /*depth*/, typename Json::parse_event_t event, const Json& parsed) {
      keys.see(event, parsed);
      return true;
    });
  } catch (const typename Json::parse_error& error) {
    throw InputError(fmt::format("{}:{}: {}", name, line_and_column(text, error.byte), reason(error.what())));
  } catch (const typename Json::exception& error) {  // a number beyond the range
    const std::string message = reason(error.what());
    throw InputError(fmt::format("{}:{}: {}", name, line_and_column(text, byte_of_number(text, message)), message));
  }
}

template <class Json>
typename Json::number_float_t number_of(const Json& json, const std::string& place) {
  using Number = typename Json::number_float_t;
  if (!json.is_number() && !json.is_string()) {
    throw InputError(fmt::format("{} must be a number, not {}", place, json.type_name()));
  }
  return json.is_string() ? from_text<Number>(json.template get_ref<const std::string&>(), place)
                          : json.template get<Number>();
}

std::size_t byte_of(std::string_view text, const std::vector<std::string>& path) {
  Walk walk(text);
  for (const std::string& key : path) { walk.enter(key); }
  return walk.at() + 1;
}

template LongJson parse_json(const std::string&, const std::string&);
template nlohmann::json parse_json(const std::string&, const std::string&);
template long double number_of(const LongJson&, const std::string&);
template double number_of(const nlohmann::json&, const std::string&);

}  // namespace ballast::experiments
