#pragma once
/// Tile coding: a few numbers, each in a range of its own, as one active feature in each of several grids. The grids
/// (tilings) are displaced against one another, so that near inputs share most of their tiles and far ones none.
///
///   using Coder = ballast::TileCoder<float, 8, 10, 4>;            // 8 tilings of 10 x 4 tiles: 320 features
///   constexpr Coder coder{{{0.0F, 50.0F}, {-1.0F, 1.0F}}};        // the range of each input
///   static_assert(coder.validate() == ballast::Status::ok);
///   Coder::Features phi(Coder::unit_value);                       // ||phi|| = 1; or each active tile 1: phi;
///   const ballast::TileReport report = coder.encode({{temperature, slope}}, phi);
///
/// The geometry. With K tilings, a range that is to have n tiles is cut into (n - 1) K + 1 units of equal length; the
/// last one includes `high`. A tile is K units long, so it is (high - low) / (n - 1 + 1 / K) wide, and a tiling that
/// starts o < K units before `low` covers the range with n tiles exactly, the first and the last of them cut short. For
/// K = 4 and n = 3:
///
///           low                         high
///   unit     0  1  2  3  4  5  6  7  8
///   o = 0   |0          |1          |2 |
///   o = 1   |0       |1          |2    |
///   o = 2   |0    |1          |2       |
///   o = 3   |0 |1          |2          |
///
/// Tiling k is displaced by o = k (2 i + 1) mod K units along input i = 0, 1, ...: by multiples of (1, 3, 5, ...),
/// which has fewer artefacts along the diagonal than (1, 1, 1, ...) (Sutton & Barto, 9.5.4). K is a power of two, so
/// that each input sees every displacement. Inputs that differ by u units in one number, and in nothing else, share
/// max(K - u, 0) tiles.
///
/// The feature of tile (c_0, c_1, ...) of tiling k is ((k n_0 + c_0) n_1 + c_1) ...: there are K n_0 n_1 ... features,
/// no more, and each of them occurs somewhere in the ranges.
///
/// The unit of an input is the integer part of (x - low) ((n - 1) K + 1) / (high - low), computed in T in this order:
/// exact where these are small integers, the same bits on every machine otherwise. The rest is integers.
///
/// In fixed point the inputs are integers, such as the counts of an ADC, and nothing is rounded:
///
///   using Coder = ballast::TileCoder<ballast::FixedFeature, 8, 10, 4>;
///   constexpr Coder coder{{{0, 4095}, {-2048, 2047}}};

#include <ballast/array.hpp>
#include <ballast/features/active_feature_value.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/input_range.hpp>
#include <ballast/fixed/number.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {
namespace detail {

/// Tilings times all tiles; 0 if that is too many to count in 32 bits, or in those of a smaller size_t.
template <size_t Tilings, size_t... Tiles>
constexpr size_t count_tiles() noexcept {
  constexpr size_t tiles[] = {Tiles..., 1};
  constexpr size_t largest = ~size_t{0} & 0xFFFFFFFFU;
  size_t count = Tilings;
  for (const size_t n : tiles) {
    if (n == 0 || count > largest / n) { return 0; }
    count *= n;
  }
  return count;
}

/// What a coder with features of type T reads: numbers of the same type, or integers in fixed point.
template <class T>
using TileInput = etl::conditional_t<etl::is_same<T, FixedFeature>::value, int32_t, T>;

/// In which of `count` units of a range x is; `count` at its end.
template <class T>
[[gnu::always_inline]] inline uint32_t unit_in(const InputRange<T>& range, T x, uint32_t count) noexcept {
  const T position = (x - range.low) * static_cast<T>(count) / range.width();
  return static_cast<uint32_t>(position);
}
/// In 32 bits for inputs of up to 16 bits and as many units. A core without a division of 64 bits takes some hundred
/// cycles for one.
[[gnu::always_inline]] inline uint32_t unit_in(const InputRange<int32_t>& range, int32_t x, uint32_t count) noexcept {
  const uint32_t above_low = range.above_low(x);
  if (((above_low | count) >> 16) == 0) { return above_low * count / range.width(); }
  return static_cast<uint32_t>(uint64_t{above_low} * count / range.width());
}

}  // namespace detail

