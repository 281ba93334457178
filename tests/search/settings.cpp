#include "settings.hpp"

#include <cmath>

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

}  // namespace

Settings draw_settings(Draw& draw, const Variant& variant) {
  const double beta = draw_beta(draw, variant.is_implicit);
  Settings settings{};
  settings.variant = variant;
  settings.lambda = draw_lambda(draw);
  settings.beta = static_cast<float>(beta);
  settings.ratio = static_cast<float>(draw_ratio(draw, beta));
  settings.power = draw.chance(0.3) ? 1.0F : static_cast<float>(draw.between(0.1, 1.0));
  settings.offset = static_cast<uint32_t>(draw.log_uniform_count(1, 1000));
  settings.hold = static_cast<uint32_t>(draw.chance(0.5) ? 0 : draw.below(300));
  settings.radius = radius_in_range(draw_radius(draw));
  settings.average_reward_radius = radius_in_range(draw_radius(draw));
  return settings;
}

std::string describe(const Settings& settings) {
  std::string text = settings.variant.is_implicit ? "rule implicit" : "rule standard";
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
  return text;
}

}  // namespace search
