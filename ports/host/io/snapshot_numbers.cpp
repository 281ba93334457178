#include "io/snapshot_numbers.hpp"

#include <ballast/detail/snapshot/fixed.hpp>

#include <cmath>

namespace tool {

namespace {

/// Of 65536 weights, the most there are.
constexpr uint32_t most_trace_norm_code = ballast::detail::trace_norm_shift_for(65536) + 1;

bool is_signed(Quantity quantity) {
  return quantity == Quantity::value || quantity == Quantity::weight || quantity == Quantity::trace;
}
bool is_narrow(Quantity quantity, const FixedFormats& formats) {
  return quantity == Quantity::trace && formats.trace_width == 16;
}

bool is_rate(ballast::detail::Magnitude inverse, Quantity quantity) {
  if (quantity == Quantity::decayed_rate) { return ballast::detail::is_rate(inverse); }
  return inverse.mantissa != 0 && ballast::detail::is_given_rate(inverse);
}

}  // namespace

std::optional<FixedFormats> fixed_formats_of(uint32_t word) {
  const FixedFormats formats{word & 0xFFU, word >> 8U & 0xFFU, word >> 16U & 0xFFU, word >> 24U};
  const bool has_weights = formats.weight_bits >= 8 && formats.weight_bits <= 30;
  const bool has_narrow_trace = formats.trace_width == 16 && formats.trace_bits == 14;
  const bool has_wide_trace = formats.trace_width == 32 && formats.trace_bits >= 8 && formats.trace_bits <= 13;
  const bool has_norm = formats.trace_norm_code <= most_trace_norm_code;
  return has_weights && (has_narrow_trace || has_wide_trace) && has_norm ? std::optional(formats) : std::nullopt;
}

int32_t fraction_of(Quantity quantity, const FixedFormats& formats) {
  const auto of_values = static_cast<int32_t>(formats.weight_bits) - 1;
  switch (quantity) {
    case Quantity::value: return of_values;
    case Quantity::rest: return of_values + 32;
    case Quantity::lambda: return 16;
    case Quantity::power:
    case Quantity::probability: return 31;
    case Quantity::weight: return static_cast<int32_t>(formats.weight_bits);
    case Quantity::trace: return static_cast<int32_t>(formats.trace_bits + formats.trace_width - 16);
    case Quantity::rate:
    case Quantity::decayed_rate: break;
  }
  return 0;
}

double from_fixed(uint32_t raw, Quantity quantity, const FixedFormats& formats) {
  double number = raw;
  if (is_narrow(quantity, formats)) {
    number = static_cast<int16_t>(raw);
  } else if (is_signed(quantity)) {
    number = static_cast<int32_t>(raw);
  }
  return std::ldexp(number, -fraction_of(quantity, formats));
}

std::optional<uint32_t> to_fixed(double x, Quantity quantity, const FixedFormats& formats) {
  const double raw = std::round(std::ldexp(x, fraction_of(quantity, formats)));
  const double limit = is_narrow(quantity, formats) ? 0x1p15 : is_signed(quantity) ? 0x1p31 : 0x1p32;
  if (!(raw >= (is_signed(quantity) ? -limit : 0.0) && raw < limit)) { return {}; }
  const auto word = static_cast<uint32_t>(static_cast<int64_t>(raw));
  return is_narrow(quantity, formats) ? word & 0xFFFFU : word;
}

std::optional<double> from_fixed(FixedRateWords words, Quantity quantity) {
  const ballast::detail::Magnitude inverse{words.mantissa, static_cast<int32_t>(words.exponent)};
  if (!is_rate(inverse, quantity)) { return {}; }
  return inverse.mantissa == 0 ? 0.0 : 1.0 / inverse.to_double();
}

std::optional<FixedRateWords> to_fixed_rate(double x, Quantity quantity) {
  const auto inverse = x > 0 ? ballast::detail::magnitude_of(1.0 / x) : ballast::detail::Magnitude{0, 0};
  if (!is_rate(inverse, quantity) || (inverse.mantissa == 0) != (x == 0)) { return {}; }
  return FixedRateWords{inverse.mantissa, static_cast<uint32_t>(inverse.exponent)};
}

}  // namespace tool