/// How the inputs were handled. Bit i of a set stands for input i.
struct [[nodiscard]] TileReport {
  Status status = Status::ok;  ///< input_not_finite or invalid_range: refused, and the features are unchanged
  uint32_t clamped = 0;        ///< inputs outside their range, moved to its nearest end: no error, but worth counting
  uint32_t not_finite = 0;     ///< the inputs that were refused
};

/// Makes inputs into active features: `Tilings` grids, with `Tiles` tiles along each input.
template <class T, size_t Tilings, size_t... Tiles>
struct TileCoder {
  static_assert(etl::is_floating_point<T>::value || etl::is_same<T, FixedFeature>::value,
                "TileCoder: the scalar must be float, double or FixedFeature");
  static_assert(Tilings > 0 && (Tilings & (Tilings - 1)) == 0,
                "TileCoder: the number of tilings must be a power of two");
  static_assert(sizeof...(Tiles) > 0 && sizeof...(Tiles) <= 32, "TileCoder: there must be 1 to 32 inputs");
  static_assert(((Tiles > 0) && ...), "TileCoder: each input must have at least one tile");
  static_assert(((Tilings == 0 || Tiles <= (uint32_t{1} << 24) / Tilings) && ...),
                "TileCoder: tilings x tiles of an input must not exceed 2^24");

  /// How many numbers are encoded.
  static constexpr size_t inputs = sizeof...(Tiles);
  /// How many tiles are active at once.
  static constexpr size_t tilings = Tilings;
  /// How many tiles there are, which is the number of features.
  static constexpr size_t dimension = detail::count_tiles<Tilings, Tiles...>();
  static_assert(dimension > 0 || Tilings == 0 || ((Tiles == 0) || ...),
                "TileCoder: the number of features must fit 32 bits");

  /// T, or int32_t in fixed point.
  using Input = detail::TileInput<T>;
  using Inputs = ArrayOf<Input, inputs>;
  using Features = ActiveFeatures<T, dimension, Tilings>;

  /// The value of an active tile for which ||phi|| = 1: 1 / sqrt(tilings). (Rounded down in fixed point.)
  static constexpr T unit_value = active_feature_value<T>(Tilings);

  /// The range of each input.
  InputRange<Input> ranges[inputs];

  /// ok, or invalid_range.
  constexpr Status validate() const noexcept {
    for (const InputRange<Input>& range : ranges) {
      if (!range.is_valid()) { return Status::invalid_range; }
    }
    return Status::ok;
  }

  /// Activates the tiles that contain these inputs in `phi`, whose value stays. Refused, and `phi` is unchanged, if an
  /// input is not finite or a range is invalid.
  TileReport encode(const Inputs& x, Features& phi) const noexcept {
    uint32_t units[inputs]{};
    const TileReport report = locate(x, units);
    if (report.status != Status::ok) { return report; }
    phi.clear();
    for (size_t k = 0; k < Tilings; ++k) { (void)phi.add(tile(k, units)); }  // ascending: none has to move
    return report;
  }

 private:
  static constexpr size_t tiles[inputs] = {Tiles...};

  TileReport locate(const Inputs& x, uint32_t (&units)[inputs]) const noexcept {
    TileReport report;
    report.status = validate();
    if (report.status != Status::ok) { return report; }
    for (size_t i = 0; i < inputs; ++i) {
      const uint32_t bit = uint32_t{1} << i;
      if constexpr (etl::is_floating_point<Input>::value) {
        if (!is_finite(x[i])) {
          report.status = Status::input_not_finite;
          report.not_finite |= bit;
          continue;
        }
      }
      const Input inside = ranges[i].clamped(x[i]);
      if (inside != x[i]) { report.clamped |= bit; }
      units[i] = unit(i, inside);
    }
    return report;
  }

  /// `x` is within range i. Rounding can carry what is next to `high` to the end of the last unit, where `high` is.
  uint32_t unit(size_t i, Input x) const noexcept {
    const uint32_t count = static_cast<uint32_t>((tiles[i] - 1) * Tilings + 1);
    const uint32_t unit = detail::unit_in(ranges[i], x, count);
    return unit < count ? unit : count - 1;
  }

  static size_t tile(size_t k, const uint32_t (&units)[inputs]) noexcept {
    size_t index = k;
    for (size_t i = 0; i < inputs; ++i) {
      const size_t displacement = k * (2 * i + 1) % Tilings;
      index = index * tiles[i] + static_cast<size_t>((units[i] + displacement) / Tilings);
    }
    return index;
  }
};

}  // namespace ballast
