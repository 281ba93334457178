#pragma once
/// The outcomes of a trial as bytes: little endian on every machine, doubles by their bits, lists and texts after their
/// length.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ballast::experiments {

class OutcomeWriter {
 public:
  void put(std::uint32_t value);
  void put(std::uint64_t value);
  void put(double value);
  void put(const std::string& text);

  template <class First, class Second>
  void put(const std::pair<First, Second>& pair) {
    put(pair.first);
    put(pair.second);
  }

  template <class Item>
  void put(const std::vector<Item>& items) {
    put(static_cast<std::uint32_t>(items.size()));
    for (const Item& item : items) { put(item); }
  }

  const std::string& bytes() const { return bytes_; }

 private:
  void put_bytes(std::uint64_t value, int count);

  std::string bytes_;
};

/// Throws InputError if the bytes end too early.
class OutcomeReader {
 public:
  /// `bytes` must outlive it.
  explicit OutcomeReader(std::string_view bytes) : left_(bytes) {}

  void get(std::uint32_t& value);
  void get(std::uint64_t& value);
  void get(double& value);
  void get(std::string& text);

  template <class First, class Second>
  void get(std::pair<First, Second>& pair) {
    get(pair.first);
    get(pair.second);
  }

  template <class Item>
  void get(std::vector<Item>& items) {
    items.clear();
    for (std::uint32_t left = get_count(); left > 0; --left) { get(items.emplace_back()); }
  }

  /// What was not read yet.
  std::string_view rest() const { return left_; }

  /// Throws InputError unless `fits`: the outcomes are not those of this experiment.
  static void require(bool fits);

 private:
  std::uint32_t get_count();
  std::uint64_t get_bytes(int count);
  std::string_view take(std::size_t count);

  std::string_view left_;
};

}  // namespace ballast::experiments
