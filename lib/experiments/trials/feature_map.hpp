#pragma once
/// What an agent in control makes of an observation: features whose kind and number are known at run time. The bits
/// are those of the library's RandomFourierTable, TileCoder and OneHot.

#include <ballast/array.hpp>
#include <ballast/features/input_range.hpp>
#include <ballast/features/random_fourier.hpp>
#include <ballast/math/random.hpp>
#include <ballast/math/square_root.hpp>

#include <etl/array.h>

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "experiments/trials/cosines.hpp"
#include "experiments/trials/features_of_length.hpp"

namespace ballast::experiments {

// --- which features ------------------------------------------------------------------------------------------------

/// `components` random features, shared equally among the bandwidths.
struct FourierFeatures {
  std::size_t components = 0;
  std::vector<double> gammas;
  std::vector<double> input_scale;  ///< what observations are multiplied by; one number for each
};

/// A power of two of tilings.
struct TileFeatures {
  std::size_t tilings = 8;
  std::vector<std::size_t> tiles;  ///< along each observation
};

/// One feature for each state.
struct TableFeatures {};

using ControlFeatures = std::variant<FourierFeatures, TileFeatures, TableFeatures>;

/// What a process has for features to use.
struct ControlInputs {
  std::vector<ballast::InputRange<double>> ranges;  ///< of the observations
  std::size_t states = 0;                           ///< how many; 0 if they are not counted
};

/// Throws InputError unless these features can be made for these inputs.
void check(const ControlFeatures& features, const ControlInputs& inputs);

// --- how they are computed ------------------------------------------------------------------------------------------

template <class T, std::size_t Inputs>
class FourierMap {
 public:
  /// Draws what draw_random_fourier draws.
  FourierMap(const FourierFeatures& features, ballast::Random& random);
  template <class Other>
  explicit FourierMap(const FourierMap<Other, Inputs>& other);

  std::size_t length() const { return components_.size(); }
  void encode(const etl::array<double, Inputs>& observed, std::size_t state, FeaturesOfLength<T>& phi) const;

 private:
  template <class Other, std::size_t OtherInputs>
  friend class FourierMap;
  struct Component {
    T weights[Inputs];
    T phase;
  };

  std::vector<Component> components_;
  etl::array<T, Inputs> input_scale_{};
  T scale_{};
};

template <class T, std::size_t Inputs>
class TileMap {
 public:
  TileMap(const TileFeatures& features, const ControlInputs& inputs);
  template <class Other>
  explicit TileMap(const TileMap<Other, Inputs>& other);

  std::size_t length() const;
  void encode(const etl::array<double, Inputs>& observed, std::size_t state, FeaturesOfLength<T>& phi) const;

 private:
  template <class Other, std::size_t OtherInputs>
  friend class TileMap;
  std::size_t unit(std::size_t i, T x) const;

  std::size_t tilings_;
  etl::array<std::size_t, Inputs> tiles_{};
  etl::array<ballast::InputRange<T>, Inputs> ranges_{};
};

template <class T, std::size_t Inputs>
class TableMap {
 public:
  explicit TableMap(std::size_t states) : states_(states) {}
  template <class Other>
  explicit TableMap(const TableMap<Other, Inputs>& other) : states_(other.length()) {}

  std::size_t length() const { return states_; }
  void encode(const etl::array<double, Inputs>& /*observed*/, std::size_t state, FeaturesOfLength<T>& phi) const {
    phi.indices.assign(1, static_cast<std::uint32_t>(state));
    phi.values.assign(1, T{1});
  }

 private:
  std::size_t states_;
};

/// One of these.
template <class T, std::size_t Inputs>
class FeatureMap {
 public:
  FeatureMap(const ControlFeatures& features, const ControlInputs& inputs, ballast::Random& random)
      : map_(make(features, inputs, random)) {}
  template <class Other>
  explicit FeatureMap(const FeatureMap<Other, Inputs>& other)
      : map_(std::visit([](const auto& map) { return converted(map); }, other.map_)) {}

  /// Features of a state.
  std::size_t length() const {
    return std::visit([](const auto& map) { return map.length(); }, map_);
  }
  bool is_table() const { return std::holds_alternative<TableMap<T, Inputs>>(map_); }
  /// Whether the features of every state sum to the same number: then equal weights give every state the same value.
  bool has_constant_sum() const { return !std::holds_alternative<FourierMap<T, Inputs>>(map_); }

  /// Zeros, with the room that encode() needs.
  FeaturesOfLength<T> features() const {
    const bool is_dense = std::holds_alternative<FourierMap<T, Inputs>>(map_);
    return {length(), std::vector<T>(is_dense ? length() : 0), {}, !is_dense};
  }
  void encode(const etl::array<double, Inputs>& observed, std::size_t state, FeaturesOfLength<T>& phi) const {
    std::visit([&](const auto& map) { map.encode(observed, state, phi); }, map_);
  }

 private:
  using Map = std::variant<FourierMap<T, Inputs>, TileMap<T, Inputs>, TableMap<T, Inputs>>;
  template <class Other, std::size_t OtherInputs>
  friend class FeatureMap;

  static Map make(const ControlFeatures& features, const ControlInputs& inputs, ballast::Random& random);
  template <template <class, std::size_t> class OfOther, class Other>
  static Map converted(const OfOther<Other, Inputs>& map) {
    return OfOther<T, Inputs>(map);
  }

