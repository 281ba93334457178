#include "io/model_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "experiments/files/error.hpp"
#include "io/line_reader.hpp"

namespace tool {

using ballast::experiments::InputError;

namespace {

using ballast::oracle::Rows;
using ballast::oracle::Scalar;

/// With the solver's numbers, so that none is rounded to double on its way there.
using Json = nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, Scalar>;

// --- text -----------------------------------------------------------------------------------------------------------

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
class RepeatedKeys {
 public:
  explicit RepeatedKeys(const std::string& name) : name_(name) {}

  void see(Json::parse_event_t event, const Json& parsed) {
    using Event = Json::parse_event_t;
    if (event == Event::object_start) { keys_.emplace_back(); }
    if (event == Event::object_end) { keys_.pop_back(); }
    if (event == Event::key && !keys_.back().insert(parsed.get_ref<const std::string&>()).second) {
      throw InputError(
          fmt::format("{}: the key {} appears twice", name_, tool::quoted(parsed.get_ref<const std::string&>())));
    }
  }

 private:
  const std::string& name_;
  std::vector<std::set<std::string>> keys_;  // of each object that is not complete
};

Json parse(const std::string& text, const std::string& name) {
  if (text.empty()) { throw InputError(fmt::format("{}:1:1: the file is empty", name)); }
  try {
    RepeatedKeys keys(name);
    return Json::parse(text, [&](int /*depth*/, Json::parse_event_t event, const Json& parsed) {
      keys.see(event, parsed);
      return true;
    });
  } catch (const Json::parse_error& error) {
    throw InputError(fmt::format("{}:{}: {}", name, line_and_column(text, error.byte), reason(error.what())));
  } catch (const Json::exception& error) {  // a number beyond long double
    throw InputError(fmt::format("{}: {}", name, reason(error.what())));
  }
}

// --- numbers --------------------------------------------------------------------------------------------------------

/// The beginning of the messages below: the file, and then the entry.
struct Place {
  std::string file;
  std::string entry;

  Place operator[](std::size_t i) const { return {file, fmt::format("{}[{}]", entry, i)}; }

  template <class... Arguments>
  [[noreturn]] void fail(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
    throw InputError(fmt::format("{}: {} {}", file, entry, fmt::format(format, std::forward<Arguments>(arguments)...)));
  }
};

Scalar from_text(const std::string& text, const Place& place) {
  Scalar value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::invalid_argument || stopped != end) { place.fail("must be a number, not '{}'", text); }
  return error == std::errc{} ? value : std::strtold(text.c_str(), nullptr);  // out of range: infinite, or nearly 0
}

// Numbers beyond double are refused, because no learner could be compared with the answer.
Scalar read_number(const Json& json, const Place& place) {
  if (!json.is_number() && !json.is_string()) { place.fail("must be a number, not {}", json.type_name()); }
  const Scalar value = json.is_string() ? from_text(json.get_ref<const std::string&>(), place) : json.get<Scalar>();
  if (!(std::abs(value) <= Scalar{std::numeric_limits<double>::max()})) {
    place.fail("is not finite, or beyond the range of double");
  }
  return value;
}

std::vector<Scalar> read_numbers(const Json& json, const Place& place) {
  if (!json.is_array()) { place.fail("must be a list of numbers, not {}", json.type_name()); }
  std::vector<Scalar> numbers;
  for (const Json& number : json) { numbers.push_back(read_number(number, place[numbers.size()])); }
  return numbers;
}

Rows read_rows(const Json& json, const Place& place) {
  if (!json.is_array()) { place.fail("must be a list of rows, not {}", json.type_name()); }
  Rows rows;
  for (const Json& row : json) { rows.push_back(read_numbers(row, place[rows.size()])); }
  return rows;
}

}  // namespace

std::string name_of_input(const std::string& path) {
  return path == "-" ? "standard input" : path;
}

ballast::oracle::Model read_model(const std::string& path) {
  const std::string name = name_of_input(path);
  const Json json = parse(read_text(path), name);
  if (!json.is_object()) {
    throw InputError(
        fmt::format("{}:1:1: a model must be an object with P, r and Phi, not {}", name, json.type_name()));
  }
  for (const char* key : {"P", "r", "Phi"}) {
    if (!json.contains(key)) { throw InputError(fmt::format("{}: there is no \"{}\"", name, key)); }
  }
  return ballast::oracle::make_model(read_rows(json["P"], {name, "P"}), read_numbers(json["r"], {name, "r"}),
                                     read_rows(json["Phi"], {name, "Phi"}));
}

}  // namespace tool
