#pragma once
/// The active features of a step as a host computes with them: a few at a time, as many as 16 bytes hold. (Not
/// more where vectors are longer: most of the work is to bring together what is far apart in memory.)
///
/// Each number is computed as for one feature alone, and sums are added up in the order of the features: the bits are
/// the same.

#include <ballast/detail/kernel/element.hpp>
#include <ballast/features/run.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/math/product.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {
namespace sparse {

constexpr size_t group_bytes = 16;

template <class T>
struct GroupOf {
  typedef T Type __attribute__((vector_size(group_bytes)));
};

/// A number of each feature of a group.
template <class T>
using Group = typename GroupOf<T>::Type;

template <class T>
constexpr size_t group_width = group_bytes / sizeof(T);

/// of(0), of(1), ...
template <class T, class Of>
[[gnu::always_inline]] inline Group<T> group_of(Of of) noexcept {
  if constexpr (group_width<T> == 4) {
    return Group<T>{of(0), of(1), of(2), of(3)};
  } else {
    return Group<T>{of(0), of(1)};
  }
}

/// Calls visit(0), visit(1), ...
template <class T, class Visit>
[[gnu::always_inline]] inline void for_each_in_group(Visit visit) noexcept {
  visit(0);
  visit(1);
  if constexpr (group_width<T> == 4) {
    visit(2);
    visit(3);
  }
}

/// The indices of the features of a group.
template <class T>
struct Indices {
  size_t at[group_width<T>];

  template <class Of>
  [[gnu::always_inline]] explicit Indices(Of of) noexcept {
    for_each_in_group<T>([&](size_t j) __attribute__((always_inline)) { at[j] = of(j); });
  }
};

template <class T>
[[gnu::always_inline]] inline Group<T> all_of(T x) noexcept {
  return x - Group<T>{};  // one shuffle: compilers drop the subtraction of zero
}

/// As kernel::flushed does with one number.
template <class T>
[[gnu::always_inline]] inline Group<T> flushed_group(Group<T> x) noexcept {
  using Bits = Group<typename Ieee754<T>::Word>;
  const Bits bits = reinterpret_cast<Bits>(x);
  const Bits is_small = reinterpret_cast<Bits>((bits & kernel::upper_exponent_bits<T>) == 0U);
  return reinterpret_cast<Group<T>>(bits & ~is_small);
}

template <class T>
[[gnu::always_inline]] inline Group<T> absolute_group(Group<T> x) noexcept {
  using Bits = Group<typename Ieee754<T>::Word>;
  constexpr auto all_but_sign = static_cast<typename Ieee754<T>::Word>(-1) >> 1;
  return reinterpret_cast<Group<T>>(reinterpret_cast<Bits>(x) & all_but_sign);
}

// --- two numbers of each feature, side by side in memory ------------------------------------------------------------

/// a[0], b[0], a[1], b[1], ...: the first half of that, and the second.
template <class T>
struct Zipped {
  Group<T> low;
  Group<T> high;
};

template <class T>
[[gnu::always_inline]] inline Zipped<T> zipped(Group<T> a, Group<T> b) noexcept {
  if constexpr (group_width<T> == 4) {
    return {Group<T>{a[0], b[0], a[1], b[1]}, Group<T>{a[2], b[2], a[3], b[3]}};
  } else {
    return {Group<T>{a[0], b[0]}, Group<T>{a[1], b[1]}};
  }
}

template <class T>
struct Unzipped {
  Group<T> first;
  Group<T> second;
};

template <class T>
[[gnu::always_inline]] inline Unzipped<T> unzipped(Group<T> a, Group<T> b) noexcept {
  if constexpr (group_width<T> == 4) {
    return {Group<T>{a[0], a[2], b[0], b[2]}, Group<T>{a[1], a[3], b[1], b[3]}};
  } else {
    return {Group<T>{a[0], b[0]}, Group<T>{a[1], b[1]}};
  }
}

/// Loads the pairs at address(0), address(1), ...
template <class T, class Address>
[[gnu::always_inline]] inline Unzipped<T> load_pairs(Address address) noexcept {
  if constexpr (group_width<T> == 4) {
    const auto pair = [address](size_t j) __attribute__((always_inline)) {
      uint64_t bits;
      __builtin_memcpy(&bits, address(j), sizeof bits);
      return bits;
    };
    const Group<uint64_t> low{pair(0), pair(1)};
    const Group<uint64_t> high{pair(2), pair(3)};
    return unzipped<T>(reinterpret_cast<Group<T>>(low), reinterpret_cast<Group<T>>(high));
  } else {
    Group<T> low;
    Group<T> high;
    __builtin_memcpy(&low, address(0), sizeof low);
    __builtin_memcpy(&high, address(1), sizeof high);
    return unzipped<T>(low, high);
  }
}

/// Stores them there.
template <class T, class Address>
[[gnu::always_inline]] inline void store_pairs(Group<T> first, Group<T> second, Address address) noexcept {
  const Zipped<T> pairs = zipped<T>(first, second);
  if constexpr (group_width<T> == 4) {
    const auto store = [address](size_t j, uint64_t bits) __attribute__((always_inline)) {
      __builtin_memcpy(address(j), &bits, sizeof bits);
    };
    const auto low = reinterpret_cast<Group<uint64_t>>(pairs.low);
    const auto high = reinterpret_cast<Group<uint64_t>>(pairs.high);
    store(0, low[0]);
    store(1, low[1]);
    store(2, high[0]);
    store(3, high[1]);
  } else {
    __builtin_memcpy(address(0), &pairs.low, sizeof pairs.low);
    __builtin_memcpy(address(1), &pairs.high, sizeof pairs.high);
  }
}

// --- sums -----------------------------------------------------------------------------------------------------------

/// Four sums, each in the order of the features. They are added to side by side: one addition for a feature, or two.
template <class T>
struct FourSums {
  Group<T> ab{};
  Group<T> cd{};  // for two in a group

  [[gnu::always_inline]] void add(Group<T> a, Group<T> b, Group<T> c, Group<T> d) noexcept {
    const Zipped<T> of_ab = zipped<T>(a, b);
    const Zipped<T> of_cd = zipped<T>(c, d);
    if constexpr (group_width<T> == 4) {
      const auto add_two = [this](Group<T> x, Group<T> y) __attribute__((always_inline)) {
        ab = ab + Group<T>{x[0], x[1], y[0], y[1]};
        ab = ab + Group<T>{x[2], x[3], y[2], y[3]};
      };
      add_two(of_ab.low, of_cd.low);
      add_two(of_ab.high, of_cd.high);
    } else {
      ab = (ab + of_ab.low) + of_ab.high;
      cd = (cd + of_cd.low) + of_cd.high;
    }
  }

  [[gnu::always_inline]] T get(size_t k) const noexcept {
    if constexpr (group_width<T> == 4) {
      return ab[k];
    } else {
      return k < 2 ? ab[k] : cd[k - 2];
    }
  }
};

// --- lists ----------------------------------------------------------------------------------------------------------

/// Whether each run is one feature: the k-th run is then the k-th feature. (Known to the compiler, mostly.)
template <class FeatureVector>
[[gnu::always_inline]] inline bool is_list(const FeatureVector& features) noexcept {
  const size_t count = RunsOf<FeatureVector>::count(features);
  bool is = true;
  for (size_t k = 0; k < count; ++k) { is = is && RunsOf<FeatureVector>::get(features, k).length == 1; }
  return is;
}

}  // namespace sparse
}  // namespace ballast
