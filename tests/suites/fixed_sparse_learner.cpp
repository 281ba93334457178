// The sparse learner in fixed point has the same bits as the dense one, and the agent learns with it.

#include <ballast/features/action_block.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/fixed.hpp>

#include <stdint.h>
#include <string.h>

#include <etl/array.h>

#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

#if defined(LONG_RUNS)
constexpr int steps = 4000;
#else
constexpr int steps = 300;
#endif

constexpr size_t dimension = 37;
constexpr size_t capacity = 4;

/// Balls so small that projections act.
struct Narrow : FixedLimits {
  static constexpr double radius = 16;
  static constexpr size_t active = capacity;
};
struct Wide : Narrow {
  static constexpr double lambda = 0.9;
};
struct WideUnit : Wide {
  static constexpr bool has_unit_features = true;
};

// --- features and configurations of every kind ----------------------------------------------------------------------

/// Some features are 0, or so small that they vanish in a trace; some take back what a trace has.
FixedFeature draw_feature(Noise& random) {
  const uint32_t word = random.word();
  if (word % 8 == 0) { return FixedFeature::from_raw(static_cast<int16_t>(word / 8 % 3) - 1); }
  return FixedFeature::from_raw(static_cast<int16_t>(static_cast<int32_t>(word % 65536) - 32768));
}

template <size_t Length>
void draw(SparseFeatures<FixedFeature, Length, capacity>& features, Noise& random) {
  features.clear();
  for (size_t k = 0; k < capacity; ++k) {
    const size_t index = random.word() % Length;
    (void)features.add(index, draw_feature(random));
  }
}
template <size_t Length>
void draw(ActiveFeatures<FixedFeature, Length, capacity>& features, Noise& random) {
  features.clear();
  const size_t number = random.word() % (capacity + 1);
  for (size_t k = 0; k < number; ++k) { (void)features.add(random.word() % Length); }
}
template <size_t Length>
void draw(OneHot<FixedFeature, Length>& features, Noise& random) {
  features = OneHot<FixedFeature, Length>(random.word() % Length);
}

template <class Scalar>
void set(ConstantSchedule<Scalar>& schedule, double step_size) {
  schedule = {step_size};
}
template <class Scalar>
void set(PolynomialSchedule<Scalar>& schedule, double step_size) {
  schedule = {step_size, 1, 0.6, 10};
}
template <class Scalar>
void set(NoProjection<Scalar>& /*projection*/, double /*radius*/) {}
template <class Scalar>
void set(JointBall<Scalar>& projection, double radius) {
  projection = {radius};
}
template <class Scalar>
void set(SeparateBalls<Scalar>& projection, double radius) {
  projection = {radius / 4, radius};
}

template <class Learner>
typename Learner::Settings settings(double lambda, double step_size, double radius) {
  typename Learner::Settings result{};
  result.lambda = lambda;
  result.ratio = 0.1;
  set(result.schedule, step_size);
  set(result.projection, radius);
  return result;
}

// --- one learner against the other ----------------------------------------------------------------------------------

template <class Report>
void assert_same(const Report& expected, const Report& actual) {
  TEST_ASSERT_TRUE(expected.status == actual.status);
  TEST_ASSERT_TRUE(expected.projected == actual.projected);
  TEST_ASSERT_EQUAL_INT32(expected.td_error.raw(), actual.td_error.raw());
  TEST_ASSERT_EQUAL_UINT32(expected.weights_step_size.mantissa, actual.weights_step_size.mantissa);
  TEST_ASSERT_EQUAL_INT32(expected.weights_step_size.shift, actual.weights_step_size.shift);
  TEST_ASSERT_EQUAL_UINT32(expected.average_reward_step_size.mantissa, actual.average_reward_step_size.mantissa);
  TEST_ASSERT_EQUAL_UINT32(expected.trace_norm2.raw(), actual.trace_norm2.raw());
}

template <class Dense, class Sparse>
void assert_same_state(const Dense& dense, const Sparse& sparse) {
  size_t live = 0;
  for (size_t i = 0; i < dense.weights().size(); ++i) {
    TEST_ASSERT_EQUAL_INT32(dense.weight(i).raw(), sparse.weight(i).raw());
    TEST_ASSERT_EQUAL_INT32(dense.trace(i).raw(), sparse.trace(i).raw());
    if (dense.trace(i).raw() != 0) { ++live; }
  }
  TEST_ASSERT_TRUE(sparse.live_features() >= live);
  TEST_ASSERT_EQUAL_INT32(dense.average_reward().raw(), sparse.average_reward().raw());
  TEST_ASSERT_EQUAL_UINT32(dense.updates(), sparse.updates());
  TEST_ASSERT_EQUAL_UINT32(dense.projections(), sparse.projections());
  TEST_ASSERT_EQUAL_UINT32(dense.rejections(), sparse.rejections());
}

