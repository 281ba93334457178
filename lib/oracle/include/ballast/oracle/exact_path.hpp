#pragma once
/// The mean and the mean squared error of a learner after each step, computed without drawing anything.
///
/// Without a projection every rule is linear in its estimates, with coefficients that depend on S_t, S_{t+1} and z_t.
/// If z_t is a function of finitely many last states, then E[Theta_t; these states] and E[Theta_t Theta_t^T; these
/// states] follow from one step to the next exactly, for standard and implicit rules alike: the gain of an implicit
/// rule depends on z_t alone. For lambda = 0 it is: z_t = phi(S_t). For lambda > 0 the trace is cut off where the rest
/// is small. The start is exact: z_{-1} = 0.
///
/// Everything is about (omega, Pi_O theta), the part of the estimates that the loss compares, and computed in double.

#include <ballast/oracle/theory.hpp>

#include <memory>
#include <vector>

namespace ballast::oracle {

enum class Rule {
  standard,              ///< omega += alpha (R - omega), theta += beta delta z
  implicit,              ///< the same with alpha / (1 + alpha) and beta / (1 + beta ||z||^2)
  differential,          ///< omega += alpha delta, theta += beta delta z
  implicit_differential  ///< the same with alpha and beta, each divided by 1 + alpha + beta ||z||^2
};

/// Of one step. alpha = c_alpha beta in the paper.
struct StepSizes {
  Scalar alpha;
  Scalar beta;
};

/// Where a path begins.
struct PathStart {
  Vector distribution = {};  ///< of S_0; if empty, all states are equally likely
  Scalar omega_0 = 0;
  Vector theta_0 = {};          ///< its mean; zeros, if empty
  Scalar theta_0_variance = 0;  ///< of each entry, if theta_0 is drawn: 1/3 for the uniform distribution on [-1, 1]
};

/// A rule on a chain whose states are extended by those before, as far back as the trace reaches.
class ExtendedChain {
 public:
  /// At most so many transitions: memory and time of a step are proportional to their number.
  static constexpr Index most_transitions = 50000;

  /// The trace is cut off where the rest is at most `trace_error` in norm. Throws ModelError if this needs too many
  /// states, or if trace_error is not above 0.
  ExtendedChain(const Solution& solution, Rule rule, Scalar trace_error = 1e-4L);

  /// How many states the trace contains: 1 for lambda = 0.
  Index terms() const;
  /// A bound on what is cut off: lambda^terms / (1 - lambda) max ||phi||.
  Scalar trace_error() const;
  Index states() const;
  Index transitions() const;

  /// What the functions below compute with.
  struct Parts;
  const Parts& parts() const { return *parts_; }

 private:
  std::shared_ptr<const Parts> parts_;
};

/// E Theta_t, step by step.
class MeanPath {
 public:
  MeanPath(const ExtendedChain& chain, const PathStart& start);
  void step(const StepSizes& sizes);

  /// E (omega_t, Pi_O theta_t).
  Vector Theta() const;

 private:
  ExtendedChain chain_;
  std::vector<double> moments_;
};

/// E loss_t, step by step.
class SquaredErrorPath {
 public:
  SquaredErrorPath(const ExtendedChain& chain, const PathStart& start);
  void step(const StepSizes& sizes);

  Vector Theta() const;
  /// E {(omega_t - omega*)^2 + ||Pi_O (theta_t - theta*)||^2}.
  Scalar mean_squared_error() const;
  /// The covariance of (omega_t, Pi_O theta_t).
  Matrix covariance() const;

 private:
  ExtendedChain chain_;
  std::vector<double> moments_;
};

/// At constant step-sizes, E Theta_t - E Theta_infinity decays with this factor per step: the spectral radius of the
/// homogeneous recursion. Not below 1: it does not decay.
Scalar rate_of_mean(const ExtendedChain& chain, const StepSizes& sizes);

/// The same for E Theta_t Theta_t^T without noise (r = omega* and theta* = 0): what is left of the initial error decays
/// with this factor, about 1 - 2 beta mu. With noise the mean squared error also contains a part that decays with
/// rate_of_mean, since noise and gain depend on the same states; it is smaller by a factor of the order of beta.
Scalar rate_of_squared_error(const ExtendedChain& chain, const StepSizes& sizes);

/// The limit of the mean squared error at constant step-sizes; infinite where there is none. With a trace that is cut
/// off it contains the squared bias of the cut.
Scalar limit_of_squared_error(const ExtendedChain& chain, const StepSizes& sizes);

}  // namespace ballast::oracle
