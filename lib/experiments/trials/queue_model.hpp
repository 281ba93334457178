#pragma once
/// The access-control queue with sizes that are known at run time: a process and its exact answers.

#include <ballast/oracle/access_control.hpp>
#include <ballast/sim/access_control.hpp>

#include <cstdint>

namespace ballast::experiments {

/// As sim::PaperQueue, whose sizes these are until others are given.
struct QueueSizes {
  std::uint32_t servers = 10;
  std::uint32_t classes = 4;
  double completion_probability = 0.06;
};

using Queue = sim::AccessControl<double, QueueSizes>;

/// The queue, exactly. State (k free, class c) is k classes + c - 1; action 0 accepts.
struct QueueModel {
  /// Throws InputError unless there are 1 to 64 servers, 1 to 16 classes and a probability in (0, 1).
  explicit QueueModel(const QueueSizes& sizes = {});

  oracle::Mdp mdp;
  oracle::Optimum optimum;

  double gain(const oracle::Policy& policy) const { return static_cast<double>(oracle::average_reward(mdp, policy)); }
};

}  // namespace ballast::experiments
