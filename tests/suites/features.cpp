// A feature kind is another way to write down an array: a learner must arrive at the same bytes, whatever the kind.

#include <ballast/array.hpp>
#include <ballast/features/action_block.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/learner.hpp>

#include <string.h>

#include "draw_features.hpp"
#include "noise.hpp"
#include "settings.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

// --- the same bytes -------------------------------------------------------------------------------------------------

template <class Learner, class Kind>
void learn_both_ways(Learner& by_runs, Learner& by_array, const Kind& phi, const Kind& next, Noise& random) {
  using T = typename Learner::Value;
  const T reward = random.number<T>();
  const auto array = as_array(phi);
  const auto array_next = as_array(next);
  ASSERT_SAME_BITS(by_array.value(array), by_runs.value(phi));
  ASSERT_SAME_BITS(by_array.contrast(array, array_next), by_runs.contrast(phi, next));
  const auto expected = by_array.update(array, reward, array_next);
  const auto report = by_runs.update(phi, reward, next);
  TEST_ASSERT_TRUE(report.status == Status::ok && expected.status == Status::ok);
  TEST_ASSERT_TRUE(report.projected == expected.projected);
  ASSERT_SAME_BITS(expected.td_error, report.td_error);
  ASSERT_SAME_BITS(expected.trace_norm2, report.trace_norm2);
  // Not the objects whole: an empty projection takes one byte, which is padding.
  TEST_ASSERT_EQUAL_MEMORY(by_array.weights().data(), by_runs.weights().data(), sizeof by_runs.weights());
  for (size_t i = 0; i < by_runs.weights().size(); ++i) { ASSERT_SAME_BITS(by_array.trace(i), by_runs.trace(i)); }
  ASSERT_SAME_BITS(by_array.average_reward(), by_runs.average_reward());
  TEST_ASSERT_EQUAL_UINT32(by_array.projections(), by_runs.projections());
}

constexpr int steps = 60;

template <class T>
constexpr T some_lambda = static_cast<T>(0.7);

template <class Learner>
void start_both(Learner& by_runs, Learner& by_array, const typename Learner::Settings& config) {
  TEST_ASSERT_TRUE(by_runs.start(config) == Status::ok);
  TEST_ASSERT_TRUE(by_array.start(config) == Status::ok);
}

// Not inlined, here and below: a small stack has room for the learners of one check, not of all that are called.

template <class Learner, class Features>
[[gnu::noinline]] void check_feature_vector(const typename Learner::Settings& config, Features features = Features{}) {
  Noise random(7);
  Learner by_runs;
  Learner by_array;
  start_both(by_runs, by_array, config);
  Features next = features;
  draw(features, random);
  for (int t = 0; t < steps; ++t) {
    draw(next, random);
    learn_both_ways(by_runs, by_array, features, next, random);
    features = next;
  }
  TEST_ASSERT_EQUAL_UINT32(steps, by_runs.updates());
}

template <class Learner, size_t Actions, class Features>
[[gnu::noinline]] void check_blocks(const typename Learner::Settings& config) {
  Noise random(8);
  Learner by_runs;
  Learner by_array;
  start_both(by_runs, by_array, config);
  Features features{};
  Features next{};
  uint32_t action = 0;
  draw(features, random);
  for (int t = 0; t < steps; ++t) {
    draw(next, random);
    const uint32_t next_action = random.word() % Actions;
    learn_both_ways(by_runs, by_array, ActionBlock<Features, Actions>(features, action),
                    ActionBlock<Features, Actions>(next, next_action), random);
    features = next;
    action = next_action;
  }
}

template <class T, class Rule, class Projection>
typename Learner<T, 45, Rule, Projection>::Settings config_for(const Projection& projection) {
  return settings_of<Learner<T, 45, Rule, Projection>>(some_lambda<T>, T{1}, {static_cast<T>(0.5)}, projection);
}

/// A list and blocks of an array: short runs, and long ones that begin in any lane.
template <class T, class Rule, class Projection>
void check_lists_and_blocks(const Projection& projection) {
  using Large = Learner<T, 45, Rule, Projection>;
  const auto config = config_for<T, Rule>(projection);
  check_feature_vector<Large, SparseFeatures<T, 45, 9>>(config);
  check_blocks<Large, 3, ArrayOf<T, 15>>(config);
}

/// Every kind, with the default learner.
void test_every_kind_has_the_bytes_of_its_array() {
  using Ball = JointBall<float>;
  using Large = Learner<float, 45>;
  const auto config = config_for<float, Implicit>(Ball{0.5F});
  check_lists_and_blocks<float, Implicit>(Ball{0.5F});
  check_feature_vector<Learner<float, 7>, OneHot<float, 7>>(config);
  check_feature_vector<Large, OneHot<float, 45>>(config);
  check_feature_vector<Large, ActiveFeatures<float, 45, 6>>(config, ActiveFeatures<float, 45, 6>(0.4F));
  check_blocks<Large, 9, SparseFeatures<float, 5, 3>>(config);
  check_blocks<Learner<float, 100>, 2, ArrayOf<float, 50>>(config);
}

