#pragma once
/// The members of a learner or an agent as the words of a snapshot, and back. The library passes them, in the order of
/// docs/SNAPSHOT.md (ballast/detail/snapshot/access.hpp), in functions that throw nothing: finish() says what was
/// wrong.

#include <ballast/fixed/number.hpp>
#include <ballast/math/ieee754.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "engine/block.hpp"
#include "experiments/files/error.hpp"
#include "io/features.hpp"

namespace tool {

template <class T>
class WordArchive {
 public:
  enum class Way { save, store };
  /// To the end of `words`, or from their beginning. `packed_bytes`: what an integer takes where several are packed.
  WordArchive(std::vector<uint32_t>& words, Way way, std::size_t packed_bytes = 4)
      : words_(words), way_(way), packed_bytes_(packed_bytes) {}

  bool is_storing() const { return way_ == Way::store; }

  void operator()(uint32_t& x) { take(x); }
  void operator()(T& x) { take(x); }
  void operator()(uint64_t& x) {
    uint32_t low = static_cast<uint32_t>(x);
    uint32_t high = static_cast<uint32_t>(x >> 32U);
    take(low);
    take(high);
    x = uint64_t{high} << 32U | low;
  }
  void take(uint32_t& x) {
    if (!is_storing()) { return words_.push_back(x); }
    const bool is_there = at_ < words_.size();
    require(is_there);
    x = is_there ? words_[at_++] : 0;
  }
  void take(T& x) {
    if constexpr (std::is_floating_point_v<T>) {
      auto bits = ballast::to_bits(x);
      (*this)(bits);
      x = ballast::from_bits<T>(bits);
    } else {
      take_units(x);
    }
  }
  /// In fixed point.
  template <class Int, int Fraction>
  void take(ballast::FixedNumber<Int, Fraction>& x) {
    take_units(x);
  }
  void positive(T& x) { take(x); }
  /// An array: in fixed point two of 16 bits share a word.
  void numbers(T* x, std::size_t n) {
    if constexpr (std::is_floating_point_v<T>) {
      for (std::size_t i = 0; i < n; ++i) { take(x[i]); }
    } else {
      for (std::size_t i = 0; i < n; i += 2) { take_pair(x + i, n - i); }
    }
  }
  template <class X>
  uint32_t below(X& x, uint32_t limit) {
    auto value = static_cast<uint32_t>(x);
    take(value);
    const bool is_valid = value < limit;
    require(is_valid);
    if (is_valid) { x = static_cast<X>(value); }
    return value;
  }
  template <class IsValid>
  void packed(uint32_t* x, std::size_t n, std::size_t used, IsValid is_valid) {
    const std::size_t in_a_word = 4 / packed_bytes_;
    for (std::size_t i = 0; i < n; i += in_a_word) {
      uint32_t word = 0;
      for (std::size_t k = 0; k < in_a_word && i + k < used; ++k) { word |= x[i + k] << (8 * packed_bytes_ * k); }
      take(word);
      for (std::size_t k = 0; k < in_a_word && i + k < n; ++k) {
        const uint32_t value = (word >> (8 * packed_bytes_ * k)) & (UINT32_MAX >> (32 - 8 * packed_bytes_));
        const bool is_right = is_valid(value);
        require(is_right);
        if (is_right) { x[i + k] = value; }
      }
    }
  }
  void require(bool condition) { is_good_ = is_good_ && condition; }

  /// After all that is stored: an InputError if a word was invalid, or not there.
  void finish() const {
    if (is_good_ && at_ == words_.size()) { return; }
    throw ballast::experiments::InputError("the snapshot has words of a learner or an agent that are invalid");
  }

  /// Kept here: their layout depends on their type on the device.
  void last_features(StateFeatures<T>& features) {
    if (is_storing()) {
      features = StateFeatures<T>(last, true);
    } else {
      last = features.get();
    }
  }
  Features<T> last;

 private:
  template <class Number>
  void take_units(Number& x) {
    auto word = static_cast<uint32_t>(x.raw());
    take(word);
    x = Number::from_raw(static_cast<typename Number::Raw>(word));
    require(static_cast<uint32_t>(x.raw()) == word);
  }
  void take_pair(T* x, std::size_t left) {
    const auto bits = [](T number) { return uint32_t{static_cast<uint16_t>(number.raw())}; };
    uint32_t word = bits(x[0]) | (left > 1 ? bits(x[1]) << 16U : 0);
    take(word);
    x[0] = T::from_raw(static_cast<int16_t>(word));
    if (left > 1) { x[1] = T::from_raw(static_cast<int16_t>(word >> 16U)); }
  }

  std::vector<uint32_t>& words_;
  Way way_;
  std::size_t packed_bytes_;
  std::size_t at_ = 0;
  bool is_good_ = true;
};

/// Moves the progress of a learner to `saved`, or from it. exchange_progress(archive) passes its members.
template <class T, class Saved, class Learner>
void transfer_progress(Saved& saved, Learner& learner, typename WordArchive<T>::Way way) {
  using Archive = WordArchive<T>;
  std::vector<uint32_t> words;
  const auto exchange = [&](Archive archive) {
    auto average_reward = static_cast<T>(saved.average_reward);
    auto rest = static_cast<T>(saved.average_reward_rest);
    archive(average_reward);
    archive(rest);
    using Number = decltype(saved.average_reward);
    saved.average_reward = static_cast<Number>(average_reward);
    saved.average_reward_rest = static_cast<Number>(rest);
    for (uint32_t* const count : {&saved.updates, &saved.projections, &saved.rejections, &saved.schedule_time}) {
      archive(*count);
    }
  };
  if (way == Archive::Way::store) { exchange(Archive(words, Archive::Way::save)); }
  Archive archive(words, way);
  learner.exchange_progress(archive);
  if (way == Archive::Way::save) { exchange(Archive(words, Archive::Way::store)); }
}

}  // namespace tool
