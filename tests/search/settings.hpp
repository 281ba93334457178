#pragma once
/// The configuration of one case, as plain numbers that are exact in float.

#include <ballast/status.hpp>

#include <cstdint>
#include <string>

#include "draw.hpp"

namespace search {

enum class Ball { none, joint, separate };

/// What a learner is by type.
struct Variant {
  bool is_implicit;
  bool is_differential;  // the average reward follows the TD error
  Ball ball;
  bool without_ones;
  bool decays;              // polynomial schedule
  bool can_be_held;         // and adjustable
  bool has_two_timescales;  // and another one for the average reward
};

struct Decay {
  float beta;
  float power;
  uint32_t offset;
  uint32_t hold;
};

struct Settings {
  Variant variant;
  float lambda;
  float ratio;
  float beta;
  float power;
  uint32_t offset;
  uint32_t hold;
  Decay of_average_reward;      // with two time-scales
  float held;                   // step-size at which the schedule is held, or 0
  float radius;                 // of the joint ball, or of the weights
  float average_reward_radius;  // of separate balls
};

Settings draw_settings(Draw& draw, const Variant& variant);

/// What a learner is reconfigured with: some numbers of another configuration, the others as they are.
Settings draw_change(Draw& draw, const Settings& current);

/// Makes one number invalid; returns the status that must name it.
ballast::Status spoil(Draw& draw, Settings& settings);

/// Whether the sparse learner promises anything with these.
bool is_within_promise(const Settings& settings);

std::string describe(const Settings& settings);

}  // namespace search
