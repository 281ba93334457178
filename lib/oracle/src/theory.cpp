#include <ballast/oracle/theory.hpp>

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "dense.hpp"
#include "message.hpp"

namespace ballast::oracle {

namespace {

constexpr Scalar not_a_number = std::numeric_limits<Scalar>::quiet_NaN();

Scalar lemma_bound(Scalar Delta, Scalar lambda) {
  const Scalar keep2 = (1 - lambda) * (1 - lambda);
  const Scalar under_root = 1 / (Delta * Delta * keep2 * keep2) - 1 / keep2;
  return Delta + std::sqrt(std::max<Scalar>(under_root, 0));
}

// A matrix L^T with ||L^T x||^2 = <x, (I - P^(lambda)) x>_M = sum over i < j of w_ij (x_i - x_j)^2. States are removed
// one by one, and the flow through them is redirected around them: as for pi, nothing is subtracted.
DenseMatrix root_of_the_form(const Chain& chain, Scalar lambda) {
  const DenseMatrix flow = dense(chain.pi).asDiagonal() * dense(lambda_drift(chain, lambda));
  DenseMatrix w = ((flow + flow.transpose()) / 2).cwiseMax(0);  // off the diagonal; the diagonal is not needed
  const Index states = w.rows();
  DenseMatrix root = DenseMatrix::Zero(states, states);
  for (Index state = 0; state + 1 < states; ++state) {
    const DenseVector out = w.col(state).tail(states - state - 1);
    const Scalar all = out.sum();
    root(state, state) = std::sqrt(all);
    root.row(state).tail(out.size()) = -out.transpose() / std::sqrt(all);
    w.bottomRightCorner(out.size(), out.size()) += out * out.transpose() / all;
  }
  return root;
}

// In coordinates in which the form on O is diagonal, with the eigenvalues s, and b = E z: -Theta^T (A + margin) Theta
// has the matrix [c - margin, b^T / 2; b / 2, s - margin], positive semidefinite from this c on.
Scalar smallest_ratio(const DenseVector& s, const DenseVector& b, Scalar margin) {
  return margin + b.cwiseAbs2().cwiseQuotient((s.array() - margin).matrix()).sum() / 4;
}

void check(const Solution& solution, const Run& run) {
  check_positive("beta", run.beta);
  check_positive("ratio", run.ratio);
  check_positive("radius", run.radius);
  if (run.steps < 1) { fail("steps is ", run.steps, ", it must be at least 1"); }
  if (!std::isfinite(run.power)) { fail("power is not finite"); }
  if (!std::isfinite(run.omega_0) || !dense(run.theta_0).allFinite()) { fail("omega_0 or theta_0 is not finite"); }
  if (run.theta_0.size() != 0 && run.theta_0.size() != solution.theta_star.size()) {
    fail("theta_0 has ", entries(run.theta_0.size()), ", but Phi has ",
         counted(solution.theta_star.size(), "column", "columns"));
  }
}

// E_0, as the theorems write it: without Pi_O.
Scalar initial_error2(const Solution& solution, const Run& run) {
  const Scalar error = run.omega_0 - solution.chain.omega;
  DenseVector difference = dense(solution.theta_star);
  if (run.theta_0.size() != 0) { difference = dense(run.theta_0) - difference; }
  return error * error + difference.squaredNorm();
}

Scalar norm_of_fixed_point(const Solution& solution) {
  return std::hypot(solution.chain.omega, dense(solution.theta_star).norm());
}

// What the paper assumes about model and learner throughout. The chain's part is checked when a model is made.
std::vector<Condition> conditions_of_both(const Solution& solution, const Run& run) {
  const Features& features = solution.features;
  const NegativeDefiniteness& lemma = solution.lemma;
  const auto r = dense(solution.model.r);
  const Index d = solution.model.dimension();
  const Scalar Theta_star = norm_of_fixed_point(solution);
  return {
      {"the columns of Phi are linearly independent", features.rank == d, text("rank ", features.rank, " of ", d)},
      {"||phi(i)|| <= 1", features.largest_norm <= 1 + 1e-12L, text("the largest is ", features.largest_norm)},
      {"rewards in [0, 1]", r.minCoeff() >= 0 && r.maxCoeff() <= 1, text("from ", r.minCoeff(), " to ", r.maxCoeff())},
      {"Delta > 0", lemma.Delta > 0, features.basis_of_O.cols() == 0 ? "O is {0}" : text("Delta = ", lemma.Delta)},
      {"c_alpha >= Delta + sqrt(1 / (Delta^2 (1 - lambda)^4) - 1 / (1 - lambda)^2)", run.ratio >= lemma.c_alpha_paper,
       text("c_alpha = ", run.ratio, ", the bound is ", lemma.c_alpha_paper)},
      {"||Theta*|| <= R_Theta", Theta_star <= run.radius,
       text("||Theta*|| = ", Theta_star, ", R_Theta = ", run.radius)},
  };
}

// tau_eps is defined for eps in (0, 1) alone.
Condition mixing_time_is_defined(const char* name, Scalar beta) {
  return {text(name, " < 1, or tau is not defined"), beta < 1, text(name, " = ", beta)};
}

// The proof's remark that the bound on c_alpha implies this is true; without that bound it is a condition by itself.
Condition contracts(Scalar factor) {
  return {"0 < 1 - beta gamma Delta < 1", factor > 0 && factor < 1, text("it is ", factor)};
}

// {(1 + t)^(1 - s) - 1} / (1 - s), which is log(1 + t) for s = 1.
Scalar sum_of_powers(Scalar t, Scalar s) {
  const Scalar exponent = 1 - s;
  return exponent == 0 ? std::log1p(t) : std::expm1(exponent * std::log1p(t)) / exponent;
}

// (1 - 2^-(1 - s)) / (1 - s): of the whole sum of powers, the share of its second half. log 2 for s = 1.
Scalar share_of_second_half(Scalar s) {
  const Scalar exponent = 1 - s;
  return exponent == 0 ? std::log(2.0L) : -std::expm1(-exponent * std::log(2.0L)) / exponent;
}

const Quantity* find(const std::vector<Quantity>& quantities, const std::string& name) {
  const auto found =
      std::find_if(quantities.begin(), quantities.end(), [&](const Quantity& q) { return q.name == name; });
  return found == quantities.end() ? nullptr : &*found;
}

}  // namespace

// The eigenvalues are squares of singular values: those of the form itself would lose the digits of a small Delta.
NegativeDefiniteness negative_definiteness(const Model& model, const Chain& chain, const Features& features,
                                           const MeanUpdate& mean) {
  const auto O = dense(features.basis_of_O);
  if (O.cols() == 0) { return {not_a_number, not_a_number, not_a_number, not_a_number}; }
  const DenseMatrix values = dense(model.Phi) * O;
  const Eigen::JacobiSVD<DenseMatrix> svd(root_of_the_form(chain, mean.lambda) * values, Eigen::ComputeThinV);
  const DenseVector s = svd.singularValues().cwiseAbs2();
  const DenseVector b = -(svd.matrixV().transpose() * (O.transpose() * dense(mean.A21)));
  const Scalar Delta = s.minCoeff();
  return {Delta, lemma_bound(Delta, mean.lambda), smallest_ratio(s, b, Delta / 2), smallest_ratio(s, b, 0)};
}

Scalar gamma(Scalar beta, Scalar ratio, Scalar lambda) {
  const Scalar keep2 = (1 - lambda) * (1 - lambda);
  return std::min(1 / (1 + ratio * beta), keep2 / (keep2 + beta));
}

Solution solve(const Model& model, Scalar lambda) {
  Solution solution{model, solve_chain(model), solve_features(model.Phi), {}, {}, {}};
  solution.mean = mean_update(model, solution.chain, lambda);
  solution.theta_star = fixed_point(model, solution.chain, solution.features, lambda);
  solution.lemma = negative_definiteness(model, solution.chain, solution.features, solution.mean);
  return solution;
}

bool Theorem::applies() const {
  return std::all_of(conditions.begin(), conditions.end(), [](const Condition& condition) { return condition.holds; });
}

Scalar Theorem::right_hand_side() const {
  Scalar sum = 0;
  for (const Quantity& term : terms) { sum += term.value; }
  return sum;
}

Scalar Theorem::at(const std::string& name) const {
  for (const std::vector<Quantity>* list : {&constants, &terms}) {
    if (const Quantity* quantity = find(*list, name)) { return quantity->value; }
  }
  throw std::out_of_range("a theorem has no quantity '" + name + "'");
}

Theorem theorem1(const Solution& solution, const Run& run) {
  check(solution, run);
  const Scalar lambda = solution.mean.lambda;
  const Scalar shrunk = gamma(run.beta, run.ratio, lambda);
  const Scalar factor = 1 - run.beta * shrunk * solution.lemma.Delta;
  const Scalar h = std::max({factor, solution.chain.rho, lambda});
  const auto tau = static_cast<Scalar>(mixing_time(solution.chain, run.beta));
  const auto t = static_cast<Scalar>(run.steps - 1);

  Theorem theorem;
  theorem.conditions = conditions_of_both(solution, run);
  theorem.conditions.push_back(contracts(factor));
  theorem.conditions.push_back(mixing_time_is_defined("beta", run.beta));
  theorem.constants = {{"t", t}, {"gamma", shrunk}, {"h", h}, {"tau", tau}};
  theorem.terms = {{"initial", std::pow(factor, t + 1) * initial_error2(solution, run)},
                   {"beta_tau", run.beta * tau},
                   {"h_tau", std::pow(h, tau)},
                   {"beta_tau_t_h_t", run.beta * tau * t * std::pow(h, t)}};
  return theorem;
}

Theorem theorem2(const Solution& solution, const Run& run) {
  check(solution, run);
  const Scalar lambda = solution.mean.lambda, s = run.power;
  const auto t = static_cast<Scalar>(run.steps - 1);
  const Scalar beta_t = run.beta / std::pow(t + 1, s);
  const Scalar shrunk = gamma(run.beta, run.ratio, lambda);
  const Scalar rate = solution.lemma.Delta * shrunk * run.beta;
  const Scalar c = rate * share_of_second_half(s);
  const Scalar q = std::max(solution.chain.rho, lambda);
  const auto tau = static_cast<Scalar>(mixing_time(solution.chain, beta_t));

  Theorem theorem;
  theorem.conditions = conditions_of_both(solution, run);
  theorem.conditions.push_back(contracts(1 - rate));
  theorem.conditions.push_back(mixing_time_is_defined("beta_t", beta_t));
  theorem.conditions.push_back({"0 < s < 1", s > 0 && s < 1, text("s = ", s)});
  theorem.conditions.push_back({"t >= 1, or t^-s is not finite", t >= 1, text("t = ", t)});
  theorem.constants = {{"t", t}, {"beta_t", beta_t}, {"gamma_0", shrunk}, {"q", q}, {"tau", tau}, {"c", c}};
  theorem.terms = {{"initial", std::exp(-rate * sum_of_powers(t, s)) * initial_error2(solution, run)},
                   {"tau_t_exp", tau * t * std::exp(-c * std::pow(t, 1 - s))},
                   {"tau_t_s", tau * std::pow(t, -s)},
                   {"q_tau", std::pow(q, tau)}};
  return theorem;
}

}  // namespace ballast::oracle
