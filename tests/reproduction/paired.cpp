// The difference and the ratio of two methods over shared trials: against figures computed elsewhere, by simulation of
// what intervals promise, and where trials overflow.

#include <experiments/statistics/estimate.hpp>
#include <experiments/statistics/paired.hpp>
#include <experiments/statistics/paired_ratio.hpp>

#include <ballast/math/normal.hpp>
#include <ballast/math/random.hpp>

#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "suite.hpp"

using namespace ballast::experiments;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

void check_near(double expected, double actual) {
  TEST_ASSERT_TRUE(std::fabs(actual - expected) <= 1e-9 * std::fabs(expected));
}

/// Expected: the density of Student, integrated by Gauss and Legendre's rule with 200 points.
void test_quantiles_at_any_level() {
  check_near(381.97099075555514, student(1.0 - 0.05 / 30.0, 1));
  check_near(3.466017093450607, student(1.0 - 0.05 / 30.0, 29));
  check_near(3.3277902648611657, student(1.0 - 0.05 / 30.0, 49));
  check_near(2.8315526875188253, student(1.0 - 0.05 / 6.0, 29));
  check_near(3.0859450606041743, student(1.0 - 0.05 / 15.0, 49));
  check_near(1.9639322489430564, student(0.95, 599));
  check_near(0.764892328404345, student(0.5, 3));
}

// --- one difference -------------------------------------------------------------------------------------------------

const std::vector<double> few = {1.0, 2.5, 3.0, 7.25, 4.0};
const std::vector<double> others = {1.5, 2.0, 4.0, 8.75, 5.5};

void test_a_difference_has_the_interval_of_its_trials() {
  const PairedDifference d = paired_difference(few, others, Better::less, 6);
  check_near(-0.8, d.mean);
  check_near(1.0388506336835588, d.ci95);
  check_near(1.8150811574419345, d.corrected);
  TEST_ASSERT_TRUE(d.standing == Standing::undecided);
}

/// At 95 % it would be decided; as one of 30 it is not.
void test_the_correction_decides() {
  const std::vector<double> first = {0.30, 0.31, 0.28, 0.33, 0.29, 0.35};
  const std::vector<double> second = {0.28, 0.30, 0.25, 0.30, 0.28, 0.32};
  const PairedDifference of_30 = paired_difference(first, second, Better::more, 30);
  check_near(0.010317968098780083, of_30.ci95);
  check_near(0.02463858654290729, of_30.corrected);
  TEST_ASSERT_TRUE(of_30.standing == Standing::undecided);
  TEST_ASSERT_TRUE(paired_difference(first, second, Better::more, 1).standing == Standing::better);
  TEST_ASSERT_TRUE(paired_difference(first, second, Better::less, 1).standing == Standing::worse);
  TEST_ASSERT_TRUE(paired_difference(second, first, Better::more, 1).standing == Standing::worse);
  TEST_ASSERT_TRUE(paired_difference(second, first, Better::less, 1).standing == Standing::better);
  ASSERT_SAME_BITS(of_30.ci95, paired_difference(first, second, Better::more, 1).corrected);
}

void test_one_trial_decides_nothing() {
  const PairedDifference d = paired_difference({1.0}, {3.0}, Better::less, 1);
  TEST_ASSERT_TRUE(d.mean == -2.0);
  TEST_ASSERT_TRUE(std::isnan(d.ci95) && std::isnan(d.corrected));
  TEST_ASSERT_TRUE(d.standing == Standing::undecided);
  TEST_ASSERT_TRUE(std::isnan(paired_difference({}, {}, Better::less, 1).mean));
}

void test_equal_differences() {
  const PairedDifference same = paired_difference(few, few, Better::less, 2);
  TEST_ASSERT_TRUE(same.mean == 0.0 && same.ci95 == 0.0 && same.standing == Standing::undecided);
  const PairedDifference shifted = paired_difference({1.0, 5.0, 9.0}, {3.0, 7.0, 11.0}, Better::less, 2);
  TEST_ASSERT_TRUE(shifted.mean == -2.0 && shifted.corrected == 0.0 && shifted.standing == Standing::better);
}

// --- ratios ---------------------------------------------------------------------------------------------------------

/// Expected: the formula of paired_ratio.hpp, in Python.
void test_a_ratio_has_the_interval_of_its_trials() {
  const PairedRatio r = paired_ratio(few, others, 1e6);
  check_near(0.8160919540229885, r.ratio);
  check_near(0.15129628802757525, r.ci95);
  const PairedRatio twice = paired_ratio({2.0, 6.0, 10.0}, {1.0, 3.0, 5.0}, 1e6);
  TEST_ASSERT_TRUE(twice.ratio == 2.0 && twice.ci95 == 0.0);  // the trials differ, the ratio does not
  const PairedRatio one = paired_ratio({1.0}, {4.0}, 1e6);
  TEST_ASSERT_TRUE(one.ratio == 0.25 && std::isnan(one.ci95));
}

