#include <fmt/format.h>

#include "reproduction/theory/chain_topics.hpp"
#include "reproduction/theory/control_baselines.hpp"
#include "reproduction/theory/cost_per_step.hpp"
#include "reproduction/theory/discrepancy.hpp"
#include "reproduction/theory/joint_ball.hpp"
#include "reproduction/theory/topic.hpp"

namespace ballast::reproduction {
namespace {

struct Entry {
  const char* name;
  std::shared_ptr<Topic> (*make)(const Options& options, const TheoryChains& chains);
};

/// A topic that has its own chains, or none.
template <class OwnTopic>
std::shared_ptr<Topic> make_own(const Options& options, const TheoryChains& /*chains*/) {
  return std::make_shared<OwnTopic>(options);
}
std::shared_ptr<Topic> make_cost_per_step(const Options& /*options*/, const TheoryChains& /*chains*/) {
  return std::make_shared<CostPerStep>();
}

constexpr Entry entries[] = {
    {"theorem1", theorem1_topic},
    {"geometric_rate", geometric_rate_topic},
    {"floor", floor_topic},
    {"theorem2", theorem2_topic},
    {"decay", decay_topic},
    {"first_step", first_step_topic},
    {"lambda", lambda_topic},
    {"mean_path", mean_path_topic},
    {"discrepancy", make_own<DiscrepancyTopic>},
    {"cost_per_step", make_cost_per_step},
    {"joint_ball", make_own<JointBallTopic>},
    {"averaged_iterate", averaged_iterate_topic},
    {"two_timescales", two_timescales_topic},
    {"differential", differential_topic},
    {"control_baselines", make_own<ControlBaselines>},
};

}  // namespace

std::vector<std::string> topic_names() {
  std::vector<std::string> names;
  for (const Entry& entry : entries) { names.emplace_back(entry.name); }
  return names;
}

std::vector<std::shared_ptr<Topic>> theory_topics(const Options& options) {
  const TheoryChains chains = theory_chains();
  std::vector<std::shared_ptr<Topic>> topics;
  for (const Entry& entry : entries) {
    if (options.topics.empty() || options.topics.count(entry.name) != 0) {
      topics.push_back(entry.make(options, chains));
    }
  }
  return topics;
}

std::string experiment_name(const Options& options, const std::string& what) {
  return fmt::format("seed {}, theory, {}", options.seed, what);
}

}  // namespace ballast::reproduction
