// The covariance of the noise and of the estimates: against chains that can be solved by hand, and against sums over
// the lags, step by step.

#include <ballast/oracle/covariance.hpp>
#include <ballast/oracle/rates.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "suite.hpp"

namespace {

namespace oracle = ballast::oracle;
using oracle::Index;
using oracle::Matrix;
using oracle::Rows;
using oracle::Scalar;
using oracle::Vector;

bool close(Scalar actual, Scalar expected, Scalar tolerance = 1e-15L) {
  return std::abs(actual - expected) <= tolerance * (1 + std::abs(expected));
}

Scalar largest_difference(const Matrix& a, const Matrix& b) {
  TEST_ASSERT_TRUE(a.rows() == b.rows() && a.cols() == b.cols());
  Scalar largest = 0;
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) { largest = std::max(largest, std::abs(a(i, j) - b(i, j))); }
  }
  return largest;
}

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows(), b.cols());
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < b.cols(); ++j) {
      for (Index k = 0; k < a.cols(); ++k) { result(i, j) += a(i, k) * b(k, j); }
    }
  }
  return result;
}

Matrix transposed(const Matrix& a) {
  Matrix result(a.cols(), a.rows());
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) { result(j, i) = a(i, j); }
  }
  return result;
}

// --- chains that can be solved by hand -------------------------------------------------------------------------------

// States are drawn independently, and the values are in the span: delta*_t = R_{t+1} - omega*, independent of all that
// is in z_t. With a feature of mean 0 and variance 2 everything is diagonal.
void test_independent_states() {
  const Scalar lambda = 0.75L, c = 3, variance = 0.5L;
  const std::vector<Scalar> pi{0.25L, 0.5L, 0.25L};
  const oracle::Model model = oracle::make_model(Rows{pi, pi, pi}, {0, 1, 2}, Rows{{-2}, {0}, {2}});
  const oracle::Covariance covariance = oracle::covariance(oracle::solve(model, lambda), c);
  const Scalar past = 1 / (1 - lambda * lambda);
  TEST_ASSERT_TRUE(close(covariance.noise(0, 0), c * c * variance));
  TEST_ASSERT_TRUE(close(covariance.noise(1, 1), 2 * past * variance));
  TEST_ASSERT_TRUE(close(covariance.of_average(0, 0), variance));
  TEST_ASSERT_TRUE(close(covariance.of_average(1, 1), variance * past / 2));
  TEST_ASSERT_TRUE(close(covariance.of_last(0, 0), c * variance / 2));
  TEST_ASSERT_TRUE(close(covariance.of_last(1, 1), variance * past / 2));
  TEST_ASSERT_TRUE(close(covariance.floor, (c + past) * variance / 2));
  TEST_ASSERT_TRUE(close(covariance.reward_variance, variance));
  for (const Matrix* matrix : {&covariance.noise, &covariance.of_average, &covariance.of_last}) {
    TEST_ASSERT_TRUE(close((*matrix)(0, 1), 0) && close((*matrix)(1, 0), 0));
  }
}

// The same with a feature of mean 1: R_{t+1} - omega* is in the noise of the weights one step before it is in that of
// the average reward.
void test_independent_states_and_a_feature_with_a_mean() {
  const Scalar lambda = 0.5L, c = 3, variance = 0.5L, mean_of_trace = 2;
  const std::vector<Scalar> pi{0.25L, 0.5L, 0.25L};
  const oracle::Model model = oracle::make_model(Rows{pi, pi, pi}, {0, 1, 2}, Rows{{-1}, {1}, {3}});
  const Matrix noise = oracle::covariance(oracle::solve(model, lambda), c).noise;
  TEST_ASSERT_TRUE(close(noise(0, 1), c * mean_of_trace * variance));
  TEST_ASSERT_TRUE(close(noise(1, 1), (mean_of_trace * mean_of_trace + 2 / (1 - lambda * lambda)) * variance));
}

// Rewards of the chain that leaves its states with probabilities a and b are correlated with 1 - a - b to the power of
// the lag.
void test_the_variance_of_the_reward_of_two_states() {
  const Scalar a = 0.3L, b = 0.1L;
  const oracle::Model model = oracle::make_model(Rows{{1 - a, a}, {b, 1 - b}}, {1, 0}, Rows{{1}, {0}});
  const Scalar expected = a * b / ((a + b) * (a + b)) * (2 - a - b) / (a + b);
  for (const Scalar c : {0.5L, 1.0L, 20.0L}) {
    TEST_ASSERT_TRUE(close(oracle::covariance(oracle::solve(model, 0.25L), c).reward_variance, expected));
  }
}

