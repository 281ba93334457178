// A learner in fixed point whose formats are known at run time has the bits of the one whose are known at compile time:
// every rule, projection and schedule, narrow and wide traces, short and long sums.

#include <engine/fixed_learner.hpp>

#include <ballast/fixed.hpp>
#include <ballast/snapshot.hpp>

#include "experiments/files/error.hpp"
#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

constexpr int steps = 200;

template <int Percent, int Radius, bool is_unit>
struct Limits : FixedLimits {
  static constexpr double lambda = Percent / 100.0;
  static constexpr double radius = Radius;
  static constexpr bool has_unit_features = is_unit;
};

template <size_t most>
struct FewActive : FixedLimits {
  static constexpr size_t active = most;
};

template <class Limits>
constexpr tool::GivenLimits given{Limits::lambda, Limits::radius, Limits::has_unit_features, Limits::active};

// --- formats --------------------------------------------------------------------------------------------------------

template <class Format>
void check_shape(const tool::FixedShape& shape) {
  TEST_ASSERT_EQUAL(Format::weight_fraction, shape.weight_fraction);
  TEST_ASSERT_EQUAL(Format::value_fraction, shape.value_fraction());
  TEST_ASSERT_EQUAL(Format::trace_fraction, shape.trace_fraction);
  TEST_ASSERT_EQUAL(Format::has_wide_trace, shape.has_wide_trace);
  TEST_ASSERT_EQUAL(Format::has_short_sums, shape.has_short_sums());
  TEST_ASSERT_EQUAL(Format::has_short_trace_sums, shape.has_short_trace_sums());
  TEST_ASSERT_EQUAL(Format::trace_norm_shift, shape.trace_norm_shift());
  TEST_ASSERT_EQUAL(Format::trace_norm_fraction, shape.trace_norm_fraction());
  TEST_ASSERT_EQUAL(Format::norm_shift, shape.norm_shift());
}

/// From limits, and from what a snapshot says.
template <size_t d, class Limits>
void check_format() {
  using Format = detail::FixedFormat<d, Limits>;
  check_shape<Format>(tool::shape_of(given<Limits>, d));
  const auto formats = tool::fixed_formats_of(detail::ScalarCode<FixedArithmetic<Format>>::formats);
  TEST_ASSERT_TRUE(formats.has_value());
  check_shape<Format>(tool::logged_shape(*formats, d));
}

template <size_t... d>
void check_formats() {
  (check_format<d, Limits<0, 1, false>>(), ...);
  (check_format<d, Limits<50, 1000, false>>(), ...);
  (check_format<d, Limits<51, 1008, false>>(), ...);
  (check_format<d, Limits<75, 1009, true>>(), ...);
  (check_format<d, Limits<93, 64, false>>(), ...);
  (check_format<d, Limits<99, 5, true>>(), ...);
  (check_format<d, FewActive<1>>(), ...);
  (check_format<d, FewActive<7>>(), ...);
}

void test_formats_are_those_of_the_types() {
  check_formats<1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 128, 129, 1024, 4096>();
}

bool is_refused(const tool::GivenLimits& limits, size_t dimension) {
  try {
    (void)tool::shape_of(limits, dimension);
  } catch (const experiments::InputError&) { return true; }
  return false;
}

void test_limits_that_would_not_compile_are_refused() {
  TEST_ASSERT_TRUE(is_refused({0.991, 1000, false}, 4));
  TEST_ASSERT_TRUE(is_refused({0.5, 0.1, false}, 4));
  TEST_ASSERT_TRUE(is_refused({0.5, 1e9, false}, 4));
  TEST_ASSERT_TRUE(is_refused({0.5, 1 << 21, false}, 64));
  TEST_ASSERT_TRUE(is_refused({0.5, 1000, false}, 8193));
  TEST_ASSERT_FALSE(is_refused({0.5, 1000, true}, 8193));
  TEST_ASSERT_TRUE(is_refused({0.5, 1000, true}, 65537));
}

void test_formats_that_no_learner_has_are_refused() {
  TEST_ASSERT_FALSE(tool::fixed_formats_of(20 | 14 << 8 | 16 << 16 | 17 << 24).has_value());
  const tool::FixedFormats formats{20, 14, 16, 3};  // a shift of 2, as of 8 weights
  const auto is_refused = [&](size_t dimension) {
    try {
      (void)tool::logged_shape(formats, dimension);
    } catch (const experiments::InputError&) { return true; }
    return false;
  };
  TEST_ASSERT_TRUE(is_refused(4));
  TEST_ASSERT_FALSE(is_refused(8));
  TEST_ASSERT_TRUE(is_refused(65537));
}

// --- learners -------------------------------------------------------------------------------------------------------

