// The exact solver against values computed elsewhere with 50 digits (golden/oracle_*.json), against the equations
// themselves where there are no such values, and against models that are wrong.

#include <ballast/oracle/access_control.hpp>
#include <ballast/oracle/graph.hpp>
#include <ballast/oracle/theory.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "dense.hpp"
#include "suite.hpp"

namespace {

namespace oracle = ballast::oracle;
using nlohmann::json;
using oracle::dense;
using oracle::Index;
using oracle::matrix_of;
using Matrix = oracle::DenseMatrix;
using oracle::Rows;
using oracle::Scalar;
using oracle::vector_of;
using Vector = oracle::DenseVector;

constexpr const char* models[] = {"boyan_0aaa", "boyan_1555", "mrp_S10_d5", "mrp_S30_d8"};
constexpr const char* normalisations[] = {"max", "row"};
constexpr Scalar golden_tolerance = 1e-9L;

// --- golden files ----------------------------------------------------------------------------------------------

json read_golden(const std::string& name) {
  std::ifstream file(std::string(GOLDEN_DIR "/oracle_") + name + ".json");
  TEST_ASSERT_TRUE_MESSAGE(file.good(), name.c_str());
  return json::parse(file);
}

Scalar number(const json& value) {
  return value.is_string() ? std::strtold(value.get_ref<const std::string&>().c_str(), nullptr) : value.get<Scalar>();
}

std::vector<Scalar> numbers(const json& values) {
  std::vector<Scalar> result;
  for (const json& value : values) { result.push_back(number(value)); }
  return result;
}

Rows rows(const json& values) {
  Rows result;
  for (const json& value : values) { result.push_back(numbers(value)); }
  return result;
}

/// How many numbers were compared, and the worst of them: a golden test that compares nothing must not pass.
struct Comparison {
  int count = 0;
  Scalar worst = 0;