// Without weights to compare there is the average reward alone: a mean of correlated rewards.
void test_a_bias_alone() {
  const Scalar a = 0.3L, b = 0.1L, c = 2;
  const oracle::Model model = oracle::make_model(Rows{{1 - a, a}, {b, 1 - b}}, {1, 0}, Rows{{1}, {1}});
  const oracle::Solution solution = oracle::solve(model, 0.25L);
  const oracle::Covariance covariance = oracle::covariance(solution, c);
  TEST_ASSERT_TRUE(close(covariance.floor, c * covariance.reward_variance / 2));
  TEST_ASSERT_TRUE(covariance.of_last(1, 1) == 0 && covariance.of_average(1, 1) == 0);
  TEST_ASSERT_EQUAL_size_t(1, oracle::eigenvalues(solution, c).size());
  const oracle::Model one = oracle::make_model(Rows{{1}}, {0.5L}, Rows{{2}});
  TEST_ASSERT_TRUE(oracle::covariance(oracle::solve(one, 0.25L), 1).floor == 0);
}

// --- sums over the lags ----------------------------------------------------------------------------------------------

/// Numbers in [0, 1) that look drawn; the same every time.
struct Draws {
  unsigned state = 1;
  Scalar operator()() {
    state = state * 1664525U + 1013904223U;
    return static_cast<Scalar>(state >> 8U) / 16777216;
  }
};

oracle::Model drawn_model(Draws& draw, std::size_t states, std::size_t features) {
  Rows P(states), Phi(states);
  std::vector<Scalar> r(states);
  for (std::size_t i = 0; i < states; ++i) {
    Scalar sum = 0;
    for (std::size_t j = 0; j < states; ++j) { P[i].push_back(draw() * draw()), sum += P[i].back(); }
    for (Scalar& p : P[i]) { p /= sum; }
    for (std::size_t j = 0; j < features; ++j) { Phi[i].push_back(2 * draw() - 1); }
    r[i] = draw();
  }
  return oracle::make_model(P, r, Phi);
}

/// For each state s two moments with a random number: E x 1{S = s}, and E x z^T 1{S = s}.
struct Moments {
  Vector alone;
  Matrix with_trace;  // S x d
};

/// A chain with its trace, moved forwards one step at a time. All d features: O is R^d here.
struct SteppedChain {
  const oracle::Solution& solution;
  Scalar lambda = solution.mean.lambda;
  Index states = solution.model.states();
  Index d = solution.model.dimension();

  Scalar phi(Index s, Index i) const { return solution.model.Phi(s, i); }
  Scalar value(Index s) const {
    Scalar sum = 0;
    for (Index i = 0; i < d; ++i) { sum += phi(s, i) * solution.theta_star(i); }
    return sum;
  }
  Scalar delta(Index s, Index next) const {
    return solution.model.r(s) - solution.chain.omega + value(next) - value(s);
  }

  /// From z_{t-1} to z_t.
  Moments observed(Moments moments) const {
    for (Index s = 0; s < states; ++s) {
      for (Index i = 0; i < d; ++i) {
        moments.with_trace(s, i) = lambda * moments.with_trace(s, i) + phi(s, i) * moments.alone(s);
      }
    }
    return moments;
  }
  /// From S_t to S_{t+1}, multiplied by a function of the two.
  template <class F>
  Moments moved(const Moments& moments, F factor) const {
    Moments result{Vector(states), Matrix(states, d)};
    for (Index s = 0; s < states; ++s) {
      for (Index next = 0; next < states; ++next) {
        const Scalar weight = solution.model.P(s, next) * factor(s, next);
        result.alone(next) += weight * moments.alone(s);
        for (Index i = 0; i < d; ++i) { result.with_trace(next, i) += weight * moments.with_trace(s, i); }
      }
    }
    return result;
  }
};

constexpr auto plain = [](Index, Index) { return Scalar{1}; };

