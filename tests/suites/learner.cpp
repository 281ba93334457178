// What the learner promises beyond its numbers (those are in golden.cpp).

#include <ballast/array.hpp>
#include <ballast/detail/dense_arrays.hpp>
#include <ballast/learner.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include <string.h>

#include <etl/placement_new.h>

#include "noise.hpp"
#include "settings.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

// The checks of a configuration are made on bits: at each end, and just beyond it.
template <class T>
bool checks_are_exact() {
  using A = ArithmeticOf<T>;
  constexpr T least = from_bits<T>(1);
  constexpr T infinity = from_bits<T>(Ieee754<T>::exponent_mask);
  constexpr T nan = from_bits<T>(Ieee754<T>::exponent_mask + 1);
  constexpr T below_one = from_bits<T>(to_bits(T{1}) - 1);
  constexpr T above_one = from_bits<T>(to_bits(T{1}) + 1);
  const bool positive = A::is_positive(least) && A::is_positive(from_bits<T>(Ieee754<T>::exponent_mask - 1)) &&
                        !A::is_positive(T{0}) && !A::is_positive(-T{0}) && !A::is_positive(-least) &&
                        !A::is_positive(infinity) && !A::is_positive(nan) && !A::is_positive(-nan);
  const bool lambda = A::is_lambda(T{0}) && A::is_lambda(-T{0}) && A::is_lambda(below_one) && !A::is_lambda(T{1}) &&
                      !A::is_lambda(-least) && !A::is_lambda(nan) && !A::is_lambda(-infinity);
  const bool probability = A::is_probability(T{1}) && A::is_probability(-T{0}) && !A::is_probability(above_one) &&
                           !A::is_probability(-least) && !A::is_probability(nan);
  const bool radius = A::is_radius(A::smallest_radius) && A::is_radius(A::largest_radius) &&
                      !A::is_radius(A::smallest_radius / T{2}) && !A::is_radius(A::largest_radius * T{2}) &&
                      !A::is_radius(T{0}) && !A::is_radius(-A::largest_radius) && !A::is_radius(nan);
  return positive && lambda && probability && radius;
}
void test_the_checks_of_a_configuration_are_exact() {
  TEST_ASSERT_TRUE(checks_are_exact<float>());
  TEST_ASSERT_TRUE(checks_are_exact<double>());
}

#if defined(LONG_RUNS)
constexpr uint32_t many = 100000;  // steps of a long run on the host
#else
constexpr uint32_t many = 2000;  // and on a core
#endif

// --- its size and kind ----------------------------------------------------------------------------------------------

// 4 x (2 d + 10) bytes: weights and trace; average reward and what rounding took off it, lambda, ratio, step-size and
// radius; the counts of updates, projections and rejections; whether it was started.
static_assert(sizeof(Learner<float, 1>) == 4 * (2 * 1 + 10), "");
static_assert(sizeof(Learner<float, 16>) == 4 * (2 * 16 + 10), "");
static_assert(sizeof(Learner<float, 255>) == 4 * (2 * 255 + 10), "");
static_assert(sizeof(Learner<float, 256>) == 4 * (2 * 256 + 10) + (kernel::is_vectorised ? 24 : 0),
              "on a host its arrays begin at multiples of 32 bytes");
static_assert(sizeof(Learner<float, 16, Standard>) == sizeof(Learner<float, 16>), "the rule costs nothing");
static_assert(sizeof(Learner<float, 16, ImplicitDifferential>) == sizeof(Learner<float, 16>), "neither do these");
static_assert(sizeof(Learner<float, 16, Implicit, SeparateBalls<float>>) == 4 * (2 * 16 + 11), "one more radius");
static_assert(sizeof(Learner<float, 16, Implicit, WithoutOnes<JointBall<float>>>) == 4 * (2 * 16 + 10),
              "the all-ones direction costs no memory");
static_assert(sizeof(Learner<float, 16, Implicit, WithoutDirection<JointBall<float>, 16>>) == 4 * (3 * 16 + 10),
              "a given direction is stored");
static_assert(sizeof(Learner<float, 16, Implicit, JointBall<float>, PolynomialSchedule<float>>) == 4 * (2 * 16 + 14),
              "offset, power, hold and t");
static_assert(sizeof(Learner<float, 16, Implicit, JointBall<float>,
                             TwoTimescaleSchedule<ConstantSchedule<float>, ConstantSchedule<float>>>) ==
                  4 * (2 * 16 + 11),
              "one step-size more, and no t");
static_assert(sizeof(Learner<double, 16>) == 8 * (2 * 16 + 6) + 4 * 4, "");
static_assert(__is_trivially_copyable(Learner<float, 16>), "");
static_assert(__is_trivially_copyable(Learner<double, 3, Standard, NoProjection<double>>), "");

// Whatever was in the memory before: every byte of a learner with a ball has a value, padding too.
template <class L>
void check_that_no_byte_is_left_as_it_was() {
  alignas(L) static unsigned char memory[2][sizeof(L)];
  const L* made[2];
  for (int i = 0; i < 2; ++i) {
    memset(memory[i], i == 0 ? 0x00 : 0xA5, sizeof(L));
    L* const learner = ::new (memory[i]) L;
    TEST_ASSERT_TRUE(learner->start(typename L::Config()) == Status::ok);
    (void)learner->update(typename L::Features{}, 1, typename L::Features{});
    made[i] = learner;
  }
  TEST_ASSERT_EQUAL_MEMORY(made[0], made[1], sizeof(L));
}
void test_no_byte_of_a_learner_is_left_as_it_was() {
  constexpr size_t many_on_a_host = kernel::is_vectorised ? 257 : 5;  // whose arrays are aligned there
  check_that_no_byte_is_left_as_it_was<Learner<float, 3>>();
  check_that_no_byte_is_left_as_it_was<Learner<float, many_on_a_host>>();
  check_that_no_byte_is_left_as_it_was<Learner<float, many_on_a_host - 1, Implicit, SeparateBalls<float>>>();
  check_that_no_byte_is_left_as_it_was<Learner<double, many_on_a_host, Standard>>();
}

