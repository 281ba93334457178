#pragma once
/// Random Fourier features of a dense observation x:
///
///   phi_j(x) = sqrt(2 / D) cos(w_j . x + b_j),   w_j ~ N(0, 2 gamma I),   b_j ~ U[0, 2 pi),   j = 1, ..., D,
///
/// so that phi(x) . phi(y) is about exp(-gamma ||x - y||^2) (Rahimi and Recht, 2007). With several bandwidths gamma the
/// features of each follow one another, each with its own D. docs/CHOOSING.md helps to choose gamma and D.
///
///   static RandomFourierTable<float, 2, 20> table;                       // drawn on the device: in RAM
///   Status status = draw_random_fourier(table, {1.0F}, seed);
///   status = random_fourier(table, x, phi);
///
/// A table written by `ballast rff` is a constant, stays in flash, and equals the one drawn from its seed.

#include <ballast/array.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/math/normal.hpp>
#include <ballast/math/product.hpp>
#include <ballast/math/random.hpp>
#include <ballast/math/sine.hpp>
#include <ballast/math/square_root.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/type_traits.h>

namespace ballast {

/// Nothing but numbers, so that it can be a constant. Components counts all features, of all bandwidths.
template <class T, size_t Inputs, size_t Components>
struct RandomFourierTable {
  static_assert(etl::is_floating_point<T>::value,
                "RandomFourierTable: the scalar must be float or double, or FixedFeature, for which there is "
                "ballast/features/fixed_random_fourier.hpp");
  static_assert(Inputs > 0, "RandomFourierTable: there must be at least one input");
  static_assert(Components > 0, "RandomFourierTable: there must be at least one component");

  T weights[Components][Inputs];  ///< w_j
  T phases[Components];           ///< b_j
  T scale;                        ///< sqrt(2 / D)
};

// --- drawing --------------------------------------------------------------------------------------------------------

/// A bandwidth: above 0, and the variance 2 gamma is finite.
template <class T>
constexpr bool is_gamma(T gamma) noexcept {
  return is_finite(gamma + gamma) && gamma > T{0};
}

namespace detail {

/// The order of drawing: for each component its weights, then its phase.
template <class T>
void draw_component(T gamma, T* weights, size_t inputs, T& phase, Random& random) noexcept {
  const T deviation = square_root(gamma + gamma);
  for (size_t i = 0; i < inputs; ++i) { weights[i] = product(deviation, normal<T>(random)); }
  phase = random_angle<T>(random);
}

template <class T>
T fourier_scale(size_t components_per_gamma) noexcept {
  return square_root(T{2} / static_cast<T>(components_per_gamma));
}

}  // namespace detail

/// Shares the components equally among the bandwidths. If one of them is invalid, nothing is drawn.
template <class T, size_t Inputs, size_t Components, size_t Bandwidths>
Status draw_random_fourier(RandomFourierTable<T, Inputs, Components>& table, const T (&gammas)[Bandwidths],
                           Random& random) noexcept {
  static_assert(Components % Bandwidths == 0, "the components must divide evenly among the bandwidths");
  constexpr size_t share = Components / Bandwidths;
  for (const T gamma : gammas) {
    if (!is_gamma(gamma)) { return Status::invalid_gamma; }
  }
  for (size_t j = 0; j < Components; ++j) {
    detail::draw_component(gammas[j / share], table.weights[j], Inputs, table.phases[j], random);
  }
  table.scale = detail::fourier_scale<T>(share);
  return Status::ok;
}

/// The same from a seed: the table that `ballast rff` writes for it.
template <class T, size_t Inputs, size_t Components, size_t Bandwidths>
Status draw_random_fourier(RandomFourierTable<T, Inputs, Components>& table, const T (&gammas)[Bandwidths],
                           uint64_t seed) noexcept {
  Random random(seed);
  return draw_random_fourier(table, gammas, random);
}

// --- features -------------------------------------------------------------------------------------------------------

namespace detail {

/// w . x + b
template <class T, size_t Inputs>
[[gnu::always_inline]] inline T fourier_angle(const T (&weights)[Inputs], const ArrayOf<T, Inputs>& x,
                                              T phase) noexcept {
  T angle = phase;
  for (size_t i = 0; i < Inputs; ++i) { angle = angle + product(weights[i], x[i]); }
  return angle;
}

}  // namespace detail

/// phi(x). Refused, with phi unchanged: an input that is not finite (`input_not_finite`), and inputs so large that an
/// angle has no cosine (`overflow`: |w . x + b| from 2^31 on). The angles are computed twice, which is cheap compared
/// with a cosine and needs no memory.
template <class T, size_t Inputs, size_t Components, template <class, size_t> class Features>
Status random_fourier(const RandomFourierTable<T, Inputs, Components>& table,
                      const detail::NotDeduced<ArrayOf<T, Inputs>>& x, Features<T, Components>& phi) noexcept {
  static_assert(detail::is_array<Features<T, Components>>, "random_fourier: phi must be an array, such as etl::array");
  for (const T input : x) {
    if (!is_finite(input)) { return Status::input_not_finite; }
  }
  for (size_t j = 0; j < Components; ++j) {
    if (!has_sine(detail::fourier_angle(table.weights[j], x, table.phases[j]))) { return Status::overflow; }
  }
  for (size_t j = 0; j < Components; ++j) {
    phi[j] = product(table.scale, cosine(detail::fourier_angle(table.weights[j], x, table.phases[j])));
  }
  return Status::ok;
}

}  // namespace ballast
