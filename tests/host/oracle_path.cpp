// The exact path of a learner against all paths of a chain, one after the other: each is run by itself, and the results
// are weighed with its probability.

#include <ballast/oracle/covariance.hpp>
#include <ballast/oracle/exact_path.hpp>
#include <ballast/oracle/rates.hpp>

#include <cmath>
#include <vector>

#include "suite.hpp"

namespace {

namespace oracle = ballast::oracle;
using oracle::Index;
using oracle::Matrix;
using oracle::Rows;
using oracle::Rule;
using oracle::Scalar;
using oracle::StepSizes;
using oracle::Vector;

constexpr Rule rules[] = {Rule::standard, Rule::implicit, Rule::differential, Rule::implicit_differential};

bool close(Scalar actual, Scalar expected, Scalar tolerance) {
  return std::abs(actual - expected) <= tolerance * (1 + std::abs(expected));
}

// --- every path by itself --------------------------------------------------------------------------------------------

Scalar dot(const std::vector<Scalar>& a, const std::vector<Scalar>& b) {
  Scalar sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) { sum += a[i] * b[i]; }
  return sum;
}

/// Algorithm 1 without its projection, and the rules it is compared with.
struct PlainLearner {
  Rule rule;
  Scalar lambda;
  Scalar omega;
  std::vector<Scalar> theta;
  std::size_t terms = 100;  ///< of the trace; what is older is taken off again
  std::vector<Scalar> z = std::vector<Scalar>(theta.size());
  std::vector<std::vector<Scalar>> seen{};

  void observe(const std::vector<Scalar>& phi) {
    seen.push_back(phi);
    for (std::size_t i = 0; i < z.size(); ++i) {
      z[i] = lambda * z[i] + phi[i];
      if (seen.size() > terms) {
        z[i] -= std::pow(lambda, static_cast<Scalar>(terms)) * seen[seen.size() - 1 - terms][i];
      }
    }
  }
  void update(const StepSizes& sizes, const std::vector<Scalar>& phi, Scalar reward, const std::vector<Scalar>& next) {
    const Scalar delta = reward - omega + dot(theta, next) - dot(theta, phi);
    observe(phi);
    Scalar a = sizes.alpha, k = sizes.beta;
    const Scalar norm2 = dot(z, z);
    if (rule == Rule::implicit) { a /= 1 + a, k /= 1 + k * norm2; }
    if (rule == Rule::implicit_differential) {
      const Scalar divisor = 1 + a + k * norm2;
      a /= divisor, k /= divisor;
    }
    const bool follows_reward = rule == Rule::standard || rule == Rule::implicit;
    omega += a * (follows_reward ? reward - omega : delta);
    for (std::size_t i = 0; i < z.size(); ++i) { theta[i] += k * delta * z[i]; }
  }
};

/// What all paths together give: after each step E (omega, Pi_O theta), the mean loss, and E omega^2.
struct Enumerated {
  std::vector<std::vector<Scalar>> mean;
  std::vector<Scalar> loss;
  std::vector<Scalar> omega2;
};

struct Enumeration {
  const oracle::Solution& solution;
  std::vector<StepSizes> sizes;
  Enumerated result{};

  std::vector<Scalar> phi(Index state) const {
    std::vector<Scalar> row;
    for (Index i = 0; i < solution.model.dimension(); ++i) { row.push_back(solution.model.Phi(state, i)); }
    return row;
  }
  void count(std::size_t step, const PlainLearner& learner, Scalar probability) {
    const Index d = solution.model.dimension();
    if (result.mean.size() <= step) {
      result.mean.emplace_back(learner.theta.size() + 1);
      result.loss.push_back(0), result.omega2.push_back(0);
    }
    result.mean[step][0] += probability * learner.omega;
    result.omega2[step] += probability * learner.omega * learner.omega;
    for (Index i = 0; i < d; ++i) {
      for (Index j = 0; j < d; ++j) {
        result.mean[step][static_cast<std::size_t>(i) + 1] +=
            probability * solution.features.Pi_O(i, j) * learner.theta[static_cast<std::size_t>(j)];
      }
    }
    result.loss[step] += probability * oracle::loss(learner.omega, Vector(learner.theta), solution.chain,
                                                    solution.features, solution.theta_star);
  }
  void follow(Index state, const PlainLearner& learner, Scalar probability, std::size_t step = 0) {
    count(step, learner, probability);
    if (step == sizes.size()) { return; }
    for (Index next = 0; next < solution.model.states(); ++next) {
      const Scalar further = probability * solution.model.P(state, next);
      if (further == 0) { continue; }
      PlainLearner moved = learner;
      moved.update(sizes[step], phi(state), solution.model.r(state), phi(next));
      follow(next, moved, further, step + 1);
    }
  }
};