// --- a learner to play with -----------------------------------------------------------------------------------------

template <class T, class Rule = Implicit>
using Free = Learner<T, 4, Rule, NoProjection<T>>;
using Default = Learner<float, 4>;

Default::Config default_config() {
  return Default::Config().lambda(0.5F).ratio(1.0F).step_size(0.5F).radius(100.0F);
}

template <class Features>
Features random_features(Noise& random) {
  using T = typename Features::value_type;
  Features phi{};
  const T scale = static_cast<T>(phi.size() > 256  ? 0.03125F
                                 : phi.size() > 16 ? 0.0625F
                                 : phi.size() > 4  ? 0.25F
                                                   : 0.5F);
  for (T& x : phi) { x = random.number<T>() * scale; }  // ||phi|| <= 1
  return phi;
}

template <class Features>
double dot(const Features& a, const Features& b) {
  double sum = 0.0;
  for (size_t i = 0; i < a.size(); ++i) { sum += static_cast<double>(a[i]) * static_cast<double>(b[i]); }
  return sum;
}

template <class Learner>
bool same_bytes(const Learner& a, const Learner& b) {
  return memcmp(&a, &b, sizeof a) == 0;
}

// --- what it computes -----------------------------------------------------------------------------------------------

double magnitude(double x) {
  return x < 0 ? -x : x;
}

// The two equations the implicit update solves, in which the new estimates stand on both sides.
void test_the_implicit_update_satisfies_its_fixed_point_equations() {
  using L = Free<double>;
  const double lambda = 0.7;
  const double c = 0.6;
  const double beta = 2.5;
  Noise random(1);
  L learner;
  TEST_ASSERT_TRUE(start_with(learner, lambda, c, {beta}, {}, random_features<L::Weights>(random), 0.3) == Status::ok);
  L::Features phi = random_features<L::Features>(random);
  for (int t = 0; t < 200; ++t) {
    const L::Features next = random_features<L::Features>(random);
    const double reward = random.number<double>();
    const L before = learner;
    TEST_ASSERT_TRUE(learner.update(phi, reward, next).status == Status::ok);

    const double omega = learner.average_reward();
    TEST_ASSERT_TRUE(magnitude(omega - (before.average_reward() + c * beta * (reward - omega))) < 1e-14);

    double old_trace = 0.0;
    double new_trace = 0.0;
    for (size_t i = 0; i < 4; ++i) {
      old_trace += before.trace(i) * before.weights()[i];
      new_trace += learner.trace(i) * learner.weights()[i];
    }
    const double error =
        reward - before.average_reward() + dot(next, before.weights()) + lambda * old_trace - new_trace;
    for (size_t i = 0; i < 4; ++i) {
      const double expected = before.weights()[i] + beta * error * learner.trace(i);
      TEST_ASSERT_TRUE(magnitude(learner.weights()[i] - expected) < 1e-13);
    }
    phi = next;
  }
}

/// An update of differential TD(lambda), written down from its equations: the test keeps its own estimates.
struct DifferentialReference {
  double lambda;
  double c;
  double beta;
  double omega;
  double theta[4];
  double z[4] = {};

  template <class Features>
  double step(bool is_implicit, const Features& phi, double reward, const Features& next) {
    double td_error = reward - omega;
    double norm2 = 0.0;
    for (size_t i = 0; i < 4; ++i) {
      td_error += theta[i] * (next[i] - phi[i]);
      z[i] = lambda * z[i] + phi[i];
      norm2 += z[i] * z[i];
    }
    const double left = is_implicit ? td_error / (1.0 + c * beta + beta * norm2) : td_error;
    omega += c * beta * left;
    for (size_t i = 0; i < 4; ++i) { theta[i] += beta * left * z[i]; }
    return td_error;
  }
};

template <class Rule>
void check_a_differential_rule(double beta, bool is_implicit) {
  using L = Free<double, Rule>;
  Noise random(2);
  L learner;
  const auto weights = random_features<typename L::Weights>(random);
  DifferentialReference reference{0.7, 0.3, beta, 0.25, {weights[0], weights[1], weights[2], weights[3]}};
  TEST_ASSERT_TRUE(start_with(learner, reference.lambda, reference.c, {beta}, {}, weights, 0.25) == Status::ok);
  for (int t = 0; t < 200; ++t) {
    const auto phi = random_features<typename L::Features>(random);
    const auto next = random_features<typename L::Features>(random);
    const double reward = random.number<double>();
    const auto report = learner.update(phi, reward, next);
    const double td_error = reference.step(is_implicit, phi, reward, next);
    TEST_ASSERT_TRUE(magnitude(report.td_error - td_error) < 1e-12);
    TEST_ASSERT_TRUE(magnitude(report.average_reward_step_size - 0.3 * report.weights_step_size) < 1e-15);
    TEST_ASSERT_TRUE(magnitude(learner.average_reward() - reference.omega) < 1e-12);
    for (size_t i = 0; i < 4; ++i) { TEST_ASSERT_TRUE(magnitude(learner.weights()[i] - reference.theta[i]) < 1e-12); }
  }
}
void test_the_differential_rules_follow_their_equations() {
  check_a_differential_rule<Differential>(0.125, false);
  check_a_differential_rule<ImplicitDifferential>(0.125, true);
  check_a_differential_rule<ImplicitDifferential>(2.5, true);
}

