#include "experiments/trials/process_of_size.hpp"

#include <ballast/sim/boyan_chain.hpp>
#include <ballast/sim/random_mrp.hpp>

#include <fmt/format.h>

#include "experiments/files/error.hpp"

namespace ballast::experiments {

bool ProcessOfSize::differential_value(std::vector<double>& v, double& average_reward) const {
  NumberTable work(states, states);
  std::vector<double> pi(states);
  return differential_value_in(work, pi, v, average_reward);
}

bool ProcessOfSize::has_full_rank() const {
  NumberTable work(states, dimension);
  return has_full_rank_in(work);
}

ProcessOfSize draw_random_mrp(std::size_t states, std::size_t features, ballast::Random& random, sim::Scaling scaling) {
  if (features < 3 || features > states) {
    throw InputError(
        fmt::format("a random MRP of {} states has between 3 and {} features, not {}", states, states, features));
  }
  ProcessOfSize process(states, features);
  std::vector<double> v(states);
  sim::detail::draw_random_mrp(process, v, random, scaling);
  return process;
}

ProcessOfSize draw_boyan_chain(ballast::Random& random, sim::Scaling scaling) {
  using Chain = sim::BoyanChain<double>;
  ProcessOfSize chain(Chain::states, Chain::dimension);
  std::vector<double> v(Chain::states);
  sim::detail::make_boyan_chain(chain, v, sim::draw_boyan_policy(random), scaling);
  return chain;
}

ProcessOfSize process_of(const oracle::Model& model) {
  ProcessOfSize process(static_cast<std::size_t>(model.states()), static_cast<std::size_t>(model.dimension()));
  for (oracle::Index s = 0; s < model.states(); ++s) {
    const auto row = static_cast<std::size_t>(s);
    for (oracle::Index j = 0; j < model.states(); ++j) {
      process.transition[row][j] = static_cast<double>(model.P(s, j));
    }
    for (oracle::Index i = 0; i < model.dimension(); ++i) {
      process.phi[row][i] = static_cast<double>(model.Phi(s, i));
    }
    process.reward[row] = static_cast<double>(model.r(s));
  }
  return process;
}

}  // namespace ballast::experiments
