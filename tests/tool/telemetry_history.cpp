// The history that `ballast telemetry --plot` draws: bounded, and nothing in it is lost.
#include "commands/telemetry_history.hpp"

#include "commands/telemetry_fleet.hpp"
#include "suite.hpp"

namespace {

using ballast::Telemetry;
using ballast::Verdict;
using tool::Quantity;
using tool::TelemetryHistory;

Telemetry record_of(uint32_t device, uint32_t time, float average_reward, Verdict verdict = Verdict::settled) {
  Telemetry record;
  record.device = device;
  record.time = time;
  record.average_reward = average_reward;
  record.verdict = verdict;
  return record;
}

void test_few_records_are_kept_as_they_are() {
  TelemetryHistory history;
  for (uint32_t i = 0; i < 512; ++i) { history.add(record_of(7, 1700000000 + i, static_cast<float>(i))); }
  TEST_ASSERT_EQUAL_UINT64(1, history.interval());
  TEST_ASSERT_EQUAL_UINT64(512, history.cells());
  const tool::Cell& cell = history.devices().at(7).at(1700000003);
  ASSERT_SAME_BITS(1700000003.0, cell.mean_time);
  ASSERT_SAME_BITS(3.0, cell[Quantity::average_reward].mean);
  TEST_ASSERT_EQUAL_UINT64(0, cell[Quantity::norm_per_radius].count);
}

void test_many_records_are_summarised_and_none_is_lost() {
  TelemetryHistory history;
  constexpr uint32_t count = 100000;
  for (uint32_t i = 0; i < count; ++i) {
    history.add(record_of(1, i, i == 70000 ? -9.0F : 1.0F, i == 70000 ? Verdict::diverging : Verdict::settled));
  }
  TEST_ASSERT_TRUE(history.cells() <= 512 && history.cells() >= 256);
  uint64_t records = 0;
  double sum = 0;
  for (const auto& [interval, cell] : history.devices().at(1)) {
    records += cell.records;
    sum += static_cast<double>(cell.records) * cell[Quantity::average_reward].mean;
    const bool has_bad = interval == 70000 / history.interval();
    ASSERT_SAME_BITS(has_bad ? -9.0 : 1.0, cell[Quantity::average_reward].low);
    ASSERT_SAME_BITS(1.0, cell[Quantity::average_reward].high);
    TEST_ASSERT_TRUE((cell.verdict == Verdict::diverging) == has_bad);
  }
  TEST_ASSERT_EQUAL_UINT64(count, records);
  TEST_ASSERT_TRUE(sum > count - 10.001 && sum < count - 9.999);
}

void test_the_order_of_the_times_does_not_matter() {
  TelemetryHistory forwards;
  TelemetryHistory backwards;
  for (uint32_t i = 0; i < 3000; ++i) {
    forwards.add(record_of(1, 7 * i, 1.0F));
    backwards.add(record_of(1, 7 * (2999 - i), 1.0F));
  }
  TEST_ASSERT_EQUAL_UINT64(forwards.interval(), backwards.interval());
  TEST_ASSERT_EQUAL_UINT64(forwards.cells(), backwards.cells());
  TEST_ASSERT_EQUAL_UINT32(0, backwards.first_time());
  TEST_ASSERT_EQUAL_UINT32(7 * 2999, backwards.last_time());
}

void test_the_memory_for_many_devices_is_bounded() {
  TelemetryHistory history;
  for (uint32_t time = 0; time < 5; ++time) {
    for (uint32_t device = 0; device < 100000; ++device) {
      history.add(record_of(device, 1000000000 * time / 4, 1.0F));
    }
  }
  TEST_ASSERT_TRUE(history.cells() <= 262144);
  TEST_ASSERT_EQUAL_UINT64(500000, history.records());
  TEST_ASSERT_EQUAL_size_t(100000, history.devices().size());
}

void test_all_of_the_clock() {
  TelemetryHistory history;
  for (const uint32_t time : {0U, 0xFFFFFFFFU}) { history.add(record_of(1, time, 1.0F)); }
  history.limit_intervals(1);
  TEST_ASSERT_EQUAL_UINT64(1, history.cells());
  history.add(record_of(1, 5, 1.0F));
  TEST_ASSERT_EQUAL_UINT64(1, history.cells());
}

void test_a_fleet_is_median_and_deciles_of_its_devices() {
  TelemetryHistory history;
  for (uint32_t device = 0; device <= 10; ++device) {
    const auto value = static_cast<float>(device * device);
    history.add(record_of(device, 0, value, device < 4 ? Verdict::learning : Verdict::settled));
  }
  const auto points = tool::fleet_points(history, Quantity::average_reward);
  TEST_ASSERT_EQUAL_size_t(1, points.size());
  ASSERT_SAME_BITS(1.0, points[0].low);
  ASSERT_SAME_BITS(25.0, points[0].median);
  ASSERT_SAME_BITS(81.0, points[0].high);
  TEST_ASSERT_EQUAL_size_t(0, tool::fleet_points(history, Quantity::norm_per_radius).size());
  const auto verdicts = tool::fleet_verdicts(history);
  ASSERT_SAME_BITS(4.0 / 11.0, verdicts.at(0).shares.at(Verdict::learning));
  ASSERT_SAME_BITS(7.0 / 11.0, verdicts.at(0).shares.at(Verdict::settled));
}

void test_a_quantile_is_between_numbers() {
  ASSERT_SAME_BITS(2.5, tool::quantile({4.0, 1.0, 3.0, 2.0}, 0.5));
  ASSERT_SAME_BITS(7.0, tool::quantile({7.0}, 0.9));
  ASSERT_SAME_BITS(1.0, tool::quantile({1.0, 2.0}, 0.0));
  ASSERT_SAME_BITS(2.0, tool::quantile({1.0, 2.0}, 1.0));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_few_records_are_kept_as_they_are);
  RUN_TEST(test_many_records_are_summarised_and_none_is_lost);
  RUN_TEST(test_the_order_of_the_times_does_not_matter);
  RUN_TEST(test_the_memory_for_many_devices_is_bounded);
  RUN_TEST(test_all_of_the_clock);
  RUN_TEST(test_a_fleet_is_median_and_deciles_of_its_devices);
  RUN_TEST(test_a_quantile_is_between_numbers);
  return UNITY_END();
}
