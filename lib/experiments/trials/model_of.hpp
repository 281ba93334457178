#pragma once
/// A process of lib/sim as the exact solver takes it.

#include <ballast/oracle/model.hpp>

#include <utility>

namespace ballast::experiments {

template <class Process>
oracle::Model model_of(const Process& process) {
  constexpr auto states = static_cast<oracle::Index>(Process::states);
  constexpr auto dimension = static_cast<oracle::Index>(Process::dimension);
  oracle::Matrix P(states, states);
  oracle::Vector r(states);
  oracle::Matrix Phi(states, dimension);
  for (std::size_t s = 0; s < Process::states; ++s) {
    const auto row = static_cast<oracle::Index>(s);
    for (std::size_t j = 0; j < Process::states; ++j) {
      P(row, static_cast<oracle::Index>(j)) = process.transition[s][j];
    }
    for (std::size_t i = 0; i < Process::dimension; ++i) {
      Phi(row, static_cast<oracle::Index>(i)) = process.phi[s][i];
    }
    r(row) = process.reward[s];
  }
  return oracle::make_model(std::move(P), std::move(r), std::move(Phi));
}

}  // namespace ballast::experiments
