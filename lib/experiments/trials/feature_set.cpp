#include "experiments/trials/feature_set.hpp"

#include <fmt/format.h>

#include "experiments/files/error.hpp"

namespace ballast::experiments {
namespace {

/// Without features yet.
ProcessOfSize chain_of(const ProcessOfSize& process, std::size_t dimension) {
  ProcessOfSize result(process.states, dimension);
  result.transition = process.transition;
  result.reward = process.reward;
  return result;
}

}  // namespace

ProcessOfSize with_features(const ProcessOfSize& process, const FeatureSet& features, ballast::Random& random) {
  if (features.kind == FeatureSet::Kind::model) { return process; }
  const std::size_t states = process.states;
  if (features.kind == FeatureSet::Kind::table) {
    ProcessOfSize result = chain_of(process, states);
    for (std::size_t s = 0; s < states; ++s) { result.phi[s][s] = 1.0; }
    return result;
  }
  if (features.count < 1 || features.count > states) {
    throw InputError(
        fmt::format("{} states have between 1 and {} random features, not {}", states, states, features.count));
  }
  ProcessOfSize result = chain_of(process, features.count);
  do {
    for (std::size_t s = 0; s < states; ++s) {
      for (std::size_t i = 0; i < features.count; ++i) { result.phi[s][i] = random.below(2); }
    }
  } while (!result.has_full_rank());
  result.scale(sim::Scaling::whole_matrix);
  return result;
}

}  // namespace ballast::experiments
