#pragma once
/// How the features of a record are written: as few bytes as their type allows.

#include <ballast/array.hpp>
#include <ballast/detail/little_endian.hpp>
#include <ballast/detail/opaque.hpp>
#include <ballast/detail/recorder/format.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/run.hpp>
#include <ballast/fixed/number.hpp>
#include <ballast/math/ieee754.hpp>

#include <stddef.h>
#include <stdint.h>

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
  const uint64_t bits = to_bits(x);
  at = write_word(at, static_cast<uint32_t>(bits));
  return write_word(at, static_cast<uint32_t>(bits >> 32));
}
template <int Fraction>
[[gnu::always_inline]] inline uint8_t* write_number(uint8_t* at, FixedNumber<int16_t, Fraction> x) noexcept {
  return write_half(at, static_cast<uint16_t>(x.raw()));
}
template <int Fraction>
[[gnu::always_inline]] inline uint8_t* write_number(uint8_t* at, FixedNumber<int32_t, Fraction> x) noexcept {
  return write_word(at, static_cast<uint32_t>(x.raw()));
}
/// The same number, hidden from the compiler, which would call memcpy for the loop: one byte at a time, on many
/// devices.
[[gnu::always_inline]] inline float not_copied(float x) noexcept {
  return from_bits<float>(opaque(to_bits(x)));
}
[[gnu::always_inline]] inline double not_copied(double x) noexcept {
  return from_bits<double>(opaque(to_bits(x)));
}
template <int Fraction>
[[gnu::always_inline]] inline FixedNumber<int16_t, Fraction> not_copied(FixedNumber<int16_t, Fraction> x) noexcept {
  const int32_t raw = opaque(int32_t{x.raw()});
  return FixedNumber<int16_t, Fraction>::from_raw(static_cast<int16_t>(raw));
}
template <uint32_t bytes>
[[gnu::always_inline]] inline uint8_t* write_index(uint8_t* at, size_t index) noexcept {
  const auto x = static_cast<uint32_t>(index);
  return bytes == 2 ? write_half(at, x) : write_word(at, x);
}

template <uint32_t bytes>
[[gnu::always_inline]] inline bool take_index(const uint8_t*& at, size_t index) noexcept {
  const uint32_t written = bytes == 2 ? get_half(at) : get_word(at);
  at += bytes;
  return written == static_cast<uint32_t>(index);
}
[[gnu::always_inline]] inline bool take_number(const uint8_t*& at, float x) noexcept {
  at += 4;
  return get_word(at - 4) == to_bits(x);
}
[[gnu::always_inline]] inline bool take_number(const uint8_t*& at, double x) noexcept {
  at += 8;
  return (get_word(at - 8) | static_cast<uint64_t>(get_word(at - 4)) << 32) == to_bits(x);
}

template <int Fraction>
[[gnu::always_inline]] inline bool take_number(const uint8_t*& at, FixedNumber<int16_t, Fraction> x) noexcept {
  at += 2;
  return get_half(at - 2) == static_cast<uint16_t>(x.raw());
}

/// A feature as a word, and back.
template <class T>
struct WrittenWord {
  using Word = typename Ieee754<T>::Word;
  [[gnu::always_inline]] static Word of(T x) noexcept { return to_bits(x); }
  [[gnu::always_inline]] static T number(Word word) noexcept { return from_bits<T>(word); }
};
template <int Fraction>
struct WrittenWord<FixedNumber<int16_t, Fraction>> {
  using Word = int16_t;
  static Word of(FixedNumber<int16_t, Fraction> x) noexcept { return x.raw(); }
  static FixedNumber<int16_t, Fraction> number(Word word) noexcept {
    return FixedNumber<int16_t, Fraction>::from_raw(word);
  }
};

/// What all types have, besides write(at, features, flags, memory), and is_at(at, features): whether they are written
/// there, with flags of 0. `largest` is the most bytes that features take. A `Memory` is what a reader of the log knows
/// from the records before; it begins anew with each block.
template <class Features, WrittenAs code_>
struct WrittenBase {
  using T = typename RunsOf<Features>::Feature;
  static constexpr WrittenAs code = code_;
  static constexpr size_t dimension = RunsOf<Features>::dimension;
  static constexpr uint32_t index_bytes = index_bytes_for(dimension);

  struct Memory {
    /// What the first two bytes of a record say about its features.
    static constexpr uint32_t flags(const Features& /*features*/) noexcept { return 0; }
    /// Whether they say nothing.
    static constexpr bool is_known(const Features& /*features*/) noexcept { return true; }
  };
};