/// E x z_t^T 1{S_t = s} of the stationary chain, for x = 1 (first) and for each entry of z_t.
std::vector<Moments> stationary_moments(const SteppedChain& chain) {
  std::vector<Moments> all(static_cast<std::size_t>(chain.d) + 1,
                           {Vector(chain.states), Matrix(chain.states, chain.d)});
  all[0].alone = chain.solution.chain.pi;
  for (int step = 0; step < 600; ++step) {
    std::vector<Moments> next;
    for (const Moments& moments : all) { next.push_back(chain.moved(moments, plain)); }
    // x = z_{t,i} = lambda z_{t-1,i} + phi_i(S_t), and then the trace itself.
    for (Index i = 0; i < chain.d; ++i) {
      Moments& x = next[static_cast<std::size_t>(i) + 1];
      for (Index s = 0; s < chain.states; ++s) {
        x.alone(s) = chain.lambda * x.alone(s) + chain.phi(s, i) * next[0].alone(s);
        for (Index j = 0; j < chain.d; ++j) {
          x.with_trace(s, j) = chain.lambda * x.with_trace(s, j) + chain.phi(s, i) * next[0].with_trace(s, j);
        }
      }
    }
    for (std::size_t i = 0; i < all.size(); ++i) { all[i] = chain.observed(next[i]); }
  }
  return all;
}

/// E x f xi^T, for the moments of x with S_t and z_t and a function f of S_t and S_{t+1}. `g` is the noise of the
/// average reward.
template <class G, class F>
Vector with_noise(const SteppedChain& chain, const Moments& moments, G g, F f) {
  const Moments omega = chain.moved(moments, [&](Index s, Index next) { return f(s, next) * g(s, next); });
  const Moments theta = chain.moved(moments, [&](Index s, Index next) { return f(s, next) * chain.delta(s, next); });
  Vector result(chain.d + 1);
  for (Index s = 0; s < chain.states; ++s) {
    result(0) += omega.alone(s);
    for (Index i = 0; i < chain.d; ++i) { result(i + 1) += theta.with_trace(s, i); }
  }
  return result;
}

/// Sigma as its definition has it, up to a lag from which on nothing is left.
template <class G>
Matrix sum_over_lags(const SteppedChain& chain, G g) {
  const std::vector<Moments> stationary = stationary_moments(chain);
  const auto delta = [&](Index s, Index next) { return chain.delta(s, next); };
  Matrix sum(chain.d + 1, chain.d + 1);
  for (Index row = 0; row <= chain.d; ++row) {
    const Moments& now = stationary[static_cast<std::size_t>(row)];
    const auto own = [&](Index s, Index next) { return row == 0 ? g(s, next) : delta(s, next); };
    const Vector same_step = with_noise(chain, now, g, own);
    for (Index i = 0; i <= chain.d; ++i) { sum(row, i) += same_step(i); }
    Moments later = chain.moved(now, own);
    for (int lag = 1; lag < 600; ++lag) {
      later = chain.observed(later);
      const Vector term = with_noise(chain, later, g, plain);
      for (Index i = 0; i <= chain.d; ++i) { sum(row, i) += term(i), sum(i, row) += term(i); }
      later = chain.moved(later, plain);
    }
  }
  return sum;
}

void test_the_noise_is_the_sum_over_all_lags() {
  Draws draw;
  const Scalar c = 2.5L;
  for (const Scalar lambda : {0.0L, 0.25L, 0.9L}) {
    const oracle::Model model = drawn_model(draw, 5, 3);
    const oracle::Solution solution = oracle::solve(model, lambda);
    TEST_ASSERT_EQUAL_INT64(3, solution.features.basis_of_O.cols());
    const SteppedChain chain{solution};
    const Matrix noise = oracle::covariance(solution, c).noise;
    const Matrix of_reward =
        sum_over_lags(chain, [&](Index s, Index) { return c * (model.r(s) - solution.chain.omega); });
    TEST_ASSERT_TRUE(largest_difference(noise, of_reward) < 1e-14L);
    // Driven by the TD error: other terms, and the same sum.
    const Matrix of_error = sum_over_lags(chain, [&](Index s, Index next) { return c * chain.delta(s, next); });
    TEST_ASSERT_TRUE(largest_difference(noise, of_error) < 1e-14L);
  }
}

// --- equations
// ---------------------------------------------------------------------------------------------------------

Matrix projection_onto_R_x_O(const oracle::Features& features) {
  const Index d = features.Pi_O.rows();
  Matrix onto(d + 1, d + 1);
  onto(0, 0) = 1;
  for (Index i = 0; i < d; ++i) {
    for (Index j = 0; j < d; ++j) { onto(i + 1, j + 1) = features.Pi_O(i, j); }
  }
  return onto;
}

