#include "engine/player.hpp"

#include <ballast/detail/snapshot/access.hpp>

#include <fmt/format.h>

#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/agent_features.hpp"
#include "engine/any_agent.hpp"
#include "engine/dynamic_learner.hpp"
#include "engine/engine_learner.hpp"
#include "engine/fixed_learner.hpp"
#include "engine/word_archive.hpp"
#include "experiments/files/error.hpp"

namespace tool {

using ballast::experiments::InputError;

void require_ok(ballast::Status status) {
  if (status != ballast::Status::ok) {
    throw InputError(fmt::format("the configuration is invalid ({})", name(status)));
  }
}

namespace {

using ballast::Decision;
using ballast::Report;
using Access = ballast::detail::SnapshotAccess;

/// What stays as it is, and how many weights there are.
Snapshot without_arrays(Snapshot snapshot) {
  snapshot.weights.clear();
  snapshot.trace.clear();
  snapshot.sparse.clear();
  return snapshot;
}

// --- a learner ------------------------------------------------------------------------------------------------------

template <class T>
class LearnerPlayer final : public Player<T> {
 public:
  LearnerPlayer(const Snapshot& snapshot, std::unique_ptr<EngineLearner<T>> learner)
      : saved_(without_arrays(snapshot)),
        dimension_(snapshot.weights.size()),
        learner_(std::move(learner)),
        with_arrays_(learner_->with_arrays()) {}

  const Report<T>& update(const Features<T>& phi, T reward, const Features<T>& next) override {
    const bool is_valid = are_within(phi, dimension_);
    const bool is_next_valid = are_within(next, dimension_);
    const bool are_arrays = !phi.is_sparse && !next.is_sparse && is_valid && is_next_valid;
    report_ = with_arrays_ != nullptr && are_arrays
                  ? with_arrays_->update(phi.values.data(), reward, next.values.data())
                  : learner_->learn(Block<T>(phi, 0, is_valid), reward, Block<T>(next, 0, is_next_valid));
    return report_;
  }
  void reset_trace() override { learner_->reset_trace(); }

  Decision observe(const Features<T>& /*features*/, uint32_t /*feasible*/) override { refuse(); }
  Decision tick(T /*reward*/, const Features<T>& /*features*/, uint32_t /*feasible*/) override { refuse(); }
  Decision skip(uint32_t /*feasible*/) override { refuse(); }
  void evaluate(bool /*only*/) override { refuse(); }
  const Report<T>& report() const override { return report_; }

  T step_size() const override { return learner_->step_size(); }
  T average_reward() const override { return learner_->average_reward(); }
  T weight(std::size_t i) const override { return learner_->weight(i); }
  std::size_t dimension() const override { return dimension_; }
  bool is_agent() const override { return false; }
  UpdateLimit update_limit() const override { return learner_->update_limit(); }

  bool knows_last_features() const override { return true; }
  Snapshot snapshot_but_features() const override {
    Snapshot result = saved_;
    learner_->save(result);
    return result;
  }

 private:
  [[noreturn]] static void refuse() { throw std::logic_error("a learner decides nothing"); }

