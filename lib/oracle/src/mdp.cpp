#include <ballast/oracle/chain.hpp>
#include <ballast/oracle/graph.hpp>
#include <ballast/oracle/mdp.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "dense.hpp"
#include "message.hpp"

namespace ballast::oracle {

namespace {

// A chain with rewards that may be reducible: what is left of an MDP once a policy is fixed.
struct RewardProcess {
  DenseMatrix P;
  DenseVector r;
};

RewardProcess empty_process(const Mdp& mdp) {
  const auto states = static_cast<Index>(mdp.states.size());
  return {DenseMatrix::Zero(states, states), DenseVector::Zero(states)};
}

void add(RewardProcess& process, std::size_t state, const Choice& choice, Scalar probability) {
  const auto row = static_cast<Index>(state);
  process.P.row(row) += probability * dense(choice.next).transpose();
  process.r(row) += probability * choice.reward;
}

const Choice& feasible(const Mdp& mdp, std::size_t state, std::size_t action) {
  for (const Choice& choice : mdp.states[state]) {
    if (choice.action == action) { return choice; }
  }
  fail("policy: action ", action, " is not feasible in state ", state);
}

RewardProcess under(const Mdp& mdp, const Policy& policy) {
  if (policy.size() != mdp.states.size()) {
    fail("policy has ", entries(policy.size()), ", but the MDP has ", number_of_states(mdp.states.size()));
  }
  RewardProcess process = empty_process(mdp);
  for (std::size_t state = 0; state < policy.size(); ++state) {
    add(process, state, feasible(mdp, state, policy[state]), 1);
  }
  return process;
}

RewardProcess under(const Mdp& mdp, const Matrix& policy) {
  RewardProcess process = empty_process(mdp);
  if (policy.rows() != process.P.rows()) {
    fail("policy has ", counted(policy.rows(), "row", "rows"), ", but the MDP has ",
         number_of_states(process.P.rows()));
  }
  for (std::size_t state = 0; state < mdp.states.size(); ++state) {
    Vector probabilities = vector_of(dense(policy).row(static_cast<Index>(state)).transpose());
    normalise_distribution(probabilities, text("policy[", state, "]"));
    for (Index action = 0; action < probabilities.size(); ++action) {
      if (probabilities(action) == 0) { continue; }
      add(process, state, feasible(mdp, state, static_cast<std::size_t>(action)), probabilities(action));
    }
  }
  return process;
}

// Within a closed class every start earns the same, pi^T r of that class; from elsewhere it depends on which class the
// chain ends up in: g = P g.
DenseVector gains(const RewardProcess& process) {
  const Index states = process.r.size();
  DenseVector gain = DenseVector::Zero(states);
  DenseMatrix system = DenseMatrix::Identity(states, states) - process.P;
  for (const std::vector<Index>& members : closed_classes(matrix_of(process.P))) {
    const Vector pi = stationary_distribution(matrix_of(process.P(members, members)));
    const Scalar omega = dense(pi).dot(process.r(members));
    for (const Index state : members) {
      system.row(state) = DenseVector::Unit(states, state).transpose();
      gain(state) = omega;
    }
  }
  return system.partialPivLu().solve(gain);
}

Scalar only_gain(const DenseVector& gain) {
  Index low, high;
  const Scalar least = gain.minCoeff(&low), most = gain.maxCoeff(&high);
  if (most - least > 1e-12L * (1 + std::abs(most))) {
    fail("policy: the average reward depends on the start: ", least, " from state ", low, ", ", most, " from state ",
         high);
  }
  return gain(0);
}

Scalar value_of(const Choice& choice, const DenseVector& h) {
  return choice.reward + dense(choice.next).dot(h);
}

Scalar largest_reward(const Mdp& mdp) {
  Scalar largest = 0;
  for (const auto& choices : mdp.states) {
    for (const Choice& choice : choices) { largest = std::max(largest, std::abs(choice.reward)); }
  }
  return largest;
}

DenseVector best_values(const Mdp& mdp, const DenseVector& h) {
  DenseVector best(h.size());
  for (Index state = 0; state < h.size(); ++state) {
    const auto& choices = mdp.states[static_cast<std::size_t>(state)];
    best(state) = value_of(choices.front(), h);
    for (const Choice& choice : choices) { best(state) = std::max(best(state), value_of(choice, h)); }
  }
  return best;
}

Policy greedy_policy(const Mdp& mdp, const DenseVector& h, Scalar slack) {
  const DenseVector best = best_values(mdp, h);
  Policy policy;
  for (std::size_t state = 0; state < mdp.states.size(); ++state) {
    const auto& choices = mdp.states[state];
    const Scalar enough = best(static_cast<Index>(state)) - slack;
    policy.push_back(std::find_if(choices.begin(), choices.end(), [&](const Choice& c) {
                       return value_of(c, h) >= enough;
                     })->action);
  }
  return policy;
}

void check(Choice& choice, std::size_t state, std::size_t states) {
  const std::string name = text("state ", state, ", action ", choice.action);
  if (!std::isfinite(choice.reward)) { fail(name, ": the reward is not finite"); }
  if (choice.next.size() != static_cast<Index>(states)) {
    fail(name, ": next has ", entries(choice.next.size()), ", but the MDP has ", number_of_states(states));
  }
  normalise_distribution(choice.next, name + ": next");
}

}  // namespace

Mdp make_mdp(std::vector<std::vector<Choice>> states) {
  if (states.empty()) { fail("an MDP without states"); }
  for (std::size_t state = 0; state < states.size(); ++state) {
    if (states[state].empty()) { fail("state ", state, " has no feasible action"); }
    for (std::size_t i = 0; i < states[state].size(); ++i) {
      Choice& choice = states[state][i];
      if (i > 0 && choice.action <= states[state][i - 1].action) {
        fail("state ", state, ": action ", choice.action, " comes after action ", states[state][i - 1].action);
      }
      check(choice, state, states.size());
    }
  }
  return {std::move(states)};
}

Vector average_rewards(const Mdp& mdp, const Policy& policy) {
  return vector_of(gains(under(mdp, policy)));
}
Vector average_rewards(const Mdp& mdp, const Matrix& policy) {
  return vector_of(gains(under(mdp, policy)));
}
Scalar average_reward(const Mdp& mdp, const Policy& policy) {
  return only_gain(gains(under(mdp, policy)));
}
Scalar average_reward(const Mdp& mdp, const Matrix& policy) {
  return only_gain(gains(under(mdp, policy)));
}

// Half of each step stays where it is: this changes no average reward, and makes every chain aperiodic. The optimum
// lies between the least and the most that one more step adds.
Optimum relative_value_iteration(const Mdp& mdp) {
  const Scalar tolerance = 1e-13L * std::max<Scalar>(largest_reward(mdp), std::numeric_limits<Scalar>::min());
  DenseVector h = DenseVector::Zero(static_cast<Index>(mdp.states.size()));
  for (int i = 0; i < 1000000; ++i) {
    const DenseVector added = best_values(mdp, h) - h;
    const Scalar least = added.minCoeff(), most = added.maxCoeff();
    if (most - least <= tolerance) {
      const Policy policy = greedy_policy(mdp, h, tolerance);
      return {gains(under(mdp, policy)).minCoeff(), most, policy};
    }
    h += added / 2;
    h.array() -= h(0);
  }
  fail(
      "relative value iteration does not converge: the best average reward depends on the start, or the chain is slow");
}

}  // namespace ballast::oracle
