#pragma once
/// The numbers of the paper's lemma and of its two theorems for one model, and whether they apply to it.

#include <ballast/oracle/fixed_point.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace ballast::oracle {

/// Lemma 4.1 (NEG_DEF): on R x O, Theta^T A Theta <= -Delta / 2 ||Theta||^2 if c_alpha is large enough. All of it is
/// NaN where O is {0}.
struct NegativeDefiniteness {
  /// min over the unit vectors of O of theta^T Phi^T M (I - P^(lambda)) Phi theta.
  Scalar Delta;

  /// The lemma's bound: Delta + sqrt(1 / (Delta^2 (1 - lambda)^4) - 1 / (1 - lambda)^2). Where the root is not real,
  /// with Delta (1 - lambda) > 1, it counts as 0: Delta alone is enough there.
  Scalar c_alpha_paper;

  /// The smallest c_alpha for which the inequality holds.
  Scalar c_alpha_lemma_exact;

  /// Above this c_alpha, A is negative definite on R x O at all.
  Scalar c_alpha_negdef;
};

NegativeDefiniteness negative_definiteness(const Model& model, const Chain& chain, const Features& features,
                                           const MeanUpdate& mean);

/// gamma = min{1 / (1 + c beta), (1 - lambda)^2 / ((1 - lambda)^2 + beta)}: the least an implicit step is shrunk to.
Scalar gamma(Scalar beta, Scalar ratio, Scalar lambda);

/// Everything about a model and a lambda that the theorems speak of.
struct Solution {
  Model model;
  Chain chain;
  Features features;
  MeanUpdate mean;
  Vector theta_star;
  NegativeDefiniteness lemma;
};

/// Throws ModelError unless lambda is in [0, 1).
Solution solve(const Model& model, Scalar lambda);

/// How the learner is run.
struct Run {
  Scalar beta;         ///< the step-size; in Theorem 2 the first one, beta_0. Above 0
  Scalar ratio;        ///< c_alpha. Above 0
  Scalar radius;       ///< R_Theta of the projection. Above 0
  std::int64_t steps;  ///< at least 1. The theorems speak of the estimate after step t, counted from 0: t = steps - 1
  Scalar power;        ///< s in beta_t = beta_0 / (t + 1)^s; Theorem 1 does not use it
  Scalar omega_0 = 0;
  Vector theta_0 = {};  ///< zeros, if empty
};

struct Quantity {
  std::string name;
  Scalar value;
};

struct Condition {
  std::string name;
  bool holds;
  std::string detail;  ///< the numbers
};

/// The right-hand side of a theorem, term by term, with 1 for the constant in front of each. Also computed where the
/// theorem does not apply; then it is not a bound.
struct Theorem {
  std::vector<Condition> conditions;
  std::vector<Quantity> constants;
  std::vector<Quantity> terms;

  bool applies() const;
  Scalar right_hand_side() const;
  /// A constant or a term. Throws std::out_of_range for an unknown name.
  Scalar at(const std::string& name) const;
};

/// Theorem 4.1, constant step-size. Constants: t, gamma, h, tau. Terms: initial = (1 - beta gamma Delta)^(t+1) E_0 with
/// E_0 = (omega_0 - omega*)^2 + ||theta_0 - theta*||^2; beta_tau; h_tau = h^tau; beta_tau_t_h_t = beta tau t h^t.
Theorem theorem1(const Solution& solution, const Run& run);

/// Theorem 4.2, beta_t = beta_0 / (t + 1)^s. Constants: t, beta_t, gamma_0, q, tau, c. Terms:
/// initial = exp(-Delta gamma_0 beta_0 {(1 + t)^(1 - s) - 1} / (1 - s)) E_0; tau_t_exp = tau t exp(-c t^(1 - s));
/// tau_t_s = tau t^-s, infinite for t = 0; q_tau = q^tau. "Some constant c > 0" is the one the proof leads to as t
/// grows: Delta gamma_0 beta_0 (1 - 2^-(1 - s)) / (1 - s).
Theorem theorem2(const Solution& solution, const Run& run);

}  // namespace ballast::oracle
