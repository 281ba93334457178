// A tick of an agent: 256 features of a state, of which 8 are active, and 4 actions. Beside it one that learns by the
// list of live traces.

#include <ballast/control/sarsa.hpp>

#include <random>
#include <stdexcept>

#include "list_learner.hpp"
#include "sparse_streams.hpp"
#include "timed.hpp"

namespace bench {
namespace {

constexpr std::size_t state_features = 256;
constexpr std::size_t actions = 4;
constexpr float epsilon = 0.1F;
using Features = ballast::ActiveFeatures<float, state_features, 8>;
using Agent = ballast::Sarsa<float, Features, actions>;

// --- the other agent -----------------------------------------------------------------------------------------------

/// The features of a state in the block of an action.
class Block {
 public:
  Block(const Features& features, std::size_t action) : features_(&features), first_(action * state_features) {}
  std::size_t size() const { return features_->size(); }
  std::size_t index(std::size_t k) const { return first_ + features_->index(k); }
  float value() const { return features_->value(); }

 private:
  const Features* features_;
  std::size_t first_;
};

/// Epsilon-greedy SARSA without any check.
class ListAgent {
 public:
  std::size_t tick(float reward, const Features& features) {
    const std::size_t next = decide(features);
    learner_.update(Block(features_, action_), reward, Block(features, next));
    features_ = features;
    action_ = next;
    return action_;
  }

  std::size_t greedy(const Features& features) const {
    std::size_t best = 0;
    float highest = learner_.value(Block(features, 0));
    for (std::size_t action = 1; action < actions; ++action) {
      const float value = learner_.value(Block(features, action));
      if (value > highest) {
        highest = value;
        best = action;
      }
    }
    return best;
  }

 private:
  std::size_t decide(const Features& features) {
    const bool is_exploring = static_cast<float>(random_()) < epsilon * static_cast<float>(random_.max());
    return is_exploring ? random_() % actions : greedy(features);
  }

  std::minstd_rand random_;
  ListLearner<actions * state_features> learner_;
  Features features_;
  std::size_t action_ = 0;
};

// --- cases ---------------------------------------------------------------------------------------------------------

[[gnu::noinline]] ballast::Decision tick(Agent& agent, float reward, const Features& features) {
  return agent.tick(reward, features);
}
[[gnu::noinline]] std::size_t tick(ListAgent& agent, float reward, const Features& features) {
  return agent.tick(reward, features);
}
[[gnu::noinline]] std::size_t greedy(const ListAgent& agent, const Features& features) {
  return agent.greedy(features);
}

const Stream<Features>& states() {
  static const Stream<Features> stream = random_stream<Features>(state_features);
  return stream;
}

/// `step(t)` for successive t below the length of the stream.
template <class Step>
void time_steps(benchmark::State& state, Step step) {
  std::size_t t = 0;
  for (auto _ : state) {
    auto result = step(t);
    benchmark::DoNotOptimize(result);
    t = t + 1 == stream_length ? 0 : t + 1;
  }
}

void start(Agent& agent) {
  const auto config = Agent::Config()
                          .lambda(ListSettings::lambda)
                          .ratio(ListSettings::ratio)
                          .step_size(ListSettings::step_size)
                          .epsilon(epsilon);
  if (agent.start(config, 1) != ballast::Status::ok) { throw std::logic_error("a configuration is refused"); }
}

void time_agent(benchmark::State& state, bool is_learning) {
  const Placed<Agent> agent;
  start(*agent);
  for (std::size_t t = 0; t < 1000; ++t) { (void)agent->tick(0.1F, states()[t]); }
  agent->evaluate(!is_learning);
  time_steps(state, [&](std::size_t t) { return tick(*agent, 0.1F, states()[t]); });
}

bool add_agents() {
  add("agent/learning", "ballast", [](benchmark::State& state) { time_agent(state, true); });
  add("agent/frozen", "ballast", [](benchmark::State& state) { time_agent(state, false); });
  add("agent/learning", "list", [](benchmark::State& state) {
    const Placed<ListAgent> agent;
    time_steps(state, [&](std::size_t t) { return tick(*agent, 0.1F, states()[t]); });
  });
  add("agent/frozen", "list", [](benchmark::State& state) {
    const Placed<ListAgent> agent;
    for (std::size_t t = 0; t < 1000; ++t) { (void)agent->tick(0.1F, states()[t]); }
    time_steps(state, [&](std::size_t t) { return greedy(*agent, states()[t]); });
  });
  return true;
}

const bool is_added = add_agents();

}  // namespace
}  // namespace bench
