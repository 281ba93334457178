#pragma once
/// The exact answers that experiments are measured by, in plain numbers: what lib/oracle says, without its types, which
/// take long to compile.

#include <cstddef>
#include <memory>
#include <vector>

namespace ballast::experiments {

/// A Markov reward process with features, row by row.
struct ProcessModel {
  std::size_t states;
  std::size_t dimension;
  std::vector<double> P;    ///< states x states
  std::vector<double> r;    ///< states
  std::vector<double> Phi;  ///< states x dimension
};

/// Where TD(lambda) should go.
struct ExactSolution {
  double omega;
  std::vector<double> theta_star;
  std::vector<double> Pi_O;  ///< dimension x dimension

  /// (omega - omega*)^2 + ||Pi_O (theta - theta*)||^2, in plain double.
  double loss(double omega_now, const double* theta) const;
};

ExactSolution solve_exactly(const ProcessModel& model, double lambda);

/// The access-control queue with 10 servers and 4 classes. State (k free, class c) is 4 k + c - 1; action 0 accepts.
class QueueModel {
 public:
  using Policy = std::vector<std::size_t>;

  QueueModel();
  ~QueueModel();
  QueueModel(const QueueModel&) = delete;
  QueueModel& operator=(const QueueModel&) = delete;

  double gain(const Policy& policy) const;
  const Policy& optimal_policy() const;

 private:
  struct Exact;
  std::unique_ptr<Exact> exact_;
};

}  // namespace ballast::experiments
