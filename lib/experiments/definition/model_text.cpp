#include "experiments/definition/model_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <vector>

#include "experiments/files/error.hpp"
#include "experiments/files/json_text.hpp"

namespace ballast::experiments {
namespace {

using oracle::Rows;
using oracle::Scalar;
using Json = LongJson;
static_assert(std::is_same_v<Json::number_float_t, Scalar>, "no number is rounded on its way to the solver");

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

// Numbers beyond double are refused, because no learner could be compared with the answer.
Scalar read_number(const Json& json, const Place& place) {
  const Scalar value = number_of(json, fmt::format("{}: {}", place.file, place.entry));
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

oracle::Model parse_model(const std::string& text, const std::string& name) {
  const Json json = parse_json<Json>(text, name);
  if (!json.is_object()) {
    throw InputError(
        fmt::format("{}:1:1: a model must be an object with P, r and Phi, not {}", name, json.type_name()));
  }
  for (const char* key : {"P", "r", "Phi"}) {
    if (!json.contains(key)) { throw InputError(fmt::format("{}: there is no \"{}\"", name, key)); }
  }
  return oracle::make_model(read_rows(json["P"], {name, "P"}), read_numbers(json["r"], {name, "r"}),
                            read_rows(json["Phi"], {name, "Phi"}));
}

}  // namespace ballast::experiments
