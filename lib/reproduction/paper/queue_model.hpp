#pragma once
/// The access-control queue with 10 servers and 4 classes, exactly. State (k free, class c) is 4 k + c - 1; action 0
/// accepts.

#include <ballast/oracle/access_control.hpp>

namespace ballast::reproduction {

struct QueueModel {
  oracle::Mdp mdp = oracle::make_mdp(oracle::AccessControl{});
  oracle::Optimum optimum = oracle::relative_value_iteration(mdp);

  double gain(const oracle::Policy& policy) const { return static_cast<double>(oracle::average_reward(mdp, policy)); }
};

/// Solved on first use. Safe to use from several threads.
inline const QueueModel& queue_model() {
  static const QueueModel model;
  return model;
}

}  // namespace ballast::reproduction
