// What years of learning do. When the features can represent a constant and the step-size does not decay, the weights
// drift along the constant direction: ||theta|| grows with the number of steps, while the differences between values,
// all that the average-reward setting defines, stay right. Removing the direction stops it.

#include <ballast/learner.hpp>

#include "chain.hpp"
#include "noise.hpp"
#include "settings.hpp"
#include "suite.hpp"

#include <etl/array.h>

using namespace ballast;

namespace {

#if defined(LONG_RUNS)
constexpr uint32_t steps = 10000000;
#else
constexpr uint32_t steps = 20000;
#endif

using Features = etl::array<double, chain::features>;

Features features_of(int state) {
  Features phi{};
  for (size_t i = 0; i < chain::features; ++i) { phi[i] = chain::phi[state][i]; }
  return phi;
}

/// 24 random bits are enough to choose one of ten states.
int next_state(int state, Noise& random) {
  double u = (random.number<double>() + 1.0) * 0.5;
  int next = 0;
  while (next < chain::states - 1 && u >= chain::transition[state][next]) {
    u -= chain::transition[state][next];
    ++next;
  }
  return next;
}

template <class L>
double norm_after_a_long_run(L& learner) {
  Features features[chain::states];
  for (int s = 0; s < chain::states; ++s) { features[s] = features_of(s); }
  Noise random(1);
  int state = 0;
  for (uint32_t t = 0; t < steps; ++t) {
    const int next = next_state(state, random);
    (void)learner.update(features[state], chain::reward[state], features[next]);
    state = next;
  }
  TEST_ASSERT_EQUAL_UINT32(0, learner.rejections());
  double norm2 = 0.0;
  for (const double weight : learner.weights()) { norm2 += weight * weight; }
  return square_root(norm2);
}

void test_weights_drift_along_the_constant_direction() {
  Learner<double, chain::features, Implicit, NoProjection<double>> learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.25, 1.0, {1.0}, {}) == Status::ok);
  const double norm = norm_after_a_long_run(learner);
  const double expected = 37700.0 * (static_cast<double>(steps) / 1e7);
  TEST_ASSERT_TRUE(norm > 0.95 * expected && norm < 1.05 * expected);
}

void test_without_the_direction_they_do_not() {
  using Projection = WithoutDirection<NoProjection<double>, chain::features>;
  Learner<double, chain::features, Implicit, Projection> learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.25, 1.0, {1.0}, {{}, {0.0, 0.0, 0.0, 1.0, 0.0}}) == Status::ok);
  TEST_ASSERT_TRUE(norm_after_a_long_run(learner) < 2.0);
}

// One-hot features of which two never occur: e is not the direction they drift along, the one that is 1 on the others
// is.
using OneHot = etl::array<double, chain::states + 2>;

template <class L>
double one_hot_norm_after(L& learner) {
  Noise random(2);
  int state = 0;
  for (uint32_t t = 0; t < 40000; ++t) {
    const int next = next_state(state, random);
    OneHot here{};
    OneHot there{};
    here[static_cast<size_t>(state)] = 1.0;
    there[static_cast<size_t>(next)] = 1.0;
    (void)learner.update(here, chain::reward[state], there);
    state = next;
  }
  return square_root(learner.value(learner.weights()));
}

void test_the_direction_must_be_that_of_the_features_that_occur() {
  constexpr size_t features = chain::states + 2;
  Learner<double, features, Implicit, WithoutOnes<NoProjection<double>>> ones;
  TEST_ASSERT_TRUE(start_with(ones, 0.25, 1.0, {1.0}, {}) == Status::ok);
  TEST_ASSERT_TRUE(one_hot_norm_after(ones) > 5.0);

  Learner<double, features, Implicit, WithoutDirection<NoProjection<double>, features>> given;
  TEST_ASSERT_TRUE(start_with(given, 0.25, 1.0, {1.0}, {{}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0}}) == Status::ok);
  TEST_ASSERT_TRUE(one_hot_norm_after(given) < 2.0);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_weights_drift_along_the_constant_direction);
  RUN_TEST(test_without_the_direction_they_do_not);
  RUN_TEST(test_the_direction_must_be_that_of_the_features_that_occur);
  return UNITY_END();
}