/// Pairs, for any type.
template <class Features, class = void>
struct Written : WrittenBase<Features, WrittenAs::pairs> {
  using Base = WrittenBase<Features, WrittenAs::pairs>;
  using T = typename Base::T;
  using Memory = typename Base::Memory;
  static constexpr size_t most = capacity_of<Features>;
  static_assert(most < pairs_not_valid, "recorder: too many features in a vector of your own; give an array");
  static constexpr size_t largest = 2 + most * (Base::index_bytes + sizeof(T));

  static uint8_t* write(uint8_t* at, const Features& features, uint32_t /*flags*/, const Memory& /*memory*/) noexcept {
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
  static bool is_at(const uint8_t* at, const Features& features) noexcept {
    const uint32_t written = get_half(at);
    if (!is_within_dimension(features)) { return written == pairs_not_valid; }
    uint32_t count = 0;
    for_each_feature(features, [&](size_t, T) { ++count; });
    bool is_same = written == count;
    if (!is_same) { return false; }
    at += 2;
    for_each_feature(features, [&](size_t i, T) { is_same &= take_index<Base::index_bytes>(at, i); });
    for_each_feature(features, [&](size_t, T x) { is_same &= take_number(at, x); });
    return is_same;
  }
};

/// An array, of whichever library.
template <class Features>
struct Written<Features, etl::enable_if_t<is_array<Features>>> : WrittenBase<Features, WrittenAs::array> {
  using T = typename WrittenBase<Features, WrittenAs::array>::T;
  using Memory = typename WrittenBase<Features, WrittenAs::array>::Memory;
  static constexpr size_t largest = sizeof(Features);

  static uint8_t* write(uint8_t* at, const Features& features, uint32_t /*flags*/, const Memory& /*memory*/) noexcept {
    for (const T x : features) { at = write_number(at, not_copied(x)); }
    return at;
  }
  static bool is_at(const uint8_t* at, const Features& features) noexcept {
    for (const T x : features) {
      if (!take_number(at, x)) { return false; }
    }
    return true;
  }
};

template <class T, size_t Dimension>
struct Written<OneHot<T, Dimension>> : WrittenBase<OneHot<T, Dimension>, WrittenAs::one_hot> {
  using Base = WrittenBase<OneHot<T, Dimension>, WrittenAs::one_hot>;
  using Memory = typename Base::Memory;
  static constexpr size_t largest = Base::index_bytes;

  static uint8_t* write(uint8_t* at, const OneHot<T, Dimension>& features, uint32_t /*flags*/,
                        const Memory& /*memory*/) noexcept {
    return write_index<Base::index_bytes>(at, index_of(features));
  }
  static bool is_at(const uint8_t* at, const OneHot<T, Dimension>& features) noexcept {
    return (Base::index_bytes == 2 ? get_half(at) : get_word(at)) == index_of(features);
  }

 private:
  static uint32_t index_of(const OneHot<T, Dimension>& features) noexcept {
    constexpr uint32_t none = Base::index_bytes == 2 ? 0xFFFFU : UINT32_MAX;
    return features.is_within_dimension() ? static_cast<uint32_t>(features.index()) : none;
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
    typename WrittenWord<T>::Word value = WrittenWord<T>::of(T{1});

    bool is_known(const Features& features) const noexcept { return WrittenWord<T>::of(features.value()) == value; }
    uint32_t flags(const Features& features) noexcept {
      if (is_known(features)) { return 0; }
      value = WrittenWord<T>::of(features.value());
      return record_has_value;
    }
  };

  static uint8_t* write(uint8_t* at, const Features& features, uint32_t flags, const Memory& memory) noexcept {
    const size_t count = features.size();
    at = write_half(at, static_cast<uint32_t>(count));
    if ((flags & record_has_value) != 0) { at = write_number(at, WrittenWord<T>::number(memory.value)); }
    for (size_t k = 0; k < count; ++k) { at = write_index<Base::index_bytes>(at, features.index(k)); }
    return at;
  }
  static bool is_at(const uint8_t* at, const Features& features) noexcept {
    const size_t count = features.size();
    if (get_half(at) != count) { return false; }
    at += 2;
    for (size_t k = 0; k < count; ++k) {
      if (!take_index<Base::index_bytes>(at, features.index(k))) { return false; }
    }
    return true;
  }
};

}  // namespace detail
}  // namespace ballast
