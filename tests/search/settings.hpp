#pragma once
/// The configuration of one case, as plain numbers that are exact in float.

#include <cstdint>
#include <string>

#include "draw.hpp"

namespace search {

enum class Ball { none, joint, separate };

/// What a learner is by type.
struct Variant {
  bool is_implicit;
  Ball ball;
  bool without_ones;
  bool decays;  // polynomial schedule
};

struct Settings {
  Variant variant;
  float lambda;
  float ratio;
  float beta;
  float power;
  uint32_t offset;
  uint32_t hold;
  float radius;                 // of the joint ball, or of the weights
  float average_reward_radius;  // of separate balls
};

Settings draw_settings(Draw& draw, const Variant& variant);
std::string describe(const Settings& settings);

}  // namespace search
