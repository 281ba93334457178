#pragma once
/// The formats of a learner in fixed point as numbers: a device has them from its types, this tool from options or a
/// log.

#include <ballast/fixed/format.hpp>

#include <cstddef>

#include "io/snapshot_numbers.hpp"

namespace tool {

/// ballast::FixedLimits, known at run time.
struct GivenLimits {
  double lambda = ballast::FixedLimits::lambda;
  double radius = ballast::FixedLimits::radius;
  bool has_unit_features = ballast::FixedLimits::has_unit_features;
  std::size_t active = ballast::FixedLimits::active;
};

/// ballast::detail::FixedFormat, known at run time.
struct FixedShape {
  std::size_t dimension = 1;
  int weight_fraction = 20;
  int trace_fraction = 14;  ///< of the upper half, if it is wide
  bool has_wide_trace = false;
  /// By how many bits ||z||^2 is shifted where FixedLimits::active says that few features can be active; below 0: all
  /// can be.
  int shift_of_few = -1;
  /// At most so many features are not 0, where that is known.
  std::size_t active = static_cast<std::size_t>(-1);

  int value_fraction() const { return weight_fraction - 1; }
  bool has_short_sums() const { return dimension <= 64; }
  bool has_short_trace_sums() const { return (dimension << trace_norm_shift()) <= 4096; }
  int trace_norm_shift() const {
    return shift_of_few >= 0 ? shift_of_few : ballast::detail::trace_norm_shift_for(dimension);
  }
  int trace_norm_fraction() const { return 2 * trace_fraction - trace_norm_shift(); }
  int norm_shift() const {
    return has_short_sums() ? ballast::detail::log2_rounded_up(static_cast<double>(dimension + 1)) - 1 : 0;
  }
};

/// Throws InputError where ballast::FixedLimits would not compile, and says which limit is wrong.
FixedShape shape_of(const GivenLimits& limits, std::size_t dimension);

/// That of a learner whose snapshot has these formats. Throws InputError if no learner of so many weights has them.
FixedShape logged_shape(const FixedFormats& formats, std::size_t dimension);

}  // namespace tool
