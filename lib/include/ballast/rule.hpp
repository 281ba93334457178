#pragma once
/// The update rules: the paper's implicit one, the standard one that it is compared with, and both again for
/// differential TD(lambda), whose average reward follows the TD error instead of the reward.

#include <ballast/detail/compiler.hpp>

#include <etl/type_traits.h>

namespace ballast {

/// k = beta, a = c beta. Diverges for c beta > 2 whatever the features; the faster one at small step-sizes.
struct Standard {};

/// k = beta / (1 + beta ||z||^2), a = c beta / (1 + c beta): the step that the new estimates themselves would take.
struct Implicit {};

/// Differential TD(lambda) (Wan, Naik, Sutton, "Learning and Planning in Average-Reward Markov Decision Processes",
/// 2021): the average reward follows the TD error, omega_{t+1} = omega_t + a delta_t, with k = beta, a = alpha = c
/// beta.
struct Differential {};

/// The same with the TD error that the new estimates would leave. Both have one denominator:
/// k = beta / (1 + alpha + beta ||z||^2), a = alpha / (1 + alpha + beta ||z||^2).
/// docs/DESIGN.md derives it.
struct ImplicitDifferential {};

namespace detail {

/// Whether the average reward follows the TD error delta_t; otherwise it follows R_t - omega_t.
template <class Rule>
constexpr bool is_differential =
    etl::is_same<Rule, Differential>::value || etl::is_same<Rule, ImplicitDifferential>::value;

template <class Rule>
constexpr bool is_rule =
    etl::is_same<Rule, Standard>::value || etl::is_same<Rule, Implicit>::value || is_differential<Rule>;

}  // namespace detail
}  // namespace ballast