/// Now and then something other than an update happens to both.
template <class Learner>
void disturb(Learner& learner, int t, const typename Learner::Settings& smaller_ball,
             const typename Learner::Settings& other) {
  typename Learner::Weights weights{};
  for (size_t i = 0; i < weights.size(); ++i) {
    weights[i] = Learner::Weight::from_raw(static_cast<int32_t>(i * 7919U % 1000U) * (i % 2 == 0 ? 300 : -300));
  }
  switch (t % 128) {
    case 31: learner.reset_trace(); break;
    case 63: TEST_ASSERT_TRUE(learner.restore(weights, 0.5) == Status::ok); break;
    case 79: TEST_ASSERT_TRUE(learner.reconfigure(smaller_ball) == Status::ok); break;
    case 95: TEST_ASSERT_TRUE(learner.reconfigure(other, ScheduleTime::begins_again) == Status::ok); break;
    case 111: TEST_ASSERT_TRUE(learner.start(other, weights, -0.5) == Status::ok); break;
    case 127: TEST_ASSERT_TRUE(learner.start(learner.config()) == Status::ok); break;
    default: break;
  }
}

/// Returns how often the projection acted.
template <class Limits, class Features, class Rule, template <class> class Projection, template <class> class Schedule>
uint32_t compare(uint32_t seed, double lambda, double step_size) {
  constexpr size_t length = RunsOf<Features>::dimension;
  using Dense = FixedLearner<length, Limits, Rule, Projection, Schedule>;
  using Sparse = FixedSparseLearner<length, Limits, Rule, Projection, Schedule>;
  const auto config = settings<Dense>(lambda, step_size, 4);
  const auto smaller_ball = settings<Dense>(lambda / 2, step_size, 1);
  Dense dense;
  Sparse sparse;
  TEST_ASSERT_TRUE(dense.start(config) == Status::ok);
  TEST_ASSERT_TRUE(sparse.start(config) == Status::ok);
  Noise random(seed);
  Features phi;
  Features next;
  draw(phi, random);
  uint32_t projections = 0;
  for (int t = 0; t < steps; ++t) {
    draw(next, random);
    const auto reward = Dense::Value::fraction(static_cast<int32_t>(random.word() % 2001) - 1000, 300);
    const auto expected = dense.update(phi, reward, next);
    assert_same(expected, sparse.update(phi, reward, next));
    projections += expected.projected != Projected::nothing ? 1 : 0;
    assert_same_state(dense, sparse);
    TEST_ASSERT_EQUAL_INT32(dense.value(phi).raw(), sparse.value(phi).raw());
    TEST_ASSERT_EQUAL_INT32(dense.contrast(phi, next).raw(), sparse.contrast(phi, next).raw());
    disturb(dense, t, smaller_ball, config);
    disturb(sparse, t, smaller_ball, config);
    phi = next;
  }
  return projections;
}

using Values = SparseFeatures<FixedFeature, dimension, capacity>;
using Active = ActiveFeatures<FixedFeature, dimension, capacity>;
using Table = OneHot<FixedFeature, dimension>;

void test_same_bits_as_dense_in_a_joint_ball() {
  TEST_ASSERT_GREATER_THAN_UINT32(10, (compare<Narrow, Values, Implicit, JointBall, ConstantSchedule>(1, 0.25, 0.9)));
  TEST_ASSERT_GREATER_THAN_UINT32(10, (compare<Wide, Active, Implicit, JointBall, ConstantSchedule>(2, 0.9, 0.9)));
  (void)compare<Narrow, Table, Implicit, JointBall, PolynomialSchedule>(3, 0.5, 1.5);
  (void)compare<Narrow, Values, Standard, JointBall, PolynomialSchedule>(4, 0.25, 0.5);
  (void)compare<Narrow, Values, Implicit, JointBall, ConstantSchedule>(5, 0.0, 0.9);
}

