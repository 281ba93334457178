// What `ballast log check` counts and measures: against plain sums over all rows, and dense rows against sparse ones.
#include "log/statistics.hpp"

#include <map>
#include <random>

#include "log/feature_summary.hpp"
#include "suite.hpp"

namespace {

using tool::LogRow;
using tool::LogStatistics;

constexpr std::size_t dimension = 40;

/// Some features of 40, few of them, at random; now and then the row before again.
std::vector<LogRow<double>> random_rows(std::size_t count) {
  std::mt19937_64 generator(7);
  std::vector<LogRow<double>> rows(count);
  for (std::size_t i = 0; i < count; ++i) {
    LogRow<double>& row = rows[i];
    row.line = 10 + 2 * i;
    row.t = i;
    row.has_reward = i + 1 < count;
    row.reward = static_cast<double>(generator() % 4096) / 1024 - 1;
    row.phi.dimension = dimension;
    row.phi.values.assign(dimension, 0.0);
    for (int k = 0; k < 5; ++k) {  // 38 and 39 are never active
      row.phi.values[generator() % 38] = static_cast<double>(generator() % 2048) / 512 - 2;
    }
    if (i % 7 == 3) { row.phi = rows[i - 1].phi; }
  }
  return rows;
}

LogRow<double> as_sparse(const LogRow<double>& row) {
  LogRow<double> sparse = row;
  sparse.phi.is_sparse = true;
  sparse.phi.values.clear();
  for (std::size_t i = 0; i < row.phi.values.size(); ++i) {
    // A zero may be stored, too.
    if (row.phi.values[i] == 0 && i % 16 != 5) { continue; }
    sparse.phi.indices.push_back(static_cast<uint32_t>(i));
    sparse.phi.values.push_back(row.phi.values[i]);
  }
  return sparse;
}

LogStatistics statistics_of(const std::vector<LogRow<double>>& rows) {
  LogStatistics log(rows.front().phi.dimension);
  for (const LogRow<double>& row : rows) { log.add(row); }
  return log;
}

// --- against plain sums
// -----------------------------------------------------------------------------------------------

void assert_near(long double expected, double x) {
  TEST_ASSERT_TRUE(std::abs(static_cast<long double>(x) - expected) <= 1e-13L * (1 + std::abs(expected)));
}

void assert_moments_of(const std::vector<double>& numbers, const tool::Moments& moments) {
  const auto count = static_cast<long double>(numbers.size());
  long double sum = 0;
  for (const double x : numbers) { sum += static_cast<long double>(x); }
  long double squares = 0;
  for (const double x : numbers) {
    squares += (static_cast<long double>(x) - sum / count) * (static_cast<long double>(x) - sum / count);
  }
  TEST_ASSERT_EQUAL_UINT64(numbers.size(), moments.count());
  assert_near(sum / count, moments.mean());
  assert_near(std::sqrt(squares / count), moments.deviation());
  ASSERT_SAME_BITS(*std::min_element(numbers.begin(), numbers.end()), moments.low());
  ASSERT_SAME_BITS(*std::max_element(numbers.begin(), numbers.end()), moments.high());
}

void test_moments_are_those_of_all_rows() {
  const auto rows = random_rows(3000);
  const LogStatistics log = statistics_of(rows);
  std::vector<double> rewards;
  std::vector<double> norms;
  std::vector<double> sums;
  std::vector<double> active;
  for (const LogRow<double>& row : rows) {
    if (row.has_reward) { rewards.push_back(row.reward); }
    norms.push_back(0);
    sums.push_back(0);
    active.push_back(0);
    for (const double x : row.phi.values) {
      norms.back() += x * x;
      sums.back() += x;
      active.back() += x != 0 ? 1 : 0;
    }
  }
  assert_moments_of(rewards, log.reward());
  assert_moments_of(norms, log.square_norm());
  assert_moments_of(sums, log.sum());
  assert_moments_of(active, log.active());
}

void test_ranges_are_those_of_all_rows() {
  const auto rows = random_rows(3000);
  const LogStatistics log = statistics_of(rows);
  for (std::size_t i = 0; i < dimension; ++i) {
    double low = rows[0].phi.values[i];
    double high = low;
    uint64_t active = 0;
    for (const LogRow<double>& row : rows) {
      low = std::min(low, row.phi.values[i]);
      high = std::max(high, row.phi.values[i]);
      if (row.phi.values[i] != 0) { ++active; }
    }
    ASSERT_SAME_BITS(low, log.features()[i].low);
    ASSERT_SAME_BITS(high, log.features()[i].high);
    TEST_ASSERT_EQUAL_UINT64(active, log.features()[i].active);
  }
  const tool::FeatureSummary summary = tool::summarise(log);
  TEST_ASSERT_EQUAL_UINT64(2, summary.dead.count);
  TEST_ASSERT_EQUAL_UINT64(38, summary.dead.named[0]);
}

void test_repeated_states_are_counted() {
  const auto rows = random_rows(3000);
  const LogStatistics log = statistics_of(rows);
  std::map<std::vector<double>, int> states;
  uint64_t repeated = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ++states[rows[i].phi.values];
    if (i > 0 && rows[i].phi.values == rows[i - 1].phi.values) { ++repeated; }
  }
  TEST_ASSERT_TRUE(repeated > 400);
  TEST_ASSERT_EQUAL_UINT64(repeated, log.states().repeated());
  TEST_ASSERT_EQUAL_UINT64(states.size(), log.states().distinct());
}