template <class Learner>
void check_same(const Learner& learner, const tool::FixedState& state) {
  TEST_ASSERT_EQUAL(learner.average_reward().raw(), state.average_reward);
  TEST_ASSERT_EQUAL(learner.updates(), state.updates);
  TEST_ASSERT_EQUAL(learner.projections(), state.projections);
  TEST_ASSERT_EQUAL(learner.saturations(), state.saturations);
  for (size_t i = 0; i < learner.weights().size(); ++i) {
    TEST_ASSERT_EQUAL(learner.weight(i).raw(), state.weights[i]);
    TEST_ASSERT_EQUAL(learner.trace(i).raw(), state.trace[i]);
  }
}

template <class Learner, class Report>
void check_same_report(const Report& expected, const ballast::Report<double>& actual) {
  ASSERT_SAME_BITS(expected.td_error.to_double(), actual.td_error);
  ASSERT_SAME_BITS(expected.weights_step_size.to_double(), actual.weights_step_size);
  ASSERT_SAME_BITS(expected.average_reward_step_size.to_double(), actual.average_reward_step_size);
  ASSERT_SAME_BITS(expected.trace_norm2.to_double(), actual.trace_norm2);
  TEST_ASSERT_TRUE(expected.projected == actual.projected);
}

/// Rewards of this size on both; in the middle, it goes on from its state.
template <class Learner>
void run_both(const typename Learner::Settings& typed, const tool::LearnerSettings<double>& settings,
              const tool::GivenLimits& limits, double reward_size) {
  constexpr size_t d = sizeof(typename Learner::Weights) / sizeof(typename Learner::Weight);
  const tool::FixedShape shape = tool::shape_of(limits, d);
  const tool::FixedSettings fixed = tool::fixed_settings(settings, shape, limits);
  auto run = tool::make_fixed_learner(fixed, shape);
  Learner learner;
  TEST_ASSERT_TRUE(learner.start(typed) == Status::ok);
  TEST_ASSERT_TRUE(run->start(std::vector<double>(d), 0) == Status::ok);
  Noise noise(7);
  std::vector<double> here(d);
  std::vector<double> there(d);
  for (int t = 0; t < steps; ++t) {
    typename Learner::Features phi;
    typename Learner::Features next;
    for (size_t i = 0; i < d; ++i) {
      here[i] = there[i];
      there[i] = i == 0 ? 1.0 : noise.number<double>();
      phi[i] = here[i];
      next[i] = there[i];
    }
    const double reward = reward_size * noise.number<double>();
    const auto expected = learner.update(phi, reward, next);
    check_same_report<Learner>(expected, run->update(here.data(), reward, there.data()));
    check_same(learner, run->fixed_state());
    if (t != steps / 2) { continue; }
    const tool::FixedState state = run->fixed_state();
    run = tool::make_fixed_learner(fixed, shape);
    run->resume_fixed(state);
  }
}

template <class Scalar>
void set(PolynomialSchedule<Scalar>& schedule, tool::LearnerSettings<double>& settings) {
  schedule = {1.5, 2, 0.75, 10};
  settings.schedule = PolynomialSchedule<double>{1.5, 2, 0.75, 10};
}
template <class Scalar>
void set(ConstantSchedule<Scalar>& schedule, tool::LearnerSettings<double>& settings) {
  schedule = {0.3};
  settings.schedule = ConstantSchedule<double>{0.3};
}
template <class Scalar>
void set(TwoTimescaleSchedule<ConstantSchedule<Scalar>, PolynomialSchedule<Scalar>>& schedule,
         tool::LearnerSettings<double>& settings) {
  set(static_cast<ConstantSchedule<Scalar>&>(schedule), settings);
  schedule.average_reward = {1.0, 1, 1.0, 0};
  settings.average_reward_schedule = PolynomialSchedule<double>{1.0, 1, 1.0, 0};
}

template <class Scalar>
void set(NoProjection<Scalar>&, tool::LearnerSettings<double>& settings, double) {
  settings.projection = NoProjection<double>{};
}
template <class Scalar>
void set(JointBall<Scalar>& ball, tool::LearnerSettings<double>& settings, double radius) {
  ball.radius = radius;
  settings.projection = JointBall<double>{radius};
}
template <class Scalar>
void set(SeparateBalls<Scalar>& balls, tool::LearnerSettings<double>& settings, double radius) {
  balls = {radius / 10, radius};
  settings.projection = SeparateBalls<double>{radius / 10, radius};
}
template <class Base>
void set(WithoutOnes<Base>& without, tool::LearnerSettings<double>& settings, double radius) {
  set(static_cast<Base&>(without), settings, radius);
  settings.constant_direction = tool::LearnerSettings<double>::Ones{};
}

template <size_t d, class Limits, class Rule, template <class> class Projection, template <class> class Schedule>
void compare() {
  using Learner = FixedLearner<d, Limits, Rule, Projection, Schedule>;
  typename Learner::Settings typed;
  tool::LearnerSettings<double> settings;
  settings.rule = Rule{};
  typed.lambda = settings.lambda = Limits::lambda * 0.9;
  typed.ratio = settings.ratio = 0.05;
  set(typed.schedule, settings);
  set(typed.projection, settings, Limits::radius / 32);
  for (const double reward_size : {0.5, Limits::radius * 2, 1e9}) {
    run_both<Learner>(typed, settings, given<Limits>, reward_size);
  }
}

