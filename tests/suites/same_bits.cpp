// The same inputs give the same bits: every build, of every compiler, for every core, must arrive at the digests
// committed here. A digest changes only together with what the library computes, in a commit that says why.

#include "digests_of.hpp"
#include "expected_digests.hpp"
#include "known_differences.hpp"
#include "suite.hpp"

using namespace ballast;
using namespace digests;

namespace {

#if IN_PART(1)
void test_pow() {
  TEST_ASSERT_EQUAL_HEX64(expected::pow_float, digest_of_pow<float>());
  TEST_ASSERT_EQUAL_HEX64(expected::pow_double, digest_of_pow<double>());
}

void test_square_root() {
  TEST_ASSERT_EQUAL_HEX64(expected::square_roots_float, digest_of_square_roots<float>());
  TEST_ASSERT_EQUAL_HEX64(expected::square_roots_double, digest_of_square_roots<double>());
}

void test_sine_and_cosine() {
  TEST_ASSERT_EQUAL_HEX64(expected::sines_float, digest_of_sines<float>());
  TEST_ASSERT_EQUAL_HEX64(expected::sines_double, digest_of_sines<double>());
}

void test_logarithm() {
  TEST_ASSERT_EQUAL_HEX64(expected::logarithms_float, digest_of_logarithms<float>());
  TEST_ASSERT_EQUAL_HEX64(expected::logarithms_double, digest_of_logarithms<double>());
}

void test_normal_numbers() {
  TEST_ASSERT_EQUAL_HEX64(expected::normals_float, digest_of_normals<float>());
  TEST_ASSERT_EQUAL_HEX64(expected::normals_double, digest_of_normals<double>());
}

void test_random_fourier_features() {
  FourierTable<float> table{};
  TEST_ASSERT_EQUAL_HEX64(expected::fourier_table_float, digest_of_fourier_table(table));
  TEST_ASSERT_EQUAL_HEX64(expected::fourier_features_float, digest_of_fourier_features(table));
}

void test_random_fourier_features_in_double() {
  FourierTable<double> table{};
  TEST_ASSERT_EQUAL_HEX64(expected::fourier_table_double, digest_of_fourier_table(table));
  if constexpr (double_addition_is_ieee) {
    TEST_ASSERT_EQUAL_HEX64(expected::fourier_features_double, digest_of_fourier_features(table));
  }
}

void test_limited_norms() {
  TEST_ASSERT_EQUAL_HEX64(expected::limited_norms_float, digest_of_limited_norms<float>());
  if constexpr (double_addition_is_ieee) {
    TEST_ASSERT_EQUAL_HEX64(expected::limited_norms_double, digest_of_limited_norms<double>());
  }
}

void test_schedules() {
  TEST_ASSERT_EQUAL_HEX64(expected::schedules_float, digest_of_schedules<float>());
  TEST_ASSERT_EQUAL_HEX64(expected::schedules_double, digest_of_schedules<double>());
}

#endif

#if IN_PART(1)
void test_simulators() {
  TEST_ASSERT_EQUAL_HEX64(expected::processes_float, digest_of_processes<float>());
  TEST_ASSERT_EQUAL_HEX64(expected::control_float, digest_of_control<float>());
  if constexpr (double_addition_is_ieee) {
    TEST_ASSERT_EQUAL_HEX64(expected::processes_double, digest_of_processes<double>());
  }
  if constexpr (double_addition_is_ieee) {
    TEST_ASSERT_EQUAL_HEX64(expected::control_double, digest_of_control<double>());
  }
}

#endif

#if IN_PART(2)
/// The default learner for every number of features from 1 to 33, which is every remainder of sixteen lanes, before and
/// after whole ones; and for larger ones.
void test_every_dimension() {
  TEST_ASSERT_EQUAL_HEX64(expected::every_dimension_float, digest_of_dimensions<float>(EveryDimension{}));
}

/// In double remainders of every length, and in each of the four quads: the order of a sum is the same code as in
/// float. (256 is what showed that the soft double addition of Armv7-M is wrong.)
void test_dimensions_in_double() {
  using Dimensions = etl::index_sequence<1, 2, 3, 4, 5, 8, 15, 16, 17, 22, 27, 31, 32, 33, 256>;
  if constexpr (double_addition_is_ieee) {
    TEST_ASSERT_EQUAL_HEX64(0x5AEBEB8DBB869B84U, digest_of_dimensions<double>(Dimensions{}));
  }
}
#endif

// Both rules with all nine projections, in float and double. Neither knows the schedule or the number of features, so
// each rule has one of them: 6 features, within sixteen lanes, or 21; in double the other one.

#if IN_PART(3)
void test_standard() {
  const auto schedule = constant<float>();
  TEST_ASSERT_EQUAL_HEX64(0xF5937E962A00541FU, (digest_of<float, Standard, 6>(schedule, no_ball<float>())));
  TEST_ASSERT_EQUAL_HEX64(expected::standard_joint_ball_float,
                          (digest_of<float, Standard, 6>(schedule, joint_ball<float>())));
  TEST_ASSERT_EQUAL_HEX64(0x2F1679DF016F1016U, (digest_of<float, Standard, 6>(schedule, separate_balls<float>())));
}

void test_standard_in_double() {
  if constexpr (double_addition_is_ieee) {  // where it is not run it is not compiled either
    const auto schedule = polynomial<double>();
    TEST_ASSERT_EQUAL_HEX64(0x64A30A01B7ACCF55U, (digest_of<double, Standard, 21>(schedule, no_ball<double>())));
    TEST_ASSERT_EQUAL_HEX64(0x1990029C2B2E5DBEU, (digest_of<double, Standard, 21>(schedule, joint_ball<double>())));
    TEST_ASSERT_EQUAL_HEX64(0xD233652DAA2865CDU, (digest_of<double, Standard, 21>(schedule, separate_balls<double>())));
  }
}

void test_implicit() {
  const auto schedule = polynomial<float>();
  TEST_ASSERT_EQUAL_HEX64(0xA579ABDA52C46206U, (digest_of<float, Implicit, 21>(schedule, no_ball<float>())));
  TEST_ASSERT_EQUAL_HEX64(expected::implicit_joint_ball_float,
                          (digest_of<float, Implicit, 21>(schedule, joint_ball<float>())));
  TEST_ASSERT_EQUAL_HEX64(expected::implicit_separate_balls_float,
                          (digest_of<float, Implicit, 21>(schedule, separate_balls<float>())));
}

void test_implicit_in_double() {
  if constexpr (double_addition_is_ieee) {
    const auto schedule = constant<double>();
    TEST_ASSERT_EQUAL_HEX64(0x24A9235ADC8841CDU, (digest_of<double, Implicit, 6>(schedule, no_ball<double>())));
    TEST_ASSERT_EQUAL_HEX64(expected::implicit_joint_ball_double,
                            (digest_of<double, Implicit, 6>(schedule, joint_ball<double>())));
    TEST_ASSERT_EQUAL_HEX64(0x5095131E8065D2D8U, (digest_of<double, Implicit, 6>(schedule, separate_balls<double>())));
  }
}
#endif

// Differential TD(lambda), and two time-scales. What they change is in LearnerBase::step; the projections are those of
// the other rules, of which one or two are enough.

#if IN_PART(3)
void test_differential() {
  TEST_ASSERT_EQUAL_HEX64(expected::differential_float, (digest_of_rule<float, Differential, 6>(polynomial<float>())));
  TEST_ASSERT_EQUAL_HEX64(0x31E60A6B7E3823A9U, (digest_of_rule<float, ImplicitDifferential, 21>(constant<float>())));
  if constexpr (double_addition_is_ieee) {
    TEST_ASSERT_EQUAL_HEX64(0x88393215106E5A03U, (digest_of_rule<double, Differential, 21>(constant<double>())));
    TEST_ASSERT_EQUAL_HEX64(0xEE74D95C809B37A4U,
                            (digest_of_rule<double, ImplicitDifferential, 6>(polynomial<double>())));
  }
}

void test_two_time_scales() {
  using F = float;
  const auto constantly = constant<F>();
  const auto slowly = PolynomialSchedule<F>{1.0F, 1, 0.7F, 0};
  TEST_ASSERT_EQUAL_HEX64(expected::two_time_scales_float,
                          (digest_of_rule<F, Implicit, 6>(two(polynomial<F>(), slowly))));
  TEST_ASSERT_EQUAL_HEX64(0x36EBFD67F0D5AD11U, (digest_of_rule<F, Standard, 6>(two(constantly, slowly))));
  TEST_ASSERT_EQUAL_HEX64(0x02A2E165FCE0B19BU, (digest_of_rule<F, Differential, 6>(two(polynomial<F>(), constantly))));
  TEST_ASSERT_EQUAL_HEX64(0xCC0A5B5C7DCE28F1U,
                          (digest_of_rule<F, ImplicitDifferential, 6>(two(polynomial<F>(), slowly))));
  if constexpr (double_addition_is_ieee) {
    const auto schedule = two(polynomial<double>(), constant<double>());
    TEST_ASSERT_EQUAL_HEX64(0x14F03FCA36404C2DU, (digest_of_rule<double, ImplicitDifferential, 6>(schedule)));
  }
}
#endif

#if IN_PART(1)
void test_tiles() {
  TEST_ASSERT_EQUAL_HEX64(expected::tiles_float, digest_of_tiles<float>());
  if constexpr (double_addition_is_ieee) { TEST_ASSERT_EQUAL_HEX64(expected::tiles_double, digest_of_tiles<double>()); }
}
#endif

#if IN_PART(1)
void test_an_agent() {
  TEST_ASSERT_EQUAL_HEX64(expected::agent_float, (digest_of_agent<float, Implicit>(of_control<float>())));
  if constexpr (double_addition_is_ieee) {
    TEST_ASSERT_EQUAL_HEX64(expected::agent_double, (digest_of_agent<double, Implicit>(of_control<double>())));
  }
}

void test_an_agent_that_follows_the_td_error() {
  TEST_ASSERT_EQUAL_HEX64(0xC836D3E5F6DF51FBU,
                          (digest_of_agent<float, Differential>(PolynomialSchedule<float>{60.0F, 400, 0.99F, 0})));
  const auto schedule = two(of_control<float>(), ConstantSchedule<float>{0.01F});
  TEST_ASSERT_EQUAL_HEX64(0xD7327C898EFF911BU, (digest_of_agent<float, ImplicitDifferential>(schedule)));
}
#endif

#if IN_PART(1)
/// Every projection, with one rule each: rules are the dense learner's, and no part of what is sparse.
void test_sparse() {
  using T = float;
  TEST_ASSERT_EQUAL_HEX64(0x748E956F67B88122U, (digest_of_sparse<T, Implicit>(no_ball<T>())));
  TEST_ASSERT_EQUAL_HEX64(expected::sparse_joint_ball_float, (digest_of_sparse<T, Standard>(joint_ball<T>())));
  TEST_ASSERT_EQUAL_HEX64(0x6322EA668E8C0F13U, (digest_of_sparse<T, Implicit>(separate_balls<T>())));
  TEST_ASSERT_EQUAL_HEX64(expected::sparse_without_ones_float, (digest_of_sparse<T, Implicit>(FreeWithoutOnes<T>{})));
  TEST_ASSERT_EQUAL_HEX64(0xD85BA1F3CA72B303U,
                          (digest_of_sparse<T, Implicit>(WithoutOnes<JointBall<T>>{joint_ball<T>()})));
  TEST_ASSERT_EQUAL_HEX64(0x97885B8132A58A56U,
                          (digest_of_sparse<T, Implicit>(SeparateWithoutOnes<T>{separate_balls<T>()})));
}

void test_sparse_differential() {
  TEST_ASSERT_EQUAL_HEX64(0x14BCFF1E0C61D4DAU, (digest_of_sparse<float, Differential>(joint_ball<float>())));
  TEST_ASSERT_EQUAL_HEX64(0xA89C11ADA6061827U, (digest_of_sparse<float, ImplicitDifferential>(no_ball<float>())));
  if constexpr (double_addition_is_ieee) {
    TEST_ASSERT_EQUAL_HEX64(0xB918792F68FD9DF4U,
                            (digest_of_sparse<double, ImplicitDifferential>(joint_ball<double>())));
  }
}

/// With and without a ball, with and without the all-ones direction: what is kept of the weights depends on no more.
void test_sparse_in_double() {
  using T = double;
  if constexpr (double_addition_is_ieee) {
    TEST_ASSERT_EQUAL_HEX64(0xFAE6C429085D6E52U, (digest_of_sparse<T, Standard>(no_ball<T>())));
    TEST_ASSERT_EQUAL_HEX64(expected::sparse_joint_ball_double, (digest_of_sparse<T, Implicit>(joint_ball<T>())));
    TEST_ASSERT_EQUAL_HEX64(0x22626F2043834C0BU, (digest_of_sparse<T, Implicit>(FreeWithoutOnes<T>{})));
    TEST_ASSERT_EQUAL_HEX64(0x338832346AC773C8U,
                            (digest_of_sparse<T, Standard>(SeparateWithoutOnes<T>{separate_balls<T>()})));
  }
}
#endif

#if IN_PART(1)
void test_cancelled_traces() {
  TEST_ASSERT_EQUAL_HEX64(expected::cancelled_traces_float, digest_of_cancelled_traces<float>(no_ball<float>()));
  TEST_ASSERT_EQUAL_HEX64(0xCFC644644AE8BBDDU,
                          digest_of_cancelled_traces<float>(WithoutOnes<JointBall<float>>{{0.5F}}));
}

// Why double is not promised there: 1.0 plus this number should end in 717a.
void test_double_addition_is_known_to_misround_on_v7m() {
  volatile double one = 1.0;
  volatile double small = from_bits<double>(0xBDE58E86738AC000U);
  const uint64_t last_bits = to_bits(one + small) & 0xFFFFU;
  TEST_ASSERT_EQUAL_HEX64(double_addition_is_ieee ? 0x717AU : 0x7179U, last_bits);
}
#endif

}  // namespace

