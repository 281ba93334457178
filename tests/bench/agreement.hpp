#pragma once
/// Whether contenders do the same: after some updates their weights are the same, but for rounding. Checked before
/// anything is timed.

#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>

#include "add_learner.hpp"

namespace bench {

template <class Other, class Learner, class Data>
void require_agreement(const std::string& of_case, const Learner& learner, const Data& data, std::size_t transitions,
                       std::size_t dimension) {
  const Placed<Other> other;
  for (std::size_t t = 0; t < 4 * transitions; ++t) {
    (void)other->update(data[t % transitions], typename Learner::Value(t % 3), data[t % transitions + 1]);
  }
  for (std::size_t i = 0; i < dimension; ++i) {
    if (!(std::fabs(other->weight(i) - learner.weight(i)) < typename Learner::Value(1e-4))) {
      throw std::logic_error(of_case + ": contenders have learned different weights");
    }
  }
}

/// Those of the learner against those of each other.
template <class Learner, class... Others, class Data>
void check_agreement(const std::string& of_case, const Data& data, std::size_t transitions, std::size_t dimension,
                     double lambda = 0.25) {
  const Placed<Learner> learner;
  start(*learner, lambda);
  for (std::size_t t = 0; t < 4 * transitions; ++t) {
    (void)learner->update(data[t % transitions], typename Learner::Value(t % 3), data[t % transitions + 1]);
  }
  (require_agreement<Others>(of_case, *learner, data, transitions, dimension), ...);
}

}  // namespace bench