/// Three states and three features. With a bias, O has two dimensions.
oracle::Model three_states(bool bias) {
  return oracle::make_model(Rows{{0.5L, 0.25L, 0.25L}, {0.125L, 0, 0.875L}, {0.75L, 0.25L, 0}}, {1, 0.25L, -0.5L},
                            bias ? Rows{{1, 1}, {0.25L, 1}, {-0.5L, 1}} : Rows{{1, 0.5L}, {0.25L, -1}, {-0.5L, 0.75L}});
}

// Step-sizes that change from step to step, too large to be called small.
std::vector<StepSizes> changing_sizes(std::size_t steps) {
  std::vector<StepSizes> sizes;
  for (std::size_t t = 0; t < steps; ++t) {
    const Scalar decayed = 1 / static_cast<Scalar>(t + 1);
    sizes.push_back({0.5L * std::sqrt(decayed), 0.75L * decayed});
  }
  return sizes;
}

void compare_with_all_paths(const oracle::Solution& solution, Rule rule, std::size_t steps, Scalar trace_error) {
  const Scalar omega_0 = 0.5L;
  const std::vector<Scalar> start{0.5L, 0.125L, 0.375L}, theta_0{0.75L, -0.25L};
  const oracle::ExtendedChain chain(solution, rule, trace_error);
  const PlainLearner learner{rule, solution.mean.lambda, omega_0, theta_0, static_cast<std::size_t>(chain.terms())};
  Enumeration all{solution, changing_sizes(steps)};
  for (Index state = 0; state < 3; ++state) { all.follow(state, learner, start[static_cast<std::size_t>(state)]); }
  const oracle::PathStart from{Vector(start), omega_0, Vector(theta_0)};
  oracle::MeanPath mean(chain, from);
  oracle::SquaredErrorPath error(chain, from);
  for (std::size_t t = 0; t <= steps; ++t) {
    const Vector Theta = mean.Theta(), same = error.Theta();
    for (Index i = 0; i < 3; ++i) {
      const Scalar expected = all.result.mean[t][static_cast<std::size_t>(i)];
      TEST_ASSERT_TRUE(close(Theta(i), expected, 1e-13L) && close(same(i), expected, 1e-13L));
    }
    TEST_ASSERT_TRUE(close(error.mean_squared_error(), all.result.loss[t], 1e-13L));
    TEST_ASSERT_TRUE(close(error.covariance()(0, 0), all.result.omega2[t] - Theta(0) * Theta(0), 1e-13L));
    if (t < steps) { mean.step(all.sizes[t]), error.step(all.sizes[t]); }
  }
}

void test_all_paths_of_a_chain_without_trace() {
  for (const Rule rule : rules) {
    compare_with_all_paths(oracle::solve(three_states(false), 0), rule, 8, 1e-9L);
    compare_with_all_paths(oracle::solve(three_states(true), 0), rule, 6, 1e-9L);
  }
}

// The trace of six steps contains six states: nothing is cut off.
void test_all_paths_of_a_chain_with_a_trace() {
  for (const Rule rule : rules) {
    const oracle::Solution solution = oracle::solve(three_states(rule == Rule::implicit), 0.5L);
    const Scalar six_terms = 1.01L * solution.features.largest_norm / 32;
    TEST_ASSERT_EQUAL_INT64(6, oracle::ExtendedChain(solution, rule, six_terms).terms());
    compare_with_all_paths(solution, rule, 6, six_terms);
  }
}

Scalar error_after(const oracle::ExtendedChain& chain, const oracle::PathStart& start, int steps) {
  oracle::SquaredErrorPath path(chain, start);
  for (int t = 0; t < steps; ++t) { path.step({0.25L, 0.25L}); }
  return path.mean_squared_error();
}

// Three terms, of seven steps.
void test_all_paths_with_a_trace_that_is_cut_off() {
  for (const Rule rule : rules) {
    const oracle::Solution solution = oracle::solve(three_states(rule == Rule::standard), 0.5L);
    const Scalar three_terms = 1.01L * solution.features.largest_norm / 4;
    TEST_ASSERT_EQUAL_INT64(3, oracle::ExtendedChain(solution, rule, three_terms).terms());
    compare_with_all_paths(solution, rule, 7, three_terms);
  }
}

