#pragma once
/// The access-control queue: customers of several classes ask for one of a few servers, and are accepted or rejected.

#include <ballast/oracle/mdp.hpp>

namespace ballast::oracle {

struct AccessControl {
  Index servers = 10;         ///< n
  Index classes = 4;          ///< C; each customer's class is uniform in 1..C, and pays 2^c / 2^C if accepted
  Scalar completion = 0.06L;  ///< p: the probability that a busy server becomes free in a step
  static constexpr std::size_t accept = 0;
  static constexpr std::size_t reject = 1;  ///< the only action when no server is free

  /// The state with k servers free and a customer of class c in 1..C.
  Index state(Index free, Index customer) const { return free * classes + customer - 1; }
  Index states() const { return (servers + 1) * classes; }
};

/// Throws ModelError for no servers, no classes, or a probability outside (0, 1).
Mdp make_mdp(const AccessControl& queue);

}  // namespace ballast::oracle
