#include "engine/fixed_shape.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/files/error.hpp"

namespace tool {

using ballast::detail::log2_rounded_up;
using ballast::experiments::InputError;

namespace {

/// As FixedFormat::are_few.
bool are_few(const GivenLimits& limits, std::size_t dimension) {
  return limits.active != 0 && limits.active < dimension && !limits.has_unit_features;
}

/// max ||phi|| is at most 2 to the power of this.
int feature_bits(const GivenLimits& limits, std::size_t dimension) {
  const std::size_t active = are_few(limits, dimension) ? limits.active : dimension;
  return limits.has_unit_features ? 0 : (log2_rounded_up(static_cast<double>(active)) + 1) / 2;
}

void check_limits(const GivenLimits& limits, std::size_t dimension) {
  if (!(limits.lambda >= 0 && limits.lambda <= 0.99)) {
    throw InputError(fmt::format("in fixed point, the limit of lambda is from 0 to 0.99, not {}", limits.lambda));
  }
  if (!(limits.radius >= 0.5 && limits.radius <= ballast::detail::two_to_the(22))) {
    throw InputError(fmt::format("in fixed point, the limit of a radius is from 0.5 to 2^22, not {}", limits.radius));
  }
  const int bits = feature_bits(limits, dimension);
  const std::size_t most = bits > 12 ? 0 : std::size_t{1} << std::min(16, 24 - 2 * bits);
  if (dimension > most) {
    throw InputError(fmt::format(
        "in fixed point there are not {} features{}", dimension,
        limits.has_unit_features ? "; at most 65536"
                                 : ": at most 4096, or 65536 if few are active at once or ||phi|| <= 1 is promised"));
  }
}

}  // namespace

FixedShape shape_of(const GivenLimits& limits, std::size_t dimension) {
  check_limits(limits, dimension);
  const int lambda_bits = log2_rounded_up(1.0 / (1.0 - limits.lambda));
  FixedShape shape;
  shape.dimension = dimension;
  shape.weight_fraction = 30 - log2_rounded_up(limits.radius * (1.0 + 1.0 / 64)) - feature_bits(limits, dimension);
  shape.trace_fraction = lambda_bits > 1 ? 15 - lambda_bits : 14;
  shape.has_wide_trace = limits.lambda > 0.5;
  if (are_few(limits, dimension)) {
    const int shift = ballast::detail::trace_norm_shift_for(limits.active);
    if (shift != ballast::detail::trace_norm_shift_for(dimension)) { shape.shift_of_few = shift; }
    shape.active = limits.active;
  }
  if (shape.weight_fraction < 8) {
    throw InputError(fmt::format("in fixed point, a radius of {} is too large for {} features{}", limits.radius,
                                 dimension,
                                 limits.has_unit_features ? "" : ": make it smaller, or promise that ||phi|| <= 1"));
  }
  if (shape.weight_fraction > 30) {
    throw InputError(fmt::format("in fixed point, a radius of {} is too small", limits.radius));
  }
  return shape;
}

FixedShape logged_shape(const FixedFormats& formats, std::size_t dimension) {
  FixedShape shape;
  shape.dimension = dimension;
  shape.weight_fraction = static_cast<int>(formats.weight_bits);
  shape.trace_fraction = static_cast<int>(formats.trace_bits);
  shape.has_wide_trace = formats.trace_width == 32;
  shape.shift_of_few = static_cast<int>(formats.trace_norm_code) - 1;
  if (dimension < 1 || dimension > 65536 || shape.shift_of_few > ballast::detail::trace_norm_shift_for(dimension)) {
    throw InputError(fmt::format("no learner in fixed point with {} weights has these formats", dimension));
  }
  return shape;
}

}  // namespace tool