  Snapshot saved_;
  std::size_t dimension_;
  std::unique_ptr<EngineLearner<T>> learner_;
  DynamicLearner<T>* with_arrays_;  // the same, or none
  Report<T> report_{};
};

// --- an agent -------------------------------------------------------------------------------------------------------

ballast::ActionSet<most_actions> set_of(uint32_t actions) {
  ballast::ActionSet<most_actions> set;
  for (uint32_t action = 0; actions != 0; ++action, actions >>= 1U) {
    if ((actions & 1U) != 0) { set = set.with(action); }
  }
  return set;
}

/// How many features a state has.
std::size_t features_of_a_state(const Snapshot& snapshot) {
  const std::size_t actions = snapshot.agent->actions;
  const bool has_blocks = actions >= 1 && actions <= most_actions && snapshot.weights.size() % actions == 0;
  if (!has_blocks || snapshot.agent->action >= actions) {
    throw InputError(fmt::format("an agent with {} weights and {} actions, whose last action is {}",
                                 snapshot.weights.size(), actions, snapshot.agent->action));
  }
  return snapshot.weights.size() / actions;
}

template <class Scalar>
AnyExploration<Scalar> exploration_of(const SavedAgent& agent) {
  using Probability = typename AnyExploration<Scalar>::Probability;
  AnyExploration<Scalar> exploration;
  for (const SavedAgent::Step& step : agent.exploration) {
    exploration.steps.push_back({step.from, static_cast<Probability>(step.epsilon)});
  }
  require_ok(exploration.steps.empty() ? ballast::Status::invalid_exploration : exploration.validate());
  return exploration;
}

template <class T>
double in_double(T x) {
  return static_cast<double>(x);
}
template <int Fraction>
double in_double(ballast::FixedNumber<uint32_t, Fraction> x) {
  return x.to_double();
}

/// All but the features.
template <class Scalar, class Archive>
void exchange_agent(Archive& archive, SavedAgent& agent) {
  for (SavedAgent::Step& step : agent.exploration) {
    auto epsilon = static_cast<typename AnyExploration<Scalar>::Probability>(step.epsilon);
    archive(step.from);
    archive.take(epsilon);
    step.epsilon = in_double(epsilon);
  }
  archive(agent.generator);
  for (uint32_t* const x : {&agent.action, &agent.decisions, &agent.skipped}) { archive(*x); }
  for (bool* const flag : {&agent.has_observed, &agent.is_evaluating}) {
    uint32_t x = *flag ? 1 : 0;
    archive(x);
    *flag = x != 0;
  }
}

template <class Scalar>
class AgentPlayer final : public Player<typename EngineOf<Scalar>::Number> {
  using T = typename EngineOf<Scalar>::Number;
  using Learner = typename EngineOf<Scalar>::Learner;
  using Feature = typename ballast::ArithmeticOf<Scalar>::Feature;
  using Value = typename ballast::ArithmeticOf<Scalar>::Value;
  using Archive = WordArchive<Feature>;
  using Way = typename Archive::Way;
  static constexpr bool is_fixed = std::is_same_v<Scalar, AnyFixed>;

 public:
  AgentPlayer(const Snapshot& snapshot, std::unique_ptr<Learner> learner, Begin begin)
      : saved_(without_arrays(snapshot)),
        dimension_(snapshot.weights.size()),
        length_(features_of_a_state(snapshot)),
        layout_(*snapshot.agent, length_, format_of(snapshot)),
        exists_(UINT32_MAX >> (most_actions - snapshot.agent->actions)),
        knows_last_features_(layout_.is_known() || begin == Begin::resumed) {
    if (needs_unknown_features(snapshot)) {
      throw InputError("the agent has observed features of a type of its own, whose words this tool cannot read");
    }
    load(*saved_.agent);
    Access::learner(agent_).learner = std::move(learner);
  }

  const Report<T>& update(const Features<T>& /*phi*/, T /*reward*/, const Features<T>& /*next*/) override { refuse(); }
  void reset_trace() override { refuse(); }

  Decision observe(const Features<T>& features, uint32_t feasible) override {
    return agent_.observe(arrived(features), set_of(feasible & exists_));
  }
  Decision tick(T reward, const Features<T>& features, uint32_t feasible) override {
    return agent_.tick(in_its_format(reward), arrived(features), set_of(feasible & exists_));
  }
  Decision skip(uint32_t feasible) override { return agent_.skip(set_of(feasible & exists_)); }
  void evaluate(bool only) override { agent_.evaluate(only); }
  const Report<T>& report() const override { return agent_.report(); }

  T step_size() const override { return learner().step_size(); }
  T average_reward() const override { return learner().average_reward(); }
  T weight(std::size_t i) const override { return learner().weight(i); }
  std::size_t dimension() const override { return dimension_; }
  bool is_agent() const override { return true; }
  UpdateLimit update_limit() const override { return learner().update_limit(); }

  bool knows_last_features() const override { return knows_last_features_; }
  Snapshot snapshot_but_features() const override {
    Snapshot result = saved_;
    learner().save(result);
    std::vector<uint32_t> words;
    Archive saving(words, Way::save);
    Access::transfer_agent(saving, const_cast<AnyAgent<Scalar>&>(agent_));  // which it only reads
    Archive storing(words, Way::store);
    exchange_agent<Scalar>(storing, *result.agent);
    if (layout_.is_known()) { result.agent->features = layout_.write(saving.last); }
    return result;
  }

 private:
  [[noreturn]] static void refuse() { throw std::logic_error("an agent learns from what it observes"); }

  const Learner& learner() const { return *agent_.learner().learner; }

