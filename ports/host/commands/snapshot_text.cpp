#include "commands/snapshot_text.hpp"

#include <fmt/format.h>

namespace tool {

std::string number_text(double x, const Snapshot& snapshot) {
  if (snapshot.fixed) { return fmt::format("{:.11g}", x); }  // 32 bits
  return snapshot.is_double ? fmt::format("{}", x) : fmt::format("{}", static_cast<float>(x));
}

std::string formats_text(const FixedFormats& formats) {
  const std::string few =
      formats.trace_norm_code == 0 ? "" : fmt::format("; its norm is shifted by {}", formats.trace_norm_code - 1);
  return fmt::format(
      "{} bits after the point of a weight, {} of the average reward; a trace has {} bits, {} after the "
      "point{}",
      formats.weight_bits, fraction_of(Quantity::value, formats), formats.trace_width,
      fraction_of(Quantity::trace, formats), few);
}

LearnerOptions configuration_of(const Snapshot& snapshot) {
  return snapshot.is_double ? options_of(snapshot.settings) : options_of(converted<float>(snapshot.settings));
}

std::string configuration_text(const Snapshot& snapshot) {
  return typed(configuration_of(snapshot));
}

std::string exploration_text(const Snapshot& snapshot) {
  std::string text;
  for (const SavedAgent::Step& step : snapshot.agent->exploration) {
    text += text.empty() ? "" : fmt::format(", from decision {} on ", step.from);
    text += number_text(step.epsilon, snapshot);
  }
  return text;
}

}  // namespace tool