// One TD error, with both new estimates in it, moves both.
void test_the_implicit_differential_update_satisfies_its_fixed_point_equations() {
  using L = Free<double, ImplicitDifferential>;
  const double lambda = 0.7;
  const double c = 0.6;
  const double beta = 2.5;
  Noise random(1);
  L learner;
  TEST_ASSERT_TRUE(start_with(learner, lambda, c, {beta}, {}, random_features<L::Weights>(random), 0.3) == Status::ok);
  for (int t = 0; t < 200; ++t) {
    const auto phi = random_features<L::Features>(random);
    const auto next = random_features<L::Features>(random);
    const double reward = random.number<double>();
    const L before = learner;
    TEST_ASSERT_TRUE(learner.update(phi, reward, next).status == Status::ok);
    double error = reward - learner.average_reward() + dot(next, before.weights());
    for (size_t i = 0; i < 4; ++i) {
      error += lambda * before.trace(i) * before.weights()[i] - learner.trace(i) * learner.weights()[i];
    }
    TEST_ASSERT_TRUE(magnitude(learner.average_reward() - (before.average_reward() + c * beta * error)) < 1e-13);
    for (size_t i = 0; i < 4; ++i) {
      const double expected = before.weights()[i] + beta * error * learner.trace(i);
      TEST_ASSERT_TRUE(magnitude(learner.weights()[i] - expected) < 1e-13);
    }
  }
}

// With one-hot features and lambda 0 each TD error moves omega by a delta and one weight by k delta, a = c k: omega - c
// sum(theta) stays as it was, and so the weights cannot drift along (1, ..., 1).
template <class Rule>
double change_of_what_is_conserved(double beta) {
  using L = Free<double, Rule>;
  const double c = 0.25;
  Noise random(5);
  L learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.0, c, {beta}, {}, {{1.0, -2.0, 0.5, 3.0}}, 0.75) == Status::ok);
  uint32_t state = 0;
  for (uint32_t t = 0; t < many; ++t) {
    typename L::Features phi{};
    typename L::Features next{};
    phi[state] = 1.0;
    state = random.word() % 4;
    next[state] = 1.0;
    (void)learner.update(phi, 1.0 + random.number<double>(), next);
  }
  const auto& theta = learner.weights();
  return magnitude(learner.average_reward() - c * (theta[0] + theta[1] + theta[2] + theta[3]) - (0.75 - c * 2.5));
}
void test_the_differential_rules_do_not_drift_on_one_hot_features() {
  TEST_ASSERT_TRUE(change_of_what_is_conserved<Differential>(0.5) < 1e-11);
  TEST_ASSERT_TRUE(change_of_what_is_conserved<ImplicitDifferential>(0.5) < 1e-11);
  TEST_ASSERT_TRUE(change_of_what_is_conserved<ImplicitDifferential>(1e6) < 1e-11);
  TEST_ASSERT_TRUE(change_of_what_is_conserved<Standard>(0.5) > 0.01);  // the others do
  TEST_ASSERT_TRUE(change_of_what_is_conserved<Implicit>(0.5) > 0.01);
}

/// How many of the transitions are accepted.
template <class Rule>
uint32_t accepted_at(float beta) {
  using L = Free<float, Rule>;
  Noise random(6);
  L learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.25F, 1.0F, {beta}, {}) == Status::ok);
  typename L::Features phi{{1.0F}};
  for (int t = 0; t < 1000; ++t) {
    typename L::Features next{};
    next[random.word() % 4] = 1.0F;
    (void)learner.update(phi, 1.0F + random.number<float>(), next);
    phi = next;
  }
  const bool is_near = learner.average_reward() > 0.0F && learner.average_reward() < 2.0F;
  return is_near ? learner.updates() : learner.updates() / 2;
}
void test_the_implicit_differential_rule_is_stable_where_the_other_overflows() {
  TEST_ASSERT_EQUAL_UINT32(1000, accepted_at<ImplicitDifferential>(1e6F));
  TEST_ASSERT_TRUE(accepted_at<Differential>(1e6F) < 100);
  TEST_ASSERT_EQUAL_UINT32(1000, accepted_at<Differential>(0.1F));
}

// --- two time-scales ------------------------------------------------------------------------------------------------

using Polynomial = PolynomialSchedule<float>;
using Constant = ConstantSchedule<float>;

template <class Rule, class Schedule>
void check_equal_schedules(const Schedule& schedule) {
  using One = Learner<float, 4, Rule, JointBall<float>, Schedule>;
  using Two = Learner<float, 4, Rule, JointBall<float>, TwoTimescaleSchedule<Schedule, Schedule>>;
  One one;
  Two two;
  TEST_ASSERT_TRUE(start_with(one, 0.5F, 0.3F, schedule, {1.0F}) == Status::ok);
  TEST_ASSERT_TRUE(start_with(two, 0.5F, 0.3F, {schedule, schedule}, {1.0F}) == Status::ok);
  Noise random(9);
  for (int t = 0; t < 100; ++t) {
    const auto phi = random_features<typename One::Features>(random);
    const auto next = random_features<typename One::Features>(random);
    const float reward = 20.0F * random.number<float>();
    const auto a = one.update(phi, reward, next);
    const auto b = two.update(phi, reward, next);
    ASSERT_SAME_BITS(a.average_reward_step_size, b.average_reward_step_size);
    ASSERT_SAME_BITS(a.weights_step_size, b.weights_step_size);
    ASSERT_SAME_BITS(one.average_reward(), two.average_reward());
    for (size_t i = 0; i < 4; ++i) { ASSERT_SAME_BITS(one.weights()[i], two.weights()[i]); }
  }
  TEST_ASSERT_TRUE(one.projections() > 0);
  TEST_ASSERT_EQUAL_UINT32(one.schedule_time(), two.schedule_time());
}
void test_two_equal_time_scales_have_the_bits_of_one() {
  check_equal_schedules<Standard>(Constant{0.5F});
  check_equal_schedules<Implicit>(Polynomial{1.5F, 1, 0.9F, 10});
  check_equal_schedules<Differential>(Polynomial{0.5F, 1, 0.9F, 10});
  check_equal_schedules<ImplicitDifferential>(Constant{0.5F});
}

