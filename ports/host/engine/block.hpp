#pragma once
/// Features of run-time length as the library's learners and agents read them (ballast/features/run.hpp).

#include <ballast/features/action_block.hpp>
#include <ballast/features/run.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "io/features.hpp"

namespace tool {

/// Whether these are features of this dimension, as ballast::is_within_dimension.
template <class T>
bool are_within(const Features<T>& features, std::size_t dimension) {
  if (features.dimension != dimension) { return false; }
  if (!features.is_sparse) { return features.values.size() == dimension; }
  if (features.indices.size() != features.values.size()) { return false; }
  std::size_t lowest = 0;
  for (const uint32_t index : features.indices) {
    if (index < lowest || index >= dimension) { return false; }
    lowest = std::size_t{index} + 1;
  }
  return true;
}

/// What a learner learns from: the features of a state, in the block of weights that begins at `first`. Refers to them.
template <class T>
class Block {
 public:
  using Feature = T;
  static constexpr std::size_t dimension = std::numeric_limits<std::size_t>::max();  // known at run time

  Block(const Features<T>& features, std::size_t first, bool is_valid)
      : features_(&features), first_(first), is_valid_(is_valid) {}

  bool is_within_dimension() const { return is_valid_; }
  std::size_t runs() const { return features_->is_sparse ? features_->indices.size() : 1; }
  ballast::Run<T> run(std::size_t k) const {
    if (!features_->is_sparse) { return {first_, features_->values.data(), features_->values.size()}; }
    return {first_ + features_->indices[k], &features_->values[k], 1};
  }

  /// Puts them into an array of zeros, and takes them out again.
  void write_to(T* all) const {
    ballast::for_each_feature(*this, [all](std::size_t i, T x) { all[i] = x; });
  }
  void erase_from(T* all) const {
    ballast::for_each_feature(*this, [all](std::size_t i, T /*x*/) { all[i] = T{}; });
  }

 private:
  const Features<T>* features_;
  std::size_t first_;
  bool is_valid_;
};

/// The features of a state, for an agent. Those that have just arrived are lent; a copy owns what it has.
template <class T>
class StateFeatures {
 public:
  using Feature = T;
  static constexpr std::size_t dimension = Block<T>::dimension;
  static constexpr uint32_t snapshot_bytes = 0;  // the archive of the tool takes them as a whole

  StateFeatures() = default;
  StateFeatures(const StateFeatures& other) { *this = other; }
  StateFeatures(const Features<T>& lent, bool is_valid) : lent_(&lent), is_valid_(is_valid) {}
  StateFeatures& operator=(const StateFeatures& other) {
    if (this != &other) { own_ = other.get(); }
    lent_ = nullptr;
    is_valid_ = other.is_valid_;
    return *this;
  }
  ~StateFeatures() = default;

  const Features<T>& get() const { return lent_ != nullptr ? *lent_ : own_; }
  bool is_within_dimension() const { return is_valid_; }
  std::size_t runs() const { return Block<T>(get(), 0, is_valid_).runs(); }
  ballast::Run<T> run(std::size_t k) const { return Block<T>(get(), 0, is_valid_).run(k); }

  template <class Archive>
  void exchange(Archive& archive) {
    archive.last_features(*this);
  }

 private:
  const Features<T>* lent_ = nullptr;
  Features<T> own_;
  bool is_valid_ = false;
};

}  // namespace tool

/// Where the blocks are is known at run time.
template <class T, size_t Actions>
class ballast::ActionBlock<tool::StateFeatures<T>, Actions> : public tool::Block<T> {
 public:
  ActionBlock(const tool::StateFeatures<T>& state, uint32_t action)
      : tool::Block<T>(state.get(), action * state.get().dimension, state.is_within_dimension()) {}
};