  Map map_;
};

// --- definitions ----------------------------------------------------------------------------------------------------

template <class T, std::size_t Inputs>
FourierMap<T, Inputs>::FourierMap(const FourierFeatures& features, ballast::Random& random)
    : components_(features.components) {
  const std::size_t share = features.components / features.gammas.size();
  for (std::size_t j = 0; j < components_.size(); ++j) {
    Component& component = components_[j];
    const auto gamma = static_cast<T>(features.gammas[j / share]);
    ballast::detail::draw_component(gamma, component.weights, Inputs, component.phase, random);
  }
  for (std::size_t i = 0; i < Inputs; ++i) { input_scale_[i] = static_cast<T>(features.input_scale[i]); }
  scale_ = ballast::detail::fourier_scale<T>(share);
}

template <class T, std::size_t Inputs>
template <class Other>
FourierMap<T, Inputs>::FourierMap(const FourierMap<Other, Inputs>& other)
    : components_(other.length()), scale_(static_cast<T>(other.scale_)) {
  for (std::size_t j = 0; j < components_.size(); ++j) {
    for (std::size_t i = 0; i < Inputs; ++i) {
      components_[j].weights[i] = static_cast<T>(other.components_[j].weights[i]);
    }
    components_[j].phase = static_cast<T>(other.components_[j].phase);
  }
  for (std::size_t i = 0; i < Inputs; ++i) { input_scale_[i] = static_cast<T>(other.input_scale_[i]); }
}

/// NaN where an angle is too large for a cosine: the agent refuses it.
template <class T, std::size_t Inputs>
void FourierMap<T, Inputs>::encode(const etl::array<double, Inputs>& observed, std::size_t /*state*/,
                                   FeaturesOfLength<T>& phi) const {
  ballast::ArrayOf<T, Inputs> x;
  for (std::size_t i = 0; i < Inputs; ++i) { x[i] = static_cast<T>(observed[i]) * input_scale_[i]; }
  for (std::size_t j = 0; j < components_.size(); ++j) {
    phi.values[j] = ballast::detail::fourier_angle(components_[j].weights, x, components_[j].phase);
  }
  to_cosines(phi.values.data(), phi.values.data(), phi.values.size());
  for (T& value : phi.values) { value = scale_ * value; }
}

template <class T, std::size_t Inputs>
TileMap<T, Inputs>::TileMap(const TileFeatures& features, const ControlInputs& inputs) : tilings_(features.tilings) {
  for (std::size_t i = 0; i < Inputs; ++i) {
    tiles_[i] = features.tiles[i];
    ranges_[i] = {static_cast<T>(inputs.ranges[i].low), static_cast<T>(inputs.ranges[i].high)};
  }
}

template <class T, std::size_t Inputs>
template <class Other>
TileMap<T, Inputs>::TileMap(const TileMap<Other, Inputs>& other) : tilings_(other.tilings_), tiles_(other.tiles_) {
  for (std::size_t i = 0; i < Inputs; ++i) {
    ranges_[i] = {static_cast<T>(other.ranges_[i].low), static_cast<T>(other.ranges_[i].high)};
  }
}

template <class T, std::size_t Inputs>
std::size_t TileMap<T, Inputs>::length() const {
  std::size_t length = tilings_;
  for (const std::size_t n : tiles_) { length *= n; }
  return length;
}

/// As TileCoder::unit.
template <class T, std::size_t Inputs>
std::size_t TileMap<T, Inputs>::unit(std::size_t i, T x) const {
  const std::size_t count = (tiles_[i] - 1) * tilings_ + 1;
  const T inside = ranges_[i].clamped(x);
  const auto unit = static_cast<std::size_t>((inside - ranges_[i].low) * static_cast<T>(count) / ranges_[i].width());
  return unit < count ? unit : count - 1;
}

/// As TileCoder::encode, with the value for which ||phi|| = 1.
template <class T, std::size_t Inputs>
void TileMap<T, Inputs>::encode(const etl::array<double, Inputs>& observed, std::size_t /*state*/,
                                FeaturesOfLength<T>& phi) const {
  etl::array<std::size_t, Inputs> units;
  for (std::size_t i = 0; i < Inputs; ++i) { units[i] = unit(i, static_cast<T>(observed[i])); }
  phi.indices.resize(tilings_);
  phi.values.assign(tilings_, T{1} / ballast::square_root(static_cast<T>(tilings_)));
  for (std::size_t k = 0; k < tilings_; ++k) {
    std::size_t index = k;
    for (std::size_t i = 0; i < Inputs; ++i) {
      const std::size_t displacement = k * (2 * i + 1) % tilings_;
      index = index * tiles_[i] + (units[i] + displacement) / tilings_;
    }
    phi.indices[k] = static_cast<std::uint32_t>(index);
  }
}

template <class T, std::size_t Inputs>
typename FeatureMap<T, Inputs>::Map FeatureMap<T, Inputs>::make(const ControlFeatures& features,
                                                                const ControlInputs& inputs, ballast::Random& random) {
  check(features, inputs);
  if (const auto* const fourier = std::get_if<FourierFeatures>(&features)) {
    return FourierMap<T, Inputs>(*fourier, random);
  }
  if (const auto* const tiles = std::get_if<TileFeatures>(&features)) { return TileMap<T, Inputs>(*tiles, inputs); }
  return TableMap<T, Inputs>(inputs.states);
}

}  // namespace ballast::experiments
