#pragma once
/// Random Fourier features (features/random_fourier.hpp) in integers, for learners in fixed point. A table that was
/// written by `ballast rff` is converted by the compiler:
///
///   constexpr auto table = ballast::in_fixed_point(fourier_table);
///   static_assert(ballast::fits_fixed_point(fourier_table));
///   const ballast::Status status = ballast::random_fourier(table, {{Feature::fraction(adc, 4096)}}, phi);
///
/// Angles are counted in turns, modulo one: w . x + b takes one multiplication of 32 bits for each input, and nothing
/// overflows. With D components of a bandwidth, and so sqrt(2 / D) = scale, a feature is off by less than
///
///   (1 + scale (1.2 + 0.8 inputs)) 2^-15        (1.5 instead of 1 if D = 2: a scale of 1 becomes 1 - 2^-15)
///
/// from that of the table in double for the same inputs. Most of it comes from the weights, which are multiples of
/// 2^-17 turns; it is the same at every visit, as if other weights had been drawn.

#include <ballast/array.hpp>
#include <ballast/detail/fixed/cosine.hpp>
#include <ballast/features/random_fourier.hpp>
#include <ballast/fixed/number.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

/// In integers. Inputs are in [-1, 1), as features are.
template <size_t Inputs, size_t Components>
struct RandomFourierTable<FixedFeature, Inputs, Components> {
  static_assert(Inputs > 0, "RandomFourierTable: there must be at least one input");
  static_assert(Components > 0, "RandomFourierTable: there must be at least one component");

  int32_t weights[Components][Inputs];  ///< w_j in units of 2^-17 turns
  uint32_t phases[Components];          ///< b_j in units of 2^-32 turns
  FixedFeature scale;                   ///< sqrt(2 / D)
};

namespace detail {

constexpr double turns(double radians) noexcept {
  return radians * 0.15915494309189533577;  // 1 / (2 pi)
}

/// Without whole turns, in [0, 2^32). The angle is below 2^31.
constexpr uint32_t part_of_turn(double radians) noexcept {
  const double all = turns(radians);
  const double part = all - static_cast<double>(static_cast<int64_t>(all));
  return rounded_into_range<uint32_t>((part < 0.0 ? part + 1.0 : part) * two_to_the(32));
}

}  // namespace detail

/// Whether a table can be converted: every weight is below 2^14 turns (10^5), every phase below 2^31, and the scale at
/// most 1, which it is with at least two components of each bandwidth.
template <class T, size_t Inputs, size_t Components>
constexpr bool fits_fixed_point(const RandomFourierTable<T, Inputs, Components>& table) noexcept {
  for (size_t j = 0; j < Components; ++j) {
    for (const T w : table.weights[j]) {
      if (!(absolute(detail::turns(static_cast<double>(w))) < detail::two_to_the(14))) { return false; }
    }
    if (!has_sine(table.phases[j])) { return false; }
  }
  return table.scale > T{0} && table.scale <= T{1};
}

/// The same table in integers. Of one that does not fit (fits_fixed_point), every number is 0.
template <class T, size_t Inputs, size_t Components>
constexpr RandomFourierTable<FixedFeature, Inputs, Components> in_fixed_point(
    const RandomFourierTable<T, Inputs, Components>& table) noexcept {
  RandomFourierTable<FixedFeature, Inputs, Components> result{};
  if (!fits_fixed_point(table)) { return result; }
  for (size_t j = 0; j < Components; ++j) {
    for (size_t i = 0; i < Inputs; ++i) {
      const double units = detail::turns(static_cast<double>(table.weights[j][i])) * detail::two_to_the(17);
      result.weights[j][i] = detail::rounded_into_range<int32_t>(units);
    }
    result.phases[j] = detail::part_of_turn(static_cast<double>(table.phases[j]));
  }
  result.scale = static_cast<double>(table.scale);
  return result;
}

namespace detail {

/// w . x + b in units of 2^-32 turns, without whole turns.
template <size_t Inputs>
[[gnu::always_inline]] inline uint32_t fourier_angle(const int32_t (&weights)[Inputs],
                                                     const ArrayOf<FixedFeature, Inputs>& x, uint32_t phase) noexcept {
  uint32_t angle = phase;
  for (size_t i = 0; i < Inputs; ++i) {
    angle += static_cast<uint32_t>(weights[i]) * static_cast<uint32_t>(int32_t{x[i].raw()});
  }
  return angle;
}

}  // namespace detail

/// phi(x). Always ok: every input is a number, and every angle has a cosine.
template <size_t Inputs, size_t Components, template <class, size_t> class Features>
Status random_fourier(const RandomFourierTable<FixedFeature, Inputs, Components>& table,
                      const detail::NotDeduced<ArrayOf<FixedFeature, Inputs>>& x,
                      Features<FixedFeature, Components>& phi) noexcept {
  static_assert(detail::is_array<Features<FixedFeature, Components>>,
                "random_fourier: phi must be an array, such as etl::array");
  const int32_t scale = table.scale.raw();
  for (size_t j = 0; j < Components; ++j) {
    const int32_t cosine = detail::cosine_of_turn(detail::fourier_angle(table.weights[j], x, table.phases[j]));
    const int32_t rounded = (scale * cosine + (int32_t{1} << 15)) >> 16;
    phi[j] = FixedFeature::from_raw(static_cast<int16_t>(rounded));
  }
  return Status::ok;
}

}  // namespace ballast
