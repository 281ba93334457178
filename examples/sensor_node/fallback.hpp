#pragma once
/// What decides while the learner is not trusted: a rule that someone can see is safe. Its factor was chosen on other
/// sites than those of the tables, as were the settings of the learner.

#include <ballast/ballast.hpp>

#include <stdint.h>

#include "site.hpp"

namespace sensor_node {

/// In proportion to the charge: everything when it is full. One report where the charge is not known.
inline uint32_t fallback(const Outcome& outcome, bool is_read) {
  if (!outcome.has_power) { return 0; }
  if (!is_read) { return 1; }
  const float charge = ballast::InputRange<float>{0.0F, 1.0F}.clamped(outcome.charge);
  return static_cast<uint32_t>(ballast::product(charge, static_cast<float>(most_reports)));
}

}  // namespace sensor_node
