#pragma once
/// Other features for the states of a process: the chain, its rewards and a walk through it stay as they are.

#include <ballast/math/random.hpp>

#include <cstddef>
#include <cstdint>

#include "experiments/trials/process_of_size.hpp"

namespace ballast::experiments {

struct FeatureSet {
  enum class Kind : std::uint8_t {
    model,   ///< those of the process itself
    table,   ///< one feature for each state
    random,  ///< `count` features of 0 or 1, each with probability 1/2
  };

  Kind kind = Kind::model;
  std::size_t count = 0;  ///< of random features: at least 1, at most as many as there are states
};

/// The process with these features. Random ones are drawn again until none depends on the others, then divided by the
/// largest norm of a state's. Throws InputError for a count out of range.
ProcessOfSize with_features(const ProcessOfSize& process, const FeatureSet& features, ballast::Random& random);

}  // namespace ballast::experiments