template <class Scalar>
using JointWithoutOnes = WithoutOnes<JointBall<Scalar>>;
template <class Scalar>
using TwoTimescales = TwoTimescaleSchedule<ConstantSchedule<Scalar>, PolynomialSchedule<Scalar>>;

template <size_t d, class Limits>
void compare_all_types() {
  compare<d, Limits, Standard, NoProjection, ConstantSchedule>();
  compare<d, Limits, Implicit, JointBall, ConstantSchedule>();
  compare<d, Limits, Implicit, SeparateBalls, PolynomialSchedule>();
  compare<d, Limits, Differential, JointWithoutOnes, ConstantSchedule>();
  compare<d, Limits, ImplicitDifferential, NoProjection, PolynomialSchedule>();
  compare<d, Limits, ImplicitDifferential, JointBall, ConstantSchedule>();
  compare<d, Limits, Implicit, SeparateBalls, TwoTimescales>();
}

template <size_t d>
void test_same_bits() {
  compare_all_types<d, Limits<50, 1000, false>>();
  compare<d, Limits<75, 100, false>, Implicit, JointBall, ConstantSchedule>();
  compare<d, Limits<87, 2000, false>, Implicit, JointBall, ConstantSchedule>();
  compare<d, Limits<96, 1000, false>, Implicit, SeparateBalls, PolynomialSchedule>();
  compare<d, Limits<99, 1, true>, ImplicitDifferential, JointBall, ConstantSchedule>();
}

void test_what_formats_have_no_room_for_is_refused() {
  const tool::FixedShape shape = tool::shape_of(given<Limits<50, 1000, true>>, 4);
  const auto is_refused = [&](double lambda, const auto& projection) {
    tool::LearnerSettings<double> settings;
    settings.lambda = lambda;
    settings.ratio = 0.05;
    settings.schedule = ConstantSchedule<double>{0.2};
    settings.projection = projection;
    try {
      (void)tool::logged_settings(settings, shape);
    } catch (const experiments::InputError&) { return true; }
    return false;
  };
  TEST_ASSERT_FALSE(is_refused(0.5, JointBall<double>{1008}));
  TEST_ASSERT_TRUE(is_refused(0.51, JointBall<double>{1000}));
  TEST_ASSERT_TRUE(is_refused(0.5, JointBall<double>{1009}));
  TEST_ASSERT_TRUE(is_refused(0.5, SeparateBalls<double>{1, 1009}));
  TEST_ASSERT_FALSE(is_refused(0.5, SeparateBalls<double>{1e4, 1}));
  TEST_ASSERT_TRUE(is_refused(0.5, NoProjection<double>{}));
}

void test_what_a_device_cannot_get_is_refused() {
  const tool::FixedShape shape = tool::shape_of({}, 2);
  tool::LearnerSettings<double> settings;
  settings.rule = Implicit{};
  settings.lambda = 0.25;
  settings.ratio = 0.05;
  settings.schedule = ConstantSchedule<double>{0.2};
  settings.projection = JointBall<double>{1000};
  const auto run = tool::make_fixed_learner(tool::fixed_settings(settings, shape, {}), shape);
  TEST_ASSERT_TRUE(run->start({0, 1001}, 0) == Status::invalid_start);
  TEST_ASSERT_TRUE(run->start({0, 0}, 0) == Status::ok);
  const double small[] = {1, -1};
  const double large[] = {1, 1.001};
  const double infinite = from_bits<double>(Ieee754<double>::exponent_mask);
  TEST_ASSERT_TRUE(run->update(large, 1, small).status == Status::feature_not_finite);
  TEST_ASSERT_TRUE(run->update(small, infinite, small).status == Status::reward_not_finite);
  TEST_ASSERT_TRUE(run->update(small, 1, large).status == Status::next_feature_not_finite);
  TEST_ASSERT_TRUE(run->update(small, 1, small).status == Status::ok);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_formats_are_those_of_the_types);
  RUN_TEST(test_limits_that_would_not_compile_are_refused);
  RUN_TEST(test_formats_that_no_learner_has_are_refused);
  RUN_TEST(test_same_bits<1>);
  RUN_TEST(test_same_bits<2>);
  RUN_TEST(test_same_bits<3>);
  RUN_TEST(test_same_bits<16>);
  RUN_TEST(test_same_bits<17>);
  RUN_TEST(test_same_bits<64>);
  RUN_TEST(test_same_bits<65>);
  RUN_TEST(test_what_formats_have_no_room_for_is_refused);
  RUN_TEST(test_what_a_device_cannot_get_is_refused);
  return UNITY_END();
}