template <class First, class Second>
void check_each_time_scale(const First& first, const Second& second) {
  using L = Learner<float, 4, Standard, NoProjection<float>, TwoTimescaleSchedule<First, Second>>;
  L learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.5F, 0.25F, {first, second}, {}) == Status::ok);
  for (uint32_t t = 0; t < 50; ++t) {
    ASSERT_SAME_BITS(first.rate(t), learner.next_step_size());
    const auto report = learner.update({}, 0.0F, {});
    ASSERT_SAME_BITS(first.rate(t), report.weights_step_size);
    ASSERT_SAME_BITS(0.25F * second.rate(t), report.average_reward_step_size);
  }
}
void test_each_time_scale_has_its_own_rate() {
  check_each_time_scale(Polynomial{1.5F, 1, 0.99F, 10}, Polynomial{0.5F, 3, 0.6F, 0});
  check_each_time_scale(Constant{0.125F}, Polynomial{0.5F, 3, 0.6F, 20});
  check_each_time_scale(Polynomial{1.5F, 1, 0.99F, 10}, Constant{0.5F});
  check_each_time_scale(Constant{0.125F}, Constant{0.5F});
}

void test_value_and_contrast() {
  using L = Free<float>;
  L learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.5F, 1.0F, {0.5F}, {}, {{1.0F, -2.0F, 0.5F, 4.0F}}) == Status::ok);
  const L::Features phi{{1.0F, 0.5F, 2.0F, 0.25F}};
  const L::Features other{{0.0F, 0.5F, 1.0F, 0.5F}};
  ASSERT_SAME_BITS(2.0F, learner.value(phi));
  ASSERT_SAME_BITS(0.5F, learner.contrast(phi, other));
}

// Lemma: ||phi|| <= 1 gives ||z|| <= 1 / (1 - lambda). Reached when phi never changes.
void test_the_trace_is_bounded() {
  using L = Free<float>;
  const L::Features phi{{0.6F, 0.0F, 0.8F, 0.0F}};
  const float lambdas[] = {0.0F, 0.25F, 0.9F, 0.99F};
  for (const float lambda : lambdas) {
    L learner;
    TEST_ASSERT_TRUE(start_with(learner, lambda, 1.0F, {0.01F}, {}) == Status::ok);
    const float bound = 1.0F / ((1.0F - lambda) * (1.0F - lambda));
    float largest = 0.0F;
    for (int t = 0; t < 2000; ++t) { largest = learner.update(phi, 0.5F, phi).trace_norm2; }
    TEST_ASSERT_TRUE(largest <= bound * 1.0001F && largest >= bound * 0.999F);
  }
}

// --- projection -----------------------------------------------------------------------------------------------------

#if defined(SMALL_BOARD)
constexpr size_t more_than_256 = 600;  // a learner and two arrays of features must fit 16 KB
#else
constexpr size_t more_than_256 = 1000;
#endif

template <size_t dimension>
void check_the_norm_after_a_projection() {
  using L = Learner<float, dimension>;
  const float radius = 0.7F;
  Noise random(7);
  L learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.5F, 1.0F, {2.0F}, {radius}) == Status::ok);
  uint32_t acted = 0;
  for (int t = 0; t < 100; ++t) {
    const auto phi = random_features<typename L::Features>(random);
    const auto next = random_features<typename L::Features>(random);
    const auto report = learner.update(phi, 3.0F * random.number<float>(), next);
    const double omega = static_cast<double>(learner.average_reward());
    const double norm2 = omega * omega + dot(learner.weights(), learner.weights());
    const double units = 4.0 + (dimension > 256 ? static_cast<double>(dimension) / 16.0 : 0.0);
    const double largest = static_cast<double>(radius) * (1.0 + units * 0x1p-23);
    TEST_ASSERT_TRUE(norm2 <= largest * largest);
    acted += report.projected == Projected::jointly ? 1U : 0U;
  }
  TEST_ASSERT_EQUAL_UINT32(acted, learner.projections());
  TEST_ASSERT_TRUE(acted > 5);
}

void test_the_norm_after_a_projection() {
  check_the_norm_after_a_projection<1>();
  check_the_norm_after_a_projection<16>();
  check_the_norm_after_a_projection<33>();
  check_the_norm_after_a_projection<256>();
  check_the_norm_after_a_projection<more_than_256>();
}

// Rounding can leave the norm just above the radius. The projection then acts again, but not for ever.
void test_a_projection_does_not_act_for_ever_on_its_own_rounding() {
  Noise random(11);
  for (int i = 0; i < 50; ++i) {
    Default learner;
    const auto config = default_config().radius(0.5F + 0.01F * static_cast<float>(i));
    TEST_ASSERT_TRUE(learner.start(config, {{1.0F, -1.0F, 0.5F, 0.25F}}) == Status::ok);
    const auto phi = random_features<Default::Features>(random);
    (void)learner.update(phi, 1.0F, phi);
    const uint32_t before = learner.projections();
    for (int t = 0; t < 20; ++t) {  // nothing to learn: delta is exactly zero
      (void)learner.update(Default::Features{}, learner.average_reward(), Default::Features{});
    }
    TEST_ASSERT_TRUE(learner.projections() - before <= 3);
  }
}

