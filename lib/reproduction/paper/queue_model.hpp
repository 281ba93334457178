#pragma once
/// The access-control queue with 10 servers and 4 classes, exactly. State (k free, class c) is 4 k + c - 1; action 0
/// accepts.

#include "experiments/trials/queue_model.hpp"

namespace ballast::reproduction {

using experiments::QueueModel;

/// Solved on first use. Safe to use from several threads.
inline const QueueModel& queue_model() {
  static const QueueModel model;
  return model;
}

}  // namespace ballast::reproduction
