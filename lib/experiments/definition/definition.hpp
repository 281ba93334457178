#pragma once
/// What an experiment file says, as plain data with all defaults filled in (docs/EXPERIMENTS.md).

#include <ballast/oracle/model.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/results/method.hpp"
#include "experiments/statistics/paired.hpp"
#include "experiments/trials/sweep_plan.hpp"

namespace ballast::experiments {

enum class Simulator : std::uint8_t {
  mrp,             ///< the random Markov reward process
  boyan,           ///< the Boyan chain under a random policy
  access_control,  ///< the queue
  pendulum,
  given,  ///< P, r and Phi of a file
};

/// As files and commands call it: "mrp", "boyan", "access-control", "pendulum", "model"
const char* name_of(Simulator simulator);

/// Whether an agent acts: otherwise the reward process is only predicted.
inline bool is_control(Simulator simulator) {
  return simulator == Simulator::access_control || simulator == Simulator::pendulum;
}

struct ModelDefinition {
  Simulator simulator = Simulator::mrp;
  std::uint32_t states = 100;                  ///< mrp
  std::uint32_t features = 20;                 ///< mrp
  bool scales_each_row = false;                ///< mrp, boyan: features divided by their own norm, not by the largest
  std::uint32_t servers = 10;                  ///< access control
  std::uint32_t classes = 4;                   ///< access control
  double completion = 0.06;                    ///< access control: how likely a busy server becomes free
  double speed_scale = 1.0;                    ///< pendulum: what the speed is multiplied by
  std::shared_ptr<const oracle::Model> given;  ///< of a file
  std::string file;                            ///< its name
};

/// What a learner sees of a state.
struct FeatureDefinition {
  enum class Kind : std::uint8_t {
    model,           ///< those that the reward process comes with
    table,           ///< one for each state
    random,          ///< `count` binary ones, drawn at random
    random_fourier,  ///< `count` components, shared among `gammas`
    tiles,           ///< `tilings`, each with `tiles` along each input
  };
  Kind kind = Kind::model;
  std::uint32_t count = 0;
  std::vector<double> gammas = {};
  std::uint32_t tilings = 0;
  std::vector<std::uint32_t> tiles = {};
};

/// "model", "table", "random 10", "random-fourier 300 gamma 0.5+1", "tiles 8 x 10 x 4"
std::string text_of(const FeatureDefinition& features);

/// What is done after an update.
struct ProjectionDefinition {
  std::optional<Radii> radii = {};   ///< nothing: no ball
  bool is_without_constant = false;  ///< Pi_O, after the ball
};

/// A rule, perhaps with a projection, perhaps in an arithmetic of its own.
struct MethodDefinition : ProjectionDefinition {
  MethodDefinition() = default;
  MethodDefinition(Rule of_rule, const ProjectionDefinition& projection = {}, std::optional<Scalar> of_scalar = {})
      : ProjectionDefinition(projection), rule(of_rule), scalar(of_scalar) {}

  Rule rule = Rule::implicit;
  std::optional<Scalar> scalar = {};  ///< nothing: that of the command, --scalar
};

/// Where the step-size at which a run overflows is looked for.
struct OverflowSearch {
  double lowest = 0.01;
  double highest = 1000.0;
};

/// One chart: all combinations of what is listed, one of the lists along x.
struct PanelDefinition {
  std::string name;   ///< of its files
  std::string title;  ///< above it; empty: made from its settings
  ModelDefinition model = {};
  std::vector<FeatureDefinition> features = {};
  std::vector<MethodDefinition> methods = {};
  std::vector<double> lambdas = {};
  std::vector<double> ratios = {};
  std::vector<double> step_sizes = {};
  std::vector<Decay> decays = {};
  std::vector<std::optional<Decay>> average_reward_decays = {std::nullopt};  ///< nothing: alpha_t = c beta_t
  std::vector<double> epsilons = {};  ///< control: each for an equal part of the run
  double start = 1.0;                 ///< theta_0 ~ U[-start, start]
  std::uint32_t steps = 0;
  std::uint32_t trials = 0;
  Axis axis = Axis::step_size;
  std::uint32_t every = 1;                 ///< along time: how many steps from one record to the next
  std::vector<std::string> measures = {};  ///< the first one is the panel's own
  std::optional<OverflowSearch> overflow_search = {};
  double exploded_above = exploded_loss;  ///< in comparisons such a loss counts as an overflow
  std::string baseline = {};              ///< the method that others are compared with; empty: none
};

struct Definition {
  std::string title;
  std::string text;
  std::vector<PanelDefinition> panels;
};

}  // namespace ballast::experiments