void test_separate_balls_report_what_they_did() {
  using L = Learner<float, 1, Standard, SeparateBalls<float>>;
  const L::Features one{{1.0F}};
  const L::Features zero{};
  L learner;
  const auto config = settings_of<L>(0.0F, 1.0F, {1.0F}, {2.0F, 3.0F});
  TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  TEST_ASSERT_TRUE(learner.update(one, 1.0F, one).projected == Projected::nothing);
  TEST_ASSERT_TRUE(learner.update(zero, -5.0F, zero).projected == Projected::average_reward);
  ASSERT_SAME_BITS(-2.0F, learner.average_reward());
  TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  TEST_ASSERT_TRUE(learner.update(one, 9.0F, zero).projected == Projected::average_reward_and_weights);
  ASSERT_SAME_BITS(2.0F, learner.average_reward());
  ASSERT_SAME_BITS(3.0F, learner.weights()[0]);
  TEST_ASSERT_TRUE(start_with(learner, 0.0F, 0.125F, {1.0F}, {2.0F, 3.0F}) == Status::ok);
  TEST_ASSERT_TRUE(learner.update(one, 9.0F, zero).projected == Projected::weights);
  TEST_ASSERT_EQUAL_UINT32(1, learner.projections());
}

void test_a_removed_direction_stays_removed() {
  using Ones = Learner<float, 4, Implicit, WithoutOnes<JointBall<float>>>;
  using Given = Learner<float, 4, Implicit, WithoutDirection<JointBall<float>, 4>>;
  Noise random(3);
  Ones ones;
  Given given;
  TEST_ASSERT_TRUE(start_with(ones, 0.5F, 1.0F, {1.0F}, {{10.0F}}, {{1.0F, 2.0F, 3.0F, 4.0F}}) == Status::ok);
  TEST_ASSERT_TRUE(start_with(given, 0.5F, 1.0F, {1.0F}, {{10.0F}, {0.0F, 1e10F, 0.0F, 1e10F}}) == Status::ok);
  for (int t = 0; t < 100; ++t) {
    const auto phi = random_features<Ones::Features>(random);
    const auto next = random_features<Ones::Features>(random);
    const float reward = random.number<float>();
    TEST_ASSERT_TRUE(ones.update(phi, reward, next).status == Status::ok);
    TEST_ASSERT_TRUE(given.update(phi, reward, next).status == Status::ok);
    const auto& a = ones.weights();
    TEST_ASSERT_TRUE(magnitude(static_cast<double>(a[0] + a[1] + a[2] + a[3])) < 1e-5);
    TEST_ASSERT_TRUE(magnitude(static_cast<double>(given.weights()[1] + given.weights()[3])) < 1e-5);
  }
}

// --- what it is for -------------------------------------------------------------------------------------------------

// "For ever" in short: every step-size and radius up to 1e6, rewards up to 1e6 in size, features of unit length.
template <class L>
void check_that_everything_is_accepted(const typename L::Settings& settings) {
  using T = typename L::Value;
  Noise random(13);
  L learner;
  TEST_ASSERT_TRUE(learner.start(settings) == Status::ok);
  typename L::Features phi{};
  for (uint32_t t = 0; t < many / 10; ++t) {
    typename L::Features next{};
    next[random.word() % 4] = static_cast<T>(t % 3 == 0 ? -1.0F : 1.0F);
    const T reward = static_cast<T>(t % 7 == 0 ? -1e6F : t % 5 == 0 ? 1e6F : random.number<float>());
    const auto report = learner.update(phi, reward, next);
    if (report.status != Status::ok) { TEST_FAIL_MESSAGE(name(report.status)); }
    phi = next;
  }
  TEST_ASSERT_EQUAL_UINT32(0, learner.rejections());
  for (const T weight : learner.weights()) { TEST_ASSERT_TRUE(is_finite(weight)); }
}

template <class T>
void check_that_everything_is_accepted() {
  using Joint = Learner<T, 4>;
  using Separate = Learner<T, 4, Implicit, SeparateBalls<T>>;
  using OfTdError = Learner<T, 4, ImplicitDifferential>;
  const float extremes[] = {1e-6F, 1.0F, 1e6F};
  const float lambdas[] = {0.0F, 0.5F, 0.999F};
  for (const float beta : extremes) {
    for (const float radius : extremes) {
      for (const float lambda : lambdas) {
        const T b = static_cast<T>(beta);
        const T r = static_cast<T>(radius);
        const T l = static_cast<T>(lambda);
        check_that_everything_is_accepted<Joint>(settings_of<Joint>(l, T{1}, {b}, {r}));
        check_that_everything_is_accepted<Separate>(settings_of<Separate>(l, T{1}, {b}, {r, r}));
        check_that_everything_is_accepted<OfTdError>(settings_of<OfTdError>(l, T{1}, {b}, {r}));
      }
    }
  }
}

void test_implicit_with_projection_accepts_everything_in_float() {
  check_that_everything_is_accepted<float>();
}
void test_implicit_with_projection_accepts_everything_in_double() {
  check_that_everything_is_accepted<double>();
}

// The cycles of golden/divergence.json: n states in a circle, features k/n of a turn apart, lambda 0, no reward.
// Neither rule is stable at every step-size; the standard one breaks down earlier; a projection keeps both bounded.
struct Cycle {
  size_t n;
  float beta;
  bool standard_diverges;
  bool implicit_diverges;
};

constexpr Cycle cycles[] = {
    {3, 0.5F, false, false}, {3, 1.0F, true, false},  {3, 1.5F, true, false}, {3, 3.0F, true, true},
    {3, 10.0F, true, true},  {5, 0.5F, false, false}, {5, 1.0F, true, false}, {5, 1.5F, true, true},
    {5, 10.0F, true, true},  {7, 0.5F, false, false}, {7, 1.0F, true, false}, {7, 2.0F, true, true},
};

/// cos and sin of 2 pi k s / n, k = (n - 1) / 2, by adding up angles.
ArrayOf<double, 2> cycle_features(size_t n, size_t s) {
  constexpr double turn[8][2] = {{}, {},
                                 {}, {-0.5, 0.86602540378443864676},
                                 {}, {-0.80901699437494742410, 0.58778525229247312917},
                                 {}, {-0.90096886790241912624, 0.43388373911755812048}};
  ArrayOf<double, 2> phi{{1.0, 0.0}};
  for (size_t i = 0; i < s; ++i) {
    phi = {{phi[0] * turn[n][0] - phi[1] * turn[n][1], phi[0] * turn[n][1] + phi[1] * turn[n][0]}};
  }
  return phi;
}