// The mean over a drawn theta_0 is that over the four corners of a square with the same variance.
void test_a_start_that_is_drawn() {
  for (const bool bias : {false, true}) {
    const oracle::Solution solution = oracle::solve(three_states(bias), 0);
    const oracle::ExtendedChain chain(solution, Rule::implicit);
    Scalar mean = 0;
    for (const Scalar x : {0.25L, 1.25L}) {
      for (const Scalar y : {-1.5L, -0.5L}) { mean += error_after(chain, {{}, 0, Vector({x, y})}, 20) / 4; }
    }
    TEST_ASSERT_TRUE(close(error_after(chain, {{}, 0, Vector({0.75L, -1}), 0.25L}, 20), mean, 1e-14L));
  }
}

// --- a trace that is cut off -----------------------------------------------------------------------------------------

void test_what_is_cut_off_is_small() {
  const oracle::Solution solution = oracle::solve(three_states(false), 0.25L);
  const oracle::ExtendedChain fine(solution, Rule::implicit, 1e-3L), rough(solution, Rule::implicit, 1e-2L);
  TEST_ASSERT_TRUE(fine.terms() > rough.terms() && fine.trace_error() <= 1e-3L && rough.trace_error() <= 1e-2L);
  TEST_ASSERT_TRUE(close(fine.trace_error(),
                         std::pow(0.25L, static_cast<Scalar>(fine.terms())) / 0.75L * solution.features.largest_norm,
                         1e-15L));
  const Scalar difference = std::abs(error_after(fine, {}, 40) - error_after(rough, {}, 40));
  TEST_ASSERT_TRUE(difference > 0 && difference < 1e-2L);
}

// --- rates and limits ------------------------------------------------------------------------------------------------

/// Without rewards the estimates are what is left of the start, and have all their digits however small they are.
oracle::Solution without_rewards(bool bias, Scalar lambda) {
  oracle::Model model = three_states(bias);
  model.r = Vector(3);
  return oracle::solve(model, lambda);
}

void compare_rates_with_paths(const oracle::Solution& solution, Rule rule) {
  const oracle::ExtendedChain chain(solution, rule, 0.25L);
  const StepSizes sizes{0.5L, 0.25L};
  const oracle::PathStart start{{}, 1, Vector({1, 0})};
  oracle::MeanPath mean(chain, start);
  oracle::SquaredErrorPath error(chain, start);
  for (int t = 0; t < 1000; ++t) { mean.step(sizes), error.step(sizes); }
  const Scalar theta = mean.Theta()(1), loss = error.mean_squared_error();
  mean.step(sizes), error.step(sizes);
  TEST_ASSERT_TRUE(close(oracle::rate_of_mean(chain, sizes), mean.Theta()(1) / theta, 1e-12L));
  TEST_ASSERT_TRUE(close(oracle::rate_of_squared_error(chain, sizes), error.mean_squared_error() / loss, 1e-12L));
}

void test_the_rates_are_those_of_the_paths() {
  for (const Rule rule : rules) {
    for (const Scalar lambda : {0.0L, 0.5L}) { compare_rates_with_paths(without_rewards(true, lambda), rule); }
  }
}

// x_t = r^t cos(f t + g) has x_t^2 - x_{t-1} x_{t+1} = r^(2t) sin(f)^2.
void test_the_rate_of_a_mean_that_rotates() {
  const oracle::ExtendedChain chain(without_rewards(false, 0), Rule::standard);
  const StepSizes sizes{0.5L, 0.25L};
  oracle::MeanPath mean(chain, {{}, 1, Vector({1, 0})});
  std::vector<Scalar> x;
  for (int t = 0; t < 1000; ++t) { mean.step(sizes), x.push_back(mean.Theta()(1)); }
  const Scalar before = x[997] * x[997] - x[996] * x[998], after = x[998] * x[998] - x[997] * x[999];
  TEST_ASSERT_TRUE(close(oracle::rate_of_mean(chain, sizes), std::sqrt(after / before), 1e-12L));
}

