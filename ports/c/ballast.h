#pragma once
/// Ballast for firmware written in C: one learner that predicts and one agent that decides, of sizes that are chosen
/// when they are compiled. C99, also for C++. docs/C.md shows how to use it.
///
///   static ballast_agent agent;                                     // all of its memory: no heap
///   ballast_agent_config config = ballast_agent_defaults();
///   config.ranges[0].low = 20.0F; ...                               // of each input
///   ballast_status status = ballast_agent_init(&agent, &config, seed);
///   status = ballast_agent_start(&agent, observation, &action);     // the first observation
///   for (;;) {
///     act(action);
///     ...
///     status = ballast_agent_step(&agent, observation, reward, &action);  // what came of it, and what is next
///   }
///
/// Every function but the ones that return defaults or a text gives a status, and checks its pointers. Unless its
/// comment says otherwise, it has changed nothing if the status is not BALLAST_OK. An object that is all zero, as a
/// static one is, and was not initialised gives BALLAST_NOT_STARTED; one on the stack must be initialised before
/// anything else. Objects contain no pointers and may be copied. A program has one set of sizes.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// --- sizes ----------------------------------------------------------------------------------------------------------
// Define others for all files of the program, ballast_c.cpp among them: -DBALLAST_FEATURES=16. Plain numbers, since the
// names of functions contain them: files compiled with different sizes do not link.

/// The learner: how many features a state has.
#ifndef BALLAST_FEATURES
#define BALLAST_FEATURES 16
#endif

/// The agent: how many actions there are, 0, 1, ...; 32 at most.
#ifndef BALLAST_ACTIONS
#define BALLAST_ACTIONS 3
#endif

/// The agent: how many tilings cover the observations. A power of two.
#ifndef BALLAST_TILINGS
#define BALLAST_TILINGS 8
#endif

/// The agent: how many tiles each input of an observation is cut into; as many numbers as there are inputs, 6 at most.
#ifndef BALLAST_TILES
#define BALLAST_TILES 10, 4
#endif

/// How many inputs an observation has.
#define BALLAST_INPUTS BALLAST_COUNT_(BALLAST_TILES)
/// How many weights the agent has: one for each tile and action.
#define BALLAST_WEIGHTS (1UL * BALLAST_TILINGS * BALLAST_PRODUCT_(BALLAST_TILES) * BALLAST_ACTIONS)

/// The length of a snapshot, in bytes.
#define BALLAST_LEARNER_SNAPSHOT_BYTES (128UL + 8UL * BALLAST_FEATURES)
/// The length of a snapshot, in bytes.
#define BALLAST_AGENT_SNAPSHOT_BYTES \
  (256UL + 4UL * BALLAST_WEIGHTS + BALLAST_ARRAYS_BYTES_ + BALLAST_ROUND_UP_(2UL * BALLAST_TILINGS, 4UL))

#include "ballast_sizes.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- statuses -------------------------------------------------------------------------------------------------------

/// Those of C++, with the same numbers (docs/C.md explains them), and two that only C needs.
typedef enum ballast_status {
  BALLAST_OK,

  // A transition was refused.
  BALLAST_REWARD_NOT_FINITE,
  BALLAST_FEATURE_NOT_FINITE,
  BALLAST_NEXT_FEATURE_NOT_FINITE,
  BALLAST_FEATURE_INDEX_INVALID,
  BALLAST_OVERFLOW,
  BALLAST_NOT_STARTED,
  BALLAST_NO_FEASIBLE_ACTION,
  BALLAST_SKIPPED,

  // A configuration was refused.
  BALLAST_INVALID_LAMBDA,
  BALLAST_INVALID_RATIO,
  BALLAST_INVALID_STEP_SIZE,
  BALLAST_INVALID_OFFSET,
  BALLAST_INVALID_POWER,
  BALLAST_INVALID_RADIUS,
  BALLAST_INVALID_DIRECTION,
  BALLAST_INVALID_EXPLORATION,
  BALLAST_INVALID_START,
  BALLAST_INVALID_GAMMA,
  BALLAST_INVALID_RANGE,

  // A snapshot was refused.
  BALLAST_NO_SNAPSHOT,
  BALLAST_SNAPSHOT_DAMAGED,
  BALLAST_SNAPSHOT_OF_LATER_VERSION,
  BALLAST_OTHER_LEARNER,
  BALLAST_OTHER_SCALAR,
  BALLAST_OTHER_RULE,
  BALLAST_OTHER_PROJECTION,
  BALLAST_OTHER_SCHEDULE,
  BALLAST_OTHER_EXPLORATION,
  BALLAST_OTHER_DIMENSION,
  BALLAST_OTHER_ACTIONS,
  BALLAST_OTHER_FEATURES,
  BALLAST_STORAGE_FAILED,

  BALLAST_INPUT_NOT_FINITE,
  BALLAST_RECORD_DAMAGED,
  BALLAST_RECORD_OF_LATER_VERSION,
  BALLAST_RECORDER_FULL,

  // Of C alone.
  BALLAST_NULL_POINTER = 128,     ///< a pointer is NULL
  BALLAST_BUFFER_TOO_SMALL = 129  ///< a snapshot is longer than the buffer
} ballast_status;

