// Four million normal numbers against the distribution they should have: in forty parts, in the tails, and next to one
// another.

#include <ballast/math/normal.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

#include "suite.hpp"

namespace {

constexpr int draws = 4000000;

template <class T>
std::vector<double> drawn(uint64_t seed) {
  ballast::Random random(seed);
  std::vector<double> numbers(draws);
  for (double& x : numbers) { x = static_cast<double>(ballast::normal<T>(random)); }
  return numbers;
}

double probability_below(double x) {
  return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

/// Parts of equal width from -4 to 4 and what is beyond: chi^2 with 41 degrees of freedom, 41 +- 9.
double chi2(const std::vector<double>& numbers) {
  constexpr int parts = 40;
  std::vector<double> counts(parts + 2);
  const auto edge = [](int part) { return -4.0 + 8.0 / parts * part; };
  for (const double x : numbers) {
    const double part = std::floor((x - edge(0)) / (edge(1) - edge(0)));
    ++counts[static_cast<size_t>(std::fmin(std::fmax(part, -1.0), parts) + 1.0)];
  }
  double sum = 0.0;
  for (int part = 0; part < parts + 2; ++part) {
    const double from = part == 0 ? 0.0 : probability_below(edge(part - 1));
    const double to = part == parts + 1 ? 1.0 : probability_below(edge(part));
    const double expected = draws * (to - from);
    const double difference = counts[static_cast<size_t>(part)] - expected;
    sum += difference * difference / expected;
  }
  return sum;
}

/// How many standard deviations the number of |x| > limit is from what it should be.
double tail_deviation(const std::vector<double>& numbers, double limit) {
  double count = 0.0;
  for (const double x : numbers) { count += std::fabs(x) > limit ? 1.0 : 0.0; }
  const double expected = 2.0 * draws * probability_below(-limit);
  std::printf("beyond %.1f: %.0f, expected %.1f\n", limit, count, expected);
  return std::fabs(count - expected) / std::sqrt(expected);
}

double correlation(const std::vector<double>& numbers, size_t lag) {
  double sum = 0.0;
  for (size_t i = lag; i < numbers.size(); ++i) { sum += numbers[i] * numbers[i - lag]; }
  return sum / draws;
}

template <class T>
void check(uint64_t seed) {
  const std::vector<double> numbers = drawn<T>(seed);
  const double distance = chi2(numbers);
  std::printf("chi^2 %.1f\n", distance);
  TEST_ASSERT_TRUE(distance < 86.0);
  for (const double limit : {2.0, 3.0, 4.0, 4.5, 5.0}) { TEST_ASSERT_TRUE(tail_deviation(numbers, limit) < 4.0); }
  for (size_t lag = 1; lag < 5; ++lag) { TEST_ASSERT_TRUE(std::fabs(correlation(numbers, lag)) < 0.0025); }
}

void test_float() {
  check<float>(1);
}

void test_double() {
  check<double>(2);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_float);
  RUN_TEST(test_double);
  return UNITY_END();
}