  void load(SavedAgent& saved) {
    Access::begin_agent(agent_, typename AnyAgent<Scalar>::Config({}, exploration_of<Scalar>(saved)), 0);
    std::vector<uint32_t> words;
    Archive saving(words, Way::save);
    exchange_agent<Scalar>(saving, saved);
    Archive storing(words, Way::store);
    storing.last = layout_.template read<Feature>(saved.features);
    Access::transfer_agent(storing, agent_);
    storing.finish();
  }

  /// Refers to what is given, or to what the device would have stored of it.
  StateFeatures<Feature> arrived(const Features<T>& given) {
    knows_last_features_ = layout_.is_known();
    const Features<Feature>& features = in_its_format(given);
    const bool is_other_kind = !features.is_sparse && layout_.stores_few();
    if (is_other_kind) { stored_ = only_stored(features); }
    const Features<Feature>& stored = is_other_kind ? stored_ : features;
    const bool has_room = !stored.is_sparse || stored.indices.size() <= layout_.capacity();
    return StateFeatures<Feature>(stored, has_room && are_within(stored, length_));
  }

  Value in_its_format(T reward) const {
    if constexpr (is_fixed) {
      return value_in(learner().shape(), reward);
    } else {
      return reward;
    }
  }
  const Features<Feature>& in_its_format(const Features<T>& features) {
    if constexpr (is_fixed) {
      converted_ = {
          features.dimension, features.is_sparse, features.indices, {features.values.begin(), features.values.end()}};
      return converted_;
    } else {
      return features;
    }
  }

  Snapshot saved_;
  std::size_t dimension_;
  std::size_t length_;  // of the features of a state
  FeaturesLayout layout_;
  uint32_t exists_;  // the actions
  bool knows_last_features_;
  AnyAgent<Scalar> agent_;
  Features<Feature> converted_;  // in fixed point
  Features<Feature> stored_;
};

std::unique_ptr<Player<double>> make_fixed_player(const Snapshot& snapshot, Begin begin) {
  auto learner = make_fixed_learner(snapshot, begin);
  if (snapshot.agent) { return std::make_unique<AgentPlayer<AnyFixed>>(snapshot, std::move(learner), begin); }
  return std::make_unique<LearnerPlayer<double>>(snapshot, std::move(learner));
}

template <class T>
std::unique_ptr<Player<T>> make_player(const Snapshot& snapshot, Begin begin) {
  if (begin == Begin::resumed && has_trace(snapshot) && snapshot.trace.size() != snapshot.weights.size()) {
    throw InputError("the snapshot has a trace of another length");
  }
  if constexpr (std::is_same_v<T, double>) {
    if (snapshot.fixed) { return make_fixed_player(snapshot, begin); }
  }
  if (snapshot.fixed || snapshot.is_double != std::is_same_v<T, double>) {
    throw std::logic_error("a player of another scalar");
  }
  auto learner = snapshot.is_sparse ? make_sparse<T>(snapshot, begin) : make_dense<T>(snapshot, begin);
  if (snapshot.agent) { return std::make_unique<AgentPlayer<T>>(snapshot, std::move(learner), begin); }
  return std::make_unique<LearnerPlayer<T>>(snapshot, std::move(learner));
}

/// As an agent is after its start.
SavedAgent started(const SavedAgent& given) {
  SavedAgent agent;
  agent.actions = given.actions;
  agent.exploration = given.exploration;
  agent.generator = given.generator;
  agent.features_type = given.features_type;
  agent.features.resize(given.features.size());
  return agent;
}

}  // namespace

template <class T>
Snapshot Player<T>::snapshot() const {
  if (!knows_last_features()) {
    throw InputError("the last features of the agent are of a type of its own: only the device can save them");
  }
  return snapshot_but_features();
}

bool needs_unknown_features(const Snapshot& s) {
  return s.agent && s.agent->features_type == own_features && s.agent->has_observed && !s.agent->is_evaluating;
}

template <class T>
std::unique_ptr<Player<T>> resume_player(const Snapshot& snapshot) {
  return make_player<T>(snapshot, Begin::resumed);
}

template <class T>
std::unique_ptr<Player<T>> start_player(const Snapshot& snapshot) {
  Snapshot from = snapshot;
  if (from.agent) { from.agent = started(*from.agent); }
  return make_player<T>(from, Begin::from_zero);
}

template class Player<float>;
template class Player<double>;
template std::unique_ptr<Player<float>> resume_player(const Snapshot&);
template std::unique_ptr<Player<double>> resume_player(const Snapshot&);
template std::unique_ptr<Player<float>> start_player(const Snapshot&);
template std::unique_ptr<Player<double>> start_player(const Snapshot&);

}  // namespace tool