/// No kind knows the rule or the projection.
void test_so_has_every_other_learner() {
  check_lists_and_blocks<float, Standard>(NoProjection<float>{});
  check_lists_and_blocks<float, Implicit>(WithoutOnes<SeparateBalls<float>>{{0.1F, 0.5F}});
}

void test_every_kind_has_the_bytes_of_its_array_in_double() {
  using Projection = WithoutOnes<SeparateBalls<double>>;
  const Projection projection{{0.1, 0.5}};
  const auto config = config_for<double, Implicit>(projection);
  check_lists_and_blocks<double, Implicit>(projection);
  check_feature_vector<Learner<double, 7, Implicit, Projection>, OneHot<double, 7>>(config);
  check_blocks<Learner<double, 100, Implicit, Projection>, 2, ArrayOf<double, 50>>(config);
}

/// lambda = 0 and negative traces make negative zeros, which an addition of zero would turn positive.
void test_negative_zeros_are_the_same_too() {
  using L = Learner<float, 45, Standard, NoProjection<float>>;
  L by_runs;
  L by_array;
  start_both(by_runs, by_array, settings_of<L>(0.0F, 1.0F, {0.5F}, {}));
  SparseFeatures<float, 45, 9> phi;
  SparseFeatures<float, 45, 9> next;
  TEST_ASSERT_TRUE(phi.add(3, -1.0F) == Status::ok);
  TEST_ASSERT_TRUE(next.add(5, -0.0F) == Status::ok);
  Noise random(9);
  for (int t = 0; t < 4; ++t) {
    learn_both_ways(by_runs, by_array, phi, next, random);
    learn_both_ways(by_runs, by_array, next, phi, random);
  }
}

/// A trace that decays quickly is soon too small to keep.
void test_small_traces_are_dropped_too() {
  using L = Learner<float, 45>;
  check_feature_vector<L, OneHot<float, 45>>(settings_of<L>(0.05F, 1.0F, {0.5F}, {10.0F}));
  check_blocks<L, 3, ArrayOf<float, 15>>(settings_of<L>(0.05F, 1.0F, {0.5F}, {10.0F}));
}

// --- lists of indices -----------------------------------------------------------------------------------------------

void test_indices_are_sorted() {
  SparseFeatures<float, 10, 4> features;
  TEST_ASSERT_TRUE(features.add(7, 0.7F) == Status::ok);
  TEST_ASSERT_TRUE(features.add(2, 0.2F) == Status::ok);
  TEST_ASSERT_TRUE(features.add(9, 0.9F) == Status::ok);
  TEST_ASSERT_TRUE(features.add(5, 0.5F) == Status::ok);
  const size_t indices[] = {2, 5, 7, 9};
  const float values[] = {0.2F, 0.5F, 0.7F, 0.9F};
  TEST_ASSERT_EQUAL_size_t(4, features.size());
  for (size_t k = 0; k < 4; ++k) {
    TEST_ASSERT_EQUAL_size_t(indices[k], features.index(k));
    ASSERT_SAME_BITS(values[k], features.value(k));
  }
}

void test_a_bad_index_changes_nothing() {
  ActiveFeatures<float, 10, 2> features;
  TEST_ASSERT_TRUE(features.add(10) == Status::feature_index_invalid);
  TEST_ASSERT_TRUE(features.add(SIZE_MAX) == Status::feature_index_invalid);
  TEST_ASSERT_TRUE(features.add(4) == Status::ok);
  TEST_ASSERT_TRUE(features.add(4) == Status::feature_index_invalid);
  TEST_ASSERT_TRUE(features.add(1) == Status::ok);
  TEST_ASSERT_TRUE(features.add(2) == Status::feature_index_invalid);  // no room
  TEST_ASSERT_EQUAL_size_t(2, features.size());
  TEST_ASSERT_EQUAL_size_t(1, features.index(0));
  TEST_ASSERT_EQUAL_size_t(4, features.index(1));
  features.clear();
  TEST_ASSERT_EQUAL_size_t(0, features.runs());
}

void test_active_features_are_1_unless_told_otherwise() {
  ASSERT_SAME_BITS(1.0F, (ActiveFeatures<float, 10, 2>().value()));
  ASSERT_SAME_BITS(0.5F, (ActiveFeatures<float, 10, 2>(0.5F).value()));
}

void test_lists_are_small() {
  TEST_ASSERT_EQUAL_size_t(4 + 2 * 8 + 2 + 2, sizeof(ActiveFeatures<float, 4096, 8>));
  TEST_ASSERT_EQUAL_size_t(8 * (4 + 2) + 2 + 2, sizeof(SparseFeatures<float, 4096, 8>));
}

// --- bad features ---------------------------------------------------------------------------------------------------

using Refusing = Learner<float, 45>;

