#pragma once
/// The bytes of the records in a block (docs/RECORDER.md). Nothing that is read is trusted.

#include <ballast/fixed/number.hpp>

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "io/record.hpp"

namespace tool {

/// What is wrong with a record. Whoever reads the file adds the place.
class InvalidRecord : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Whether this version of the library knows it.
bool is_status(ballast::Status status);

/// A feature that is 1: in fixed point, the largest there is.
template <class T>
T one_in(const LogLayout& layout) {
  return layout.is_fixed() ? static_cast<T>(ballast::FixedFeature(1).to_double()) : T{1};
}

/// The records of one block after the other.
template <class T>
class RecordReader {
 public:
  explicit RecordReader(const LogLayout& layout) : layout_(layout) {}

  void begin_block(const uint8_t* begin, const uint8_t* end) {
    at_ = begin;
    end_ = end;
    value_ = one_in<T>(layout_);
  }

  /// False at the end of the block. Its tick is not set. Throws InvalidRecord.
  bool next(Record<T>& record);

  T number();

 private:
  template <class Integer>
  Integer integer();
  void need(std::size_t bytes, const char* what) const;
  void check_head(const Record<T>& record, uint32_t head) const;
  void check_rest() const;
  void read_status(Record<T>& record);
  void read_feasible(Record<T>& record);
  void read_features(Record<T>& record, bool has_value);
  void read_array(Features<T>& features);
  void read_one_hot(Features<T>& features);
  void read_active(Record<T>& record, bool has_value);
  void read_pairs(Features<T>& features);
  void read_indices(Features<T>& features, std::size_t count);
  T feature();
  void read_values(std::vector<T>& values, std::size_t count);
  void read_readings(Record<T>& record);
  uint32_t index();

  LogLayout layout_;
  const uint8_t* at_ = nullptr;
  const uint8_t* end_ = nullptr;
  T value_{1};  // of active features
};

/// The same, written.
template <class T>
class RecordWriter {
 public:
  explicit RecordWriter(const LogLayout& layout) : layout_(layout) {}

  void begin_block() { value_ = one_in<T>(layout_); }
  /// A reward or an average reward; appends to `bytes`, as write() does.
  void write_number(T x, std::vector<uint8_t>& bytes) const;
  void write(const Record<T>& record, std::vector<uint8_t>& bytes);

 private:
  uint32_t head_of(const Record<T>& record) const;
  void write_feature(T x, std::vector<uint8_t>& bytes) const;
  void write_features(const Record<T>& record, std::vector<uint8_t>& bytes) const;
  void write_indices(const Features<T>& features, std::vector<uint8_t>& bytes) const;

  LogLayout layout_;
  T value_{1};
};

template <class Integer>
void append(std::vector<uint8_t>& bytes, Integer x) {
  const auto* const begin = reinterpret_cast<const uint8_t*>(&x);  // little-endian: crc32.cpp checks that
  bytes.insert(bytes.end(), begin, begin + sizeof x);
}

}  // namespace tool
