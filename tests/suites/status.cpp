#include <ballast/status.hpp>

#include "suite.hpp"

using ballast::Status;

namespace {

void test_ok_is_zero() {
  TEST_ASSERT_EQUAL_UINT8(0, static_cast<uint8_t>(Status::ok));
}

void test_names_say_what_the_status_says() {
  TEST_ASSERT_EQUAL_STRING("ok", ballast::name(Status::ok));
  TEST_ASSERT_EQUAL_STRING("reward_not_finite", ballast::name(Status::reward_not_finite));
  TEST_ASSERT_EQUAL_STRING("feature_not_finite", ballast::name(Status::feature_not_finite));
  TEST_ASSERT_EQUAL_STRING("next_feature_not_finite", ballast::name(Status::next_feature_not_finite));
  TEST_ASSERT_EQUAL_STRING("feature_index_invalid", ballast::name(Status::feature_index_invalid));
  TEST_ASSERT_EQUAL_STRING("overflow", ballast::name(Status::overflow));
  TEST_ASSERT_EQUAL_STRING("not_started", ballast::name(Status::not_started));
  TEST_ASSERT_EQUAL_STRING("no_feasible_action", ballast::name(Status::no_feasible_action));
  TEST_ASSERT_EQUAL_STRING("skipped", ballast::name(Status::skipped));
  TEST_ASSERT_EQUAL_STRING("invalid_lambda", ballast::name(Status::invalid_lambda));
  TEST_ASSERT_EQUAL_STRING("invalid_ratio", ballast::name(Status::invalid_ratio));
  TEST_ASSERT_EQUAL_STRING("invalid_radius", ballast::name(Status::invalid_radius));
  TEST_ASSERT_EQUAL_STRING("invalid_direction", ballast::name(Status::invalid_direction));
  TEST_ASSERT_EQUAL_STRING("invalid_exploration", ballast::name(Status::invalid_exploration));
  TEST_ASSERT_EQUAL_STRING("invalid_start", ballast::name(Status::invalid_start));
  TEST_ASSERT_EQUAL_STRING("invalid_range", ballast::name(Status::invalid_range));
  TEST_ASSERT_EQUAL_STRING("invalid_step_size", ballast::name(Status::invalid_step_size));
  TEST_ASSERT_EQUAL_STRING("invalid_offset", ballast::name(Status::invalid_offset));
  TEST_ASSERT_EQUAL_STRING("invalid_power", ballast::name(Status::invalid_power));
  TEST_ASSERT_EQUAL_STRING("invalid_gamma", ballast::name(Status::invalid_gamma));
  TEST_ASSERT_EQUAL_STRING("input_not_finite", ballast::name(Status::input_not_finite));
  TEST_ASSERT_EQUAL_STRING("record_damaged", ballast::name(Status::record_damaged));
  TEST_ASSERT_EQUAL_STRING("record_of_later_version", ballast::name(Status::record_of_later_version));
}

void test_a_byte_that_is_no_status_has_a_name_too() {
  TEST_ASSERT_EQUAL_STRING("unknown", ballast::name(static_cast<Status>(255)));
}

void test_a_status_is_one_byte() {
  TEST_ASSERT_EQUAL_size_t(1, sizeof(Status));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_ok_is_zero);
  RUN_TEST(test_names_say_what_the_status_says);
  RUN_TEST(test_a_byte_that_is_no_status_has_a_name_too);
  RUN_TEST(test_a_status_is_one_byte);
  return UNITY_END();
}