/// Refused with this status, no byte changed but the count of rejections.
template <class Kind>
void check_refusal(Status expected, const Kind& phi, float reward, const Kind& next) {
  Refusing learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.5F, 1.0F, {0.5F}, {10.0F}) == Status::ok);
  const OneHot<float, 45> good(3);
  TEST_ASSERT_TRUE(learner.update(good, 1.0F, good).status == Status::ok);
  Refusing before = learner;
  TEST_ASSERT_TRUE(learner.update(phi, reward, next).status == expected);
  TEST_ASSERT_EQUAL_UINT32(1, learner.rejections());
  // The count aside, which a transition that is refused for certain brings level.
  TEST_ASSERT_TRUE(before.update(OneHot<float, 45>(45), 0.0F, good).status == Status::feature_index_invalid);
  TEST_ASSERT_EQUAL_MEMORY(&before, &learner, sizeof learner);
}

/// A kind with a mistake: its runs overlap.
struct Overlapping {
  using Feature = float;
  static constexpr size_t dimension = 45;
  float values[4] = {1.0F, 1.0F, 1.0F, 1.0F};

  size_t runs() const { return 2; }
  Run<float> run(size_t k) const { return {3 + k, values, 2}; }
};

/// Another one: it is longer than there are features, by a length that wraps round.
struct Endless {
  using Feature = float;
  static constexpr size_t dimension = 45;
  float value = 1.0F;

  size_t runs() const { return 1; }
  Run<float> run(size_t /*k*/) const { return {5, &value, SIZE_MAX - 2}; }
};

void test_indices_out_of_range_are_refused() {
  const OneHot<float, 45> good(0);
  const Status refused = Status::feature_index_invalid;
  check_refusal(refused, OneHot<float, 45>(45), 0.0F, good);
  check_refusal(refused, good, 0.0F, OneHot<float, 45>(SIZE_MAX));
  const ArrayOf<float, 15> state{};
  using Block = ActionBlock<ArrayOf<float, 15>, 3>;
  check_refusal(refused, Block(state, 3), 0.0F, Block(state, 0));
  check_refusal(refused, Block(state, 0), 0.0F, Block(state, UINT32_MAX));
  check_refusal(refused, Block(state, UINT32_MAX / 15 + 1), 0.0F, Block(state, 0));  // times 15 is 14 in 32 bits
  const OneHot<float, 15> beyond_its_block(15);
  const OneHot<float, 15> in_its_block(14);
  using Table = ActionBlock<OneHot<float, 15>, 3>;
  check_refusal(refused, Table(beyond_its_block, 0), 0.0F, Table(in_its_block, 0));
  check_refusal(refused, Overlapping{}, 0.0F, Overlapping{});
  check_refusal(refused, Endless{}, 0.0F, Endless{});
  Refusing learner;
  ASSERT_SAME_BITS(0.0F, learner.value(OneHot<float, 45>(45)));
  ASSERT_SAME_BITS(0.0F, learner.contrast(good, OneHot<float, 45>(45)));
}

void test_numbers_that_are_none_are_refused() {
  const float nan = from_bits<float>(0x7FC00000U);
  const float infinity = from_bits<float>(0x7F800000U);
  const OneHot<float, 45> one;
  check_refusal(Status::reward_not_finite, one, nan, one);
  SparseFeatures<float, 45, 9> good;
  SparseFeatures<float, 45, 9> bad;
  TEST_ASSERT_TRUE(good.add(1, 1.0F) == Status::ok && bad.add(1, 1.0F) == Status::ok);
  TEST_ASSERT_TRUE(bad.add(8, infinity) == Status::ok);
  check_refusal(Status::feature_not_finite, bad, 0.0F, good);
  check_refusal(Status::next_feature_not_finite, good, 0.0F, bad);
  SparseFeatures<float, 45, 9> large;
  TEST_ASSERT_TRUE(large.add(3, 1e30F) == Status::ok);
  check_refusal(Status::overflow, large, 0.0F, good);
  const ActiveFeatures<float, 45, 6> also_bad_if_active(nan);
  check_refusal(Status::reward_not_finite, also_bad_if_active, nan, also_bad_if_active);  // it has no active feature
}

void test_a_learner_that_was_not_started_says_so() {
  Refusing learner;
  const OneHot<float, 45> one;
  TEST_ASSERT_TRUE(learner.update(one, 0.0F, one).status == Status::not_started);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_every_kind_has_the_bytes_of_its_array);
  RUN_TEST(test_so_has_every_other_learner);
  RUN_TEST(test_every_kind_has_the_bytes_of_its_array_in_double);
  RUN_TEST(test_negative_zeros_are_the_same_too);
  RUN_TEST(test_small_traces_are_dropped_too);
  RUN_TEST(test_indices_are_sorted);
  RUN_TEST(test_a_bad_index_changes_nothing);
  RUN_TEST(test_active_features_are_1_unless_told_otherwise);
  RUN_TEST(test_lists_are_small);
  RUN_TEST(test_indices_out_of_range_are_refused);
  RUN_TEST(test_numbers_that_are_none_are_refused);
  RUN_TEST(test_a_learner_that_was_not_started_says_so);
  return UNITY_END();
}