template <class L>
double norm2_after_a_cycle(const Cycle& cycle, const L& started) {
  L learner = started;
  for (size_t t = 0; t < 1000; ++t) {
    (void)learner.update(cycle_features(cycle.n, t % cycle.n), 0.0, cycle_features(cycle.n, (t + 1) % cycle.n));
  }
  return dot(learner.weights(), learner.weights());
}

template <class Rule>
double free_norm2(const Cycle& cycle) {
  Learner<double, 2, Rule, NoProjection<double>> learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.0, 1.0, {static_cast<double>(cycle.beta)}, {}, {{1.0, 0.5}}) == Status::ok);
  return norm2_after_a_cycle(cycle, learner);
}

template <class Rule>
double projected_norm2(const Cycle& cycle) {
  Learner<double, 2, Rule> learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.0, 1.0, {static_cast<double>(cycle.beta)}, {10.0}, {{1.0, 0.5}}) ==
                   Status::ok);
  return norm2_after_a_cycle(cycle, learner);
}

void test_only_a_projection_bounds_a_learner() {
  for (const Cycle& cycle : cycles) {
    TEST_ASSERT_EQUAL(cycle.standard_diverges, free_norm2<Standard>(cycle) > 1e6);
    TEST_ASSERT_EQUAL(cycle.implicit_diverges, free_norm2<Implicit>(cycle) > 1e6);
    TEST_ASSERT_TRUE(projected_norm2<Standard>(cycle) <= 100.0 * (1.0 + 1e-14));
    TEST_ASSERT_TRUE(projected_norm2<Implicit>(cycle) <= 100.0 * (1.0 + 1e-14));
  }
}

// --- denormals ------------------------------------------------------------------------------------------------------

template <class T, size_t dimension>
void check_that_the_trace_is_flushed(T smallest) {
  using L = Learner<T, dimension, Implicit, NoProjection<T>>;
  for (size_t i = 0; i < dimension; ++i) {
    L learner;
    TEST_ASSERT_TRUE(start_with(learner, static_cast<T>(0.5F), T{1}, {static_cast<T>(0.1F)}, {}) == Status::ok);
    typename L::Features phi{};
    phi[i] = T{-1};
    (void)learner.update(phi, T{1}, {});
    T last = learner.trace(i);
    for (int t = 0; t < 600 && learner.trace(i) != T{0}; ++t) {
      last = learner.trace(i);
      (void)learner.update({}, T{1}, {});
    }
    ASSERT_SAME_BITS(-smallest, last);
  }
}

void test_the_trace_is_flushed_below_the_root_of_the_smallest_normal() {
  check_that_the_trace_is_flushed<float, 4>(0x1p-63F);
  check_that_the_trace_is_flushed<float, 19>(0x1p-63F);
  check_that_the_trace_is_flushed<float, 32>(0x1p-63F);
  check_that_the_trace_is_flushed<double, 3>(0x1p-511);
  check_that_the_trace_is_flushed<double, 17>(0x1p-511);
}

// --- the number of features as an argument --------------------------------------------------------------------------

/// What a program that learns the dimension when it runs would do: the same passes, the same bits as a learner.
template <size_t dimension>
void check_the_passes_with_a_length_at_run_time() {
  using L = Learner<float, dimension, Implicit, NoProjection<float>>;
  volatile size_t length = dimension;
  constexpr size_t room = 128;
  Noise random(19);
  float weights[room] = {};
  float trace[room] = {};
  float phi[room] = {};
  float next[room] = {};
  float omega = 0.0F;
  float rest = 0.0F;
  L learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.8F, 1.0F, {0.5F}, {}) == Status::ok);
  for (int t = 0; t < 20; ++t) {
    const auto here = random_features<typename L::Features>(random);
    const auto there = random_features<typename L::Features>(random);
    memcpy(phi, here.data(), sizeof here);
    memcpy(next, there.data(), sizeof there);
    const float reward = random.number<float>();
    Float32::Counts counts;  // of float: nothing
    const float error = Float32::error(reward, omega, counts);
    const DenseArrays<Float32> arrays{weights, trace, phi, next, length};
    const auto seen = arrays.observe(0.8F, error);
    const auto size = Float32::step_sizes(Implicit{}, 0.5F, 1.0F, 0.5F, seen.trace_norm2);
    (void)arrays.learn(0.8F, Float32::step(size.weights, seen.td_error, counts), 0.0F);
    const float change = Float32::change(size.average_reward, error, rest);
    const float moved = Float32::moved(omega, change);
    rest = Float32::rest_of(omega, change, moved);
    omega = moved;
    const auto report = learner.update(here, reward, there);
    ASSERT_SAME_BITS(report.td_error, seen.td_error);
    ASSERT_SAME_BITS(report.trace_norm2, seen.trace_norm2);
    ASSERT_SAME_BITS(learner.average_reward(), omega);
    ASSERT_SAME_BITS(learner.value(here), kernel::dot(weights, phi, length));
    for (size_t i = 0; i < dimension; ++i) { ASSERT_SAME_BITS(learner.weights()[i], weights[i]); }
  }
}

void test_the_length_may_be_known_at_run_time_only() {
  check_the_passes_with_a_length_at_run_time<1>();
  check_the_passes_with_a_length_at_run_time<2>();
  check_the_passes_with_a_length_at_run_time<3>();
  check_the_passes_with_a_length_at_run_time<4>();
  check_the_passes_with_a_length_at_run_time<5>();
  check_the_passes_with_a_length_at_run_time<6>();
  check_the_passes_with_a_length_at_run_time<7>();
  check_the_passes_with_a_length_at_run_time<11>();
  check_the_passes_with_a_length_at_run_time<15>();
  check_the_passes_with_a_length_at_run_time<16>();
  check_the_passes_with_a_length_at_run_time<17>();
  check_the_passes_with_a_length_at_run_time<39>();
  check_the_passes_with_a_length_at_run_time<100>();
}

