#pragma once
/// Sums over the later part of a log, from which any frozen copy of a learner can be judged without reading the log
/// again: the mean TD error of weights theta times the trace z is linear in theta.

#include <cstdint>
#include <vector>

#include "commands/tune_matrix.hpp"
#include "commands/tune_rows.hpp"

namespace tool {

/// Means over transitions, with a trace z of the judge: z_t = lambda z_{t-1} + phi_t.
struct JudgeMeans {
  explicit JudgeMeans(std::size_t dimension, bool has_moments)
      : A(dimension), moments(has_moments ? dimension : 0), reward_trace(dimension), trace(dimension), phi(dimension) {}

  double count = 0;
  double reward = 0;                 ///< R
  SquareMatrix A;                    ///< z (phi' - phi)^T
  SquareMatrix moments;              ///< phi phi^T, its lower half
  std::vector<double> reward_trace;  ///< R z
  std::vector<double> trace;         ///< z
  std::vector<double> phi;

  /// These are sums until then.
  void divide();
};

/// Adds up some rows of the matrices. Different ranges can be added by different threads: each has its part of the
/// trace, and every sum has the same order of terms however the rows are divided.
class JudgeSummer {
 public:
  /// Rows `first` to before `last`. The first `half` transitions go to `halves[0]`, those after them to `halves[1]`.
  JudgeSummer(std::vector<JudgeMeans>& halves, std::uint64_t half, double lambda, std::size_t first, std::size_t last)
      : halves_(halves), half_(half), lambda_(lambda), first_(first), last_(last), trace_(last - first) {}

  /// Of those transitions that are usable, leaves out the next `before`.
  template <class T>
  void add(const Transitions<T>& chunk, std::uint64_t before);

 private:
  template <class T>
  void add(const Transitions<T>& chunk, std::size_t i, JudgeMeans& sums);

  std::vector<JudgeMeans>& halves_;
  std::uint64_t half_;
  double lambda_;
  std::size_t first_;
  std::size_t last_;
  std::vector<double> trace_;
  std::vector<double> difference_;
  std::uint64_t added_ = 0;
};

}  // namespace tool