/// The name of a status, for logs: "reward_not_finite". "unknown" if there is no such status.
const char* ballast_status_text(ballast_status status);

// --- the learner ----------------------------------------------------------------------------------------------------

/// Learns from transitions the average reward, and how much better or worse than average each state is: implicit
/// average-reward TD(lambda) in a joint ball. Only the functions below know what is in it.
typedef union ballast_learner {
  BALLAST_LEARNER_ALIGNED_ float alignment_;
  unsigned char bytes_[BALLAST_LEARNER_BYTES_];
} ballast_learner;

/// The numbers of a learner, with the names that they have in C++; docs/CHOOSING.md helps to choose them.
typedef struct ballast_learner_config {
  float lambda;     ///< how fast the trace decays: in [0, 1). Default 0.25
  float ratio;      ///< c: the average reward's step-size is ratio x step_size. Finite, above 0. Default 0.05
  float step_size;  ///< beta: finite, above 0. Default 0.2
  float radius;     ///< of the ball that the estimates never leave: from 2^-60 to 2^62. Default 1000
} ballast_learner_config;

/// What has happened since init. Counts stay at the largest number instead of wrapping to zero.
typedef struct ballast_learner_counts {
  uint32_t updates;      ///< transitions learned from
  uint32_t rejections;   ///< transitions refused
  uint32_t projections;  ///< updates that ended outside the ball and were scaled back
} ballast_learner_counts;

/// The defaults.
ballast_learner_config ballast_learner_defaults(void);

/// (Re)starts everything from zero. After an invalid configuration the learner is as before.
ballast_status ballast_learner_init(ballast_learner* learner, const ballast_learner_config* config);

/// Learns from one transition. If it is refused, every byte is as before, except for the count of rejections. After a
/// gap in the data call ballast_learner_reset_trace first.
ballast_status ballast_learner_update(ballast_learner* learner, const float features[BALLAST_FEATURES], float reward,
                                      const float next_features[BALLAST_FEATURES]);

/// The differential value of a state, up to a constant.
ballast_status ballast_learner_value(const ballast_learner* learner, const float features[BALLAST_FEATURES],
                                     float* value);

/// The estimate of the average reward.
ballast_status ballast_learner_average_reward(const ballast_learner* learner, float* average_reward);

/// Copies the weights.
ballast_status ballast_learner_weights(const ballast_learner* learner, float weights[BALLAST_FEATURES]);

/// Forgets the past transitions, not what was learned: after a gap in the data.
ballast_status ballast_learner_reset_trace(ballast_learner* learner);

/// What has happened since init.
ballast_status ballast_learner_count(const ballast_learner* learner, ballast_learner_counts* counts);

/// Writes a snapshot of BALLAST_LEARNER_SNAPSHOT_BYTES bytes (docs/SNAPSHOT.md). `fingerprint` is a number of yours
/// that says what the features mean: a snapshot is refused where another one is given.
ballast_status ballast_learner_save(const ballast_learner* learner, uint32_t fingerprint, void* buffer, size_t size);

/// Puts a snapshot in the place of what an initialised learner has, its configuration included: learning goes on with
/// the same bits.
ballast_status ballast_learner_load(ballast_learner* learner, uint32_t fingerprint, const void* buffer, size_t size);

// --- the agent ------------------------------------------------------------------------------------------------------

/// Learns which action pays: SARSA(lambda), epsilon-greedy, with tile coding of the observations. Only the functions
/// below know what is in it.
typedef union ballast_agent {
  uint64_t alignment_;
  unsigned char bytes_[BALLAST_AGENT_BYTES_];
} ballast_agent;

/// What an input can be. What is outside counts as the nearest end.
typedef struct ballast_range {
  float low;
  float high;  ///< high - low must be from 2^-60 to 2^60
} ballast_range;

