// A learner whose kind and dimension are known at run time has the bits of the one whose are known at compile time:
// every rule, projection, direction and schedule, in float and double, below, at and above multiples of the sixteen
// lanes of a sum.

#include <engine/dynamic_learner.hpp>

#include <ballast/array.hpp>
#include <ballast/learner.hpp>

#include <type_traits>

#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

constexpr int steps = 40;

/// Small enough for the balls to be reached, and with a bad transition on the way.
template <class T, size_t d>
struct Log {
  ArrayOf<T, d> phi[steps + 1];
  T reward[steps];

  explicit Log(uint32_t seed) {
    Noise noise(seed);
    for (auto& row : phi) {
      for (T& x : row) { x = noise.number<T>() / static_cast<T>(d < 4 ? 1 : d / 4); }
    }
    for (T& r : reward) { r = noise.number<T>(); }
    reward[steps / 2] = from_bits<T>(Ieee754<T>::exponent_mask);
  }
};

template <class T>
bool same(T a, T b) {
  return to_bits(a) == to_bits(b);
}

template <class T>
bool same(const Report<T>& a, const Report<T>& b) {
  return a.status == b.status && a.projected == b.projected && same(a.td_error, b.td_error) &&
         same(a.weights_step_size, b.weights_step_size) &&
         same(a.average_reward_step_size, b.average_reward_step_size) && same(a.trace_norm2, b.trace_norm2);
}

template <class T, size_t d>
bool same(const ArrayOf<T, d>& a, const T* b) {
  bool all = true;
  for (size_t i = 0; i < d; ++i) { all = all && same(a[i], b[i]); }
  return all;
}

template <class T, size_t d>
struct Comparison {
  using Settings = tool::LearnerSettings<T>;
  inline static uint32_t accepted = 0;
  inline static uint32_t projected = 0;

  template <class Rule, class Schedule, class Projection>
  static void run(const Settings& settings, const Schedule& schedule, const Projection& projection) {
    const Log<T, d> log(d);
    const ArrayOf<T, d> start = log.phi[steps];
    using L = Learner<T, d, Rule, Projection, Schedule>;
    const auto config =
        typename L::Config().lambda(settings.lambda).ratio(settings.ratio).schedule(schedule).projection(projection);
    L learner;
    const auto other = tool::make_learner(settings, d);
    TEST_ASSERT_TRUE(learner.start(config, start, static_cast<T>(0.25)) == Status::ok);
    TEST_ASSERT_TRUE(other->start({start.begin(), start.end()}, static_cast<T>(0.25)) == Status::ok);
    for (int t = 0; t < steps; ++t) {
      if (t == steps / 2 + 1) {
        learner.reset_trace();
        other->reset_trace();
      }
      const T beta = schedule.rate(learner.updates());
      TEST_ASSERT_TRUE(same(beta, other->step_size()));
      const auto expected = learner.update(log.phi[t], log.reward[t], log.phi[t + 1]);
      const auto actual = other->update(log.phi[t].data(), log.reward[t], log.phi[t + 1].data());
      TEST_ASSERT_TRUE(same(expected, actual));
      TEST_ASSERT_TRUE(same(learner.weights(), other->weights()));
      TEST_ASSERT_TRUE(same(learner.average_reward(), other->average_reward()));
    }
    accepted += learner.updates();
    projected += learner.projections();
  }

  /// Each rule with one schedule, and with the other one where the number of features is odd.
  template <class Projection>
  static void run_rules(Settings settings, const Projection& projection) {
    settings.lambda = static_cast<T>(0.9);
    settings.ratio = static_cast<T>(0.3);
    using WithConstant = std::conditional_t<d % 2 == 0, Standard, Implicit>;
    const ConstantSchedule<T> constant{static_cast<T>(0.7)};
    settings.rule = WithConstant{};
    settings.schedule = constant;
    run<WithConstant>(settings, constant, projection);
    using WithPolynomial = std::conditional_t<d % 2 == 0, Implicit, Standard>;
    const PolynomialSchedule<T> polynomial{static_cast<T>(1.5), 2, static_cast<T>(0.99), 5};
    settings.rule = WithPolynomial{};
    settings.schedule = polynomial;
    run<WithPolynomial>(settings, polynomial, projection);
  }

  template <class Base>
  static void run_directions(const Base& base) {
    Settings settings;
    settings.projection = base;
    run_rules(settings, base);
    settings.constant_direction = typename Settings::Ones{};
    run_rules(settings, WithoutOnes<Base>{base});
    WithoutDirection<Base, d> without{base, {}};
    for (size_t i = 0; i < d; ++i) { without.direction[i] = static_cast<T>(i % 5) + static_cast<T>(0.5); }
    settings.constant_direction = std::vector<T>(without.direction, without.direction + d);
    run_rules(settings, without);
  }

  static void run_all() {
    accepted = 0;
    projected = 0;
    run_directions(NoProjection<T>{});
    run_directions(JointBall<T>{static_cast<T>(0.5)});
    run_directions(SeparateBalls<T>{static_cast<T>(0.125), static_cast<T>(0.5)});
    TEST_ASSERT_EQUAL_UINT32(18 * (steps - 1), accepted);
    TEST_ASSERT_TRUE(projected > 18);
  }
};

template <size_t d>
void test_every_combination() {
  Comparison<float, d>::run_all();
  Comparison<double, d>::run_all();
}

void test_an_invalid_configuration_is_refused() {
  tool::LearnerSettings<float> settings;
  settings.lambda = 1.0F;
  settings.ratio = 1.0F;
  settings.schedule = ConstantSchedule<float>{0.5F};
  TEST_ASSERT_TRUE(tool::make_learner(settings, 2)->start({0, 0}, 0) == Status::invalid_lambda);
  settings.lambda = 0.5F;
  TEST_ASSERT_TRUE(tool::make_learner(settings, 2)->start({0, 0}, 0) == Status::ok);
  TEST_ASSERT_TRUE(tool::make_learner(settings, 2)->start({0, 1e30F}, 0) == Status::invalid_start);
  settings.constant_direction = std::vector<float>{0, 0};
  TEST_ASSERT_TRUE(tool::make_learner(settings, 2)->start({0, 0}, 0) == Status::invalid_direction);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_every_combination<1>);
  RUN_TEST(test_every_combination<3>);
  RUN_TEST(test_every_combination<8>);
  RUN_TEST(test_every_combination<16>);
  RUN_TEST(test_every_combination<17>);
  RUN_TEST(test_every_combination<33>);
  RUN_TEST(test_every_combination<100>);
  RUN_TEST(test_every_combination<256>);
  RUN_TEST(test_an_invalid_configuration_is_refused);
  return UNITY_END();
}