void test_same_bits_as_dense_in_separate_balls() {
  TEST_ASSERT_GREATER_THAN_UINT32(
      10, (compare<Narrow, Active, Differential, SeparateBalls, ConstantSchedule>(6, 0.25, 0.3)));
  (void)compare<Wide, Values, ImplicitDifferential, SeparateBalls, PolynomialSchedule>(7, 0.8, 0.9);
}

/// With the implicit rule and small steps, so that weights stay small without a ball.
void test_same_bits_as_dense_without_a_ball() {
  TEST_ASSERT_EQUAL_UINT32(0, (compare<Narrow, Values, Implicit, NoProjection, PolynomialSchedule>(8, 0.25, 0.05)));
  (void)compare<Wide, Table, ImplicitDifferential, NoProjection, ConstantSchedule>(9, 0.6, 0.05);
}

/// Of more than 64 features, sums of squares have 64 bits.
void test_same_bits_as_dense_with_many_features() {
  using ManyValues = SparseFeatures<FixedFeature, 70, capacity>;
  using ManyActive = ActiveFeatures<FixedFeature, 129, capacity>;
  TEST_ASSERT_GREATER_THAN_UINT32(10,
                                  (compare<Narrow, ManyValues, Implicit, JointBall, ConstantSchedule>(10, 0.25, 0.9)));
  TEST_ASSERT_GREATER_THAN_UINT32(10,
                                  (compare<Wide, ManyActive, Standard, SeparateBalls, ConstantSchedule>(11, 0.9, 0.1)));
  (void)compare<WideUnit, OneHot<FixedFeature, 65>, ImplicitDifferential, JointBall, PolynomialSchedule>(12, 0.9, 0.9);
}

// --- features that share a trace ------------------------------------------------------------------------------------

struct EightActive : FixedLimits {
  static constexpr double radius = 16;
  static constexpr size_t active = 8;
};
struct EightActiveWide : EightActive {
  static constexpr double lambda = 0.95;
};

/// As tiles of a reading that drifts: from step to step some of the features stay, and some come back.
using Tiles = ActiveFeatures<FixedFeature, 60, 8>;
void drift(Tiles& tiles, uint32_t t, Noise& random) {
  const uint32_t jump = random.word() % 16 == 0 ? random.word() % 60 : 0;
  tiles.clear();
  for (uint32_t k = 0; k < 8; ++k) { (void)tiles.add((7 * k + (t + 3 * k) / 8 + jump) % 60); }
}

/// In blocks of three actions, as an agent has them. Returns how often the projection acted.
template <class Limits, template <class> class Projection>
uint32_t compare_drifting(uint32_t seed, double lambda, double step_size, double radius) {
  using Block = ActionBlock<Tiles, 3>;
  using Dense = FixedLearner<Block::dimension, Limits, Implicit, Projection>;
  using Sparse = FixedSparseLearner<Block::dimension, Limits, Implicit, Projection>;
  const auto config = settings<Dense>(lambda, step_size, radius);
  Dense dense;
  Sparse sparse;
  TEST_ASSERT_TRUE(dense.start(config) == Status::ok);
  TEST_ASSERT_TRUE(sparse.start(config) == Status::ok);
  Noise random(seed);
  Tiles tiles[2] = {Tiles(0.35), Tiles(0.35)};
  uint32_t action = 0;
  drift(tiles[0], 0, random);
  for (uint32_t t = 1; t < static_cast<uint32_t>(2 * steps); ++t) {
    Tiles& next_tiles = tiles[t % 2];
    drift(next_tiles, t, random);
    const Block phi(tiles[(t + 1) % 2], action);
    action = random.word() % 8 == 0 ? random.word() % 3 : action;
    const Block next(next_tiles, action);
    const auto reward = Dense::Value::fraction(static_cast<int32_t>(random.word() % 2001) - 900, 100);
    assert_same(dense.update(phi, reward, next), sparse.update(phi, reward, next));
    TEST_ASSERT_EQUAL_INT32(dense.value(phi).raw(), sparse.value(phi).raw());
    TEST_ASSERT_EQUAL_INT32(dense.contrast(next, phi).raw(), sparse.contrast(next, phi).raw());
    if (t % 50 == 0) { assert_same_state(dense, sparse); }
    if (t % 97 == 0) {
      dense.reset_trace();
      sparse.reset_trace();
    }
  }
  assert_same_state(dense, sparse);
  return dense.projections();
}

