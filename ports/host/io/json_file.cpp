#include "io/json_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <set>
#include <string_view>

#include "experiments/files/error.hpp"
#include "io/line_reader.hpp"

namespace tool {

using ballast::experiments::InputError;

namespace {

std::string read_all(std::FILE* file, const std::string& name) {
  std::string text;
  std::vector<char> buffer(1U << 16U);
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), file)) {
    text.append(buffer.data(), size);
  }
  if (std::ferror(file) != 0) { throw InputError(fmt::format("{}: cannot be read: {}", name, std::strerror(errno))); }
  return text;
}

std::string read_text(const std::string& path) {
  if (path == "-") { return read_all(stdin, name_of_input(path)); }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) { throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno))); }
  return read_all(file.get(), path);
}

/// Of the byte that the parser stopped at; all of them are counted from 1.
std::string line_and_column(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
  const std::size_t line_start = before.rfind('\n') + 1;  // 0 where there is none
  return fmt::format("{}:{}", std::count(before.begin(), before.end(), '\n') + 1, before.size() - line_start + 1);
}

/// The parser's message without its number, and without the place, which the message has already.
std::string reason(const std::string& message) {
  const std::size_t number_end = message.find("] ");
  const std::size_t place_end = message.find(": ");
  if (place_end != std::string::npos) { return message.substr(place_end + 2); }
  return number_end == std::string::npos ? message : message.substr(number_end + 2);
}

/// The parser would silently keep the last of two entries with the same key.
template <class Json>
class RepeatedKeys {
 public:
  explicit RepeatedKeys(const std::string& name) : name_(name) {}

  void see(typename Json::parse_event_t event, const Json& parsed) {
    using Event = typename Json::parse_event_t;
    if (event == Event::object_start) { keys_.emplace_back(); }
    if (event == Event::object_end) { keys_.pop_back(); }
    if (event == Event::key && !keys_.back().insert(parsed.template get_ref<const std::string&>()).second) {
      throw InputError(fmt::format("{}: the key {} appears twice", name_,
                                   tool::quoted(parsed.template get_ref<const std::string&>())));
    }
  }

 private:
  const std::string& name_;
  std::vector<std::set<std::string>> keys_;  // of each object that is not complete
};

template <class Json>
Json parse(const std::string& text, const std::string& name) {
  if (text.empty()) { throw InputError(fmt::format("{}:1:1: the file is empty", name)); }
  try {
    RepeatedKeys<Json> keys(name);
    return Json::parse(text, [&](int /*depth*/, typename Json::parse_event_t event, const Json& parsed) {
      keys.see(event, parsed);
      return true;
    });
  } catch (const typename Json::parse_error& error) {
    throw InputError(fmt::format("{}:{}: {}", name, line_and_column(text, error.byte), reason(error.what())));
  } catch (const typename Json::exception& error) {  // a number beyond the range
    throw InputError(fmt::format("{}: {}", name, reason(error.what())));
  }
}

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

}  // namespace

std::string name_of_input(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

template <class Json>
Json read_json(const std::string& path) {
  return parse<Json>(read_text(path), name_of_input(path));
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

template LongJson read_json(const std::string&);
template nlohmann::json read_json(const std::string&);
template long double number_of(const LongJson&, const std::string&);
template double number_of(const nlohmann::json&, const std::string&);

}  // namespace tool
