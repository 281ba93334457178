// The C interface: every function checks its pointers and calls the library. It is compiled by the program that uses
// it, with the sizes of that program (ballast.h).

#include <ballast.h>
#include <ballast/control/sarsa.hpp>
#include <ballast/features/fingerprint.hpp>
#include <ballast/features/tile_coder.hpp>
#include <ballast/learner.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/snapshot.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/array.h>
#include <etl/placement_new.h>

namespace {

using ballast::Decision;
using ballast::Status;
using Learner = ballast::Learner<float, BALLAST_FEATURES>;
using Coder = ballast::TileCoder<float, BALLAST_TILINGS, BALLAST_TILES>;
using Agent = ballast::Sarsa<float, Coder::Features, BALLAST_ACTIONS>;

/// C programs give the ranges when they run, so that an agent has to remember them.
struct CodedAgent {
  Agent agent;
  Coder coder;
};

// --- sizes ----------------------------------------------------------------------------------------------------------

static_assert(Coder::inputs == BALLAST_INPUTS, "BALLAST_TILES: there can be 6 inputs at most");
static_assert(Agent::Learner::Weights::SIZE == BALLAST_WEIGHTS, "BALLAST_WEIGHTS counts the agent's weights");
static_assert(sizeof(ballast_learner) == sizeof(Learner) && alignof(ballast_learner) >= alignof(Learner),
              "ballast_learner has the size of the C++ learner");
/// A machine that aligns numbers of 8 bytes less strictly needs less padding.
constexpr size_t most_padding = alignof(CodedAgent) == 8 ? 0 : 16;
static_assert(sizeof(ballast_agent) >= sizeof(CodedAgent) &&
                  sizeof(ballast_agent) <= sizeof(CodedAgent) + most_padding &&
                  alignof(ballast_agent) >= alignof(CodedAgent),
              "ballast_agent has the size of the C++ agent and the ranges of its inputs");
static_assert(BALLAST_LEARNER_SNAPSHOT_BYTES == ballast::snapshot_bytes<Learner>, "the length of a learner's snapshot");
static_assert(BALLAST_AGENT_SNAPSHOT_BYTES == ballast::snapshot_bytes<Agent>, "the length of an agent's snapshot");

// --- statuses -------------------------------------------------------------------------------------------------------

/// No default: the compiler points at a status that C does not have yet.
constexpr ballast_status mirrored(Status status) {
  switch (status) {
    case Status::ok: return BALLAST_OK;
    case Status::reward_not_finite: return BALLAST_REWARD_NOT_FINITE;
    case Status::feature_not_finite: return BALLAST_FEATURE_NOT_FINITE;
    case Status::next_feature_not_finite: return BALLAST_NEXT_FEATURE_NOT_FINITE;
    case Status::feature_index_invalid: return BALLAST_FEATURE_INDEX_INVALID;
    case Status::overflow: return BALLAST_OVERFLOW;
    case Status::not_started: return BALLAST_NOT_STARTED;
    case Status::no_feasible_action: return BALLAST_NO_FEASIBLE_ACTION;
    case Status::skipped: return BALLAST_SKIPPED;
    case Status::invalid_lambda: return BALLAST_INVALID_LAMBDA;
    case Status::invalid_ratio: return BALLAST_INVALID_RATIO;
    case Status::invalid_step_size: return BALLAST_INVALID_STEP_SIZE;
    case Status::invalid_offset: return BALLAST_INVALID_OFFSET;
    case Status::invalid_power: return BALLAST_INVALID_POWER;
    case Status::invalid_radius: return BALLAST_INVALID_RADIUS;
    case Status::invalid_direction: return BALLAST_INVALID_DIRECTION;
    case Status::invalid_exploration: return BALLAST_INVALID_EXPLORATION;
    case Status::invalid_start: return BALLAST_INVALID_START;
    case Status::invalid_gamma: return BALLAST_INVALID_GAMMA;
    case Status::invalid_range: return BALLAST_INVALID_RANGE;
    case Status::no_snapshot: return BALLAST_NO_SNAPSHOT;
    case Status::snapshot_damaged: return BALLAST_SNAPSHOT_DAMAGED;
    case Status::snapshot_of_later_version: return BALLAST_SNAPSHOT_OF_LATER_VERSION;
    case Status::other_learner: return BALLAST_OTHER_LEARNER;
    case Status::other_scalar: return BALLAST_OTHER_SCALAR;
    case Status::other_rule: return BALLAST_OTHER_RULE;
    case Status::other_projection: return BALLAST_OTHER_PROJECTION;
    case Status::other_schedule: return BALLAST_OTHER_SCHEDULE;
    case Status::other_exploration: return BALLAST_OTHER_EXPLORATION;
    case Status::other_dimension: return BALLAST_OTHER_DIMENSION;
    case Status::other_actions: return BALLAST_OTHER_ACTIONS;
    case Status::other_features: return BALLAST_OTHER_FEATURES;
    case Status::storage_failed: return BALLAST_STORAGE_FAILED;
    case Status::input_not_finite: return BALLAST_INPUT_NOT_FINITE;
    case Status::record_damaged: return BALLAST_RECORD_DAMAGED;
    case Status::record_of_later_version: return BALLAST_RECORD_OF_LATER_VERSION;
    case Status::recorder_full: return BALLAST_RECORDER_FULL;
  }
  return BALLAST_NULL_POINTER;
}

/// So that converting one is no code.
constexpr bool have_the_same_numbers() {
  for (int i = 0; i < BALLAST_NULL_POINTER; ++i) {
    const ballast_status status = mirrored(static_cast<Status>(i));
    if (status != BALLAST_NULL_POINTER && status != i) { return false; }
  }
  return true;
}
static_assert(have_the_same_numbers(), "a status has the same number in C and C++");

ballast_status in_c(Status status) {
  return static_cast<ballast_status>(status);
}

// --- objects, arrays and snapshots ----------------------------------------------------------------------------------

Learner& cpp(ballast_learner* learner) {
  return *__builtin_launder(reinterpret_cast<Learner*>(learner));
}
const Learner& cpp(const ballast_learner* learner) {
  return *__builtin_launder(reinterpret_cast<const Learner*>(learner));
}
CodedAgent& cpp(ballast_agent* agent) {
  return *__builtin_launder(reinterpret_cast<CodedAgent*>(agent));
}
const CodedAgent& cpp(const ballast_agent* agent) {
  return *__builtin_launder(reinterpret_cast<const CodedAgent*>(agent));
}

bool is_started(const ballast_learner* learner) {
  return cpp(learner).is_started();
}
bool is_started(const ballast_agent* agent) {
  return cpp(agent).agent.learner().is_started();
}

/// What every function asks first: of pointers to what it needs, and of the object.
template <class Object, class... Pointers>
ballast_status usability(const Object* object, const Pointers*... pointers) {
  if (object == nullptr || ((pointers == nullptr) || ...)) { return BALLAST_NULL_POINTER; }
  return is_started(object) ? BALLAST_OK : BALLAST_NOT_STARTED;
}

/// The caller's array, without a copy.
template <class Array>
const Array& as(const float* numbers) {
  static_assert(sizeof(Array) == Array::SIZE * sizeof(float), "an array is its numbers and nothing else");
  return *reinterpret_cast<const Array*>(numbers);
}

/// Gives a number that a caller may use, or says why there is none.
ballast_status give(float number, Status why_not, float* result) {
  if (!ballast::is_finite(number)) { return in_c(why_not); }
  *result = number;
  return BALLAST_OK;
}

/// The actions that may be taken: bit i for action i.
Agent::Feasible set_of(uint32_t allowed) {
  return Agent::Feasible::where([allowed](uint32_t action) { return (allowed >> action & 1U) != 0; });
}

/// An action for this observation: what `decide(features)` says, or a stand-in if there is no observation.
template <class Decide>
ballast_status act(ballast_agent* agent, const float* observation, Agent::Feasible feasible, uint32_t* action,
                   Decide decide) {
  const ballast_status status = usability(agent, observation, action);
  if (status != BALLAST_OK) { return status; }
  Coder::Features phi(Coder::unit_value);
  const Status encoded = cpp(agent).coder.encode(as<Coder::Inputs>(observation), phi).status;
  const Decision decision = encoded == Status::ok ? decide(phi) : cpp(agent).agent.skip(feasible);
  *action = decision.action;
  if (encoded == Status::ok || decision.status == Status::no_feasible_action) { return in_c(decision.status); }
  return in_c(encoded);
}
ballast_status step(ballast_agent* agent, const float* observation, float reward, Agent::Feasible feasible,
                    uint32_t* action) {
  return act(agent, observation, feasible, action,
             [=](const Coder::Features& phi) { return cpp(agent).agent.tick(reward, phi, feasible); });
}
ballast_status skip(ballast_agent* agent, Agent::Feasible feasible, uint32_t* action) {
  const ballast_status status = usability(agent, action);
  if (status != BALLAST_OK) { return status; }
  const Decision decision = cpp(agent).agent.skip(feasible);
  *action = decision.action;
  return in_c(decision.status);
}

/// A snapshot in a buffer, of which there is enough.
struct Writer {
  uint8_t* at;