// --- start, restart, counts -----------------------------------------------------------------------------------------

void test_a_learner_that_was_not_started_refuses_everything() {
  Default learner;
  const Default untouched = learner;
  TEST_ASSERT_TRUE(learner.update({}, 1.0F, {}).status == Status::not_started);
  TEST_ASSERT_EQUAL_UINT32(1, learner.rejections());
  TEST_ASSERT_EQUAL_UINT32(0, learner.updates());
  TEST_ASSERT_TRUE(learner.average_reward() == untouched.average_reward());
}

void test_start_values_and_restart() {
  Default learner;
  TEST_ASSERT_TRUE(learner.start(default_config(), {{1.0F, 2.0F, 3.0F, 4.0F}}, -0.5F) == Status::ok);
  ASSERT_SAME_BITS(-0.5F, learner.average_reward());
  ASSERT_SAME_BITS(3.0F, learner.weights()[2]);
  (void)learner.update({{1.0F, 0.0F, 0.0F, 0.0F}}, 1.0F, {{0.0F, 1.0F, 0.0F, 0.0F}});
  ASSERT_SAME_BITS(1.0F, learner.trace(0));
  TEST_ASSERT_EQUAL_UINT32(1, learner.updates());

  const Default before = learner;
  learner.reset_trace();
  ASSERT_SAME_BITS(0.0F, learner.trace(0));
  TEST_ASSERT_EQUAL_UINT32(1, learner.updates());
  ASSERT_SAME_BITS(before.weights()[0], learner.weights()[0]);

  TEST_ASSERT_TRUE(learner.start(learner.config()) == Status::ok);
  Default fresh;
  TEST_ASSERT_TRUE(fresh.start(default_config()) == Status::ok);
  TEST_ASSERT_TRUE(same_bytes(fresh, learner));
  ASSERT_SAME_BITS(0.0F, learner.weights()[2]);
  ASSERT_SAME_BITS(0.0F, learner.average_reward());
  TEST_ASSERT_EQUAL_UINT32(0, learner.updates());
}

// Its own configuration and weights may be what it is started from.
void test_a_learner_can_be_started_from_itself() {
  using L = Learner<float, 4, Implicit, WithoutDirection<JointBall<float>, 4>>;
  L learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.5F, 1.0F, {0.5F}, {{100.0F}, {1.0F, 2.0F, 0.5F, 0.0F}},
                              {{1.0F, 2.0F, 3.0F, 4.0F}}, 0.5F) == Status::ok);
  const L before = learner;
  TEST_ASSERT_TRUE(learner.start(learner.config(), learner.weights(), learner.average_reward()) == Status::ok);
  TEST_ASSERT_TRUE(same_bytes(before, learner));
}

void test_reset_trace_forgets_all_of_it() {
  Default learner;
  TEST_ASSERT_TRUE(learner.start(default_config()) == Status::ok);
  (void)learner.update({{1.0F, 2.0F, 3.0F, 4.0F}}, 0.0F, {});
  learner.reset_trace();
  for (size_t i = 0; i < 4; ++i) { ASSERT_SAME_BITS(0.0F, learner.trace(i)); }
}

void check_refused(const Default::Settings& settings, Status expected) {
  Default learner;
  TEST_ASSERT_TRUE(learner.start(default_config(), {{1.0F, 2.0F, 3.0F, 4.0F}}) == Status::ok);
  const Default before = learner;
  TEST_ASSERT_EQUAL_STRING(name(expected), name(learner.start(settings)));
  TEST_ASSERT_TRUE(same_bytes(before, learner));
}

void test_a_configuration_that_makes_no_sense_is_refused() {
  const float nan = __builtin_nanf("");
  const float infinity = __builtin_huge_valf();
  const float lambdas[] = {-0.1F, 1.0F, 1.5F, nan, infinity, -infinity};
  for (const float bad : lambdas) {
    check_refused(settings_of<Default>(bad, 1.0F, {0.5F}, {1.0F}), Status::invalid_lambda);
  }
  const float not_positive[] = {0.0F, -1.0F, nan, infinity, -infinity};
  for (const float bad : not_positive) {
    check_refused(settings_of<Default>(0.5F, bad, {0.5F}, {1.0F}), Status::invalid_ratio);
    check_refused(settings_of<Default>(0.5F, 1.0F, {bad}, {1.0F}), Status::invalid_step_size);
    check_refused(settings_of<Default>(0.5F, 1.0F, {0.5F}, {bad}), Status::invalid_radius);
  }
  check_refused(settings_of<Default>(0.5F, 1e30F, {1e30F}, {1.0F}), Status::invalid_ratio);
  check_refused(settings_of<Default>(0.5F, 1e-30F, {1e-30F}, {1.0F}), Status::invalid_ratio);  // their product is 0
  check_refused(settings_of<Default>(0.5F, 1.0F, {0.5F}, {0x1.8p62F}), Status::invalid_radius);
  check_refused(settings_of<Default>(0.5F, 1.0F, {0.5F}, {0x1p-61F}), Status::invalid_radius);
  Default learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.5F, 1.0F, {0.5F}, {0x1p62F}) == Status::ok);
  TEST_ASSERT_TRUE(start_with(learner, 0.5F, 1.0F, {0.5F}, {0x1p-60F}) == Status::ok);
}

template <class L>
Status start_status(const typename L::Settings& settings) {
  L learner;
  return learner.start(settings);
}

