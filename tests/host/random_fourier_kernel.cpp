// phi(x) . phi(y) against exp(-gamma ||x - y||^2): closely for very many components, and on average over many draws of
// few.

#include <ballast/features/random_fourier.hpp>

#include <cmath>
#include <cstdio>
#include <memory>

#include <etl/array.h>

#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

constexpr size_t inputs = 3;
using Input = etl::array<double, inputs>;

template <size_t Components>
using Features = etl::array<double, Components>;

template <size_t Components>
double kernel_estimate(const RandomFourierTable<double, inputs, Components>& table, const Input& x, const Input& y) {
  const auto of_x = std::make_unique<Features<Components>>();
  const auto of_y = std::make_unique<Features<Components>>();
  TEST_ASSERT_TRUE(random_fourier(table, x, *of_x) == Status::ok);
  TEST_ASSERT_TRUE(random_fourier(table, y, *of_y) == Status::ok);
  double sum = 0.0;
  for (size_t j = 0; j < Components; ++j) { sum += (*of_x)[j] * (*of_y)[j]; }
  return sum;
}

double kernel(double gamma, const Input& x, const Input& y) {
  double distance2 = 0.0;
  for (size_t i = 0; i < inputs; ++i) { distance2 += (x[i] - y[i]) * (x[i] - y[i]); }
  return std::exp(-gamma * distance2);
}

Input random_input(Noise& random) {
  return {{random.number<double>(), random.number<double>(), random.number<double>()}};
}

// 20 x 4 estimates with a standard deviation of at most 1 / sqrt(40000): none beyond 4.5 of them.
void test_many_components() {
  constexpr size_t components = 40000;
  const auto table = std::make_unique<RandomFourierTable<double, inputs, components>>();
  Noise random(1);
  double worst = 0.0;
  for (const double gamma : {0.1, 0.5, 1.0, 3.0}) {
    TEST_ASSERT_TRUE(draw_random_fourier(*table, {gamma}, 17) == Status::ok);
    for (int pair = 0; pair < 20; ++pair) {
      const Input x = random_input(random);
      const Input y = random_input(random);
      worst = std::fmax(worst, std::fabs(kernel_estimate(*table, x, y) - kernel(gamma, x, y)));
    }
  }
  std::printf("40000 components: off by at most %.4f\n", worst);
  TEST_ASSERT_TRUE(worst < 4.5 / 200.0);
}

/// The root of the mean square, over draws, of what the estimate is off by.
template <size_t Components>
double deviation(double gamma, const Input& x, const Input& y) {
  const auto table = std::make_unique<RandomFourierTable<double, inputs, Components>>();
  double sum = 0.0;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    TEST_ASSERT_TRUE(draw_random_fourier(*table, {gamma}, seed) == Status::ok);
    const double error = kernel_estimate(*table, x, y) - kernel(gamma, x, y);
    sum += error * error / 1000.0;
  }
  std::printf("%zu components: off by %.3f in the mean\n", Components, std::sqrt(sum));
  return std::sqrt(sum);
}

// About 1 / sqrt(D) for situations that have little in common; less for those that are close.
void test_few_components() {
  const Input x{{0.5, -0.5, 0.25}};
  const Input y{{-0.5, 0.5, -0.75}};
  TEST_ASSERT_TRUE(std::fabs(deviation<20>(1.0, x, y) - 1.0 / std::sqrt(20.0)) < 0.02);
  TEST_ASSERT_TRUE(std::fabs(deviation<150>(1.0, x, y) - 1.0 / std::sqrt(150.0)) < 0.01);
}

// Two bandwidths: the sum of both kernels. 5000 draws of 20 components.
void test_the_mean_over_draws() {
  RandomFourierTable<double, inputs, 20> table{};
  Noise random(2);
  const Input x = random_input(random);
  const Input y = random_input(random);
  double sum = 0.0;
  for (uint64_t seed = 0; seed < 5000; ++seed) {
    TEST_ASSERT_TRUE(draw_random_fourier(table, {0.5, 1.0}, seed) == Status::ok);
    sum += kernel_estimate(table, x, y) / 5000.0;
  }
  const double expected = kernel(0.5, x, y) + kernel(1.0, x, y);
  std::printf("5000 draws of 20 components: %.4f, expected %.4f\n", sum, expected);
  TEST_ASSERT_TRUE(std::fabs(sum - expected) < 5.0 * std::sqrt(2.0 / 50000.0));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_many_components);
  RUN_TEST(test_few_components);
  RUN_TEST(test_the_mean_over_draws);
  return UNITY_END();
}
