#pragma once
/// Small Markov decision processes: what a policy earns, and what the best one does.

#include <ballast/oracle/matrix.hpp>

#include <cstddef>
#include <vector>

namespace ballast::oracle {

struct Choice {
  std::size_t action;  ///< its name; the same number may be feasible in some states and not in others
  Scalar reward;
  Vector next;  ///< the distribution of the next state
};

struct Mdp {
  /// For each state the feasible actions, in ascending order of `action`.
  std::vector<std::vector<Choice>> states;
};

/// For each state the action taken there.
using Policy = std::vector<std::size_t>;

/// Throws ModelError, naming state and action: no states, a state without actions or with one twice, invalid
/// distributions, rewards that are not finite. Distributions are then divided by their sum.
Mdp make_mdp(std::vector<std::vector<Choice>> states);

/// The average reward from each state on, exactly: for any policy, whatever chain it makes, periodic and reducible ones
/// included. Throws ModelError where the policy takes an action that is not feasible.
Vector average_rewards(const Mdp& mdp, const Policy& policy);

/// The same for a policy that draws its actions: row i holds the probabilities of actions 0, 1, ... in state i.
Vector average_rewards(const Mdp& mdp, const Matrix& policy);

/// The one number, where it does not depend on the state that a run starts in; throws ModelError where it does.
Scalar average_reward(const Mdp& mdp, const Policy& policy);
Scalar average_reward(const Mdp& mdp, const Matrix& policy);

struct Optimum {
  /// Of the policy below, exactly; from its worst start, where ties have left it several closed classes.
  Scalar average_reward;
  /// No policy earns more than this; it is above average_reward by 1e-12 of the largest reward at most.
  Scalar upper_bound;
  /// Greedy; of equally good actions the lowest.
  Policy policy;
};

/// By relative value iteration. Throws ModelError where it does not converge: the optimum then depends on the start.
Optimum relative_value_iteration(const Mdp& mdp);

}  // namespace ballast::oracle