void test_a_direction_that_is_none_is_refused() {
  using L = Learner<float, 2, Implicit, WithoutDirection<NoProjection<float>, 2>>;
  const float bad[] = {0.0F, 1e-30F, 1e30F, __builtin_nanf(""), __builtin_huge_valf()};
  for (const float x : bad) {
    TEST_ASSERT_TRUE(start_status<L>(settings_of<L>(0.5F, 1.0F, {0.5F}, {{}, {0.0F, x}})) == Status::invalid_direction);
  }
  TEST_ASSERT_TRUE(start_status<L>(settings_of<L>(0.5F, 1.0F, {0.5F}, {{}, {0.0F, 2.0F}})) == Status::ok);
  using Ones = Learner<float, 2, Implicit, WithoutOnes<JointBall<float>>>;
  TEST_ASSERT_TRUE(start_status<Ones>(settings_of<Ones>(0.5F, 1.0F, {0.5F}, {{0.0F}})) == Status::invalid_radius);
  using Given = Learner<float, 2, Implicit, WithoutDirection<JointBall<float>, 2>>;
  TEST_ASSERT_TRUE(start_status<Given>(settings_of<Given>(0.5F, 1.0F, {0.5F}, {{0.0F}, {0.0F, 2.0F}})) ==
                   Status::invalid_radius);
  using Separate = Learner<float, 2, Implicit, SeparateBalls<float>>;
  TEST_ASSERT_TRUE(start_status<Separate>(settings_of<Separate>(0.5F, 1.0F, {0.5F}, {1.0F, 0.0F})) ==
                   Status::invalid_radius);
  TEST_ASSERT_TRUE(start_status<Separate>(settings_of<Separate>(0.5F, 1.0F, {0.5F}, {0.0F, 1.0F})) ==
                   Status::invalid_radius);
}

void test_a_start_that_makes_no_sense_is_refused() {
  Default at_the_limit;
  TEST_ASSERT_TRUE(at_the_limit.start(default_config(), {{0.0F, 0x1p62F, 0.0F, 0.0F}}) == Status::ok);
  const float bad[] = {__builtin_nanf(""), __builtin_huge_valf(), 1e30F, 0x1.01p62F};
  for (const float x : bad) {
    Default learner;
    const Default before = learner;
    TEST_ASSERT_TRUE(learner.start(default_config(), {{0.0F, x, 0.0F, 0.0F}}) == Status::invalid_start);
    TEST_ASSERT_TRUE(learner.start(default_config(), {}, x) == Status::invalid_start);
    TEST_ASSERT_TRUE(same_bytes(before, learner));
  }
}

// The first three words are the counts. A device that runs for years must not start again at its first step-size.
void test_counts_stay_at_the_largest_number() {
  Default learner;
  TEST_ASSERT_TRUE(learner.start(default_config()) == Status::ok);
  memset(static_cast<void*>(&learner), 0xFF, 3 * sizeof(uint32_t));
  TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, learner.updates());
  (void)learner.update({{1.0F, 0.0F, 0.0F, 0.0F}}, 1e6F, {});
  (void)learner.update({}, __builtin_nanf(""), {});
  TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, learner.updates());
  TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, learner.projections());
  TEST_ASSERT_EQUAL_UINT32(UINT32_MAX, learner.rejections());
}

void test_a_copy_goes_on_like_the_original() {
  Noise random(17);
  Default learner;
  TEST_ASSERT_TRUE(learner.start(default_config()) == Status::ok);
  for (int t = 0; t < 10; ++t) {
    (void)learner.update(random_features<Default::Features>(random), 1.0F, random_features<Default::Features>(random));
  }
  Default copy = learner;
  const auto phi = random_features<Default::Features>(random);
  (void)learner.update(phi, 1.0F, phi);
  (void)copy.update(phi, 1.0F, phi);
  TEST_ASSERT_TRUE(same_bytes(learner, copy));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_no_byte_of_a_learner_is_left_as_it_was);
  RUN_TEST(test_the_checks_of_a_configuration_are_exact);
  RUN_TEST(test_the_implicit_update_satisfies_its_fixed_point_equations);
  RUN_TEST(test_the_differential_rules_follow_their_equations);
  RUN_TEST(test_the_implicit_differential_update_satisfies_its_fixed_point_equations);
  RUN_TEST(test_the_differential_rules_do_not_drift_on_one_hot_features);
  RUN_TEST(test_the_implicit_differential_rule_is_stable_where_the_other_overflows);
  RUN_TEST(test_two_equal_time_scales_have_the_bits_of_one);
  RUN_TEST(test_each_time_scale_has_its_own_rate);
  RUN_TEST(test_value_and_contrast);
  RUN_TEST(test_the_trace_is_bounded);
  RUN_TEST(test_the_norm_after_a_projection);
  RUN_TEST(test_a_projection_does_not_act_for_ever_on_its_own_rounding);
  RUN_TEST(test_separate_balls_report_what_they_did);
  RUN_TEST(test_a_removed_direction_stays_removed);
  RUN_TEST(test_implicit_with_projection_accepts_everything_in_float);
  RUN_TEST(test_implicit_with_projection_accepts_everything_in_double);
  RUN_TEST(test_only_a_projection_bounds_a_learner);
  RUN_TEST(test_the_trace_is_flushed_below_the_root_of_the_smallest_normal);
  RUN_TEST(test_the_length_may_be_known_at_run_time_only);
  RUN_TEST(test_a_learner_that_was_not_started_refuses_everything);
  RUN_TEST(test_start_values_and_restart);
  RUN_TEST(test_a_learner_can_be_started_from_itself);
  RUN_TEST(test_reset_trace_forgets_all_of_it);
  RUN_TEST(test_a_configuration_that_makes_no_sense_is_refused);
  RUN_TEST(test_a_direction_that_is_none_is_refused);
  RUN_TEST(test_a_start_that_makes_no_sense_is_refused);
  RUN_TEST(test_counts_stay_at_the_largest_number);
  RUN_TEST(test_a_copy_goes_on_like_the_original);
  return UNITY_END();
}