void test_a_run_ends_where_a_feature_is_0() {
  tool::FeatureRanges features(2);
  uint64_t line = 0;
  for (const double x : {0.5, 0.5, 0.0, 0.5, 0.5, 0.5, 0.25, 0.5}) {
    ++line;
    features.add(x == 0 ? std::vector<tool::ActiveFeature>{{1, 1.0}} : std::vector<tool::ActiveFeature>{{0, x}},
                 {line, line});
  }
  TEST_ASSERT_EQUAL_UINT64(3, features[0].longest.rows);
  TEST_ASSERT_EQUAL_UINT64(4, features[0].longest.begin.line);
}

// --- dense and sparse
// -------------------------------------------------------------------------------------------------

void assert_same(const tool::Moments& a, const tool::Moments& b) {
  TEST_ASSERT_EQUAL_UINT64(a.count(), b.count());
  ASSERT_SAME_BITS(a.low(), b.low());
  ASSERT_SAME_BITS(a.high(), b.high());
  ASSERT_SAME_BITS(a.mean(), b.mean());
  ASSERT_SAME_BITS(a.deviation(), b.deviation());
}

void test_sparse_rows_give_the_bits_of_dense_ones() {
  const auto rows = random_rows(3000);
  const LogStatistics dense = statistics_of(rows);
  LogStatistics sparse(dimension);
  for (const LogRow<double>& row : rows) { sparse.add(as_sparse(row)); }
  TEST_ASSERT_TRUE(sparse.has_sparse_rows() && !dense.has_sparse_rows());
  assert_same(dense.reward(), sparse.reward());
  assert_same(dense.square_norm(), sparse.square_norm());
  assert_same(dense.sum(), sparse.sum());
  assert_same(dense.active(), sparse.active());
  for (std::size_t i = 0; i < dimension; ++i) {
    ASSERT_SAME_BITS(dense.features()[i].low, sparse.features()[i].low);
    ASSERT_SAME_BITS(dense.features()[i].high, sparse.features()[i].high);
    TEST_ASSERT_EQUAL_UINT64(dense.features()[i].longest.begin.line, sparse.features()[i].longest.begin.line);
  }
  TEST_ASSERT_EQUAL_UINT64(dense.states().distinct(), sparse.states().distinct());
  TEST_ASSERT_EQUAL_UINT64(dense.states().longest().begin.line, sparse.states().longest().begin.line);
}

void test_a_bad_sparse_feature_has_its_index() {
  auto rows = random_rows(3);
  rows[1] = as_sparse(rows[1]);
  rows[1].phi.indices = {3, 21};
  rows[1].phi.values = {0.5, 1e39};
  const LogStatistics log = statistics_of(rows);
  TEST_ASSERT_EQUAL_UINT64(1, log.bad().count);
  TEST_ASSERT_EQUAL_UINT64(21, *log.bad().in_feature);
  TEST_ASSERT_EQUAL_UINT64(12, log.bad().first.line);
  TEST_ASSERT_EQUAL_UINT64(2, log.transitions());
  TEST_ASSERT_EQUAL_UINT64(0, log.usable());
  TEST_ASSERT_EQUAL_UINT64(2, log.features().rows());
}

