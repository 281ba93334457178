#include "settings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "failure.hpp"

namespace search {
namespace {

constexpr double largest_float = 0x1.fffffep127;

/// From no trace to the longest one that is accepted: 1 - 2^-24 in float.
float draw_lambda(Draw& draw) {
  switch (draw.below(8)) {
    case 0: return 0.0F;
    case 1: return static_cast<float>(draw.log_uniform(1e-6, 0.3));
    case 2: return 0.99F;
    case 3: return 0.9999F;
    case 4: return static_cast<float>(1.0 - std::exp2(-draw.between(3.0, 14.0)));
    case 5: return static_cast<float>(1.0 - std::exp2(-draw.between(14.0, 24.0)));
    default: return static_cast<float>(draw.between(0.3, 0.95));
  }
}

/// Mostly what a user might choose. The standard rule diverges beyond about 2, and then little can be compared.
double draw_beta(Draw& draw, bool is_implicit) {
  if (draw.chance(0.25)) { return draw.log_uniform(1e-30, 1e30); }
  return is_implicit ? draw.log_uniform(1e-3, 1e6) : draw.log_uniform(1e-4, 2.0);
}

/// c beta must be a number.
double draw_ratio(Draw& draw, double beta) {
  if (draw.chance(0.1)) {
    const double ratio = draw.log_uniform(1e-10, 1e10);
    if (ratio * beta < 0.1 * largest_float) { return ratio; }
  }
  const double ratio = draw.log_uniform(1e-8, draw.chance(0.1) ? 1e3 : 1.0) / beta;
  return ratio < 1e-37 ? 1e-37 : ratio;
}

double draw_radius(Draw& draw) {
  if (draw.chance(0.3)) { return draw.log_uniform(0x1p-60, 0x1p62); }
  return draw.log_uniform(1e-3, 1e4);
}

/// Rounding must not lead out of the accepted range.
float radius_in_range(double radius) {
  const float rounded = static_cast<float>(radius);
  return std::fmin(std::fmax(rounded, 0x1p-60F), 0x1p62F);
}

void set_schedule(Draw& draw, Settings& settings) {
  settings.beta = static_cast<float>(draw_beta(draw, settings.variant.is_implicit));
  settings.power = draw.chance(0.3) ? 1.0F : static_cast<float>(draw.between(0.1, 1.0));
  settings.offset = static_cast<uint32_t>(draw.log_uniform_count(1, 1000));
  settings.hold = static_cast<uint32_t>(draw.chance(0.5) ? 0 : draw.below(300));
}
void set_held(Draw& draw, Settings& settings) {
  const bool is_held = settings.variant.can_be_held && draw.chance(0.5);
  settings.held = is_held ? static_cast<float>(draw_beta(draw, settings.variant.is_implicit)) : 0.0F;
}
void set_two_timescales(Draw& draw, Settings& settings) {
  if (!settings.variant.has_two_timescales) { return; }
  Settings other = settings;
  set_schedule(draw, other);
  settings.of_average_reward = {other.beta, other.power, other.offset, other.hold};
}
void set_ratio(Draw& draw, Settings& settings) {
  const float rate =
      settings.variant.has_two_timescales ? settings.of_average_reward.beta : std::max(settings.beta, settings.held);
  settings.ratio = static_cast<float>(draw_ratio(draw, wide(rate)));
}
void set_radii(Draw& draw, Settings& settings) {
  settings.radius = radius_in_range(draw_radius(draw));
  settings.average_reward_radius = radius_in_range(draw_radius(draw));
}

/// Whatever schedule there is: one number of it.
ballast::Status spoil_schedule(Draw& draw, Settings& settings, float bad) {
  const Variant& variant = settings.variant;
  if (variant.has_two_timescales && draw.chance(0.5)) {
    settings.of_average_reward.beta = bad;
    return ballast::Status::invalid_step_size;
  }
  switch (draw.below(variant.can_be_held ? 4 : variant.decays ? 3 : 1)) {
    case 0: settings.beta = bad; return ballast::Status::invalid_step_size;
    case 1: settings.power = draw.chance(0.3) ? 1.0F + 0x1p-23F : bad; return ballast::Status::invalid_power;
    case 2: settings.offset = 0; return ballast::Status::invalid_offset;
    default: settings.held = bad == 0.0F ? -0.0F : bad; return ballast::Status::invalid_step_size;
  }
}

}  // namespace

Settings draw_settings(Draw& draw, const Variant& variant) {
  Settings settings{};
  settings.variant = variant;
  settings.lambda = draw_lambda(draw);
  set_schedule(draw, settings);
  set_held(draw, settings);
  set_two_timescales(draw, settings);
  set_ratio(draw, settings);
  set_radii(draw, settings);
  return settings;
}

/// Mostly as far within the promise as before: beyond it nothing more is compared.
Settings draw_change(Draw& draw, const Settings& current) {
  const bool may_leave = draw.chance(0.1) || !is_within_promise(current);
  for (;;) {
    Settings settings = current;
    if (draw.chance(0.5)) { settings.lambda = draw_lambda(draw); }
    if (draw.chance(0.3)) { set_schedule(draw, settings); }
    if (draw.chance(0.5)) { set_held(draw, settings); }
    if (draw.chance(0.5)) { set_two_timescales(draw, settings); }
    set_ratio(draw, settings);
    if (draw.chance(0.5)) { set_radii(draw, settings); }
    if (may_leave || is_within_promise(settings)) { return settings; }
  }
}

ballast::Status spoil(Draw& draw, Settings& settings) {
  const float not_positive[] = {0.0F, -1.0F, std::numeric_limits<float>::quiet_NaN(),
                                std::numeric_limits<float>::infinity()};
  const float bad = draw.one_of(not_positive);
  switch (draw.below(settings.variant.ball == Ball::none ? 3 : 4)) {
    case 0: settings.lambda = bad == 0.0F ? 1.0F : bad; return ballast::Status::invalid_lambda;
    case 1: settings.ratio = bad; return ballast::Status::invalid_ratio;
    case 2: return spoil_schedule(draw, settings, bad);
    default: settings.radius = bad; return ballast::Status::invalid_radius;
  }
}

bool is_within_promise(const Settings& settings) {
  return settings.lambda <= 1.0F - 0x1p-14F && settings.beta <= 1e6F && settings.held <= 1e6F;
}

std::string describe(const Settings& settings) {
  std::string text = settings.variant.is_implicit ? "rule implicit" : "rule standard";
  if (settings.variant.is_differential) { text += " differential"; }
  switch (settings.variant.ball) {
    case Ball::none: text += ", no ball"; break;
    case Ball::joint: text += format(", joint ball R=%.9g", wide(settings.radius)); break;
    case Ball::separate:
      text += format(", separate balls R_omega=%.9g R_theta=%.9g", wide(settings.average_reward_radius),
                     wide(settings.radius));
      break;
  }
  if (settings.variant.without_ones) { text += ", without ones"; }
  text +=
      format(", lambda %.9g, beta %.9g, ratio %.9g", wide(settings.lambda), wide(settings.beta), wide(settings.ratio));
  if (settings.variant.decays) {
    text += format(", power %.9g offset %u hold %u", wide(settings.power), settings.offset, settings.hold);
  }
  if (settings.variant.has_two_timescales) {
    const Decay& other = settings.of_average_reward;
    text += format(", of the average reward beta %.9g power %.9g offset %u hold %u", wide(other.beta),
                   wide(other.power), other.offset, other.hold);
  }
  if (settings.held > 0.0F) { text += format(", held at %.9g", wide(settings.held)); }
  return text;
}

}  // namespace search