  void add(Scalar actual, const json& golden, const std::string& name) {
    const Scalar expected = number(golden);
    const Scalar error = std::abs(actual - expected) / (1e-3L + std::abs(expected));
    TEST_ASSERT_TRUE_MESSAGE(error <= golden_tolerance, name.c_str());
    worst = std::max(worst, error);
    ++count;
  }
  void add(const oracle::Vector& actual, const json& golden, const std::string& name) {
    TEST_ASSERT_EQUAL_size_t(golden.size(), actual.size());
    for (std::size_t i = 0; i < golden.size(); ++i) {
      add(actual(static_cast<Index>(i)), golden[i], name + "[" + std::to_string(i) + "]");
    }
  }
  void add(const oracle::Matrix& actual, const json& golden, const std::string& name) {
    TEST_ASSERT_EQUAL_size_t(golden.size(), actual.rows());
    for (std::size_t i = 0; i < golden.size(); ++i) {
      add(vector_of(dense(actual).row(static_cast<Index>(i)).transpose()), golden[i],
          name + "[" + std::to_string(i) + "]");
    }
  }
};

oracle::Model model_of(const Matrix& P, const Vector& r, const Matrix& Phi) {
  return oracle::make_model(matrix_of(P), vector_of(r), matrix_of(Phi));
}

oracle::Model model_of(const json& golden, const json& normalised) {
  return oracle::make_model(rows(golden["P"]), numbers(golden["r"]), rows(normalised["Phi"]));
}

void compare_chain(Comparison& comparison, const oracle::Chain& chain, const json& golden) {
  comparison.add(chain.pi, golden["pi"], "pi");
  comparison.add(chain.omega, golden["omega"], "omega");
  comparison.add(chain.v, golden["v"], "v");
  comparison.add(chain.rho, golden["second_eigenvalue_modulus"], "rho");
  TEST_ASSERT_EQUAL_size_t(5, golden["mixing_time"].size());
  for (const auto& [eps, tau] : golden["mixing_time"].items()) {
    TEST_ASSERT_EQUAL_INT64(tau.get<int64_t>(), oracle::mixing_time(chain, number(eps)));
    ++comparison.count;
  }
}

void compare_features(Comparison& comparison, const oracle::Features& features, const json& golden) {
  TEST_ASSERT_EQUAL_INT64(golden["rank"].get<int64_t>(), features.rank);
  TEST_ASSERT_EQUAL(golden["e_in_span"].get<bool>(), features.e_in_span);
  TEST_ASSERT_EQUAL_INT64(golden["dim_O"].get<int64_t>(), features.basis_of_O.cols());
  comparison.add(features.Pi_O, golden["Pi_O"], "Pi_O");
}

void compare_solution(Comparison& comparison, const oracle::Solution& solution, const json& golden) {
  comparison.add(solution.theta_star, golden["theta_star_td"], "theta_star");
  comparison.add(solution.lemma.Delta, golden["Delta"], "Delta");
  comparison.add(solution.lemma.c_alpha_paper, golden["c_alpha_paper"], "c_alpha_paper");
  comparison.add(solution.lemma.c_alpha_lemma_exact, golden["c_alpha_lemma_exact"], "c_alpha_lemma_exact");
  comparison.add(solution.lemma.c_alpha_negdef, golden["c_alpha_negdef"], "c_alpha_negdef");
  comparison.add(solution.mean.A22, golden["A22"], "A22");
  TEST_ASSERT_EQUAL_size_t(3, golden["gamma"].size());
  for (const auto& [beta, expected] : golden["gamma"].items()) {
    comparison.add(oracle::gamma(number(beta), 1, solution.mean.lambda), expected, "gamma " + beta);
  }
}

// The files mean binary64(0.9), not the decimal number.
void compare_all(Comparison& comparison, const json& golden) {
  for (const char* normalisation : normalisations) {
    const json& normalised = golden["normalised"][normalisation];
    const oracle::Model model = model_of(golden, normalised);
    compare_features(comparison, oracle::solve_features(model.Phi), normalised);
    TEST_ASSERT_EQUAL_size_t(2, normalised["lam"].size());
    for (const auto& [lambda, expected] : normalised["lam"].items()) {
      const oracle::Solution solution =
          oracle::solve(model, static_cast<oracle::Scalar>(std::strtod(lambda.c_str(), nullptr)));
      compare_chain(comparison, solution.chain, golden);
      compare_solution(comparison, solution, expected);
    }
  }
}

void test_golden_files() {
  for (const char* name : models) {
    Comparison comparison;
    compare_all(comparison, read_golden(name));
    TEST_ASSERT_TRUE(comparison.count > 300);
    const std::string message = std::string(name) + ": " + std::to_string(comparison.count) + " numbers, worst " +
                                json(static_cast<double>(comparison.worst)).dump();
    TEST_MESSAGE(message.c_str());
  }
}

// --- what the files do not have: equations, and chains that can be solved by hand ------------------------------------

template <class F>
void for_each_golden_solution(F visit) {
  for (const char* name : models) {
    const json golden = read_golden(name);
    for (const char* normalisation : normalisations) {
      const oracle::Model model = model_of(golden, golden["normalised"][normalisation]);
      for (const Scalar lambda : {0.0L, 0.25L, 0.9L, 0.999L}) { visit(oracle::solve(model, lambda)); }
    }
  }
}

/// Leaves state 0 with probability a and state 1 with probability b. Pays 1 in state 0.
oracle::Model two_states(Scalar a, Scalar b, const Rows& Phi = {{1, 0}, {0, 1}}) {
  return oracle::make_model(Rows{{1 - a, a}, {b, 1 - b}}, {1, 0}, Phi);
}

bool close(Scalar actual, Scalar expected, Scalar tolerance = 1e-15L) {
  return std::abs(actual - expected) <= tolerance * (1 + std::abs(expected));
}

void test_two_states() {
  const Scalar a = 0.3L, b = 0.1L;
  const oracle::Chain chain = oracle::solve_chain(two_states(a, b));
  TEST_ASSERT_TRUE(close(chain.pi(0), b / (a + b)) && close(chain.pi(1), a / (a + b)));
  TEST_ASSERT_TRUE(close(chain.omega, b / (a + b)));
  TEST_ASSERT_TRUE(close(chain.v(0), a / ((a + b) * (a + b))) && close(chain.v(1), -b / ((a + b) * (a + b))));
  TEST_ASSERT_TRUE(close(chain.rho, 1 - a - b));
}

void test_one_state() {
  const oracle::Solution solution = oracle::solve(oracle::make_model(Rows{{1}}, {0.5L}, {{2, 0}}), 0.25L);
  TEST_ASSERT_TRUE(solution.chain.omega == 0.5L && solution.chain.v(0) == 0 && solution.chain.rho == 0);
  TEST_ASSERT_EQUAL_INT64(1, oracle::mixing_time(solution.chain, 0.01L));
  TEST_ASSERT_TRUE(solution.features.e_in_span && dense(solution.features.Pi_O).isZero() &&
                   dense(solution.theta_star).isZero());
  TEST_ASSERT_TRUE(oracle::discrepancy_bound(solution.model, solution.chain, 0.25L) < 1e-15L);
}

// A chain that moves once in 10^12 steps takes 10^12 times as long to earn the same: v and nothing else grows.
void test_a_chain_that_mostly_rests() {
  Matrix P(3, 3), Phi(3, 1);
  P << 0.2L, 0.5L, 0.3L, 0.7L, 0.1L, 0.2L, 0.25L, 0.25L, 0.5L;
  Phi << 1, 0, 0.5L;
  Vector r(3);
  r << 1, 0, 0.25L;
  const oracle::Solution brisk = oracle::solve(model_of(P, r, Phi), 0);
  const Matrix rests = (1 - 1e-12L) * Matrix::Identity(3, 3) + 1e-12L * P;
  const oracle::Solution slow = oracle::solve(model_of(rests, r, Phi), 0);
  TEST_ASSERT_TRUE((dense(slow.chain.pi) - dense(brisk.chain.pi)).norm() < 1e-17L);
  TEST_ASSERT_TRUE((1e-12L * dense(slow.chain.v) - dense(brisk.chain.v)).norm() < 1e-17L);
  TEST_ASSERT_TRUE(close(1e12L * slow.lemma.Delta, brisk.lemma.Delta, 1e-17L));
  TEST_ASSERT_TRUE(close(1e-12L * slow.theta_star(0), brisk.theta_star(0), 1e-17L));
}

void test_a_tiny_probability_has_all_its_digits() {
  const Scalar tiny = 1e-15L;
  const oracle::Model model = oracle::make_model(Rows{{1 - tiny, tiny, 0}, {0.5L, 0.5L - tiny, tiny}, {0, 0.5L, 0.5L}},
                                                 {0, 0, 0}, {{1}, {1}, {1}});
  const oracle::Vector pi = oracle::stationary_distribution(model.P);
  TEST_ASSERT_TRUE(std::abs(pi(2) / pi(0) / (4 * tiny * tiny) - 1) < 1e-17L);
}

// The total variation of the chain that leaves either state with probability a is (1 - 2a)^t / 2.
void test_mixing_time() {
  const oracle::Chain chain = oracle::solve_chain(two_states(0.25L, 0.25L));
  TEST_ASSERT_EQUAL_INT64(1, oracle::mixing_time(chain, 2));
  TEST_ASSERT_EQUAL_INT64(1, oracle::mixing_time(chain, 0.5L));
  TEST_ASSERT_EQUAL_INT64(1, oracle::mixing_time(chain, 0.25L));
  TEST_ASSERT_EQUAL_INT64(2, oracle::mixing_time(chain, 0.2499L));
  TEST_ASSERT_EQUAL_INT64(9, oracle::mixing_time(chain, 1.0L / 1024));
  TEST_ASSERT_EQUAL_INT64(10, oracle::mixing_time(chain, 0.999L / 1024));
  const Scalar a = std::ldexp(1.0L, -41);
  const auto slow = static_cast<Scalar>(oracle::mixing_time(oracle::solve_chain(two_states(a, a)), 0.25L));
  TEST_ASSERT_TRUE(close(slow, std::log(0.5L) / std::log1p(-2 * a), 1e-6L));
}

void test_more_features_than_states() {
  const oracle::Features features = oracle::solve_features(two_states(0.5L, 0.25L, {{1, 0, 2}, {0, 1, 2}}).Phi);
  TEST_ASSERT_EQUAL_INT64(2, features.rank);
  TEST_ASSERT_TRUE(features.e_in_span);
  TEST_ASSERT_EQUAL_INT64(1, features.basis_of_O.cols());
  const Vector contrast = Vector::Unit(3, 0) - Vector::Unit(3, 1);
  TEST_ASSERT_TRUE((dense(features.Pi_O) - contrast * contrast.transpose() / 2).norm() < 1e-17L);
}

void test_features_that_are_all_zero() {
  const oracle::Features features = oracle::solve_features(oracle::Matrix(3, 2));
  TEST_ASSERT_EQUAL_INT64(0, features.rank);
  TEST_ASSERT_TRUE(!features.e_in_span && dense(features.Pi_O).isZero());
}

void test_the_mean_update_rests_at_the_fixed_point() {
  for_each_golden_solution([](const oracle::Solution& solution) {
    const Index d = solution.model.dimension();
    const Scalar ratio = 2.5L;
    Vector Theta(d + 1), b(d + 1);
    Theta << solution.chain.omega, dense(solution.theta_star);
    b << ratio * solution.chain.omega, dense(solution.mean.b2);
    TEST_ASSERT_TRUE((dense(solution.mean.matrix(ratio)) * Theta + b).norm() < 1e-14L * (1 + b.norm()));
    TEST_ASSERT_TRUE((dense(solution.features.Pi_O) * dense(solution.theta_star) - dense(solution.theta_star)).norm() <
                     1e-14L);
  });
}

// As lambda goes to 1, the weights go to those that are nearest to v.
void test_lambda_close_to_one() {
  const json golden = read_golden("mrp_S10_d5");
  const oracle::Solution solution = oracle::solve(model_of(golden, golden["normalised"]["row"]), 1 - 1e-15L);
  const auto& [model, chain, features, mean, theta_star, lemma] = solution;
  const Vector error = dense(model.Phi) * dense(theta_star) - dense(chain.v);
  const Vector without_mean = error.array() - dense(chain.pi).dot(error);
  TEST_ASSERT_TRUE((dense(model.Phi).transpose() * dense(chain.pi).asDiagonal() * without_mean).norm() < 1e-14L);
  TEST_ASSERT_TRUE(without_mean.norm() > 1e-3L);
}

// The same features mixed, so that two columns differ by 1e-8 only: the weights are mixed back, but for the rounding of
// numbers of 1e8, and the ratio that makes A negative definite is the same.
void test_features_that_are_nearly_dependent() {
  oracle::Model model = oracle::make_model(
      Rows{{0.5L, 0.25L, 0.125L, 0.125L}, {0.25L, 0.25L, 0.5L, 0}, {0, 0.5L, 0.25L, 0.25L}, {0.75L, 0, 0, 0.25L}},
      {1, 0, 0.25L, 0.5L}, Rows{{1, 0}, {0.5L, 0.5L}, {0, 0.25L}, {-1, 1}});
  const oracle::Solution plain = oracle::solve(model, 0.25L);
  Matrix mix(2, 2);
  mix << 1, 1, 0, 1e-8L;
  model.Phi = matrix_of(dense(model.Phi) * mix);
  const oracle::Solution mixed = oracle::solve(model, 0.25L);
  TEST_ASSERT_EQUAL_INT64(2, mixed.features.rank);
  TEST_ASSERT_TRUE((mix * dense(mixed.theta_star) - dense(plain.theta_star)).norm() < 1e-10L);
  TEST_ASSERT_TRUE(close(mixed.lemma.c_alpha_negdef, plain.lemma.c_alpha_negdef, 1e-10L));
  TEST_ASSERT_TRUE(mixed.lemma.Delta > 0 && mixed.lemma.Delta < 1e-17L);
}

// A22 from its definition, E z_t (phi_{t+1} - phi_t)^T, as a sum over the past.
void test_the_mean_update_is_the_mean_of_updates() {
  const oracle::Model model = two_states(0.3L, 0.6L, {{1, 0.5L}, {0.25L, -1}});
  const oracle::Solution solution = oracle::solve(model, 0.5L);
  Matrix A22 = Matrix::Zero(2, 2), power = Matrix::Identity(2, 2);
  Vector b2 = Vector::Zero(2);
  for (int k = 0; k < 80; ++k) {
    const Matrix past =
        std::ldexp(1.0L, -k) * dense(model.Phi).transpose() * dense(solution.chain.pi).asDiagonal() * power;
    A22 += past * (dense(model.P) - Matrix::Identity(2, 2)) * dense(model.Phi);
    b2 += past * dense(model.r);
    power = (power * dense(model.P)).eval();
  }
  TEST_ASSERT_TRUE((A22 - dense(solution.mean.A22)).norm() < 1e-17L && (b2 - dense(solution.mean.b2)).norm() < 1e-17L);
}

// Where v is in the span, theta* stands for v up to a constant, whatever lambda.
void test_the_loss_sees_differences_of_values_alone() {
  const json golden = read_golden("boyan_0aaa");
  const oracle::Solution solution = oracle::solve(model_of(golden, golden["normalised"]["max"]), 0.25L);
  const Index d = solution.model.dimension();
  const Vector invisible = (Matrix::Identity(d, d) - dense(solution.features.Pi_O)) * Vector::LinSpaced(d, 1, 3);
  TEST_ASSERT_TRUE(invisible.norm() > 1);
  const auto loss = [&](Scalar omega, const Vector& theta) {
    return oracle::loss(omega, vector_of(theta), solution.chain, solution.features, solution.theta_star);
  };
  const Scalar omega = solution.chain.omega;
  const Vector theta_star = dense(solution.theta_star);
  TEST_ASSERT_TRUE(loss(omega, theta_star + invisible) < 1e-30L);
  TEST_ASSERT_TRUE(close(loss(omega + 2, theta_star), 4));
  const Vector visible = dense(solution.features.basis_of_O).col(0);
  TEST_ASSERT_TRUE(close(loss(omega - 1, theta_star + invisible + 3 * visible), 10));
}

void test_the_discrepancy_is_within_its_bound() {
  for_each_golden_solution([](const oracle::Solution& solution) {
    const auto& [model, chain, features, mean, theta_star, lemma] = solution;
    const Scalar discrepancy = oracle::discrepancy(model, chain, theta_star);
    const Scalar best = oracle::best_discrepancy(model, chain);
    const Scalar bound = oracle::discrepancy_bound(model, chain, mean.lambda);
    TEST_ASSERT_TRUE(best <= discrepancy + 1e-15L && discrepancy <= bound + 1e-15L);
    // Divided by one number the features contain v; divided each by its own norm they do not.
    TEST_ASSERT_TRUE(features.e_in_span ? discrepancy < 1e-14L : best > 1e-3L);
    const Scalar factor = oracle::contraction_factor(model, chain, mean.lambda);
    TEST_ASSERT_TRUE(factor >= 0 && factor < 1);
    TEST_ASSERT_TRUE(mean.lambda < 0.99L || factor < 0.01L);
  });
}

// On two states M-orthogonality to e leaves one dimension: delta can make the factor 0 there, and the bound is reached.
void test_the_discrepancy_of_two_states() {
  const oracle::Model model = two_states(0.3L, 0.1L, {{1}, {1}});
  const oracle::Chain chain = oracle::solve_chain(model);
  const Scalar spread = std::sqrt(dense(chain.pi).dot(dense(chain.v).cwiseAbs2()));
  TEST_ASSERT_TRUE(close(oracle::discrepancy(model, chain, oracle::Vector({7})), spread));
  TEST_ASSERT_TRUE(close(oracle::best_discrepancy(model, chain), spread));
  TEST_ASSERT_TRUE(oracle::contraction_factor(model, chain, 0.25L) < 1e-9L);
  TEST_ASSERT_TRUE(close(oracle::discrepancy_bound(model, chain, 0.25L), spread));
}

// A cycle of three that rests with probability 0.1: reversing halves of a step helps, and c_lambda is known. With
// eigenvalues 1 - x of P on the mean-zero functions, min over delta of |1 - delta x| is |Im x| / |x|.
void test_the_contraction_factor_of_a_cycle() {
  const oracle::Model model =
      oracle::make_model(Rows{{0.1L, 0.9L, 0}, {0, 0.1L, 0.9L}, {0.9L, 0, 0.1L}}, {1, 0, 0}, {{1}, {0}, {0}});
  const oracle::Chain chain = oracle::solve_chain(model);
  const Scalar factor = oracle::contraction_factor(model, chain, 0);
  TEST_ASSERT_TRUE(close(factor, 0.5L, 1e-15L));
  TEST_ASSERT_TRUE(close(chain.rho, std::sqrt(0.01L - 0.09L + 0.81L)));
}

// --- the lemma -------------------------------------------------------------------------------------------------------

/// The least of -Theta^T A Theta - Delta / 2 ||Theta||^2 over the unit vectors of R x O.
Scalar margin_of_the_lemma(const oracle::Solution& solution, Scalar ratio) {
  const auto O = dense(solution.features.basis_of_O);
  Matrix basis = Matrix::Zero(O.rows() + 1, O.cols() + 1);
  basis(0, 0) = 1;
  basis.bottomRightCorner(O.rows(), O.cols()) = O;
  const Matrix A = basis.transpose() * dense(solution.mean.matrix(ratio)) * basis;
  const Matrix form = -(A + A.transpose()) / 2;
  return Eigen::SelfAdjointEigenSolver<Matrix>(form).eigenvalues()(0) - solution.lemma.Delta / 2;
}

void test_the_lemma_holds_from_the_exact_ratio_on() {
  for_each_golden_solution([](const oracle::Solution& solution) {
    const Scalar exact = solution.lemma.c_alpha_lemma_exact;
    TEST_ASSERT_TRUE(std::abs(margin_of_the_lemma(solution, exact)) < 1e-14L);
    TEST_ASSERT_TRUE(margin_of_the_lemma(solution, 1.01L * exact) > 0);
    TEST_ASSERT_TRUE(margin_of_the_lemma(solution, 0.99L * exact) < 0);
    TEST_ASSERT_TRUE(solution.lemma.c_alpha_paper >= exact);
    TEST_ASSERT_TRUE(margin_of_the_lemma(solution, solution.lemma.c_alpha_negdef) < 0);
  });
}

// A chain that nearly alternates has Delta = 1.8 with features +1 and -1: the root in the paper's bound is not real.
oracle::Model alternating() {
  return two_states(0.9L, 0.9L, {{1}, {-1}});
}

void test_the_bound_where_its_root_is_not_real() {
  const oracle::Solution solution = oracle::solve(alternating(), 0);
  TEST_ASSERT_TRUE(close(solution.lemma.Delta, 1.8L) && close(solution.lemma.c_alpha_paper, 1.8L));
  TEST_ASSERT_TRUE(margin_of_the_lemma(solution, solution.lemma.c_alpha_paper) >= 0);
}

void test_nothing_is_left_of_a_bias_alone() {
  const oracle::Solution solution = oracle::solve(two_states(0.3L, 0.1L, {{1}, {1}}), 0.25L);
  TEST_ASSERT_EQUAL_INT64(0, solution.features.basis_of_O.cols());
  TEST_ASSERT_TRUE(solution.theta_star(0) == 0 && std::isnan(solution.lemma.Delta));
}

// --- the theorems ----------------------------------------------------------------------------------------------------

oracle::Solution mrp() {
  const json golden = read_golden("mrp_S10_d5");
  return oracle::solve(model_of(golden, golden["normalised"]["max"]), 0.25L);
}

/// To which both theorems apply, on mrp().
const oracle::Run good_run{0.1L, 200, 1000, 2001, 0.5L};

std::string failing(const oracle::Theorem& theorem) {
  std::string names;
  for (const oracle::Condition& condition : theorem.conditions) {
    if (!condition.holds) { names += (names.empty() ? "" : "; ") + condition.name; }
  }
  TEST_ASSERT_EQUAL(names.empty(), theorem.applies());
  return names;
}

void assert_positive(const oracle::Theorem& theorem) {
  Scalar sum = 0;
  for (const oracle::Quantity& term : theorem.terms) {
    TEST_ASSERT_TRUE_MESSAGE(std::isfinite(term.value) && term.value > 0, term.name.c_str());
    sum += term.value;
  }
  TEST_ASSERT_TRUE(close(theorem.right_hand_side(), sum));
}

void test_theorem1() {
  const oracle::Solution solution = mrp();
  const oracle::Theorem theorem = oracle::theorem1(solution, good_run);
  TEST_ASSERT_EQUAL_STRING("", failing(theorem).c_str());
  assert_positive(theorem);
  const Scalar gamma = 1.0L / 21, factor = 1 - 0.1L * gamma * solution.lemma.Delta;
  const Scalar error2 = solution.chain.omega * solution.chain.omega + dense(solution.theta_star).squaredNorm();
  TEST_ASSERT_TRUE(theorem.at("t") == 2000 && theorem.at("tau") == 3);
  TEST_ASSERT_TRUE(close(theorem.at("gamma"), gamma) && close(theorem.at("h"), factor));
  TEST_ASSERT_TRUE(close(theorem.at("initial"), std::pow(factor, 2001.0L) * error2));
  TEST_ASSERT_TRUE(close(theorem.at("beta_tau"), 0.3L));
  TEST_ASSERT_TRUE(close(theorem.at("h_tau"), factor * factor * factor));
  TEST_ASSERT_TRUE(close(theorem.at("beta_tau_t_h_t"), 600 * std::pow(factor, 2000.0L)));
}

void test_theorem2() {
  const oracle::Solution solution = mrp();
  const oracle::Theorem theorem = oracle::theorem2(solution, good_run);
  TEST_ASSERT_EQUAL_STRING("", failing(theorem).c_str());
  assert_positive(theorem);
  const Scalar rate = solution.lemma.Delta / 21 * 0.1L, root = std::sqrt(2001.0L);
  const Scalar error2 = solution.chain.omega * solution.chain.omega + dense(solution.theta_star).squaredNorm();
  const Scalar c = 2 * rate * (1 - std::sqrt(0.5L));
  const auto tau = static_cast<Scalar>(oracle::mixing_time(solution.chain, 0.1L / root));
  TEST_ASSERT_TRUE(theorem.at("t") == 2000 && theorem.at("tau") == tau && tau > 3);
  TEST_ASSERT_TRUE(close(theorem.at("beta_t"), 0.1L / root) && close(theorem.at("gamma_0"), 1.0L / 21));
  TEST_ASSERT_TRUE(theorem.at("q") == solution.chain.rho && close(theorem.at("c"), c));
  TEST_ASSERT_TRUE(close(theorem.at("initial"), std::exp(-2 * rate * (root - 1)) * error2));
  TEST_ASSERT_TRUE(close(theorem.at("tau_t_exp"), tau * 2000 * std::exp(-c * std::sqrt(2000.0L))));
  TEST_ASSERT_TRUE(close(theorem.at("tau_t_s"), tau / std::sqrt(2000.0L)));
  TEST_ASSERT_TRUE(close(theorem.at("q_tau"), std::pow(solution.chain.rho, tau)));
}

void test_the_start_counts() {
  const oracle::Solution solution = mrp();
  oracle::Run run = good_run;
  run.omega_0 = solution.chain.omega;
  run.theta_0 = solution.theta_star;
  TEST_ASSERT_TRUE(oracle::theorem1(solution, run).at("initial") == 0);
  TEST_ASSERT_TRUE(oracle::theorem2(solution, run).at("initial") == 0);
  run.theta_0(1) += 2;
  run.steps = 1;
  TEST_ASSERT_TRUE(close(oracle::theorem2(solution, run).at("initial"), 4));
}

// One thing at a time: exactly the condition that is broken is reported.
void assert_fails(const oracle::Solution& solution, const oracle::Run& run, const char* in_1, const char* in_2) {
  TEST_ASSERT_EQUAL_STRING(in_1, failing(oracle::theorem1(solution, run)).c_str());
  TEST_ASSERT_EQUAL_STRING(in_2, failing(oracle::theorem2(solution, run)).c_str());
}

constexpr const char* ratio_bound = "c_alpha >= Delta + sqrt(1 / (Delta^2 (1 - lambda)^4) - 1 / (1 - lambda)^2)";

void test_a_run_outside_the_theorems() {
  const oracle::Solution solution = mrp();
  oracle::Run run = good_run;
  run.ratio = 1;
  assert_fails(solution, run, ratio_bound, ratio_bound);
  run.ratio = 0.999L * solution.lemma.c_alpha_paper;
  assert_fails(solution, run, ratio_bound, ratio_bound);
  run.ratio = 1.001L * solution.lemma.c_alpha_paper;
  assert_fails(solution, run, "", "");
  run = good_run;
  run.radius = 0.999L * std::hypot(solution.chain.omega, dense(solution.theta_star).norm());
  assert_fails(solution, run, "||Theta*|| <= R_Theta", "||Theta*|| <= R_Theta");
  run = good_run;
  run.beta = 1;
  assert_fails(solution, run, "beta < 1, or tau is not defined", "");
  TEST_ASSERT_TRUE(oracle::theorem1(solution, run).at("tau") == 1);
  run.beta = 100;
  assert_fails(solution, run, "beta < 1, or tau is not defined", "beta_t < 1, or tau is not defined");
}

void test_a_schedule_outside_theorem2() {
  const oracle::Solution solution = mrp();
  oracle::Run run = good_run;
  for (const Scalar power : {0.0L, 1.0L, 1.5L}) {
    run.power = power;
    assert_fails(solution, run, "", "0 < s < 1");
  }
  run = good_run;
  run.steps = 1;
  assert_fails(solution, run, "", "t >= 1, or t^-s is not finite");
  TEST_ASSERT_TRUE(std::isinf(oracle::theorem2(solution, run).at("tau_t_s")));
}

void test_a_model_outside_the_theorems() {
  oracle::Run run = good_run;
  run.ratio = 1e6L;
  const json boyan = read_golden("boyan_0aaa");
  const oracle::Solution dependent = oracle::solve(model_of(boyan, boyan["normalised"]["max"]), 0.25L);
  const char* independent = "the columns of Phi are linearly independent";
  assert_fails(dependent, run, independent, independent);

  oracle::Model model = mrp().model;
  model.Phi = matrix_of(1.01L * dense(model.Phi));
  assert_fails(oracle::solve(model, 0.25L), run, "||phi(i)|| <= 1", "||phi(i)|| <= 1");
  model = mrp().model;
  model.r(3) = -0.01L;
  assert_fails(oracle::solve(model, 0.25L), run, "rewards in [0, 1]", "rewards in [0, 1]");
  model.r(3) = 1.01L;
  assert_fails(oracle::solve(model, 0.25L), run, "rewards in [0, 1]", "rewards in [0, 1]");
}

void test_what_fails_together() {
  oracle::Run run = good_run;
  const std::string bias = "Delta > 0; " + std::string(ratio_bound) + "; 0 < 1 - beta gamma Delta < 1";
  assert_fails(oracle::solve(two_states(0.3L, 0.1L, {{1}, {1}}), 0.25L), run, bias.c_str(), bias.c_str());
  run.beta = 0.9L;
  run.ratio = 0.01L;
  const oracle::Solution solution = oracle::solve(alternating(), 0);
  assert_fails(solution, run, ratio_bound, ratio_bound);
  run.beta = 10;
  run.power = 0.99L;
  const std::string no_contraction = std::string(ratio_bound) + "; 0 < 1 - beta gamma Delta < 1";
  const std::string no_mixing_time = no_contraction + "; beta < 1, or tau is not defined";
  assert_fails(solution, run, no_mixing_time.c_str(), no_contraction.c_str());
}

// --- what is refused -------------------------------------------------------------------------------------------------

template <class F>
std::string message_of(F build) {
  try {
    build();
  } catch (const oracle::ModelError& error) { return error.what(); }
  return "no error";
}

#define ASSERT_REFUSED(message, expression) \
  TEST_ASSERT_EQUAL_STRING(message, message_of([&] { (void)(expression); }).c_str())

constexpr Scalar nan = std::numeric_limits<Scalar>::quiet_NaN();
constexpr Scalar infinity = std::numeric_limits<Scalar>::infinity();

const Rows fair{{0.5L, 0.5L}, {0.5L, 0.5L}};
const std::vector<Scalar> r2{0, 1};
const Rows Phi2{{1, 0}, {0, 1}};

void test_models_of_wrong_shape() {
  using oracle::make_model;
  ASSERT_REFUSED("no error", make_model(fair, r2, Phi2));
  ASSERT_REFUSED("P is empty", make_model(Rows{}, r2, Phi2));
  ASSERT_REFUSED("P is empty", make_model(Rows{{}, {}}, r2, Phi2));
  ASSERT_REFUSED("Phi is empty", make_model(fair, r2, Rows{}));
  ASSERT_REFUSED("P: row 1 has 1 entry, row 0 has 2", make_model({{0.5L, 0.5L}, {1}}, r2, Phi2));
  ASSERT_REFUSED("P: row 1 has 2 entries, row 0 has 0", make_model({{}, {0.5L, 0.5L}}, r2, Phi2));
  ASSERT_REFUSED("Phi: row 1 has 3 entries, row 0 has 2", make_model(fair, r2, {{1, 0}, {0, 1, 0}}));
  ASSERT_REFUSED("P is not square: it has 1 row and 2 columns", make_model({{0.5L, 0.5L}}, r2, Phi2));
  ASSERT_REFUSED("r has 1 entry, but P has 2 states", make_model(fair, {1}, Phi2));
  ASSERT_REFUSED("Phi has 3 rows, but P has 2 states", make_model(fair, r2, {{1}, {1}, {1}}));
  ASSERT_REFUSED("Phi has no columns", model_of(Matrix::Identity(2, 2), Vector::Zero(2), Matrix(2, 0)));
}

void test_models_with_wrong_numbers() {
  using oracle::make_model;
  ASSERT_REFUSED("P[1][0] is not finite", make_model({{0.5L, 0.5L}, {nan, 0.5L}}, r2, Phi2));
  ASSERT_REFUSED("P[0][1] is not finite", make_model({{0.5L, infinity}, {0.5L, 0.5L}}, r2, Phi2));
  ASSERT_REFUSED("r[1] is not finite", make_model(fair, {0, -infinity}, Phi2));
  ASSERT_REFUSED("Phi[0][1] is not finite", make_model(fair, r2, {{1, nan}, {0, 1}}));
  ASSERT_REFUSED("P[1][0] is -0.25: a probability cannot be negative",
                 make_model({{0.5L, 0.5L}, {-0.25L, 1.25L}}, r2, Phi2));
  ASSERT_REFUSED("P[1] sums to 1.000000002, not to 1", make_model({{0.5L, 0.5L}, {0.5L, 0.500000002L}}, r2, Phi2));
  ASSERT_REFUSED("P[0] sums to 0.75, not to 1", make_model({{0.5L, 0.25L}, {0.5L, 0.5L}}, r2, Phi2));
  ASSERT_REFUSED("no error", make_model({{0.5L, 0.5L}, {0.5L, 0.5000000009L}}, r2, Phi2));
}

void test_rounded_rows_are_divided_by_their_sum() {
  const oracle::Model model = oracle::make_model({{0.5L, 0.5000000009L}, {0.5L, 0.5L}}, r2, Phi2);
  TEST_ASSERT_TRUE(close(dense(model.P).row(0).sum(), 1, 1e-18L));
}

void test_chains_that_are_not_ergodic() {
  const auto with = [](const Rows& P) {
    return oracle::make_model(P, std::vector<Scalar>(P.size()), Rows(P.size(), {1}));
  };
  ASSERT_REFUSED("P is reducible: state 1 cannot be reached from state 0", with({{1, 0}, {0.5L, 0.5L}}));
  ASSERT_REFUSED("P is reducible: state 0 cannot be reached from state 2",
                 with({{0.25L, 0.5L, 0.25L}, {1, 0, 0}, {0, 0, 1}}));
  ASSERT_REFUSED("P is periodic: state 0 is left and reached again only in multiples of 2 steps",
                 with({{0, 1}, {1, 0}}));
  ASSERT_REFUSED("P is periodic: state 0 is left and reached again only in multiples of 3 steps",
                 with({{0, 0.5L, 0.5L, 0}, {0, 0, 0, 1}, {0, 0, 0, 1}, {1, 0, 0, 0}}));
  ASSERT_REFUSED("no error", with({{0, 1, 0}, {0.5L, 0, 0.5L}, {1, 0, 0}}));  // cycles of 2 and 3
}

void test_numbers_that_are_refused() {
  const oracle::Model model = oracle::make_model(fair, r2, Phi2);
  ASSERT_REFUSED("lambda is 1, it must be at least 0 and below 1", oracle::solve(model, 1));
  ASSERT_REFUSED("lambda is -0.5, it must be at least 0 and below 1", oracle::solve(model, -0.5L));
  ASSERT_REFUSED("lambda is nan, it must be at least 0 and below 1", oracle::solve(model, nan));
  const oracle::Solution solution = oracle::solve(model, 0.25L);
  ASSERT_REFUSED("mixing time: eps is 0, it must be above 0", oracle::mixing_time(solution.chain, 0));
  const auto refused = [&](const char* message, const oracle::Run& run) {
    ASSERT_REFUSED(message, oracle::theorem1(solution, run));
    ASSERT_REFUSED(message, oracle::theorem2(solution, run));
  };
  refused("beta is 0, it must be finite and above 0", {0, 1, 1, 1, 0.5L});
  refused("ratio is -1, it must be finite and above 0", {1, -1, 1, 1, 0.5L});
  refused("radius is inf, it must be finite and above 0", {1, 1, infinity, 1, 0.5L});
  refused("steps is 0, it must be at least 1", {1, 1, 1, 0, 0.5L});
  refused("power is not finite", {1, 1, 1, 1, nan});
  refused("omega_0 or theta_0 is not finite", {1, 1, 1, 1, 0.5L, nan});
  refused("theta_0 has 3 entries, but Phi has 2 columns", {1, 1, 1, 1, 0.5L, 0, oracle::Vector(3)});
}

// --- decision processes ----------------------------------------------------------------------------------------------

oracle::Vector distribution(const std::vector<Scalar>& values) {
  return oracle::Vector(values);
}

Scalar distance(const oracle::Vector& a, const oracle::Vector& b) {
  return (dense(a) - dense(b)).norm();
}

void test_access_control() {
  const oracle::AccessControl queue;
  const oracle::Mdp mdp = oracle::make_mdp(queue);
  const oracle::Optimum optimum = oracle::relative_value_iteration(mdp);
  TEST_ASSERT_TRUE(std::abs(optimum.average_reward - 0.343455L) < 5e-7L);
  TEST_ASSERT_TRUE(optimum.upper_bound >= optimum.average_reward - 1e-15L);
  TEST_ASSERT_TRUE(optimum.upper_bound <= optimum.average_reward + 1e-12L);

  oracle::Policy always_accept(mdp.states.size(), oracle::AccessControl::accept);
  for (std::size_t i = 0; i < 4; ++i) { always_accept[i] = oracle::AccessControl::reject; }
  TEST_ASSERT_TRUE(std::abs(oracle::average_reward(mdp, always_accept) - 0.2727L) < 5e-5L);
  TEST_ASSERT_TRUE(oracle::average_reward(mdp, oracle::Policy(mdp.states.size(), oracle::AccessControl::reject)) == 0);
}

// The best customers are always accepted, and a class that is accepted is accepted with more servers free, too.
void test_the_best_access_control_has_thresholds() {
  const oracle::AccessControl queue;
  const oracle::Policy policy = oracle::relative_value_iteration(oracle::make_mdp(queue)).policy;
  const auto accepts = [&](Index free, Index customer) {
    return policy[static_cast<std::size_t>(queue.state(free, customer))] == oracle::AccessControl::accept;
  };
  for (Index free = 1; free <= queue.servers; ++free) {
    TEST_ASSERT_TRUE(accepts(free, queue.classes) && !accepts(0, queue.classes));
    for (Index customer = 1; customer <= queue.classes; ++customer) {
      TEST_ASSERT_TRUE(free == queue.servers || !accepts(free, customer) || accepts(free + 1, customer));
      TEST_ASSERT_TRUE(customer == queue.classes || !accepts(free, customer) || accepts(free, customer + 1));
    }
  }
}

void test_the_transitions_of_access_control() {
  const oracle::AccessControl queue{2, 1, 0.25L};
  const oracle::Mdp mdp = oracle::make_mdp(queue);
  TEST_ASSERT_EQUAL_size_t(3, mdp.states.size());
  TEST_ASSERT_EQUAL_size_t(1, mdp.states[0].size());  // no server free: reject alone
  const oracle::Choice& accept = mdp.states[1][0];
  TEST_ASSERT_TRUE(accept.action == oracle::AccessControl::accept && accept.reward == 1);
  TEST_ASSERT_TRUE(distance(accept.next, distribution({0.5625L, 0.375L, 0.0625L})) < 1e-18L);
  const oracle::Choice& reject = mdp.states[1][1];
  TEST_ASSERT_TRUE(reject.action == oracle::AccessControl::reject && reject.reward == 0);
  TEST_ASSERT_TRUE(distance(reject.next, distribution({0, 0.75L, 0.25L})) < 1e-18L);
}

/// Numbers in [0, 1) that look drawn; the same every time.
struct Draws {
  uint32_t state = 1;
  Scalar operator()() {
    state = state * 1664525U + 1013904223U;
    return static_cast<Scalar>(state >> 8U) / 16777216;
  }
};

oracle::Mdp drawn_mdp(Draws& draw, std::size_t states, std::size_t actions) {
  std::vector<std::vector<oracle::Choice>> choices(states);
  for (auto& here : choices) {
    for (std::size_t action = 0; action < actions; ++action) {
      Vector next = Vector::NullaryExpr(static_cast<Index>(states), [&] { return draw() * draw(); });
      here.push_back({action, draw(), vector_of(next / next.sum())});
    }
  }
  return oracle::make_mdp(choices);
}

// Every policy of small processes, one after the other.
void test_no_policy_beats_the_best() {
  Draws draw;
  for (int instance = 0; instance < 20; ++instance) {
    const oracle::Mdp mdp = drawn_mdp(draw, 4, 3);
    const oracle::Optimum optimum = oracle::relative_value_iteration(mdp);
    Scalar best = -1;
    for (std::size_t code = 0; code < 81; ++code) {
      best =
          std::max(best, oracle::average_reward(mdp, oracle::Policy{code % 3, code / 3 % 3, code / 9 % 3, code / 27}));
    }
    TEST_ASSERT_TRUE(close(optimum.average_reward, best, 1e-16L) && optimum.upper_bound >= best - 1e-16L);
  }
}

void test_a_policy_that_draws() {
  Draws draw;
  const oracle::Mdp mdp = drawn_mdp(draw, 3, 2);
  Matrix policy(3, 2);
  policy << 0.25L, 0.75L, 1, 0, 0.5L, 0.5L;
  Matrix P(3, 3);
  Vector r(3);
  for (Index i = 0; i < 3; ++i) {
    const auto& here = mdp.states[static_cast<std::size_t>(i)];
    P.row(i) = (policy(i, 0) * dense(here[0].next) + policy(i, 1) * dense(here[1].next)).transpose();
    r(i) = policy(i, 0) * here[0].reward + policy(i, 1) * here[1].reward;
  }
  const oracle::Chain chain = oracle::solve_chain(model_of(P, r, Matrix::Ones(3, 1)));
  TEST_ASSERT_TRUE(close(oracle::average_reward(mdp, matrix_of(policy)), chain.omega, 1e-17L));
}

// State 0 falls into state 1 with probability 3/4, and into a cycle of 2 and 3 with 1/4. It may also stay.
oracle::Mdp two_fates() {
  return oracle::make_mdp({{{0, 9, distribution({0, 0.75L, 0.125L, 0.125L})}, {5, 0.5L, distribution({1, 0, 0, 0})}},
                           {{0, 1, distribution({0, 1, 0, 0})}},
                           {{0, 2, distribution({0, 0, 0, 1})}},
                           {{0, 4, distribution({0, 0, 1, 0})}}});
}

void test_a_policy_with_two_fates() {
  const oracle::Mdp mdp = two_fates();
  const oracle::Vector gain = oracle::average_rewards(mdp, oracle::Policy{0, 0, 0, 0});
  TEST_ASSERT_TRUE(distance(gain, distribution({1.5L, 1, 3, 3})) < 1e-17L);
  TEST_ASSERT_TRUE(oracle::average_rewards(mdp, oracle::Policy{5, 0, 0, 0})(0) == 0.5L);
  Matrix drawn = Matrix::Zero(4, 6);  // with probability 0 for all that is not feasible
  drawn.col(0) << 0.5L, 1, 1, 1;
  drawn(0, 5) = 0.5L;
  TEST_ASSERT_TRUE(distance(oracle::average_rewards(mdp, matrix_of(drawn)), gain) < 1e-17L);
  ASSERT_REFUSED("policy: the average reward depends on the start: 1 from state 1, 3 from state 2",
                 oracle::average_reward(mdp, oracle::Policy{0, 0, 0, 0}));
  ASSERT_REFUSED(
      "relative value iteration does not converge: the best average reward depends on the start, or the chain is slow",
      oracle::relative_value_iteration(mdp));
}

void test_closed_classes() {
  Matrix P(4, 4);
  P << 0, 0.75L, 0.125L, 0.125L, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0;
  const std::vector<std::vector<Index>> expected{{1}, {2, 3}};
  TEST_ASSERT_TRUE(oracle::closed_classes(matrix_of(P)) == expected);
}

void test_a_cycle_does_not_stop_value_iteration() {
  const oracle::Mdp mdp = oracle::make_mdp(
      {{{0, 0, distribution({0, 1})}, {1, 0.25L, distribution({1, 0})}}, {{0, 1, distribution({1, 0})}}});
  const oracle::Optimum optimum = oracle::relative_value_iteration(mdp);
  TEST_ASSERT_TRUE(close(optimum.average_reward, 0.5L) && optimum.policy == (oracle::Policy{0, 0}));
}

void test_the_lowest_of_equal_actions() {
  const oracle::Vector stay = distribution({1});
  const oracle::Optimum optimum =
      oracle::relative_value_iteration(oracle::make_mdp({{{2, 0, stay}, {3, 1, stay}, {7, 1, stay}}}));
  TEST_ASSERT_TRUE(optimum.average_reward == 1 && optimum.policy == oracle::Policy{3});
  // Rounding does not make one of them better.
  const oracle::Mdp rounded = oracle::make_mdp({{{2, 1 - 1e-17L, stay}, {3, 1, stay}}});
  TEST_ASSERT_TRUE(oracle::relative_value_iteration(rounded).policy == oracle::Policy{2});
}

// Staying in state 0 is as good as leaving it, to 1e-13 of the largest reward: the policy has two classes then.
void test_ties_that_leave_two_classes() {
  const oracle::Optimum optimum = oracle::relative_value_iteration(
      oracle::make_mdp({{{0, 0, distribution({1, 0})}, {1, 0, distribution({0, 1})}},
                        {{0, 5e-8L, distribution({0, 1})}, {1, -1e6L, distribution({0, 1})}}}));
  TEST_ASSERT_TRUE(optimum.policy == (oracle::Policy{0, 0}));
  TEST_ASSERT_TRUE(optimum.average_reward == 0 && optimum.upper_bound == 5e-8L);
}

void test_wrong_decision_processes() {
  using oracle::make_mdp;
  using States = std::vector<std::vector<oracle::Choice>>;
  const oracle::Vector stay = distribution({1});
  ASSERT_REFUSED("an MDP without states", make_mdp(States{}));
  ASSERT_REFUSED("state 0 has no feasible action", make_mdp(States{{}}));
  ASSERT_REFUSED("state 0: action 1 comes after action 1", make_mdp(States{{{1, 0, stay}, {1, 0, stay}}}));
  ASSERT_REFUSED("state 0, action 3: the reward is not finite", make_mdp(States{{{3, nan, stay}}}));
  ASSERT_REFUSED("state 0, action 3: next has 2 entries, but the MDP has 1 state",
                 make_mdp(States{{{3, 0, distribution({0, 0})}}}));
  ASSERT_REFUSED("state 0, action 3: next sums to 2, not to 1", make_mdp(States{{{3, 0, distribution({2})}}}));
  ASSERT_REFUSED("state 0, action 3: next[0] is not finite", make_mdp(States{{{3, 0, distribution({nan})}}}));
  ASSERT_REFUSED("access control: there must be a server and a class", make_mdp(oracle::AccessControl{0, 4, 0.5L}));
  ASSERT_REFUSED("access control: the probability of completion is 1, it must be in (0, 1)",
                 make_mdp(oracle::AccessControl{1, 4, 1}));
}

void test_wrong_policies() {
  const oracle::Mdp mdp = two_fates();
  ASSERT_REFUSED("policy has 1 entry, but the MDP has 4 states", oracle::average_rewards(mdp, oracle::Policy{0}));
  ASSERT_REFUSED("policy: action 5 is not feasible in state 2",
                 oracle::average_rewards(mdp, oracle::Policy{0, 0, 5, 0}));
  ASSERT_REFUSED("policy has 2 rows, but the MDP has 4 states",
                 oracle::average_rewards(mdp, matrix_of(Matrix::Ones(2, 1))));
  ASSERT_REFUSED("policy[0] sums to 2, not to 1", oracle::average_rewards(mdp, matrix_of(Matrix::Constant(4, 1, 2))));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_golden_files);
  RUN_TEST(test_two_states);
  RUN_TEST(test_one_state);
  RUN_TEST(test_a_chain_that_mostly_rests);
  RUN_TEST(test_a_tiny_probability_has_all_its_digits);
  RUN_TEST(test_mixing_time);
  RUN_TEST(test_more_features_than_states);
  RUN_TEST(test_features_that_are_all_zero);
  RUN_TEST(test_the_mean_update_rests_at_the_fixed_point);
  RUN_TEST(test_lambda_close_to_one);
  RUN_TEST(test_features_that_are_nearly_dependent);
  RUN_TEST(test_the_mean_update_is_the_mean_of_updates);
  RUN_TEST(test_the_loss_sees_differences_of_values_alone);
  RUN_TEST(test_the_discrepancy_is_within_its_bound);
  RUN_TEST(test_the_discrepancy_of_two_states);
  RUN_TEST(test_the_contraction_factor_of_a_cycle);
  RUN_TEST(test_the_lemma_holds_from_the_exact_ratio_on);
  RUN_TEST(test_the_bound_where_its_root_is_not_real);
  RUN_TEST(test_nothing_is_left_of_a_bias_alone);
  RUN_TEST(test_theorem1);
  RUN_TEST(test_theorem2);
  RUN_TEST(test_the_start_counts);
  RUN_TEST(test_a_run_outside_the_theorems);
  RUN_TEST(test_a_schedule_outside_theorem2);
  RUN_TEST(test_a_model_outside_the_theorems);
  RUN_TEST(test_what_fails_together);
  RUN_TEST(test_models_of_wrong_shape);
  RUN_TEST(test_models_with_wrong_numbers);
  RUN_TEST(test_rounded_rows_are_divided_by_their_sum);
  RUN_TEST(test_chains_that_are_not_ergodic);
  RUN_TEST(test_numbers_that_are_refused);
  RUN_TEST(test_access_control);
  RUN_TEST(test_the_best_access_control_has_thresholds);
  RUN_TEST(test_the_transitions_of_access_control);
  RUN_TEST(test_no_policy_beats_the_best);
  RUN_TEST(test_a_policy_that_draws);
  RUN_TEST(test_a_policy_with_two_fates);
  RUN_TEST(test_closed_classes);
  RUN_TEST(test_a_cycle_does_not_stop_value_iteration);
  RUN_TEST(test_the_lowest_of_equal_actions);
  RUN_TEST(test_ties_that_leave_two_classes);
  RUN_TEST(test_wrong_decision_processes);
  RUN_TEST(test_wrong_policies);
  return UNITY_END();
}
