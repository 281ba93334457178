#pragma once
/// What learns: a rule of the library, or a baseline (trials/lstd.hpp, trials/q_learning.hpp).

#include <cstddef>
#include <cstdint>

namespace ballast::experiments {

enum class Rule : std::uint8_t {
  standard,
  implicit,
  differential,           ///< the average reward follows the TD error
  implicit_differential,  ///< the same, implicitly
  lstd,                   ///< LSTD(lambda) for average reward: evaluation only
  differential_q,         ///< differential Q-learning: control only
  rvi_q,                  ///< RVI Q-learning: control only
};

/// As files have them, in the order of Rule.
inline constexpr const char* rule_names[] = {"standard", "implicit",       "differential", "implicit-differential",
                                             "lstd",     "differential-q", "rvi-q"};

inline const char* name_of(Rule rule) {
  return rule_names[static_cast<std::size_t>(rule)];
}

/// Q-learning: it chooses actions, and has no trace.
inline bool is_q_learning(Rule rule) {
  return rule == Rule::differential_q || rule == Rule::rvi_q;
}
/// A rule of ballast/rule.hpp. Only these have projections.
inline bool is_of_library(Rule rule) {
  return rule != Rule::lstd && !is_q_learning(rule);
}

// Which settings a rule has.
inline bool has_step_size(Rule rule) {
  return rule != Rule::lstd;
}
/// c, and so a step-size of the average reward.
inline bool has_ratio(Rule rule) {
  return rule != Rule::lstd && rule != Rule::rvi_q;
}
inline bool has_lambda(Rule rule) {
  return !is_q_learning(rule);
}

}  // namespace ballast::experiments