int main() {
  UNITY_BEGIN();
#if IN_PART(1)
  RUN_TEST(test_pow);
  RUN_TEST(test_square_root);
  RUN_TEST(test_sine_and_cosine);
  RUN_TEST(test_logarithm);
  RUN_TEST(test_normal_numbers);
  RUN_TEST(test_random_fourier_features);
  RUN_TEST(test_random_fourier_features_in_double);
  RUN_TEST(test_limited_norms);
  RUN_TEST(test_schedules);
  RUN_TEST(test_simulators);
  RUN_TEST(test_tiles);
  RUN_TEST(test_an_agent);
  RUN_TEST(test_an_agent_that_follows_the_td_error);
  RUN_TEST(test_sparse);
  RUN_TEST(test_sparse_differential);
  RUN_TEST(test_sparse_in_double);
  RUN_TEST(test_cancelled_traces);
  RUN_TEST(test_double_addition_is_known_to_misround_on_v7m);
#endif
#if IN_PART(2)
  RUN_TEST(test_every_dimension);
  RUN_TEST(test_dimensions_in_double);
#endif
#if IN_PART(3)
  RUN_TEST(test_standard);
  RUN_TEST(test_standard_in_double);
  RUN_TEST(test_implicit);
  RUN_TEST(test_implicit_in_double);
  RUN_TEST(test_differential);
  RUN_TEST(test_two_time_scales);
#endif
  return UNITY_END();
}
