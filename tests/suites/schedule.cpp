#include <ballast/adjustable_schedule.hpp>
#include <ballast/arithmetic.hpp>
#include <ballast/schedule.hpp>

#include "suite.hpp"

using ballast::AdjustableSchedule;
using ballast::ConstantSchedule;
using ballast::PolynomialSchedule;
using ballast::Status;

namespace {

// --- values ---------------------------------------------------------------------------------------------------

struct Golden {
  double beta_0;
  uint32_t offset;
  double power;
  uint32_t hold;
  uint32_t t;
  double step_size;
};

// Computed with 60 digits, independently of this library.
constexpr Golden golden[] = {
    {1.5, 1, 0.99, 10, 0, 1.5},
    {1.5, 1, 0.99, 10, 9, 1.5},
    {1.5, 1, 0.99, 10, 10, 0.1396730126728022247466006},
    {1.5, 1, 0.99, 10, 11, 0.1281450472250919871240501},
    {1.5, 1, 0.99, 10, 63, 0.02443279126971378350300687},
    {600, 400, 0.99, 10, 0, 1.592618876782468016772365},
    {600, 400, 0.99, 10, 9, 1.592618876782468016772365},
    {600, 400, 0.99, 10, 10, 1.554158228828035249451551},
    {600, 400, 0.99, 10, 63, 1.377926553288692290164496},
    {0.8, 3, 0.6, 0, 0, 0.4138254863774292565677895},
    {0.8, 3, 0.6, 0, 9, 0.1801280051360817983966481},
    {0.8, 3, 0.6, 0, 10, 0.1716816883624052863506277},
    {0.8, 3, 0.6, 0, 63, 0.06476846815950650253363696},
};

/// Two roundings and the error of pow allow 5e-16 in double. In float the power itself is rounded: ln(401) times
/// half an ulp of 0.99 is most of the 5e-7.
template <class T>
void check_golden(double tolerance) {
  for (const Golden& row : golden) {
    const PolynomialSchedule<T> schedule{static_cast<T>(row.beta_0), row.offset, static_cast<T>(row.power), row.hold};
    const double error = static_cast<double>(schedule.rate(row.t)) / row.step_size - 1.0;
    TEST_ASSERT_TRUE(error < tolerance && error > -tolerance);
  }
}

void test_golden_step_sizes_in_float() {
  check_golden<float>(5e-7);
}
void test_golden_step_sizes_in_double() {
  check_golden<double>(5e-16);
}

void test_constant_stays() {
  const ConstantSchedule<float> schedule{0.7F};
  ASSERT_SAME_BITS(0.7F, schedule.rate(0));
  ASSERT_SAME_BITS(0.7F, schedule.rate(UINT32_MAX));
}

void test_after_the_hold_the_formula_is_taken_at_the_literal_t() {
  const PolynomialSchedule<double> held{1.5, 1, 0.99, 150};
  const PolynomialSchedule<double> free{1.5, 1, 0.99, 0};
  ASSERT_SAME_BITS(1.5, held.rate(149));
  ASSERT_SAME_BITS(free.rate(150), held.rate(150));
  TEST_ASSERT_TRUE(held.rate(150) < 0.0105);
}

void test_the_hold_keeps_the_value_of_the_first_step_not_beta_0() {
  const PolynomialSchedule<double> schedule{600.0, 400, 0.99, 150};
  ASSERT_SAME_BITS(schedule.rate(0), schedule.rate(149));
  TEST_ASSERT_TRUE(schedule.rate(149) < 1.6);
}

void test_power_one_is_plain_division() {
  const PolynomialSchedule<float> schedule{1.0F, 1, 1.0F, 0};
  for (uint32_t t = 0; t < 1000; ++t) { ASSERT_SAME_BITS(1.0F / static_cast<float>(t + 1), schedule.rate(t)); }
}

// A device that learns for years must not be thrown back to its first step-size when the counter is full.
void test_the_end_of_the_counter_does_not_wrap() {
  const PolynomialSchedule<float> schedule{1.0F, 400, 0.99F, 0};
  const float last = schedule.rate(UINT32_MAX - 400);
  ASSERT_SAME_BITS(last, schedule.rate(UINT32_MAX - 399));
  ASSERT_SAME_BITS(last, schedule.rate(UINT32_MAX));
  TEST_ASSERT_TRUE(last < 1e-9F);
}

using Adjustable = AdjustableSchedule<PolynomialSchedule<float>>;
constexpr PolynomialSchedule<float> of_paper{1.5F, 1, 0.99F, 150};
static_assert(Adjustable{1.5F, 1, 0.99F, 150}.rate(200) == of_paper.rate(200), "not held, it is the schedule itself");
static_assert(Adjustable{of_paper, 0.25F}.rate(0) == 0.25F && Adjustable{of_paper, 0.25F}.rate(200) == 0.25F, "held");
static_assert(Adjustable{of_paper, 0.25F}.largest_rate() == 1.5F, "of all that it can have: when it is resumed");
static_assert(Adjustable{of_paper, 7.0F}.largest_rate() == 7.0F, "or while it is held");
static_assert(sizeof(Adjustable) == 20 && sizeof(AdjustableSchedule<PolynomialSchedule<double>>) == 32, "no padding");
static_assert(__is_trivially_copyable(Adjustable), "it may be copied as bytes");
static_assert(Adjustable{}.validate() == Status::invalid_step_size, "all zero: in .bss where static");

// --- invalid configurations ---------------------------------------------------------------------------------

constexpr float no_finite_positive_number[] = {
    0.0F, -0.0F, -1.0F, __builtin_nanf(""), -__builtin_nanf(""), __builtin_huge_valf(), -__builtin_huge_valf()};

void test_step_size_is_validated() {
  for (const float bad : no_finite_positive_number) {
    TEST_ASSERT_TRUE((ConstantSchedule<float>{bad}.validate() == Status::invalid_step_size));
    TEST_ASSERT_TRUE((ConstantSchedule<double>{static_cast<double>(bad)}.validate() == Status::invalid_step_size));
    TEST_ASSERT_TRUE((PolynomialSchedule<float>{bad, 1, 0.99F, 0}.validate() == Status::invalid_step_size));
  }
  for (size_t i = 1; i < sizeof no_finite_positive_number / sizeof(float); ++i) {  // 0: not held
    const float bad = no_finite_positive_number[i];
    TEST_ASSERT_TRUE((Adjustable{of_paper, bad}.validate() == Status::invalid_step_size));
    const PolynomialSchedule<double> wide{1.5, 1, 0.99, 150};
    TEST_ASSERT_TRUE((AdjustableSchedule<PolynomialSchedule<double>>{wide, static_cast<double>(bad)}.validate() ==
                      Status::invalid_step_size));
  }
  TEST_ASSERT_TRUE((Adjustable{of_paper, 0.0F}.validate() == Status::ok));
  TEST_ASSERT_TRUE((Adjustable{{1.5F, 1, 1.5F, 150}, 0.5F}.validate() == Status::invalid_power));
  TEST_ASSERT_TRUE((ConstantSchedule<float>{__FLT_DENORM_MIN__}.validate() == Status::ok));
  TEST_ASSERT_TRUE((ConstantSchedule<float>{__FLT_MAX__}.validate() == Status::ok));
}

void test_power_is_validated() {
  for (const float bad : no_finite_positive_number) {
    TEST_ASSERT_TRUE((PolynomialSchedule<float>{1.0F, 1, bad, 0}.validate() == Status::invalid_power));
    TEST_ASSERT_TRUE(
        (PolynomialSchedule<double>{1.0, 1, static_cast<double>(bad), 0}.validate() == Status::invalid_power));
  }
  TEST_ASSERT_TRUE((PolynomialSchedule<float>{1.0F, 1, 0x1.000002p+0F, 0}.validate() == Status::invalid_power));
  TEST_ASSERT_TRUE((PolynomialSchedule<float>{1.0F, 1, 1.0F, 0}.validate() == Status::ok));
}

void test_offset_is_validated() {
  TEST_ASSERT_TRUE((PolynomialSchedule<float>{1.0F, 0, 0.99F, 0}.validate() == Status::invalid_offset));
  TEST_ASSERT_TRUE((PolynomialSchedule<float>{1.0F, UINT32_MAX, 0.99F, UINT32_MAX}.validate() == Status::ok));
}

constexpr PolynomialSchedule<float> paper{1.5F, 1, 0.99F, 150};
static_assert(paper.validate() == Status::ok, "a constant schedule is checked by the compiler");
static_assert(PolynomialSchedule<float>{1.5F, 1, 1.5F, 150}.validate() == Status::invalid_power, "and refused");
static_assert(sizeof(ConstantSchedule<float>) == 4 && sizeof(PolynomialSchedule<float>) == 16, "no hidden state");
static_assert(sizeof(PolynomialSchedule<double>) == 24, "and no padding");
static_assert(__is_trivially_copyable(PolynomialSchedule<double>), "it may be copied as bytes");
static_assert(PolynomialSchedule<float>{}.validate() == Status::invalid_step_size, "all zero: in .bss where static");
static_assert(paper.beta_0 == 1.5F && paper.offset == 1 && paper.power == 0.99F && paper.hold == 150,
              "in the order of the formula");

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_golden_step_sizes_in_float);
  RUN_TEST(test_golden_step_sizes_in_double);
  RUN_TEST(test_constant_stays);
  RUN_TEST(test_after_the_hold_the_formula_is_taken_at_the_literal_t);
  RUN_TEST(test_the_hold_keeps_the_value_of_the_first_step_not_beta_0);
  RUN_TEST(test_power_one_is_plain_division);
  RUN_TEST(test_the_end_of_the_counter_does_not_wrap);
  RUN_TEST(test_step_size_is_validated);
  RUN_TEST(test_power_is_validated);
  RUN_TEST(test_offset_is_validated);
  return UNITY_END();
}