void test_where_there_is_no_ratio() {
  const std::vector<double> fine = {1.0, 2.0};
  for (const std::vector<double>& bad : {std::vector<double>{1.0, nan}, {1.0, 1e7}, {1.0, HUGE_VAL}}) {
    TEST_ASSERT_TRUE(std::isnan(paired_ratio(bad, fine, 1e6).ratio));
    TEST_ASSERT_TRUE(std::isnan(paired_ratio(fine, bad, 1e6).ratio));
  }
  TEST_ASSERT_TRUE(std::isnan(paired_ratio(fine, {0.0, 0.0}, 1e6).ratio));
  TEST_ASSERT_TRUE(std::isnan(paired_ratio({}, {}, 1e6).ratio));
  TEST_ASSERT_TRUE(paired_ratio({1.0, 1e7}, {1.0, 1e7}, 1e8).ratio == 1.0);
}

/// Instances of sizes from 1 to e^2, 25 trials, 2000 intervals: as many cover the ratio as should. (An interval of a
/// ratio is exact for many trials only.)
void test_an_interval_covers_the_ratio() {
  ballast::Random random(3);
  int covered = 0;
  for (int i = 0; i < 2000; ++i) {
    std::vector<double> first;
    std::vector<double> second;
    for (int trial = 0; trial < 25; ++trial) {
      const double instance = std::exp(random.uniform(0.0, 2.0));
      first.push_back(1.01 * instance + 0.01 * ballast::normal<double>(random));
      second.push_back(instance + 0.01 * ballast::normal<double>(random));
    }
    const PairedRatio r = paired_ratio(first, second, 1e6);
    covered += std::fabs(r.ratio - 1.01) <= r.ci95 ? 1 : 0;
    TEST_ASSERT_TRUE(r.ci95 < 0.005);  // the instances dropped out
  }
  std::printf("covered: %d of 2000\n", covered);
  TEST_ASSERT_TRUE(std::abs(covered - 1900) <= 30);  // three standard deviations
}

// --- overflow -------------------------------------------------------------------------------------------------------

void check_overflow(const std::vector<double>& first, const std::vector<double>& second, Better better, double mean,
                    Standing standing) {
  const PairedDifference d = paired_difference(first, second, better, 6);
  TEST_ASSERT_TRUE(std::isnan(mean) ? std::isnan(d.mean) : d.mean == mean);
  TEST_ASSERT_TRUE(std::isnan(mean) ? std::isnan(d.ci95) : d.ci95 == 0.0);
  TEST_ASSERT_TRUE(std::isnan(mean) ? std::isnan(d.corrected) : d.corrected == 0.0);
  TEST_ASSERT_EQUAL_STRING(name_of(standing), name_of(d.standing));
}

void test_an_overflow_counts_as_worst() {
  const std::vector<double> fine = {1.0, 2.0, 3.0};
  const std::vector<double> lost = {0.1, nan, 0.1};
  check_overflow(lost, fine, Better::less, HUGE_VAL, Standing::worse);
  check_overflow(fine, lost, Better::less, -HUGE_VAL, Standing::better);
  check_overflow(lost, fine, Better::more, -HUGE_VAL, Standing::worse);
  check_overflow(fine, lost, Better::more, HUGE_VAL, Standing::better);
  check_overflow(lost, {nan, 1.0, 1.0}, Better::less, nan, Standing::undecided);
  check_overflow({nan}, {1.0}, Better::less, HUGE_VAL, Standing::worse);
}

void test_large_losses_have_finite_intervals() {
  const PairedDifference d = paired_difference({1.0, 2.0, 3.0}, {1e300, 2e300, 3e299}, Better::less, 30);
  TEST_ASSERT_TRUE(std::isfinite(d.mean) && std::isfinite(d.ci95) && std::isfinite(d.corrected));
  TEST_ASSERT_TRUE(d.corrected > d.ci95);
}

// --- what intervals promise -----------------------------------------------------------------------------------------

/// What an instance is worth, the same for both methods and much larger than what they differ by.
struct Pairs {
  std::vector<double> first;
  std::vector<double> second;
};

Pairs draw(ballast::Random& random, double difference) {
  Pairs pairs;
  for (int trial = 0; trial < 12; ++trial) {
    const double instance = 100.0 * ballast::normal<double>(random);
    pairs.first.push_back(instance + difference + ballast::normal<double>(random));
    pairs.second.push_back(instance + ballast::normal<double>(random));
  }
  return pairs;
}

/// 4000 intervals: their share has a standard deviation of 0.0034.
void test_an_interval_covers_the_difference_in_95_of_100() {
  ballast::Random random(1);
  int covered = 0;
  for (int i = 0; i < 4000; ++i) {
    const Pairs pairs = draw(random, 0.7);
    const PairedDifference d = paired_difference(pairs.first, pairs.second, Better::less, 1);
    covered += std::fabs(d.mean - 0.7) <= d.ci95 ? 1 : 0;
    TEST_ASSERT_TRUE(d.ci95 < 5.0);  // the instances dropped out
  }
  std::printf("covered: %d of 4000\n", covered);
  TEST_ASSERT_TRUE(std::abs(covered - 3800) <= 42);  // three standard deviations
}