/// The numbers of an agent, with the names that they have in C++; docs/CHOOSING.md helps to choose them.
typedef struct ballast_agent_config {
  float lambda;     ///< how fast the trace decays: in [0, 1). Default 0.25
  float ratio;      ///< c: the average reward's step-size is ratio x step_size. Finite, above 0. Default 0.05
  float step_size;  ///< beta: finite, above 0. Default 0.2
  float radius;     ///< of the ball that the estimates never leave: from 2^-60 to 2^62. Default 1000
  float epsilon;    ///< the probability of a random action: in [0, 1]. Default 0.05
  ballast_range ranges[BALLAST_INPUTS];  ///< of the inputs. No default: all zero, which init refuses
} ballast_agent_config;

/// What has happened since init. Counts stay at the largest number instead of wrapping to zero.
typedef struct ballast_agent_counts {
  uint32_t updates;      ///< ticks learned from: should grow
  uint32_t rejections;   ///< transitions refused
  uint32_t projections;  ///< updates that ended outside the ball and were scaled back
  uint32_t decisions;    ///< decisions from an observation, while learning
  uint32_t skipped;      ///< ticks with a bad or missing input
} ballast_agent_counts;

/// The defaults, except for the ranges.
ballast_agent_config ballast_agent_defaults(void);

/// (Re)starts everything from zero; the same seed makes the same decisions. After an invalid configuration the agent is
/// as before.
ballast_status ballast_agent_init(ballast_agent* agent, const ballast_agent_config* config, uint64_t seed);

// The next five give an action that may be taken even where they refuse an input: the last one again. Nothing is
// learned then but that a tick was skipped, and the agent goes on at the next good observation. Only after
// BALLAST_NULL_POINTER and BALLAST_NOT_STARTED is `action` as it was.

/// The first observation, and the first one after a gap: decides, learns nothing.
ballast_status ballast_agent_start(ballast_agent* agent, const float observation[BALLAST_INPUTS], uint32_t* action);

/// One tick of the control loop: the reward for the last action and what is observed now. Learns, and decides.
ballast_status ballast_agent_step(ballast_agent* agent, const float observation[BALLAST_INPUTS], float reward,
                                  uint32_t* action);

/// A tick without an observation. Gives BALLAST_SKIPPED.
ballast_status ballast_agent_skip(ballast_agent* agent, uint32_t* action);

/// The same when not all actions may be taken: bit i of `allowed` is 1 if action i may. If none may, the status is
/// BALLAST_NO_FEASIBLE_ACTION, and the action is the last one, which is not allowed either: the caller decides.
ballast_status ballast_agent_step_allowed(ballast_agent* agent, const float observation[BALLAST_INPUTS], float reward,
                                          uint32_t allowed, uint32_t* action);

/// Without an observation: the last action again if it is allowed, otherwise the first one that is.
ballast_status ballast_agent_skip_allowed(ballast_agent* agent, uint32_t allowed, uint32_t* action);

/// From now on only decides, greedily; with false, learns again, from the next observation on.
ballast_status ballast_agent_freeze(ballast_agent* agent, bool is_frozen);

/// The greedy action. Changes nothing in the agent.
ballast_status ballast_agent_greedy(const ballast_agent* agent, const float observation[BALLAST_INPUTS],
                                    uint32_t* action);

/// The value of an action, up to a constant. BALLAST_NO_FEASIBLE_ACTION if there is no such action.
ballast_status ballast_agent_value(const ballast_agent* agent, const float observation[BALLAST_INPUTS], uint32_t action,
                                   float* value);

/// The estimate of the average reward.
ballast_status ballast_agent_average_reward(const ballast_agent* agent, float* average_reward);

/// The mean reward since the agent was last frozen; 0 before the first.
ballast_status ballast_agent_frozen_reward(const ballast_agent* agent, float* mean_reward);

/// What has happened since init.
ballast_status ballast_agent_count(const ballast_agent* agent, ballast_agent_counts* counts);

/// Writes a snapshot of BALLAST_AGENT_SNAPSHOT_BYTES bytes (docs/SNAPSHOT.md).
ballast_status ballast_agent_save(const ballast_agent* agent, void* buffer, size_t size);

/// Puts a snapshot in the place of what an initialised agent has, its configuration included: learning goes on with the
/// same bits. The agent must have been initialised with the ranges of the one that was saved.
ballast_status ballast_agent_load(ballast_agent* agent, const void* buffer, size_t size);

#ifdef __cplusplus
}
#endif
