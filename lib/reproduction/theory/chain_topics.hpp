#pragma once
/// The topics that are measured on the two chains: what the theorems say, beside 1,000 trials.

#include <algorithm>
#include <memory>

#include "reproduction/theory/chains.hpp"
#include "reproduction/theory/topic.hpp"

namespace ballast::reproduction {

// Options must outlive them.

/// Theorem 1: the mean squared error over time beside its terms, with a c that the lemma asks for and with c = 1.
std::shared_ptr<Topic> theorem1_topic(const Options& options, const TheoryChains& chains);
/// The rate of its geometric term, without noise.
std::shared_ptr<Topic> geometric_rate_topic(const Options& options, const TheoryChains& chains);
/// Its floor, over the step-size.
std::shared_ptr<Topic> floor_topic(const Options& options, const TheoryChains& chains);
/// Theorem 2: the same for decaying step-sizes.
std::shared_ptr<Topic> theorem2_topic(const Options& options, const TheoryChains& chains);
/// Its power s in (0, 1): how the error decays.
std::shared_ptr<Topic> decay_topic(const Options& options, const TheoryChains& chains);
/// Both theorems: no condition on the first step-size.
std::shared_ptr<Topic> first_step_topic(const Options& options, const TheoryChains& chains);
/// lambda from 0 to 0.99.
std::shared_ptr<Topic> lambda_topic(const Options& options, const TheoryChains& chains);
/// The simulation beside the exact mean and the exact mean squared error.
std::shared_ptr<Topic> mean_path_topic(const Options& options, const TheoryChains& chains);
/// The covariance of the averaged iterate.
std::shared_ptr<Topic> averaged_iterate_topic(const Options& options, const TheoryChains& chains);
/// alpha_t and beta_t that decay with different powers.
std::shared_ptr<Topic> two_timescales_topic(const Options& options, const TheoryChains& chains);

/// Differential TD(lambda) beside the paper's rules.
std::shared_ptr<Topic> differential_topic(const Options& options, const TheoryChains& chains);

/// s of Theorem 2.
constexpr double theorem2_powers[] = {0.3, 0.5, 0.7, 0.99};

/// For runs that are long, and averaged over time: a tenth of the trials.
inline std::uint32_t few_trials(const Options& options) {
  return std::max(std::min(options.theory_trials, 4U), options.theory_trials / 10);
}

/// About how long an update takes, for the progress bar.
inline double seconds_for(const TheoryChain& chain, double steps) {
  return steps * (30e-9 + 2e-9 * static_cast<double>(chain.dimension()));
}

}  // namespace ballast::reproduction
