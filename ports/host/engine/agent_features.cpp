#include "engine/agent_features.hpp"

#include <ballast/math/ieee754.hpp>

#include <fmt/format.h>

#include "engine/block.hpp"
#include "engine/word_archive.hpp"
#include "experiments/files/error.hpp"

namespace tool {

using ballast::experiments::InputError;

namespace {

// As FeaturesCode in ballast/detail/snapshot/access.hpp.
constexpr uint32_t array = 1;
constexpr uint32_t one_hot = 2;
constexpr uint32_t active_features = 3;
constexpr uint32_t sparse_features = 4;

std::size_t index_bytes(std::size_t dimension) {
  return dimension <= 65536 ? 2 : 4;
}

/// Numbers that are no array: each by itself.
template <class T>
void take_each(WordArchive<T>& archive, T* numbers, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) { archive.take(numbers[i]); }
}

bool is_finite_feature(ballast::FixedFeature /*x*/) {
  return true;
}
template <class T>
bool is_finite_feature(T x) {
  return ballast::is_finite(x);
}

template <class T>
std::vector<T> all_numbers(const Features<T>& features) {
  std::vector<T> numbers(features.dimension);
  Block<T>(features, 0, true).write_to(numbers.data());
  return numbers;
}

}  // namespace

template <class T>
Features<T> only_stored(const Features<T>& features) {
  if (features.is_sparse) { return features; }
  Features<T> result{features.dimension, true, {}, {}};
  for (std::size_t i = 0; i < features.values.size(); ++i) {
    if (features.values[i] == T{0}) { continue; }
    result.indices.push_back(static_cast<uint32_t>(i));
    result.values.push_back(features.values[i]);
  }
  return result;
}

bool FeaturesLayout::stores_few() const {
  return type_ != array && is_known();
}

std::size_t FeaturesLayout::words_for(std::size_t capacity) const {
  const std::size_t values = type_ == active_features ? 1 : capacity;
  return values * number_ + 1 + (capacity * index_bytes(dimension_) + 3) / 4;
}

FeaturesLayout::FeaturesLayout(const SavedAgent& agent, std::size_t dimension, const NumberFormat& format)
    : type_(agent.features_type),
      dimension_(dimension),
      is_fixed_(format.fixed),
      number_(format.is_double ? 2 : 1),
      words_(agent.features.size()),
      capacity_(dimension) {
  std::size_t expected = words_;
  if (type_ == array) { expected = words_of_array(); }
  if (type_ == one_hot) {
    expected = 1;
    capacity_ = 1;
  }
  if (type_ == active_features || type_ == sparse_features) {
    while (capacity_ > 1 && words_for(capacity_) > words_) { --capacity_; }
    expected = words_for(capacity_);
  }
  if (expected != words_) {
    throw InputError(
        fmt::format("the last features of the agent have {} words, which is no such number for features of type {} and "
                    "dimension {}",
                    words_, type_, dimension));
  }
}

template <class T>
Features<T> FeaturesLayout::read(const std::vector<uint32_t>& words) const {
  std::vector<uint32_t> copy = words;
  using Archive = WordArchive<T>;
  Archive archive(copy, Archive::Way::store, index_bytes(dimension_));
  Features<T> features{dimension_, type_ != array, {}, {}};
  if (!is_known()) { return features; }
  features.values.resize(type_ == array ? dimension_ : type_ == sparse_features ? capacity_ : 1, T{1});
  if (type_ == array) {
    archive.numbers(features.values.data(), features.values.size());
  } else if (type_ != one_hot) {
    take_each(archive, features.values.data(), features.values.size());
  }
  uint32_t count = 1;
  if (type_ == active_features || type_ == sparse_features) { archive(count); }
  bool is_valid = count <= capacity_;
  if (type_ == one_hot) {
    features.indices.resize(1);
    archive(features.indices[0]);
  } else if (type_ != array && is_valid) {
    features.indices.resize(capacity_);
    archive.packed(features.indices.data(), capacity_, capacity_, [](uint32_t /*index*/) { return true; });
    features.indices.resize(count);
    const T shared = features.values[0] == T{0} ? T{1} : features.values[0];
    features.values.resize(count);
    if (type_ == active_features) { features.values.assign(count, shared); }
  }
  for (const T x : features.values) { is_valid = is_valid && is_finite_feature(x); }
  if (!is_valid || !are_within(features, dimension_)) {
    throw InputError("the last features of the agent are invalid");
  }
  return features;
}

template <class T>
std::vector<uint32_t> FeaturesLayout::write(const Features<T>& features) const {
  std::vector<uint32_t> words;
  using Archive = WordArchive<T>;
  Archive archive(words, Archive::Way::save, index_bytes(dimension_));
  if (type_ == array) {
    std::vector<T> numbers = all_numbers(features);
    archive.numbers(numbers.data(), numbers.size());
    return words;
  }
  Features<T> stored = only_stored(features);
  auto count = static_cast<uint32_t>(stored.indices.size());
  stored.indices.resize(capacity_);
  stored.values.resize(capacity_);
  if (type_ != one_hot) {
    take_each(archive, stored.values.data(), type_ == active_features ? 1 : capacity_);
    archive(count);
    archive.packed(stored.indices.data(), capacity_, count, [](uint32_t /*index*/) { return true; });
  } else {
    archive(stored.indices[0]);
  }
  return words;
}

template Features<float> only_stored(const Features<float>&);
template Features<double> only_stored(const Features<double>&);
template Features<ballast::FixedFeature> only_stored(const Features<ballast::FixedFeature>&);
template Features<float> FeaturesLayout::read(const std::vector<uint32_t>&) const;
template Features<double> FeaturesLayout::read(const std::vector<uint32_t>&) const;
template Features<ballast::FixedFeature> FeaturesLayout::read(const std::vector<uint32_t>&) const;
template std::vector<uint32_t> FeaturesLayout::write(const Features<float>&) const;
template std::vector<uint32_t> FeaturesLayout::write(const Features<double>&) const;
template std::vector<uint32_t> FeaturesLayout::write(const Features<ballast::FixedFeature>&) const;

}  // namespace tool
