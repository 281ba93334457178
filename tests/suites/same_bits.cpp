// The same inputs give the same bits: every build, of every compiler, for every core, must arrive at the digests
// committed here. A digest changes only together with what the library computes, in a commit that says why.

#include "digests_of.hpp"
#include "suite.hpp"

using namespace ballast;
using namespace digests;

namespace {

// The soft double addition that GCC links on Armv7-M and v8-M without a double FPU rounds rare cases wrongly.
// There equal bits are promised for float only.
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && __ARM_ARCH >= 7 && !(__ARM_FP & 8)
constexpr bool double_addition_is_ieee = false;
#else
constexpr bool double_addition_is_ieee = true;
#endif

#if IN_PART(1)
void test_pow() {
  TEST_ASSERT_EQUAL_HEX64(0x8BF2C21EB7995F98U, digest_of_pow<float>());
  TEST_ASSERT_EQUAL_HEX64(0x5E3F1ADA664DDA33U, digest_of_pow<double>());
}

void test_square_root() {
  TEST_ASSERT_EQUAL_HEX64(0x7FB46B2ED290FF75U, digest_of_square_roots<float>());
  TEST_ASSERT_EQUAL_HEX64(0x71A6E0A7EADB1141U, digest_of_square_roots<double>());
}

void test_sine_and_cosine() {
  TEST_ASSERT_EQUAL_HEX64(0x4B84C1B4FB1317EAU, digest_of_sines<float>());
  TEST_ASSERT_EQUAL_HEX64(0xF6AB4A8621CB929DU, digest_of_sines<double>());
}

void test_logarithm() {
  TEST_ASSERT_EQUAL_HEX64(0x93CDB6EAF65C0B39U, digest_of_logarithms<float>());
  TEST_ASSERT_EQUAL_HEX64(0x117B09E74AC808ACU, digest_of_logarithms<double>());
}

void test_normal_numbers() {
  TEST_ASSERT_EQUAL_HEX64(0x1A81C98B2F89AD98U, digest_of_normals<float>());
  TEST_ASSERT_EQUAL_HEX64(0x48D0EDC53C9F5881U, digest_of_normals<double>());
}

void test_random_fourier_features() {
  FourierTable<float> table{};
  TEST_ASSERT_EQUAL_HEX64(0x5E23539EBB7F0A11U, digest_of_fourier_table(table));
  TEST_ASSERT_EQUAL_HEX64(0x50E87E8B615DCD7AU, digest_of_fourier_features(table));
}

void test_random_fourier_features_in_double() {
  FourierTable<double> table{};
  TEST_ASSERT_EQUAL_HEX64(0xC572CFE50D19B6E0U, digest_of_fourier_table(table));
  if constexpr (double_addition_is_ieee) {
    TEST_ASSERT_EQUAL_HEX64(0x93C701E1208B052CU, digest_of_fourier_features(table));
  }
}

void test_limited_norms() {
  TEST_ASSERT_EQUAL_HEX64(0x9123EDDE82C7C3AEU, digest_of_limited_norms<float>());
  if constexpr (double_addition_is_ieee) {
    TEST_ASSERT_EQUAL_HEX64(0xEE1D62E21145C8F1U, digest_of_limited_norms<double>());
  }
}

void test_schedules() {
  TEST_ASSERT_EQUAL_HEX64(0x7B29B695CF91F260U, digest_of_schedules<float>());
  TEST_ASSERT_EQUAL_HEX64(0x61CEFE6C67603012U, digest_of_schedules<double>());
}

#endif

#if IN_PART(1)
void test_simulators() {
  TEST_ASSERT_EQUAL_HEX64(0x2FB6A21EA2CD2F54U, digest_of_processes<float>());
  TEST_ASSERT_EQUAL_HEX64(0x2E15BFCA3FA2BBF7U, digest_of_control<float>());
  if constexpr (double_addition_is_ieee) {
    TEST_ASSERT_EQUAL_HEX64(0xCACAC380A902B767U, digest_of_processes<double>());
  }
  if constexpr (double_addition_is_ieee) { TEST_ASSERT_EQUAL_HEX64(0xEDEA76FA70FC10D9U, digest_of_control<double>()); }
}

#endif

/// One ball as it is, without the all-ones direction and without a given one.
template <class T, class Rule, size_t dimension, class Schedule, class Ball>
uint64_t digest_of(const Schedule& schedule, const Ball& ball) {
  WithoutDirection<Ball, dimension> without{ball, {}};
  for (size_t i = 0; i < dimension; ++i) { without.direction[i] = static_cast<T>(i % 3 + 1); }
  Digest digest;
  const uint32_t projections[] = {add_learner<T, Rule, dimension>(digest, ball, schedule),
                                  add_learner<T, Rule, dimension>(digest, WithoutOnes<Ball>{ball}, schedule),
                                  add_learner<T, Rule, dimension>(digest, without, schedule)};
  for (const uint32_t count : projections) { TEST_ASSERT_TRUE(count > 0 || !Ball::Traits::has_ball); }
  return digest.value();
}

#if IN_PART(2)
/// The default learner for every number of features from 1 to 33, which is every remainder of sixteen lanes, before and
/// after whole ones; and for larger ones.
void test_every_dimension() {
  using Dimensions = etl::index_sequence<1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22,
                                         23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 64, 100, 256>;
  TEST_ASSERT_EQUAL_HEX64(0xE8BDBC8C32E2CFC1U, digest_of_dimensions<float>(Dimensions{}));
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
  TEST_ASSERT_EQUAL_HEX64(0x3D84D3F96138E16DU, (digest_of<float, Standard, 6>(schedule, joint_ball<float>())));
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
  TEST_ASSERT_EQUAL_HEX64(0xB347EA2A80607825U, (digest_of<float, Implicit, 21>(schedule, joint_ball<float>())));
  TEST_ASSERT_EQUAL_HEX64(0x1CDBBF1AC5A9CF13U, (digest_of<float, Implicit, 21>(schedule, separate_balls<float>())));
}

void test_implicit_in_double() {
  if constexpr (double_addition_is_ieee) {
    const auto schedule = constant<double>();
    TEST_ASSERT_EQUAL_HEX64(0x24A9235ADC8841CDU, (digest_of<double, Implicit, 6>(schedule, no_ball<double>())));
    TEST_ASSERT_EQUAL_HEX64(0x3C50802E82B1925CU, (digest_of<double, Implicit, 6>(schedule, joint_ball<double>())));
    TEST_ASSERT_EQUAL_HEX64(0x5095131E8065D2D8U, (digest_of<double, Implicit, 6>(schedule, separate_balls<double>())));
  }
}
#endif

// Differential TD(lambda), and two time-scales. What they change is in LearnerBase::step; the projections are those of
// the other rules, of which one or two are enough.

template <class ForWeights, class ForAverageReward>
TwoTimescaleSchedule<ForWeights, ForAverageReward> two(const ForWeights& weights, const ForAverageReward& average) {
  return {weights, average};
}

template <class T, class Rule, size_t dimension, class Schedule>
uint64_t digest_of_rule(const Schedule& schedule) {
  Digest digest;
  (void)add_learner<T, Rule, dimension>(digest, no_ball<T>(), schedule);
  const uint32_t projections = add_learner<T, Rule, dimension>(digest, joint_ball<T>(), schedule) +
                               add_learner<T, Rule, dimension>(digest, separate_balls<T>(), schedule);
  TEST_ASSERT_TRUE(projections > 0);
  return digest.value();
}

#if IN_PART(3)
void test_differential() {
  TEST_ASSERT_EQUAL_HEX64(0x9496116901554590U, (digest_of_rule<float, Differential, 6>(polynomial<float>())));
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
  TEST_ASSERT_EQUAL_HEX64(0xA1125175803315A1U, (digest_of_rule<F, Implicit, 6>(two(polynomial<F>(), slowly))));
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
  TEST_ASSERT_EQUAL_HEX64(0x9A7A0D8418F912FFU, digest_of_tiles<float>());
  if constexpr (double_addition_is_ieee) { TEST_ASSERT_EQUAL_HEX64(0xE6AD10E7FD824A17U, digest_of_tiles<double>()); }
}
#endif

#if IN_PART(1)
void test_an_agent() {
  TEST_ASSERT_EQUAL_HEX64(0x979EAFEC1222F742U, (digest_of_agent<float, Implicit>(of_control<float>())));
  if constexpr (double_addition_is_ieee) {
    TEST_ASSERT_EQUAL_HEX64(0xF31EA2F621BA1938U, (digest_of_agent<double, Implicit>(of_control<double>())));
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
template <class T>
using SeparateWithoutOnes = WithoutOnes<SeparateBalls<T>>;
template <class T>
using FreeWithoutOnes = WithoutOnes<NoProjection<T>>;

/// Every projection, with one rule each: rules are the dense learner's, and no part of what is sparse.
void test_sparse() {
  using T = float;
  TEST_ASSERT_EQUAL_HEX64(0x748E956F67B88122U, (digest_of_sparse<T, Implicit>(no_ball<T>())));
  TEST_ASSERT_EQUAL_HEX64(0x373238655A41F877U, (digest_of_sparse<T, Standard>(joint_ball<T>())));
  TEST_ASSERT_EQUAL_HEX64(0x6322EA668E8C0F13U, (digest_of_sparse<T, Implicit>(separate_balls<T>())));
  TEST_ASSERT_EQUAL_HEX64(0x36D94F7957AD73C2U, (digest_of_sparse<T, Implicit>(FreeWithoutOnes<T>{})));
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
    TEST_ASSERT_EQUAL_HEX64(0x77A89545E137D5FCU, (digest_of_sparse<T, Implicit>(joint_ball<T>())));
    TEST_ASSERT_EQUAL_HEX64(0x22626F2043834C0BU, (digest_of_sparse<T, Implicit>(FreeWithoutOnes<T>{})));
    TEST_ASSERT_EQUAL_HEX64(0x338832346AC773C8U,
                            (digest_of_sparse<T, Standard>(SeparateWithoutOnes<T>{separate_balls<T>()})));
  }
}
#endif

#if IN_PART(1)
void test_cancelled_traces() {
  TEST_ASSERT_EQUAL_HEX64(0x620D542AB9F7DA4DU, digest_of_cancelled_traces<float>(no_ball<float>()));
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