void test_the_limit_of_the_squared_error() {
  const oracle::Solution solution = oracle::solve(three_states(true), 0);
  for (const Rule rule : rules) {
    const oracle::ExtendedChain chain(solution, rule);
    const StepSizes sizes{0.5L, 0.25L};
    oracle::SquaredErrorPath path(chain, {});
    for (int t = 0; t < 2000; ++t) { path.step(sizes); }
    const Scalar limit = oracle::limit_of_squared_error(chain, sizes);
    TEST_ASSERT_TRUE(limit > 1e-3L && close(path.mean_squared_error(), limit, 1e-11L));
  }
}

// A standard average reward diverges at alpha = 2.
void test_no_limit_where_it_diverges() {
  const oracle::Solution solution = oracle::solve(three_states(true), 0);
  const oracle::ExtendedChain chain(solution, Rule::standard);
  TEST_ASSERT_TRUE(std::isinf(oracle::limit_of_squared_error(chain, {2.01L, 0.01L})));
  TEST_ASSERT_TRUE(close(oracle::rate_of_mean(chain, {2.01L, 0.01L}), 1.01L, 1e-12L));
}

// For small step-sizes everything is as the covariance and the eigenvalues of A say, for every rule.
void test_small_step_sizes() {
  const oracle::Solution solution = oracle::solve(three_states(false), 0);
  const Scalar c = 2, beta = 1e-4L;
  const Scalar floor = oracle::covariance(solution, c).floor;
  const auto values = oracle::eigenvalues(solution, c);
  const Scalar mu = oracle::slowest_rate(values);
  for (const Rule rule : rules) {
    const oracle::ExtendedChain chain(solution, rule);
    const StepSizes sizes{c * beta, beta};
    TEST_ASSERT_TRUE(close(oracle::limit_of_squared_error(chain, sizes) / beta / floor, 1, 1e-3L));
    TEST_ASSERT_TRUE(close((1 - oracle::rate_of_mean(chain, sizes)) / beta / mu, 1, 1e-3L));
    TEST_ASSERT_TRUE(close((1 - oracle::rate_of_squared_error(chain, sizes)) / beta / mu, 2, 1e-3L));
  }
}

// --- what is refused -------------------------------------------------------------------------------------------------

template <class F>
void assert_refused(const char* message, F f) {
  try {
    f();
  } catch (const oracle::ModelError& error) {
    TEST_ASSERT_EQUAL_STRING(message, error.what());
    return;
  }
  TEST_FAIL_MESSAGE(message);
}

void test_what_is_refused() {
  const oracle::Solution solution = oracle::solve(three_states(false), 0.5L);
  assert_refused(
      "the trace needs the last 32 states, and these have more than 50000 transitions: allow a larger error "
      "of the trace",
      [&] { oracle::ExtendedChain(solution, Rule::standard, 1e-9L); });
  assert_refused("trace_error is 0, it must be finite and above 0",
                 [&] { oracle::ExtendedChain(solution, Rule::standard, 0); });
  const oracle::ExtendedChain chain(solution, Rule::standard, 0.5L);
  assert_refused("theta_0 has 3 entries, but Phi has 2 columns", [&] { oracle::MeanPath(chain, {{}, 0, Vector(3)}); });
  assert_refused("omega_0 or theta_0 is not finite", [&] { oracle::MeanPath(chain, {{}, NAN}); });
  assert_refused("theta_0_variance is -1, it must be finite and at least 0", [&] {
    oracle::SquaredErrorPath(chain, {{}, 0, {}, -1});
  });
  assert_refused("the distribution of S_0 has 2 entries, but the model has 3 states", [&] {
    oracle::SquaredErrorPath(chain, {Vector({0.5L, 0.5L})});
  });
  assert_refused("the distribution of S_0 sums to 2, not to 1", [&] {
    oracle::SquaredErrorPath(chain, {Vector({1, 1, 0})});
  });
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_all_paths_of_a_chain_without_trace);
  RUN_TEST(test_all_paths_of_a_chain_with_a_trace);
  RUN_TEST(test_all_paths_with_a_trace_that_is_cut_off);
  RUN_TEST(test_a_start_that_is_drawn);
  RUN_TEST(test_what_is_cut_off_is_small);
  RUN_TEST(test_the_rates_are_those_of_the_paths);
  RUN_TEST(test_the_rate_of_a_mean_that_rotates);
  RUN_TEST(test_the_limit_of_the_squared_error);
  RUN_TEST(test_no_limit_where_it_diverges);
  RUN_TEST(test_small_step_sizes);
  RUN_TEST(test_what_is_refused);
  return UNITY_END();
}
