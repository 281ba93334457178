#pragma once
/// A process of lib/sim as the exact solver wants it.

#include <iterator>

#include "experiments/trials/exact.hpp"

namespace ballast::experiments {

template <class Process>
ProcessModel model_of(const Process& process) {
  ProcessModel model{Process::states, Process::dimension, {}, {}, {}};
  for (std::size_t s = 0; s < Process::states; ++s) {
    model.P.insert(model.P.end(), std::begin(process.transition[s]), std::end(process.transition[s]));
    model.r.push_back(process.reward[s]);
    model.Phi.insert(model.Phi.end(), process.phi[s].begin(), process.phi[s].end());
  }
  return model;
}

}  // namespace ballast::experiments
