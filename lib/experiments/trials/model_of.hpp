#pragma once
/// A process of lib/sim as the exact solver takes it.

#include <ballast/oracle/model.hpp>

#include <utility>

namespace ballast::experiments {

template <class Process>
oracle::Model model_of(const Process& process) {
  const auto states = static_cast<oracle::Index>(process.states);
  const auto dimension = static_cast<oracle::Index>(process.dimension);
  oracle::Matrix P(states, states);
  oracle::Vector r(states);
  oracle::Matrix Phi(states, dimension);
  for (std::size_t s = 0; s < process.states; ++s) {
    const auto row = static_cast<oracle::Index>(s);
    for (std::size_t j = 0; j < process.states; ++j) {
      P(row, static_cast<oracle::Index>(j)) = static_cast<oracle::Scalar>(process.transition[s][j]);
    }
    for (std::size_t i = 0; i < process.dimension; ++i) {
      Phi(row, static_cast<oracle::Index>(i)) = static_cast<oracle::Scalar>(process.phi[s][i]);
    }
    r(row) = static_cast<oracle::Scalar>(process.reward[s]);
  }
  return oracle::make_model(std::move(P), std::move(r), std::move(Phi));
}

}  // namespace ballast::experiments
