#pragma once
/// The last features of an agent, as the words that a snapshot has of them. Their layout depends on their type, which
/// is in the snapshot, and on how many there is room for, which follows from the number of words.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "io/features.hpp"
#include "io/snapshot.hpp"

namespace tool {

/// A type of one's own, whose layout is not known.
constexpr uint32_t own_features = 255;

/// The features that are not zero; all that are stored, if they are sparse.
template <class T>
Features<T> only_stored(const Features<T>& features);

class FeaturesLayout {
 public:
  /// Throws InputError if `agent` cannot have features of `dimension`, or has no such number of words.
  FeaturesLayout(const SavedAgent& agent, std::size_t dimension, const NumberFormat& format);

  bool is_known() const { return type_ != own_features; }
  /// Whether the device stores only features that are not zero.
  bool stores_few() const;
  /// How many of these features there is room for.
  std::size_t capacity() const { return capacity_; }

  /// Throws InputError if they are invalid.
  template <class T>
  Features<T> read(const std::vector<uint32_t>& words) const;
  template <class T>
  std::vector<uint32_t> write(const Features<T>& features) const;

 private:
  std::size_t words_for(std::size_t capacity) const;
  std::size_t words_of_array() const { return is_fixed_ ? (dimension_ + 1) / 2 : dimension_ * number_; }

  uint32_t type_;
  std::size_t dimension_;
  bool is_fixed_;
  std::size_t number_;  // words of one by itself
  std::size_t words_;
  std::size_t capacity_ = 0;
};

}  // namespace tool