void check_equations(const oracle::Model& model, Scalar lambda) {
  const oracle::Solution solution = oracle::solve(model, lambda);
  TEST_ASSERT_EQUAL_INT64(2, solution.features.basis_of_O.cols());
  const oracle::Covariance covariance = oracle::covariance(solution, 1.5L);
  const Matrix onto = projection_onto_R_x_O(solution.features), A = product(onto, solution.mean.matrix(1.5L));
  const Matrix AV = product(A, covariance.of_last);
  Matrix residual = covariance.noise;
  for (Index i = 0; i < A.rows(); ++i) {
    for (Index j = 0; j < A.rows(); ++j) { residual(i, j) += AV(i, j) + AV(j, i); }
  }
  const Scalar size = 1 / (1 - lambda) / (1 - lambda);
  TEST_ASSERT_TRUE(largest_difference(residual, Matrix(A.rows(), A.rows())) < 1e-15L * size);
  const Matrix noise = product(product(A, covariance.of_average), transposed(A));
  TEST_ASSERT_TRUE(largest_difference(noise, covariance.noise) < 1e-15L * size);
  for (const Matrix* matrix : {&covariance.noise, &covariance.of_average, &covariance.of_last}) {
    TEST_ASSERT_TRUE(largest_difference(product(product(onto, *matrix), onto), *matrix) < 1e-13L);
    TEST_ASSERT_TRUE(largest_difference(*matrix, transposed(*matrix)) < 1e-15L * size);
  }
}

/// A cycle of three that rests with probability 0.1, and a feature for each state: A22 has the complex eigenvalues of
/// the chain.
oracle::Model cycle() {
  return oracle::make_model(Rows{{0.1L, 0.9L, 0}, {0, 0.1L, 0.9L}, {0.9L, 0, 0.1L}}, {1, 0, 0},
                            Rows{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
}

// With e in the span, and with features that are dependent: the equations hold where A is, on R x O.
void test_the_equations_on_O() {
  Draws draw;
  oracle::Model model = drawn_model(draw, 6, 4);
  for (Index s = 0; s < model.states(); ++s) { model.Phi(s, 2) = 1, model.Phi(s, 3) = model.Phi(s, 0) - 0.5L; }
  for (const Scalar lambda : {0.0L, 0.5L, 0.99L}) { check_equations(model, lambda), check_equations(cycle(), lambda); }
}

// Nor does c matter for the average.
void test_the_average_does_not_depend_on_the_ratio() {
  Draws draw;
  const oracle::Solution solution = oracle::solve(drawn_model(draw, 5, 3), 0.25L);
  const Matrix one = oracle::covariance(solution, 1).of_average, ten = oracle::covariance(solution, 10).of_average;
  TEST_ASSERT_TRUE(largest_difference(one, ten) < 1e-14L && one(1, 1) > 1e-3L);
}

void test_eigenvalues() {
  const oracle::Solution solution = oracle::solve(cycle(), 0);
  for (const Scalar c : {0.1L, 2.0L}) {
    const auto values = oracle::eigenvalues(solution, c);
    TEST_ASSERT_EQUAL_size_t(3, values.size());
    const Scalar real = -0.45L, imaginary = 0.3L * std::sqrt(0.75L);  // (P's eigenvalue - 1) / 3
    TEST_ASSERT_TRUE(close(oracle::slowest_rate(values), std::min(c, -real)));
    const auto& complex = values[1];
    TEST_ASSERT_TRUE(close(complex.real(), real) && close(std::abs(complex.imag()), imaginary));
    TEST_ASSERT_TRUE(values[c == 2 ? 2 : 0] == -c);
    const Scalar turned = std::hypot(1 + 0.5L * real, 0.5L * imaginary);
    TEST_ASSERT_TRUE(close(oracle::contraction_per_step(values, 0.5L), c == 2 ? turned : 0.95L));
  }
}

void test_a_ratio_that_is_refused() {
  const oracle::Solution solution = oracle::solve(oracle::make_model(Rows{{1}}, {0.5L}, Rows{{2}}), 0.25L);
  for (const Scalar ratio : {0.0L, -1.0L, std::numeric_limits<Scalar>::infinity()}) {
    int refused = 0;
    try {
      oracle::covariance(solution, ratio);
    } catch (const oracle::ModelError&) { ++refused; }
    try {
      oracle::eigenvalues(solution, ratio);
    } catch (const oracle::ModelError&) { ++refused; }
    TEST_ASSERT_EQUAL(2, refused);
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_independent_states);
  RUN_TEST(test_independent_states_and_a_feature_with_a_mean);
  RUN_TEST(test_the_variance_of_the_reward_of_two_states);
  RUN_TEST(test_a_bias_alone);
  RUN_TEST(test_the_noise_is_the_sum_over_all_lags);
  RUN_TEST(test_the_equations_on_O);
  RUN_TEST(test_the_average_does_not_depend_on_the_ratio);
  RUN_TEST(test_eigenvalues);
  RUN_TEST(test_a_ratio_that_is_refused);
  return UNITY_END();
}