/// The largest float is good; what rounds to infinity is not.
void test_the_border_is_where_a_float_becomes_infinite() {
  auto rows = random_rows(3);
  rows[0].reward = 0x1.fffffep127;
  rows[1].reward = 0x1.fffffefffffffp127;
  TEST_ASSERT_EQUAL_UINT64(0, statistics_of(rows).bad().count);
  rows[0].reward = -0x1.ffffffp127;
  TEST_ASSERT_EQUAL_UINT64(1, statistics_of(rows).bad().count);
}

// --- bounded memory
// ---------------------------------------------------------------------------------------------------

/// 0, 1, 2, ..: the mean of each half is known, and the border is at most half a block (1/64 of all) off.
void test_halves_of_any_number_are_halves() {
  for (const uint64_t count : {2U, 3U, 63U, 64U, 65U, 127U, 128U, 129U, 1000U, 100000U}) {
    tool::Halves halves;
    for (uint64_t i = 0; i < count; ++i) { halves.add(static_cast<double>(i)); }
    const auto first = static_cast<long double>(halves.first().count());
    const auto all = static_cast<long double>(count);
    TEST_ASSERT_EQUAL_UINT64(count, halves.first().count() + halves.second().count());
    TEST_ASSERT_TRUE(std::abs(first - all / 2) <= std::max(0.5L, all / 32));
    assert_near((first - 1) / 2, halves.first().mean());
    assert_near(std::sqrt((first * first - 1) / 12), halves.first().deviation());
    assert_near((first + all - 1) / 2, halves.second().mean());
  }
}

void test_halves_that_are_alike_are_not_apart() {
  std::mt19937_64 generator(11);
  tool::Halves alike;
  tool::Halves apart;
  for (int i = 0; i < 10000; ++i) {
    const double x = static_cast<double>(generator() % 1000) / 1000;
    alike.add(x);
    apart.add(i < 5000 ? x : x + 0.1);
  }
  TEST_ASSERT_TRUE(alike.errors_apart() < 4);
  TEST_ASSERT_TRUE(apart.errors_apart() > 8);
}

void test_distinct_states_are_counted_up_to_a_limit() {
  constexpr std::size_t most = tool::States::most_distinct;
  tool::States states;
  for (std::size_t i = 0; i < most; ++i) { states.add({{0, static_cast<double>(i + 1)}}, {}); }
  TEST_ASSERT_FALSE(states.has_many());
  TEST_ASSERT_EQUAL_UINT64(most, states.distinct());
  states.add({{0, 1.0}}, {});
  TEST_ASSERT_FALSE(states.has_many());
  states.add({{1, 1.0}}, {});
  TEST_ASSERT_TRUE(states.has_many());
}

/// phi_1 is 2 phi_0 in the first third of the rows, then 2.1 phi_0: all rows count alike, also where few are used.
void test_parallel_features_are_found_in_long_logs() {
  for (const int count : {30000, 300000}) {  // the share of the later rows is then within 0.02 of 2/3
    std::mt19937_64 generator(3);
    tool::ParallelFeatures features(3);
    for (int i = 0; i < count; ++i) {
      const double x = static_cast<double>(generator() % 1000 + 1) / 1000;
      const double y = static_cast<double>(generator() % 1000 + 1) / 1000;
      features.add({{0, x}, {1, (i < count / 3 ? 2 : 2.1) * x}, {2, y}});
    }
    const auto pairs = features.pairs();
    TEST_ASSERT_EQUAL_UINT64(1, pairs.size());
    TEST_ASSERT_EQUAL_UINT64(1, pairs[0].second);
    TEST_ASSERT_TRUE(std::abs(pairs[0].factor - (2 + 0.1 * 2 / 3)) < 0.003 && pairs[0].cosine < 1);
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_moments_are_those_of_all_rows);
  RUN_TEST(test_ranges_are_those_of_all_rows);
  RUN_TEST(test_repeated_states_are_counted);
  RUN_TEST(test_a_run_ends_where_a_feature_is_0);
  RUN_TEST(test_sparse_rows_give_the_bits_of_dense_ones);
  RUN_TEST(test_a_bad_sparse_feature_has_its_index);
  RUN_TEST(test_the_border_is_where_a_float_becomes_infinite);
  RUN_TEST(test_halves_of_any_number_are_halves);
  RUN_TEST(test_halves_that_are_alike_are_not_apart);
  RUN_TEST(test_distinct_states_are_counted_up_to_a_limit);
  RUN_TEST(test_parallel_features_are_found_in_long_logs);
  return UNITY_END();
}