/// Six cells without any difference, 2000 times: how often one of them counts.
void test_cells_without_a_difference_rarely_count() {
  ballast::Random random(2);
  int corrected = 0;
  int at_95 = 0;
  for (int family = 0; family < 2000; ++family) {
    bool counts = false;
    bool would_count = false;
    for (int cell = 0; cell < 6; ++cell) {
      const Pairs pairs = draw(random, 0.0);
      const PairedDifference d = paired_difference(pairs.first, pairs.second, Better::less, 6);
      counts = counts || d.standing != Standing::undecided;
      would_count = would_count || std::fabs(d.mean) > d.ci95;
    }
    corrected += counts ? 1 : 0;
    at_95 += would_count ? 1 : 0;
  }
  std::printf("by luck: %d of 2000, %d without the correction\n", corrected, at_95);
  TEST_ASSERT_TRUE(corrected <= 100 + 29);  // 5 % and three standard deviations
  TEST_ASSERT_TRUE(corrected >= 60);        // and it is not far more careful than it says
  TEST_ASSERT_TRUE(at_95 > 400);            // 1 - 0.95^6 = 26 %
}

// --- sentences ------------------------------------------------------------------------------------------------------

void test_standings_as_text() {
  Standings standings;
  for (const double x : {0.25, 0.5, 0.75, 1.0}) { standings.add(x, Standing::undecided); }
  for (const double x : {1.25, 1.5}) { standings.add(x, Standing::better); }
  TEST_ASSERT_EQUAL_size_t(6, standings.cells());
  TEST_ASSERT_EQUAL_STRING("better at 2 of 6 (1.25, 1.5), undecided at 4 (0.25, 0.5, 0.75, 1), worse at 0",
                           text_of(standings).c_str());
}

void test_a_long_stretch_is_not_listed() {
  Standings standings;
  for (int i = 1; i <= 9; ++i) {
    standings.add(i / 10.0, i == 7 ? Standing::undecided : i < 6 ? Standing::worse : Standing::better);
  }
  TEST_ASSERT_EQUAL_STRING("better at 3 of 9 (0.6, 0.8, 0.9), undecided at 1 (0.7), worse at 5 (0.1 to 0.5)",
                           text_of(standings).c_str());
}

/// Ties are no wins, an overflow is worst.
void test_wins_are_counted() {
  const PairedDifference less = paired_difference({1.0, 2.0, 3.0, 4.0}, {2.0, 2.0, 2.0, 5.0}, Better::less, 1);
  TEST_ASSERT_EQUAL_UINT(2, less.wins);
  TEST_ASSERT_EQUAL_UINT(4, less.trials);
  const PairedDifference more = paired_difference({1.0, nan, 3.0, nan}, {2.0, 2.0, nan, nan}, Better::more, 1);
  TEST_ASSERT_EQUAL_UINT(1, more.wins);
}

/// One trial that explodes makes the interval as wide as the difference; counted as overflowed it decides.
void test_losses_that_explode_are_overflows() {
  const std::vector<double> calm = {1.0, 1.1, 0.9};
  const std::vector<double> exploding = {10.0, 12.0, 1e90};
  TEST_ASSERT_TRUE(paired_difference(calm, exploding, Better::less, 1).standing == Standing::undecided);
  TEST_ASSERT_TRUE(paired_losses(calm, exploding, 1).standing == Standing::better);
  TEST_ASSERT_TRUE(paired_losses(exploding, calm, 1).standing == Standing::worse);
  TEST_ASSERT_TRUE(paired_losses(exploding, exploding, 1).standing == Standing::undecided);
  TEST_ASSERT_TRUE(paired_losses(calm, exploding, 1, 1e100).standing == Standing::undecided);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_quantiles_at_any_level);
  RUN_TEST(test_a_difference_has_the_interval_of_its_trials);
  RUN_TEST(test_the_correction_decides);
  RUN_TEST(test_one_trial_decides_nothing);
  RUN_TEST(test_equal_differences);
  RUN_TEST(test_a_ratio_has_the_interval_of_its_trials);
  RUN_TEST(test_where_there_is_no_ratio);
  RUN_TEST(test_an_interval_covers_the_ratio);
  RUN_TEST(test_an_overflow_counts_as_worst);
  RUN_TEST(test_large_losses_have_finite_intervals);
  RUN_TEST(test_an_interval_covers_the_difference_in_95_of_100);
  RUN_TEST(test_cells_without_a_difference_rarely_count);
  RUN_TEST(test_standings_as_text);
  RUN_TEST(test_a_long_stretch_is_not_listed);
  RUN_TEST(test_wins_are_counted);
  RUN_TEST(test_losses_that_explode_are_overflows);
  return UNITY_END();
}