void test_same_bits_as_dense_where_features_come_and_go() {
  TEST_ASSERT_EQUAL_UINT32(0, (compare_drifting<EightActive, JointBall>(1, 0.25, 0.02, 16)));
  TEST_ASSERT_GREATER_THAN_UINT32(10, (compare_drifting<EightActive, JointBall>(2, 0.5, 0.9, 5)));
  TEST_ASSERT_GREATER_THAN_UINT32(10, (compare_drifting<EightActive, SeparateBalls>(3, 0.5, 0.9, 4)));
  TEST_ASSERT_GREATER_THAN_UINT32(10, (compare_drifting<EightActiveWide, JointBall>(4, 0.95, 0.5, 5)));
  (void)compare_drifting<EightActive, NoProjection>(5, 0.4, 20, 0);
  (void)compare_drifting<FixedLimits, JointBall>(6, 0.45, 0.5, 100);  // any number of them
}

/// All moves wait in a group, until the sum of them could leave the ball.
void test_the_ball_is_not_left_by_what_is_pending() {
  using Features = ActiveFeatures<FixedFeature, 64, 8>;
  using Dense = FixedLearner<64, EightActive>;
  using Sparse = FixedSparseLearner<64, EightActive>;
  constexpr auto config = Dense::Config().lambda(0.5).ratio(1e-6).step_size(1000).radius(8);
  Dense dense;
  Sparse sparse;
  TEST_ASSERT_TRUE(dense.start(config) == Status::ok);
  TEST_ASSERT_TRUE(sparse.start(Sparse::Config().lambda(0.5).ratio(1e-6).step_size(1000).radius(8)) == Status::ok);
  const Features nothing(0.99);
  Features once(0.99);
  for (size_t k = 0; k < 8; ++k) { (void)once.add(8 * k); }
  for (int t = 0; t < 40; ++t) {
    const Features& phi = t % 20 == 0 ? once : nothing;
    const auto reward = Dense::Value::fraction((t / 20 == 0 ? 1 : -1) * (t % 20 + 1) * 2, 1);
    assert_same(dense.update(phi, reward, nothing), sparse.update(phi, reward, nothing));
  }
  TEST_ASSERT_GREATER_THAN_UINT32(2, dense.projections());
  assert_same_state(dense, sparse);
}

/// A projection of one's own, which does not ask for the norm.
template <class Scalar>
struct Shrinking : JointBall<Scalar> {
  template <class Weights, class SquaredNorm>
  Projected project(const Weights& weights, const SquaredNorm& /*norm2*/,
                    typename JointBall<Scalar>::Value& /*average_reward*/) const noexcept {
    weights.scale(60000);
    return Projected::weights;
  }
};

void test_same_bits_as_dense_with_a_projection_that_scales_always() {
  (void)compare<Narrow, Active, Implicit, Shrinking, ConstantSchedule>(13, 0.5, 0.5);
}

/// Whatever the bound says to be within a ball is; and it is not far from the truth.
template <size_t Dimension>
void check_bound_of_norm(uint32_t seed) {
  using Arithmetic = typename FixedLearner<Dimension, EightActive>::Arithmetic;
  using Weight = typename Arithmetic::Weight;
  using Value = typename Arithmetic::Value;
  static fixed::NormedWeights<Arithmetic, Dimension> theta;
  static fixed::TraceGroups<Arithmetic, Dimension> groups;
  Noise random(seed);
  etl::array<Weight, Dimension> weights;
  const uint32_t scale = 5 + seed % 11;  // with small weights, what is cut off matters
  for (Weight& weight : weights) { weight = Weight::from_raw(static_cast<int32_t>(random.word() << 8) >> scale); }
  theta.set(weights);
  groups.clear();
  using Joining = typename fixed::TraceGroups<Arithmetic, Dimension>::Joining;
  Joining group(groups);
  for (size_t i = 0; i < Dimension && group.has_room(); i += 1 + random.word() % 2) { group.add(i); }
  (void)group.close(Arithmetic::Trace::from_raw(0x2000), {});
  const int32_t mantissa = static_cast<int32_t>(random.word() % 65535) - 32767;
  const uint32_t bound = groups.move({mantissa, 4 + random.word() % 12, 0});
  const fixed::LazyNorm<Arithmetic, Dimension> norm2{theta, groups, 0, bound};
  const auto as_it_was = theta;
  const auto groups_as_they_were = groups;
  const uint64_t exact = norm2.exact();
  theta = as_it_was;
  groups = groups_as_they_were;
  int32_t first = 32767;  // the smallest radius that is said to be large enough
  for (int32_t below = 0; first - below > 1;) {
    const int32_t half = (first + below) / 2;
    (norm2.is_surely_within(Value::from_raw(half << 15)) ? first : below) = half;
  }
  TEST_ASSERT_TRUE(first < 32767);
  TEST_ASSERT_FALSE(
      Arithmetic::exceeds(static_cast<typename Arithmetic::SquaredNorm>(exact), Value::from_raw(first << 15)));
  const int32_t near = first - 2 * static_cast<int32_t>(bound) - 64;
  TEST_ASSERT_TRUE(near <= 0 || Arithmetic::exceeds(static_cast<typename Arithmetic::SquaredNorm>(exact),
                                                    Value::from_raw(near << 15)));
}

