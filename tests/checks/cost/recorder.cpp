// What it costs to record a tick, beside the tick itself: of an agent with a table, of one with 8 active features, of a
// learner with 16 features; and to drain a block. What is recorded does nothing here, so that only the recorder counts.

#include <ballast/field/recorder.hpp>

#include "noise.hpp"

#include <etl/array.h>

using namespace ballast;

namespace {

/// As little as a recorder needs of an agent.
template <class StateFeatures_>
struct Idle {
  using StateFeatures = StateFeatures_;
  using Arithmetic = FloatArithmetic<float>;
  using Value = float;
  using Feasible = ActionSet<4>;
  static constexpr uint32_t actions = 4;

  Decision decision{};
  float average_reward() const { return 0.5F; }
  Decision tick(float, const StateFeatures&, Feasible) const { return decision; }
};

/// The same of a learner.
struct IdleLearner {
  using Arithmetic = FloatArithmetic<float>;
  using Value = float;
  using Report = ballast::Report<float>;

  Report report{};
  float average_reward() const { return 0.5F; }
  const Report& update(const etl::array<float, 16>&, float, const etl::array<float, 16>&) const { return report; }
};

using Table = OneHot<float, 64>;
using Tiles = ActiveFeatures<float, 1024, 8>;
using Array = etl::array<float, 16>;

constexpr size_t ring_bytes = 2048;
uint8_t table_ring[ring_bytes];
uint8_t tiles_ring[ring_bytes];
uint8_t array_ring[ring_bytes];
Idle<Table> table_agent;
Idle<Tiles> tiles_agent;
IdleLearner learner;

struct Nowhere {
  bool write(const uint8_t*, size_t) { return true; }
} nowhere;

Noise noise(1);

}  // namespace

// Their sizes are the RAM.
Recorder<Idle<Table>> table_recorder(table_ring);
Recorder<Idle<Tiles>> tiles_recorder(tiles_ring);
Recorder<IdleLearner, Array> array_recorder(array_ring);

// Each is called from one place, and so has an entry and a return to count between (footprint.cpp).
[[gnu::noipa]] Decision recording_table(float reward, const Table& state, ActionSet<4> feasible) {
  return table_recorder.tick(table_agent, reward, state, feasible);
}
[[gnu::noipa]] Decision recording_tiles(float reward, const Tiles& state, ActionSet<4> feasible) {
  return tiles_recorder.tick(tiles_agent, reward, state, feasible);
}
[[gnu::noipa]] void recording_array(Recorder<IdleLearner, Array>& recorder, const Array& phi, float reward,
                                    const Array& next) {
  (void)recorder.update(learner, phi, reward, next);
}
[[gnu::noipa]] Status draining() {
  return tiles_recorder.drain(nowhere);
}

namespace {

/// Now and then nothing is drained for a while, a tick is refused, an action cannot be taken, a value changes.
bool record(int t) {
  const Decision decision{t % 50 == 0 ? Status::skipped : Status::ok, t % 3 == 0, t % 5 != 0, noise.word() % 4};
  table_agent.decision = decision;
  tiles_agent.decision = decision;
  const auto feasible = t % 7 == 0 ? ActionSet<4>::all().without(0) : ActionSet<4>::all();
  Tiles tiles(t % 40 == 0 ? 0.5F : 0.25F);
  for (size_t k = 0; k < 8; ++k) { (void)tiles.add(128 * k + noise.word() % 128); }
  Array phi{};
  Array next{};
  for (size_t i = 0; i < 16; ++i) {
    phi[i] = t % 100 == 0 ? 0.25F : static_cast<float>(t);
    next[i] = static_cast<float>(t + 1);
  }
  const float reward = noise.number<float>();
  (void)recording_table(reward, Table(noise.word() % 64), feasible);
  (void)recording_tiles(reward, tiles, feasible);
  recording_array(array_recorder, phi, reward, next);
  if (t / 200 % 5 == 4) { return true; }
  return draining() == Status::ok && table_recorder.drain(nowhere) == Status::ok &&
         array_recorder.drain(nowhere) == Status::ok;
}

}  // namespace

int main() {
  for (int t = 0; t < 2000; ++t) {
    if (!record(t)) { return 1; }
  }
  return table_recorder.lost() > 0 && tiles_recorder.lost() > 0 && array_recorder.lost() > 0 ? 0 : 1;
}
