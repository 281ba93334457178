#pragma once
/// How the features of a record are written: as few bytes as their type allows.

#include <ballast/detail/little_endian.hpp>
#include <ballast/detail/recorder/format.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/run.hpp>
#include <ballast/math/ieee754.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/array.h>

namespace ballast {
namespace detail {

[[gnu::always_inline]] inline uint8_t* write_half(uint8_t* at, uint32_t x) noexcept {
  put_half(at, x);
  return at + 2;
}
[[gnu::always_inline]] inline uint8_t* write_word(uint8_t* at, uint32_t x) noexcept {
  put_word(at, x);
  return at + 4;
}
[[gnu::always_inline]] inline uint8_t* write_number(uint8_t* at, float x) noexcept {
  return write_word(at, to_bits(x));
}
[[gnu::always_inline]] inline uint8_t* write_number(uint8_t* at, double x) noexcept {
  at = write_word(at, static_cast<uint32_t>(to_bits(x)));
  return write_word(at, static_cast<uint32_t>(to_bits(x) >> 32));
}
template <uint32_t bytes>
[[gnu::always_inline]] inline uint8_t* write_index(uint8_t* at, size_t index) noexcept {
  const auto x = static_cast<uint32_t>(index);
  return bytes == 2 ? write_half(at, x) : write_word(at, x);
}

/// What all types have. `largest` is the most bytes that features take. A `Memory` is what a reader of the log knows
/// from the records before; it begins anew with each block.
template <class Features, WrittenAs code_>
struct WrittenBase {
  using T = typename RunsOf<Features>::Feature;
  static constexpr WrittenAs code = code_;
  static constexpr size_t dimension = RunsOf<Features>::dimension;
  static constexpr uint32_t index_bytes = index_bytes_for(dimension);

  struct Memory {
    /// Sets what the first two bytes of a record say about its features.
    static constexpr uint32_t flags(const Features& /*features*/) noexcept { return 0; }
  };
};

/// Pairs, for any type.
template <class Features>
struct Written : WrittenBase<Features, WrittenAs::pairs> {
  using Base = WrittenBase<Features, WrittenAs::pairs>;
  using T = typename Base::T;
  static constexpr size_t most = capacity_of<Features>;
  static_assert(most < pairs_not_valid, "recorder: too many features in a vector of your own; give an array");
  static constexpr size_t largest = 2 + most * (Base::index_bytes + sizeof(T));

  static uint8_t* write(uint8_t* at, const Features& features, uint32_t /*flags*/) noexcept {
    if (!is_within_dimension(features)) { return write_half(at, pairs_not_valid); }
    uint8_t* const count_at = at;
    uint32_t count = 0;
    at += 2;
    for_each_feature(features, [&](size_t i, T) {
      at = write_index<Base::index_bytes>(at, i);
      ++count;
    });
    for_each_feature(features, [&](size_t, T x) { at = write_number(at, x); });
    put_half(count_at, count);
    return at;
  }
};

template <class T, size_t Dimension>
struct Written<etl::array<T, Dimension>> : WrittenBase<etl::array<T, Dimension>, WrittenAs::array> {
  static constexpr size_t largest = Dimension * sizeof(T);

  static uint8_t* write(uint8_t* at, const etl::array<T, Dimension>& features, uint32_t /*flags*/) noexcept {
    for (const T x : features) { at = write_number(at, x); }
    return at;
  }
};

template <class T, size_t Dimension>
struct Written<OneHot<T, Dimension>> : WrittenBase<OneHot<T, Dimension>, WrittenAs::one_hot> {
  using Base = WrittenBase<OneHot<T, Dimension>, WrittenAs::one_hot>;
  static constexpr size_t largest = Base::index_bytes;

  static uint8_t* write(uint8_t* at, const OneHot<T, Dimension>& features, uint32_t /*flags*/) noexcept {
    return write_index<Base::index_bytes>(at, features.is_within_dimension() ? features.index() : UINT32_MAX);
  }
};

template <class T, size_t Dimension, size_t Capacity>
struct Written<ActiveFeatures<T, Dimension, Capacity>>
    : WrittenBase<ActiveFeatures<T, Dimension, Capacity>, WrittenAs::active> {
  using Features = ActiveFeatures<T, Dimension, Capacity>;
  using Base = WrittenBase<Features, WrittenAs::active>;
  static_assert(Capacity < 65536, "recorder: fewer than 65536 active features");
  static constexpr size_t largest = 2 + sizeof(T) + Capacity * Base::index_bytes;

  /// Which value the last record has: mostly it is the same for ever.
  struct Memory {
    typename Ieee754<T>::Word value = to_bits(T{1});

    uint32_t flags(const Features& features) noexcept {
      const auto bits = to_bits(features.value());
      if (bits == value) { return 0; }
      value = bits;
      return record_has_value;
    }
  };

  static uint8_t* write(uint8_t* at, const Features& features, uint32_t flags) noexcept {
    const size_t count = features.size();
    at = write_half(at, static_cast<uint32_t>(count));
    if ((flags & record_has_value) != 0) { at = write_number(at, features.value()); }
    for (size_t k = 0; k < count; ++k) { at = write_index<Base::index_bytes>(at, features.index(k)); }
    return at;
  }
};

}  // namespace detail
}  // namespace ballast
