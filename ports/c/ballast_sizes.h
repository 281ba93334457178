#pragma once
/// How ballast.h turns the sizes of a program into sizes of objects and names of functions. Programs do not include it.

// --- how many bytes -------------------------------------------------------------------------------------------------
// ballast_c.cpp checks that these are the sizes of the C++ objects. An agent remembers the epochs of its trace
// (detail/sparse/epochs.hpp): a power of two of them, and for each weight which one.

#define BALLAST_COUNT_(...) BALLAST_SEVENTH_(__VA_ARGS__, 6, 5, 4, 3, 2, 1, 0)
#define BALLAST_SEVENTH_(a, b, c, d, e, f, n, ...) n
#define BALLAST_PRODUCT_(...) BALLAST_PRODUCT_OF_6_(__VA_ARGS__, 1, 1, 1, 1, 1, 1, 1)
#define BALLAST_PRODUCT_OF_6_(a, b, c, d, e, f, ...) (1UL * a * b * c * d * e * f)
#define BALLAST_ROUND_UP_(n, unit) (((n) + (unit)-1) / (unit) * (unit))
#define BALLAST_MORE_THAN_(n) (BALLAST_WEIGHTS > (n) ? 1UL : 0UL)
#define BALLAST_EPOCHS_                                                                                               \
  (64UL << (BALLAST_MORE_THAN_(128) + BALLAST_MORE_THAN_(512) + BALLAST_MORE_THAN_(1024) + BALLAST_MORE_THAN_(2048) + \
            BALLAST_MORE_THAN_(4096) + BALLAST_MORE_THAN_(8192) + BALLAST_MORE_THAN_(16384) +                         \
            BALLAST_MORE_THAN_(32768) + BALLAST_MORE_THAN_(65536) + BALLAST_MORE_THAN_(131072)))
#define BALLAST_EPOCH_BYTES_ (1UL + BALLAST_MORE_THAN_(1024))
#define BALLAST_ARRAYS_BYTES_ \
  (8UL * BALLAST_WEIGHTS + BALLAST_ROUND_UP_(BALLAST_EPOCH_BYTES_ * BALLAST_WEIGHTS, 4UL) + 8UL * BALLAST_EPOCHS_)
// On a PC the arrays of a long learner begin at multiples of 32 bytes.
#if BALLAST_FEATURES >= 256 && (defined(__x86_64__) || defined(__aarch64__) || defined(__wasm_simd128__))
#define BALLAST_LEARNER_ALIGNED_ __attribute__((aligned(32)))
#define BALLAST_LEARNER_BYTES_ (64UL + 2UL * BALLAST_ROUND_UP_(4UL * BALLAST_FEATURES, 32UL))
#else
#define BALLAST_LEARNER_ALIGNED_
#define BALLAST_LEARNER_BYTES_ (40UL + 8UL * BALLAST_FEATURES)
#endif
#define BALLAST_AGENT_BYTES_                                                        \
  (BALLAST_ROUND_UP_(BALLAST_ROUND_UP_(116UL + BALLAST_ARRAYS_BYTES_, 8UL) + 64UL + \
                         BALLAST_ROUND_UP_(6UL + 2UL * BALLAST_TILINGS, 4UL),       \
                     8UL) +                                                         \
   8UL * BALLAST_INPUTS)

// --- what is not possible -------------------------------------------------------------------------------------------

#if BALLAST_FEATURES < 1
#error "BALLAST_FEATURES must be at least 1"
#elif BALLAST_ACTIONS < 1 || BALLAST_ACTIONS > 32
#error "BALLAST_ACTIONS must be between 1 and 32"
#elif BALLAST_TILINGS < 1 || (BALLAST_TILINGS & (BALLAST_TILINGS - 1)) != 0
#error "BALLAST_TILINGS must be a power of two"
#elif BALLAST_PRODUCT_(BALLAST_TILES) < 2
#error "BALLAST_TILES must be a number for each of up to 6 inputs, such as 10, 4, and one of them above 1"
#elif BALLAST_TILINGS * BALLAST_PRODUCT_(BALLAST_TILES) > 65536 || BALLAST_WEIGHTS > 262144
#error "BALLAST_TILINGS x BALLAST_TILES must not exceed 65536, and times BALLAST_ACTIONS 262144"
#endif

// --- names ----------------------------------------------------------------------------------------------------------
// What the linker sees contains the sizes: ballast_learner_init_16, ballast_agent_step_3_8_10x4x1x1x1x1. Files that
// were compiled with different sizes do not find each other's functions.

#define BALLAST_LEARNER_NAME_(name) BALLAST_NAME_2_(name, BALLAST_FEATURES)
#define BALLAST_NAME_2_(name, features) BALLAST_PASTE_2_(name, features)
#define BALLAST_PASTE_2_(name, features) name##_##features
#define BALLAST_AGENT_NAME_(name) \
  BALLAST_NAME_9_(name, BALLAST_ACTIONS, BALLAST_TILINGS, BALLAST_TILES, 1, 1, 1, 1, 1, 1)
#define BALLAST_NAME_9_(...) BALLAST_PASTE_9_(__VA_ARGS__)
#define BALLAST_PASTE_9_(name, actions, tilings, a, b, c, d, e, f, ...) \
  name##_##actions##_##tilings##_##a##x##b##x##c##x##d##x##e##x##f
#define ballast_learner_init BALLAST_LEARNER_NAME_(ballast_learner_init)
#define ballast_learner_update BALLAST_LEARNER_NAME_(ballast_learner_update)
#define ballast_learner_value BALLAST_LEARNER_NAME_(ballast_learner_value)
#define ballast_learner_average_reward BALLAST_LEARNER_NAME_(ballast_learner_average_reward)
#define ballast_learner_weights BALLAST_LEARNER_NAME_(ballast_learner_weights)
#define ballast_learner_reset_trace BALLAST_LEARNER_NAME_(ballast_learner_reset_trace)
#define ballast_learner_count BALLAST_LEARNER_NAME_(ballast_learner_count)
#define ballast_learner_save BALLAST_LEARNER_NAME_(ballast_learner_save)
#define ballast_learner_load BALLAST_LEARNER_NAME_(ballast_learner_load)
#define ballast_agent_init BALLAST_AGENT_NAME_(ballast_agent_init)
#define ballast_agent_start BALLAST_AGENT_NAME_(ballast_agent_start)
#define ballast_agent_step BALLAST_AGENT_NAME_(ballast_agent_step)
#define ballast_agent_skip BALLAST_AGENT_NAME_(ballast_agent_skip)
#define ballast_agent_step_allowed BALLAST_AGENT_NAME_(ballast_agent_step_allowed)
#define ballast_agent_skip_allowed BALLAST_AGENT_NAME_(ballast_agent_skip_allowed)
#define ballast_agent_freeze BALLAST_AGENT_NAME_(ballast_agent_freeze)
#define ballast_agent_greedy BALLAST_AGENT_NAME_(ballast_agent_greedy)
#define ballast_agent_value BALLAST_AGENT_NAME_(ballast_agent_value)
#define ballast_agent_average_reward BALLAST_AGENT_NAME_(ballast_agent_average_reward)
#define ballast_agent_frozen_reward BALLAST_AGENT_NAME_(ballast_agent_frozen_reward)
#define ballast_agent_count BALLAST_AGENT_NAME_(ballast_agent_count)
#define ballast_agent_save BALLAST_AGENT_NAME_(ballast_agent_save)
#define ballast_agent_load BALLAST_AGENT_NAME_(ballast_agent_load)
#define ballast_agent_defaults BALLAST_AGENT_NAME_(ballast_agent_defaults)