  bool write(const uint8_t* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) { *at++ = bytes[i]; }
    return true;
  }
};
struct Reader {
  const uint8_t* buffer;
  size_t size;

  bool read(uint32_t offset, uint8_t* bytes, size_t count) const {
    if (offset > size || count > size - offset) { return false; }
    for (size_t i = 0; i < count; ++i) { bytes[i] = buffer[offset + i]; }
    return true;
  }
};

template <class Subject>
ballast_status save(const Subject& subject, uint32_t fingerprint, void* buffer, size_t size) {
  if (size < ballast::snapshot_bytes<Subject>) { return BALLAST_BUFFER_TOO_SMALL; }
  Writer writer{static_cast<uint8_t*>(buffer)};
  return in_c(ballast::save(subject, fingerprint, writer));
}
template <class Subject>
ballast_status load(Subject& subject, uint32_t fingerprint, const void* buffer, size_t size) {
  Reader reader{static_cast<const uint8_t*>(buffer), size};
  return in_c(ballast::resume(subject, fingerprint, reader));
}

}  // namespace

extern "C" {

const char* ballast_status_text(ballast_status status) {
  if (status == BALLAST_NULL_POINTER) { return "null_pointer"; }
  if (status == BALLAST_BUFFER_TOO_SMALL) { return "buffer_too_small"; }
  if (static_cast<unsigned>(status) > BALLAST_BUFFER_TOO_SMALL) { return "unknown"; }  // Status has 8 bits
  return ballast::name(static_cast<Status>(status));
}

// --- the learner ----------------------------------------------------------------------------------------------------

ballast_learner_config ballast_learner_defaults() {
  const Learner::Config config;
  const Learner::Settings& settings = config.settings();
  return {settings.lambda, settings.ratio, settings.schedule.step_size, settings.projection.radius};
}

ballast_status ballast_learner_init(ballast_learner* learner, const ballast_learner_config* config) {
  if (learner == nullptr || config == nullptr) { return BALLAST_NULL_POINTER; }
  const auto settings =
      Learner::Config().lambda(config->lambda).ratio(config->ratio).step_size(config->step_size).radius(config->radius);
  const Status status = settings.validate();
  return in_c(status != Status::ok ? status : (new (learner) Learner)->start(settings));
}

ballast_status ballast_learner_update(ballast_learner* learner, const float* features, float reward,
                                      const float* next_features) {
  const ballast_status status = usability(learner, features, next_features);
  if (status != BALLAST_OK) { return status; }
  using Features = Learner::Features;
  return in_c(cpp(learner).update(as<Features>(features), reward, as<Features>(next_features)).status);
}

ballast_status ballast_learner_value(const ballast_learner* learner, const float* features, float* value) {
  const ballast_status status = usability(learner, features, value);
  if (status != BALLAST_OK) { return status; }
  Status why_not = Status::overflow;
  for (size_t i = 0; i < BALLAST_FEATURES; ++i) {
    if (!ballast::is_finite(features[i])) { why_not = Status::feature_not_finite; }
  }
  return give(cpp(learner).value(as<Learner::Features>(features)), why_not, value);
}

ballast_status ballast_learner_average_reward(const ballast_learner* learner, float* average_reward) {
  const ballast_status status = usability(learner, average_reward);
  if (status == BALLAST_OK) { *average_reward = cpp(learner).average_reward(); }
  return status;
}

ballast_status ballast_learner_weights(const ballast_learner* learner, float* weights) {
  const ballast_status status = usability(learner, weights);
  if (status != BALLAST_OK) { return status; }
  for (size_t i = 0; i < BALLAST_FEATURES; ++i) { weights[i] = cpp(learner).weight(i); }
  return BALLAST_OK;
}

ballast_status ballast_learner_reset_trace(ballast_learner* learner) {
  const ballast_status status = usability(learner);
  if (status == BALLAST_OK) { cpp(learner).reset_trace(); }
  return status;
}

ballast_status ballast_learner_count(const ballast_learner* learner, ballast_learner_counts* counts) {
  const ballast_status status = usability(learner, counts);
  if (status != BALLAST_OK) { return status; }
  const Learner& counted = cpp(learner);
  *counts = {counted.updates(), counted.rejections(), counted.projections()};
  return BALLAST_OK;
}

ballast_status ballast_learner_save(const ballast_learner* learner, uint32_t fingerprint, void* buffer, size_t size) {
  const ballast_status status = usability(learner, static_cast<uint8_t*>(buffer));
  return status != BALLAST_OK ? status : save(cpp(learner), fingerprint, buffer, size);
}

ballast_status ballast_learner_load(ballast_learner* learner, uint32_t fingerprint, const void* buffer, size_t size) {
  const ballast_status status = usability(learner, static_cast<const uint8_t*>(buffer));
  return status != BALLAST_OK ? status : load(cpp(learner), fingerprint, buffer, size);
}

// --- the agent ------------------------------------------------------------------------------------------------------

ballast_agent_config ballast_agent_defaults() {
  const Agent::Config config;
  const Agent::Learner::Settings& settings = config.settings();
  return {settings.lambda,
          settings.ratio,
          settings.schedule.step_size,
          settings.projection.radius,
          config.exploration().epsilon(0),
          {}};
}

ballast_status ballast_agent_init(ballast_agent* agent, const ballast_agent_config* config, uint64_t seed) {
  if (agent == nullptr || config == nullptr) { return BALLAST_NULL_POINTER; }
  const auto settings = Agent::Config()
                            .lambda(config->lambda)
                            .ratio(config->ratio)
                            .step_size(config->step_size)
                            .radius(config->radius)
                            .epsilon(config->epsilon);
  Coder coder{};
  for (size_t i = 0; i < Coder::inputs; ++i) { coder.ranges[i] = {config->ranges[i].low, config->ranges[i].high}; }
  Status status = settings.validate();
  if (status == Status::ok) { status = coder.validate(); }
  if (status != Status::ok) { return in_c(status); }
  CodedAgent& created = *new (agent) CodedAgent;
  created.coder = coder;
  return in_c(created.agent.start(settings, seed));
}

ballast_status ballast_agent_start(ballast_agent* agent, const float* observation, uint32_t* action) {
  return act(agent, observation, Agent::Feasible::all(), action,
             [=](const Coder::Features& phi) { return cpp(agent).agent.observe(phi); });
}

ballast_status ballast_agent_step(ballast_agent* agent, const float* observation, float reward, uint32_t* action) {
  return step(agent, observation, reward, Agent::Feasible::all(), action);
}

ballast_status ballast_agent_skip(ballast_agent* agent, uint32_t* action) {
  return skip(agent, Agent::Feasible::all(), action);
}

ballast_status ballast_agent_step_allowed(ballast_agent* agent, const float* observation, float reward,
                                          uint32_t allowed, uint32_t* action) {
  return step(agent, observation, reward, set_of(allowed), action);
}

ballast_status ballast_agent_skip_allowed(ballast_agent* agent, uint32_t allowed, uint32_t* action) {
  return skip(agent, set_of(allowed), action);
}

ballast_status ballast_agent_freeze(ballast_agent* agent, bool is_frozen) {
  const ballast_status status = usability(agent);
  if (status == BALLAST_OK) { cpp(agent).agent.evaluate(is_frozen); }
  return status;
}

ballast_status ballast_agent_greedy(const ballast_agent* agent, const float* observation, uint32_t* action) {
  const ballast_status status = usability(agent, observation, action);
  if (status != BALLAST_OK) { return status; }
  Coder::Features phi(Coder::unit_value);
  const Status encoded = cpp(agent).coder.encode(as<Coder::Inputs>(observation), phi).status;
  if (encoded == Status::ok) { *action = cpp(agent).agent.greedy_action(phi); }
  return in_c(encoded);
}

ballast_status ballast_agent_value(const ballast_agent* agent, const float* observation, uint32_t action,
                                   float* value) {
  const ballast_status status = usability(agent, observation, value);
  if (status != BALLAST_OK) { return status; }
  if (action >= BALLAST_ACTIONS) { return BALLAST_NO_FEASIBLE_ACTION; }
  Coder::Features phi(Coder::unit_value);
  const Status encoded = cpp(agent).coder.encode(as<Coder::Inputs>(observation), phi).status;
  if (encoded != Status::ok) { return in_c(encoded); }
  return give(cpp(agent).agent.value(phi, action), Status::overflow, value);
}

ballast_status ballast_agent_average_reward(const ballast_agent* agent, float* average_reward) {
  const ballast_status status = usability(agent, average_reward);
  if (status == BALLAST_OK) { *average_reward = cpp(agent).agent.average_reward(); }
  return status;
}

ballast_status ballast_agent_frozen_reward(const ballast_agent* agent, float* mean_reward) {
  const ballast_status status = usability(agent, mean_reward);
  if (status == BALLAST_OK) { *mean_reward = cpp(agent).agent.evaluated_reward(); }
  return status;
}

ballast_status ballast_agent_count(const ballast_agent* agent, ballast_agent_counts* counts) {
  const ballast_status status = usability(agent, counts);
  if (status != BALLAST_OK) { return status; }
  const Agent& counted = cpp(agent).agent;
  const Agent::Learner& learner = counted.learner();
  *counts = {learner.updates(), learner.rejections(), learner.projections(), counted.decisions(), counted.skipped()};
  return BALLAST_OK;
}

ballast_status ballast_agent_save(const ballast_agent* agent, void* buffer, size_t size) {
  const ballast_status status = usability(agent, static_cast<uint8_t*>(buffer));
  if (status != BALLAST_OK) { return status; }
  return save(cpp(agent).agent, ballast::fingerprint(cpp(agent).coder), buffer, size);
}

ballast_status ballast_agent_load(ballast_agent* agent, const void* buffer, size_t size) {
  const ballast_status status = usability(agent, static_cast<const uint8_t*>(buffer));
  if (status != BALLAST_OK) { return status; }
  return load(cpp(agent).agent, ballast::fingerprint(cpp(agent).coder), buffer, size);
}

}  // extern "C"
