// What it costs to watch a learner and an agent: a tick of Health, in blocks that are quiet, in which something
// changes, and in which what is watched goes wrong.

#include <ballast/features/one_hot.hpp>
#include <ballast/field/health.hpp>

#include "noise.hpp"

using Agent = ballast::Sarsa<float, ballast::OneHot<float, 8>, 4>;
using Report = ballast::Report<float>;
using ballast::Decision;
using ballast::Status;

// Their sizes are the RAM.
ballast::Health<> health;
ballast::Health<4> agent_health;
Agent agent;

// Each is called from one place, and so has an entry and a return to count between (footprint.cpp).
[[gnu::noipa]] void watching(const Report& report, float reward) {
  health.add(report, reward);
}
[[gnu::noipa]] void watching_agent(const Decision& decision, float reward) {
  agent_health.add(agent, decision, reward);
}

namespace {

constexpr int ticks = 67 * 400;
Noise noise(1);

/// Rewards change and explode, updates overwrite or vanish, the projection acts, ticks are refused: one after another.
float scale_at(int t) {
  constexpr float scales[] = {1.0F, 1.0F, 4.0F, 1e-9F, 1e25F, 1.0F, 1e-4F, 1.0F};
  return scales[t / (67 * 50) % 8];
}
Report report_at(int t) {
  const int phase = t / (67 * 50) % 8;
  Report report;
  report.status = phase == 5 && t % 3 == 0 ? Status::reward_not_finite : Status::ok;
  report.projected = phase == 4 ? ballast::Projected::jointly : ballast::Projected::nothing;
  report.td_error = noise.number<float>() * scale_at(t);
  report.weights_step_size = phase == 6 ? 0.95F : (phase == 7 ? 1e-12F : 0.1F);
  report.trace_norm2 = 1.0F + noise.number<float>() * 0.25F;
  return report;
}

void watch_learner() {
  health.set_weights_norm(10.0F);
  for (int t = 0; t < ticks; ++t) {
    const Report report = report_at(t);
    watching(report, noise.number<float>() * scale_at(t));
  }
}

[[gnu::noipa]] Decision decide(bool is_missing, float reward) {
  return is_missing ? agent.skip() : agent.tick(reward, ballast::OneHot<float, 8>(noise.word() % 8));
}

bool watch_agent() {
  if (agent.start(Agent::Config().epsilon(0.5F).radius(1e9F), 1) != Status::ok) { return false; }
  for (int t = 0; t < ticks; ++t) {
    const float reward = noise.number<float>() * scale_at(t);
    const bool is_missing = t / (67 * 50) % 8 == 5 && t % 3 == 0;
    const Decision decision = decide(is_missing, reward);
    watching_agent(decision, reward);
  }
  return true;
}

}  // namespace

int main() {
  watch_learner();
  return watch_agent() && sizeof health == 64 && sizeof agent_health == 72 ? 0 : 1;
}
