#pragma once
/// Normally distributed numbers, by Box and Muller. The same seed gives the same numbers everywhere; the numbers in
/// float are those in double, up to rounding, so that an experiment on the host in double can be repeated on a device
/// in float.

#include <ballast/math/logarithm.hpp>
#include <ballast/math/product.hpp>
#include <ballast/math/random.hpp>
#include <ballast/math/sine.hpp>
#include <ballast/math/square_root.hpp>

namespace ballast {

/// In [0, 2 pi).
template <class T>
T random_angle(Random& random) noexcept {
  constexpr T two_pi = static_cast<T>(0x1.921fb54442d18p2);
  return product(two_pi, static_cast<T>(random.uniform<float>()));
}

/// Mean 0, variance 1. Made of two words of 24 bits, and so at most 5.77 in size.
template <class T>
T normal(Random& random) noexcept {
  const T u = static_cast<T>(1.0F - random.uniform<float>());  // exact, and never 0
  const T radius = square_root(T{-2} * logarithm(u));
  return product(radius, cosine(random_angle<T>(random)));
}

}  // namespace ballast
