#include "experiments/trials/lstd.hpp"

#include <ballast/oracle/least_squares.hpp>

#include <cmath>
#include <limits>

namespace ballast::experiments {

using oracle::Index;
using oracle::Scalar;

/// Sums of thousands of transitions leave about 1e-13 of an exact 0, which is below the solver's tolerance.
std::vector<double> solve(const LstdSums& sums) {
  const std::size_t d = sums.dimension();
  const auto size = static_cast<Index>(d);
  oracle::Matrix A(size, size);
  oracle::Vector right(size);
  bool is_finite = true;
  for (std::size_t i = 0; i < d; ++i) {
    const auto row = static_cast<Index>(i);
    right(row) = Scalar{sums.average_reward} * sums.g[i] - sums.b[i];
    is_finite = is_finite && std::isfinite(right(row));
    for (std::size_t j = 0; j < d; ++j) {
      A(row, static_cast<Index>(j)) = sums.A[i * d + j];
      is_finite = is_finite && std::isfinite(sums.A[i * d + j]);
    }
  }
  if (!is_finite) { return std::vector<double>(d, std::numeric_limits<double>::quiet_NaN()); }
  const oracle::Vector theta = oracle::least_squares(A, right);
  std::vector<double> result;
  for (Index i = 0; i < size; ++i) { result.push_back(static_cast<double>(theta(i))); }
  return result;
}

}  // namespace ballast::experiments
