#pragma once
/// How a snapshot has its numbers: in float, in double, or in fixed point, where each quantity has a format of its own.

#include <cstdint>
#include <optional>

namespace tool {

/// What a number of a snapshot is.
enum class Quantity {
  value,         ///< average reward, radii
  rest,          ///< what rounding removed from the average reward
  lambda,        ///< lambda
  rate,          ///< a step-size, beta_0, the ratio
  decayed_rate,  ///< a step-size at which a schedule is held; 0 if it is not
  power,         ///< of a schedule
  probability,   ///< epsilon
  weight,        ///< theta_i, an entry of a direction
  trace,         ///< z_i
};

/// The formats of a learner in fixed point, as a snapshot has them.
struct FixedFormats {
  uint32_t weight_bits = 0;  ///< after the point of a weight
  uint32_t trace_bits = 0;   ///< after the point of the upper 16 bits of a trace
  uint32_t trace_width = 0;  ///< 16 or 32
  /// By how many bits ||z||^2 is shifted, plus 1; 0: by as many as follows from the number of weights.
  uint32_t trace_norm_code = 0;

  /// The word in a header.
  uint32_t word() const { return weight_bits | trace_bits << 8U | trace_width << 16U | trace_norm_code << 24U; }
  bool operator!=(const FixedFormats& other) const {
    return weight_bits != other.weight_bits || trace_bits != other.trace_bits || trace_width != other.trace_width ||
           trace_norm_code != other.trace_norm_code;
  }
};

/// Nothing if no learner has such formats.
std::optional<FixedFormats> fixed_formats_of(uint32_t word);

struct NumberFormat {
  bool is_double = false;
  std::optional<FixedFormats> fixed;

  /// Of a weight, an average reward or a radius.
  uint32_t bytes() const { return is_double ? 8 : 4; }
  uint32_t rate_bytes() const { return is_double || fixed ? 8 : 4; }
  /// Of so many, in whole words.
  uint64_t trace_bytes(uint64_t count) const {
    return fixed ? (count * (fixed->trace_width / 8) + 3) / 4 * 4 : count * bytes();
  }
};

/// An integer in fixed point: how many units of 2^-fraction. (Not of a rate.)
int32_t fraction_of(Quantity quantity, const FixedFormats& formats);
/// The exact number. Signed: values, weights and traces.
double from_fixed(uint32_t raw, Quantity quantity, const FixedFormats& formats);
/// The nearest; nothing if it does not fit.
std::optional<uint32_t> to_fixed(double x, Quantity quantity, const FixedFormats& formats);

/// A rate is two words, mantissa and exponent of its inverse. As a double it is rounded, but back comes the same.
struct FixedRateWords {
  uint32_t mantissa = 0;
  uint32_t exponent = 0;
};
/// Nothing if they are not those of such a rate.
std::optional<double> from_fixed(FixedRateWords words, Quantity quantity);
std::optional<FixedRateWords> to_fixed_rate(double x, Quantity quantity);

}  // namespace tool
