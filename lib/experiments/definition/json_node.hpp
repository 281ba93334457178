#pragma once
/// A value in an experiment file that knows where it is: what is wrong is said with file, line, column and key.

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/files/error.hpp"
#include "experiments/files/json_text.hpp"

namespace ballast::experiments {

/// Numbers of learners, which may be of float. Between these, products with other settings are finite, too.
constexpr double smallest_number = 1e-15;
constexpr double largest_number = 1e15;

class JsonNode {
 public:
  /// The whole of a text, which must outlive it, as must the name of its file.
  JsonNode(const nlohmann::json& json, const std::string& text, const std::string& file)
      : json_(&json), text_(&text), file_(&file) {}

  bool has(const std::string& key) const { return json_->is_object() && json_->contains(key); }
  JsonNode operator[](const std::string& key) const { return {(*json_)[key], *this, key}; }
  bool is_object() const { return json_->is_object(); }
  bool is_array() const { return json_->is_array(); }
  bool is_string() const { return json_->is_string(); }

  /// The elements of a list; a value that is none is a list of one.
  std::vector<JsonNode> elements() const;

  /// Throws InputError unless it is an object with no other keys than these.
  void require_keys(const std::vector<std::string>& keys) const;

  std::string text() const;
  double number() const;
  /// Throws InputError unless it is a number from `low` to `high`.
  double number_within(double low, double high) const;
  /// Throws InputError unless it is above 0, and of a size that float has as well.
  double positive_number() const;
  std::uint32_t whole_number(std::uint32_t low, std::uint32_t high) const;
  /// One of these names: its index.
  std::size_t choice(const std::vector<std::string>& names) const;

  /// Throws InputError if one of these, which its elements stand for, is there twice.
  void refuse_twice(std::vector<std::string> names) const;

  /// "mine.json:3:12: panels[0].lambda: "
  std::string place() const;

  template <class... Arguments>
  [[noreturn]] void fail(fmt::format_string<Arguments...> format, Arguments&&... arguments) const {
    throw InputError(place() + fmt::format(format, std::forward<Arguments>(arguments)...));
  }

 private:
  JsonNode(const nlohmann::json& json, const JsonNode& parent, const std::string& key)
      : json_(&json), text_(parent.text_), file_(parent.file_), path_(parent.path_) {
    path_.push_back(key);
  }

  const nlohmann::json* json_;
  const std::string* text_;
  const std::string* file_;
  std::vector<std::string> path_;
};

}  // namespace ballast::experiments