void test_the_bound_of_the_norm() {
  for (uint32_t seed = 1; seed <= 40; ++seed) {
    check_bound_of_norm<1>(seed);
    check_bound_of_norm<7>(seed);
    check_bound_of_norm<70>(seed);
  }
}

// --- a trace that ends ----------------------------------------------------------------------------------------------

void test_a_trace_ends_after_a_few_steps() {
  FixedSparseLearner<dimension, Narrow> learner;
  TEST_ASSERT_TRUE(learner.start(settings<decltype(learner)>(0.25, 0.5, 4)) == Status::ok);
  const Table phi(3);
  const Active nothing;
  TEST_ASSERT_TRUE(learner.update(phi, 1.0, phi).status == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(1, learner.live_features());
  for (int t = 0; t < 6; ++t) { TEST_ASSERT_TRUE(learner.update(nothing, 1.0, nothing).status == Status::ok); }
  TEST_ASSERT_EQUAL_UINT32(1, learner.live_features());
  TEST_ASSERT_TRUE(learner.update(nothing, 1.0, nothing).status == Status::ok);
  TEST_ASSERT_EQUAL_UINT32(0, learner.live_features());
}

// --- bad input ------------------------------------------------------------------------------------------------------

void test_a_wrong_index_changes_nothing_but_the_count() {
  using Learner = FixedSparseLearner<dimension, Narrow>;
  Learner learner;
  TEST_ASSERT_TRUE(learner.update(Table(1), 1.0, Table(2)).status == Status::not_started);
  TEST_ASSERT_TRUE(learner.start(settings<Learner>(0.25, 0.5, 4)) == Status::ok);
  for (size_t i = 0; i < 9; ++i) { TEST_ASSERT_TRUE(learner.update(Table(i), 1.0, Table(i + 1)).status == Status::ok); }
  Learner twice = learner;
  TEST_ASSERT_TRUE(twice.update(Table(dimension), 1.0, Table(1)).status == Status::feature_index_invalid);
  const Learner once = twice;
  TEST_ASSERT_TRUE(twice.update(Table(1), 1.0, Table(SIZE_MAX)).status == Status::feature_index_invalid);
  TEST_ASSERT_EQUAL_UINT32(2, twice.rejections());
  TEST_ASSERT_EQUAL_INT32(0, twice.value(Table(dimension)).raw());

  unsigned char before[sizeof(Learner)];
  unsigned char after[sizeof(Learner)];
  memcpy(before, &once, sizeof before);
  memcpy(after, &twice, sizeof after);
  size_t changed = 0;
  for (size_t i = 0; i < sizeof before; ++i) {
    if (before[i] != after[i]) { ++changed; }
  }
  TEST_ASSERT_EQUAL_UINT32(1, changed);

  TEST_ASSERT_TRUE(twice.update(Table(9), 1.0, Table(8)).status == Status::ok);
  TEST_ASSERT_TRUE(learner.update(Table(9), 1.0, Table(8)).status == Status::ok);
  for (size_t i = 0; i < dimension; ++i) { TEST_ASSERT_TRUE(learner.weight(i) == twice.weight(i)); }
}

// --- the agent ------------------------------------------------------------------------------------------------------

constexpr uint32_t places = 8;

/// Each step clockwise into place 0 earns 1; the other direction, nothing. Going round earns 1/8; stepping back and
/// forth across the goal, 1/2.
template <class Agent, class FeaturesOf>
void learns_the_ring(FeaturesOf features_of) {
  static constexpr auto config =
      typename Agent::Config().lambda(0.25).ratio(0.05).step_size(0.2).radius(100).epsilon(0.1);
  static_assert(config.validate() == Status::ok, "the configuration is valid");
  Agent agent;
  TEST_ASSERT_TRUE(agent.start(config, 1) == Status::ok);
  uint32_t place = places / 2;
  Decision decision = agent.observe(features_of(place));
  const auto tick = [&] {
    const bool is_clockwise = decision.action == 1;
    place = (place + (is_clockwise ? 1 : places - 1)) % places;
    const int32_t reward = is_clockwise && place == 0 ? 1 : 0;
    decision = agent.tick(Agent::Value::fraction(reward, 1), features_of(place));
    TEST_ASSERT_TRUE(decision.status == Status::ok);
  };
  for (int t = 0; t < 4000; ++t) { tick(); }
  const double learned = agent.average_reward().to_double();
  TEST_ASSERT_TRUE(learned > 0.4 && learned < 0.5);
  agent.evaluate();
  for (int t = 0; t < 200; ++t) { tick(); }
  const double earned = agent.evaluated_reward().to_double();
  TEST_ASSERT_TRUE(earned > 0.45 && earned < 0.51);
}

struct UnitFeatures : FixedLimits {
  static constexpr double radius = 100;
  static constexpr bool has_unit_features = true;
};
struct OneActive : FixedLimits {
  static constexpr double radius = 100;
  static constexpr size_t active = 1;
};

void test_the_agent_learns() {
  using OfPlace = OneHot<FixedFeature, places>;
  learns_the_ring<FixedSarsa<OfPlace, 2, OneActive>>([](uint32_t place) { return OfPlace(place); });
  using OfSome = ActiveFeatures<FixedFeature, places, 1>;
  learns_the_ring<FixedSarsa<OfSome, 2, UnitFeatures>>([](uint32_t place) {
    OfSome features;
    (void)features.add(place);
    return features;
  });
  using OfAll = etl::array<FixedFeature, places>;
  learns_the_ring<FixedSarsa<OfAll, 2, UnitFeatures>>([](uint32_t place) {
    OfAll features{};
    features[place] = FixedFeature::from_raw(INT16_MAX);
    return features;
  });
}

/// Removing a direction moves every weight: that agent has the dense learner.
void test_the_agent_without_ones() {
  using OfPlace = OneHot<FixedFeature, places>;
  using Scalar = Fixed<2 * places, OneActive>;
  learns_the_ring<Sarsa<Scalar, OfPlace, 2, Implicit, WithoutOnes<JointBall<Scalar>>>>(
      [](uint32_t place) { return OfPlace(place); });
}

void test_the_mean_is_exact() {
  using Number = FixedNumber<int32_t, 10>;
  detail::RunningMean<Number> mean;
  int64_t sum = 0;
  Noise random(1);
  for (uint32_t n = 1; n <= 1000; ++n) {
    const int32_t x = static_cast<int32_t>(random.word() << 8);
    sum += x;
    mean.add(Number::from_raw(x), n);
    const int64_t error = sum - int64_t{mean.mean.raw()} * n;
    TEST_ASSERT_TRUE(error >= -int64_t{n} && error <= int64_t{n});  // less than a unit
  }
  for (uint32_t n = 1; n <= 10; ++n) { mean.add(Number::from_raw(n % 2 == 0 ? INT32_MIN : INT32_MAX), n); }
  TEST_ASSERT_EQUAL_INT32(-1, mean.mean.raw());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_same_bits_as_dense_in_a_joint_ball);
  RUN_TEST(test_same_bits_as_dense_in_separate_balls);
  RUN_TEST(test_same_bits_as_dense_without_a_ball);
  RUN_TEST(test_same_bits_as_dense_with_many_features);
  RUN_TEST(test_same_bits_as_dense_where_features_come_and_go);
  RUN_TEST(test_the_ball_is_not_left_by_what_is_pending);
  RUN_TEST(test_same_bits_as_dense_with_a_projection_that_scales_always);
  RUN_TEST(test_the_bound_of_the_norm);
  RUN_TEST(test_a_trace_ends_after_a_few_steps);
  RUN_TEST(test_a_wrong_index_changes_nothing_but_the_count);
  RUN_TEST(test_the_agent_learns);
  RUN_TEST(test_the_agent_without_ones);
  RUN_TEST(test_the_mean_is_exact);
  return UNITY_END();
}
