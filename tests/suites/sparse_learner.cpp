// What the sparse learner promises besides the numbers of the dense one (those are in sparse_agreement.cpp).

#include <ballast/features/action_block.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>

#include <string.h>

#include <etl/array.h>

#include "draw_features.hpp"
#include "noise.hpp"
#include "settings.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

#if defined(LONG_RUNS)
constexpr uint32_t many = 20000;
#else
constexpr uint32_t many = 500;
#endif

// --- its size and kind ----------------------------------------------------------------------------------------------

// For each feature: weight, coefficient, the slot of its epoch, and a quarter of an epoch, which is two numbers. That
// is 11 bytes in float up to 1024 features and 12 above, if their number is a power of two; 21 and 22 in double.
constexpr size_t bytes(size_t number, size_t dimension, size_t slots, size_t slot, size_t others) {
  return dimension * (2 * number + slot) + 2 * slots * number + others;
}
template <class T>
using Free = NoProjection<T>;
template <class T>
using All = WithoutOnes<JointBall<T>>;

// The others: the counts, whether it was started and two words of the epochs; eleven numbers of epochs and trace;
// average reward and what rounding took off it, lambda, ratio, step-size and radius. A ball adds six numbers,
// WithoutOnes three.
static_assert(sizeof(SparseLearner<float, 1024>) == bytes(4, 1024, 256, 1, 4 * (6 + 11 + 6 + 6)), "");
static_assert(sizeof(SparseLearner<float, 4096>) == bytes(4, 4096, 1024, 2, 4 * (6 + 11 + 6 + 6)), "");
static_assert(sizeof(SparseLearner<float, 1024>) == 11 * 1024 + 116, "11 bytes for each of 1024 features");
static_assert(sizeof(SparseLearner<float, 65536>) == 12 * 65536 + 116, "12 bytes for each of many features");
static_assert(sizeof(SparseLearner<float, 1024, Standard>) == sizeof(SparseLearner<float, 1024>), "");
static_assert(sizeof(SparseLearner<float, 1024, Implicit, Free<float>>) == 11 * 1024 + 92, "");
static_assert(sizeof(SparseLearner<float, 1024, Implicit, All<float>>) == 11 * 1024 + 128, "");
static_assert(sizeof(SparseLearner<float, 88>) == bytes(4, 88, 64, 1, 116), "a table of 11 x 4 states, 2 actions");
static_assert(sizeof(SparseLearner<float, 5>) == bytes(4, 5, 64, 1, 116) + 3, "slots end where a number can begin");
static_assert(sizeof(SparseLearner<double, 1024>) == bytes(8, 1024, 256, 1, 4 * 6 + 8 * (11 + 6 + 6)), "");
static_assert(sizeof(SparseLearner<double, 4096>) == bytes(8, 4096, 1024, 2, 4 * 6 + 8 * (11 + 6 + 6)), "");
static_assert(__is_trivially_copyable(SparseLearner<float, 16>), "");
static_assert(__is_trivially_copyable(SparseLearner<double, 3, Standard, All<double>>), "");

// --- helpers --------------------------------------------------------------------------------------------------------

template <class T>
T magnitude(T x) {
  return x < T{0} ? -x : x;
}

template <class L>
bool same_bytes(const L& a, const L& b) {
  return memcmp(&a, &b, sizeof a) == 0;
}

// The same few learners and features in all tests, because each takes its time to compile: what is shown here does not
// depend on the number of features, unless a test says so.
constexpr size_t dimension = 100;
template <class T>
using List = SparseFeatures<T, dimension, 3>;
template <class T>
using Unbounded = SparseLearner<T, dimension, Implicit, NoProjection<T>>;
template <class T>
using DenseUnbounded = Learner<T, dimension, Implicit, NoProjection<T>>;

/// The largest difference between two learners, as a fraction of the largest weight.
template <class Dense, class Sparse>
typename Dense::Value difference(const Dense& dense, const Sparse& sparse) {
  using T = typename Dense::Value;
  T largest{};
  T worst{};
  for (size_t i = 0; i < dense.weights().size(); ++i) {
    const T weight = magnitude(dense.weight(i));
    const T error = magnitude(dense.weight(i) - sparse.weight(i));
    largest = weight > largest ? weight : largest;
    worst = error > worst ? error : worst;
  }
  return worst / largest;
}

template <class T>
constexpr T tolerance = static_cast<T>(sizeof(T) == sizeof(float) ? 2e-5 : 1e-9);

#if IN_PART(1)
// --- features of every kind -----------------------------------------------------------------------------------------

/// Fed with the same features both learners agree. (The dense one has the array; features.cpp shows that it has the
/// same bits with every kind.)
template <class T, class Features, class Block, class Projection>
void check_feature_vector(double lambda, const Projection& projection, Block block) {
  Learner<T, dimension, Implicit, Projection> dense;
  SparseLearner<T, dimension, Implicit, Projection> sparse;
  const auto config =
      settings_of<decltype(sparse)>(static_cast<T>(lambda), static_cast<T>(0.1), {static_cast<T>(0.5)}, projection);
  TEST_ASSERT_TRUE(dense.start(config) == Status::ok && sparse.start(config) == Status::ok);
  Noise random(5);
  Features phi{};
  Features next{};
  draw(phi, random);
  for (uint32_t t = 0; t < many; ++t) {
    draw(next, random);
    const auto here = block(phi, t);
    const auto there = block(next, t + 1);
    const T reward = random.number<T>();
    const auto array_here = as_array(here);
    const auto array_there = as_array(there);
    TEST_ASSERT_TRUE(dense.update(array_here, reward, array_there).status == Status::ok);
    TEST_ASSERT_TRUE(sparse.update(here, reward, there).status == Status::ok);
    if (t % 100 == 0) {
      const T contrast = dense.contrast(array_here, array_there);
      TEST_ASSERT_TRUE(difference(dense, sparse) <= tolerance<T>);
      TEST_ASSERT_TRUE(magnitude(dense.value(array_there) - sparse.value(there)) < T{20} * tolerance<T>);
      TEST_ASSERT_TRUE(magnitude(contrast - sparse.contrast(here, there)) < T{40} * tolerance<T>);
    }
    phi = next;
  }
  TEST_ASSERT_TRUE(difference(dense, sparse) <= tolerance<T>);
}

constexpr auto as_it_is = [](const auto& features, uint32_t /*t*/) -> const auto& {
  return features;
};
constexpr auto of_four = [](const auto& features, uint32_t t) {
  return ActionBlock<etl::remove_cv_t<etl::remove_reference_t<decltype(features)>>, 4>(features, t * 7 / 3 % 4);
};

void test_every_kind_agrees_in_float() {
  const JointBall<float> ball{0.75F};
  check_feature_vector<float, OneHot<float, 100>>(0.8, ball, as_it_is);
  check_feature_vector<float, ActiveFeatures<float, 100, 4>>(0.25, ball, as_it_is);
  check_feature_vector<float, List<float>>(0.9, ball, as_it_is);
  check_feature_vector<float, OneHot<float, 25>>(0.6, ball, of_four);
  check_feature_vector<float, etl::array<float, 100>>(0.7, ball, as_it_is);
  check_feature_vector<float, etl::array<float, 25>>(0.5, ball, of_four);
}

/// One of those that are remembered, one that is looked up again, and a block.
void test_every_kind_agrees_in_double() {
  const WithoutOnes<SeparateBalls<double>> projection{{0.1, 0.75}};
  check_feature_vector<double, List<double>>(0.9, projection, as_it_is);
  check_feature_vector<double, OneHot<double, 25>>(0.6, projection, of_four);
  check_feature_vector<double, etl::array<double, 100>>(0.7, projection, as_it_is);
}

/// A list as a user might write it: nothing is known of it but its runs.
struct Plain {
  using Feature = float;
  static constexpr size_t dimension = ::dimension;
  const List<float>& features;

  size_t runs() const { return features.runs(); }
  Run<float> run(size_t k) const { return features.run(k); }
};

/// The same bits, whether what was found in the first pass is remembered or found again.
void test_the_kind_of_a_list_does_not_matter() {
  using L = SparseLearner<float, dimension, Implicit, WithoutOnes<JointBall<float>>>;
  const float lambdas[] = {0.0F, 0.25F, 0.7F, 0.95F};
  for (const float lambda : lambdas) {
    Noise random(6);
    L remembered;
    TEST_ASSERT_TRUE(start_with(remembered, lambda, 0.1F, {1.0F}, {{1.0F}}) == Status::ok);
    L found_again = remembered;
    List<float> phi;
    List<float> next;
    for (uint32_t t = 0; t < many / 4; ++t) {
      draw(next, random);
      const float reward = random.number<float>();
      TEST_ASSERT_TRUE(remembered.update(phi, reward, next).status == Status::ok);
      TEST_ASSERT_TRUE(found_again.update(Plain{phi}, reward, Plain{next}).status == Status::ok);
      phi = next;
    }
    TEST_ASSERT_TRUE(same_bytes(remembered, found_again));
    TEST_ASSERT_TRUE(remembered.projections() > 0);
  }
}

// --- features that are seldom active --------------------------------------------------------------------------------

// Many features, few of them active: each must be settled in time, before the epoch is forgotten in which it occurred.
template <class T, size_t Dimension>
void check_seldom_features(double lambda, uint32_t steps) {
  Learner<T, Dimension, Implicit, NoProjection<T>> dense;
  SparseLearner<T, Dimension, Implicit, NoProjection<T>> sparse;
  const auto config =
      settings_of<decltype(sparse)>(static_cast<T>(lambda), static_cast<T>(0.1), {static_cast<T>(0.5)}, {});
  TEST_ASSERT_TRUE(dense.start(config) == Status::ok && sparse.start(config) == Status::ok);
  Noise random(9);
  SparseFeatures<T, Dimension, 3> phi;
  SparseFeatures<T, Dimension, 3> next;
  for (uint32_t t = 0; t < steps; ++t) {
    draw(next, random);
    const T reward = random.number<T>();
    TEST_ASSERT_TRUE(dense.update(as_array(phi), reward, as_array(next)).status == Status::ok);
    TEST_ASSERT_TRUE(sparse.update(phi, reward, next).status == Status::ok);
    phi = next;
  }
  TEST_ASSERT_TRUE(difference(dense, sparse) <= tolerance<T>);
}

#if defined(SMALL_BOARD)
constexpr size_t many_features = 250;  // both learners must fit 16 KB
#else
constexpr size_t many_features = 700;
#endif

void test_features_are_settled_in_time() {
  const double lambdas[] = {0.0, 0.2, 0.25, 0.49, 0.5, 0.7, 0.85, 0.87, 0.9, 0.99, 0.9999};
  for (const double lambda : lambdas) {
    check_seldom_features<float, dimension>(lambda, many / 4);
    check_seldom_features<float, many_features>(lambda, many / 4);
    check_seldom_features<double, dimension>(lambda, many / 4);
  }
}

// Features of very different sizes: an epoch ends early when ||z|| grows, and now and then everything has to settle.
struct Sizes {
  double lambda;
  double beta;
  double small;
  double large;
  uint32_t steps_between;  // large ones, on average
};
constexpr Sizes all_sizes[] = {{0.3, 0.5, 0.001, 10.0, 40}, {0.6, 0.5, 0.001, 10.0, 40},
                               {0.9, 0.5, 0.001, 10.0, 40}, {0.6, 0.5, 0.01, 2.0, 3},
                               {0.9, 0.5, 0.01, 2.0, 3},    {0.99, 1000.0, 0.01, 30.0, 20}};

template <class T>
void check_features_of_all_sizes(const Sizes& sizes) {
  DenseUnbounded<T> dense;
  Unbounded<T> sparse;
  const auto config = settings_of<decltype(sparse)>(static_cast<T>(sizes.lambda), static_cast<T>(0.1),
                                                    {static_cast<T>(sizes.beta)}, {});
  TEST_ASSERT_TRUE(dense.start(config) == Status::ok && sparse.start(config) == Status::ok);
  Noise random(10);
  List<T> phi;
  List<T> next;
  for (uint32_t t = 0; t < many / 2; ++t) {
    next.clear();
    const T size = static_cast<T>(random.word() % sizes.steps_between == 0 ? sizes.large : sizes.small);
    for (size_t k = 0; k < 3; ++k) {
      const size_t index = random.word() % dimension;
      (void)next.add(index, random.number<T>() * size);
    }
    const T reward = random.number<T>();
    TEST_ASSERT_TRUE(dense.update(as_array(phi), reward, as_array(next)).status == Status::ok);
    TEST_ASSERT_TRUE(sparse.update(phi, reward, next).status == Status::ok);
    if (t % 250 == 249) { TEST_ASSERT_TRUE(difference(dense, sparse) <= tolerance<T>); }
    phi = next;
  }
}

void test_features_of_all_sizes() {
  for (const Sizes& s : all_sizes) {
    check_features_of_all_sizes<float>(s);
    check_features_of_all_sizes<double>(s);
  }
}

#endif
#if IN_PART(2)
// --- start, restart, copy -------------------------------------------------------------------------------------------

using Default = SparseLearner<float, dimension>;
using Active = ActiveFeatures<float, dimension, 4>;

Default::Settings default_config() {
  return settings_of<Default>(0.5F, 1.0F, {0.5F}, {0.5F});
}

Active active(size_t a, size_t b) {
  Active features;
  TEST_ASSERT_TRUE(features.add(a) == Status::ok && features.add(b) == Status::ok);
  return features;
}

template <class L>
void learn(L& learner, uint32_t steps) {
  Noise random(3);
  Active phi;
  Active next;
  for (uint32_t t = 0; t < steps; ++t) {
    draw(next, random);
    TEST_ASSERT_TRUE(learner.update(phi, random.number<float>(), next).status == Status::ok);
    phi = next;
  }
}

void test_start_again_is_as_new() {
  Default learner;
  TEST_ASSERT_TRUE(learner.start(default_config()) == Status::ok);
  const Default fresh = learner;
  learn(learner, 300);
  TEST_ASSERT_TRUE(learner.projections() > 0 && !same_bytes(fresh, learner));
  TEST_ASSERT_TRUE(learner.start(learner.config()) == Status::ok);
  TEST_ASSERT_TRUE(same_bytes(fresh, learner));
}

void test_a_bad_start_changes_nothing() {
  Default learner;
  TEST_ASSERT_TRUE(learner.start(default_config()) == Status::ok);
  learn(learner, 50);
  const Default before = learner;
  Default::Settings config = default_config();
  config.lambda = 1.0F;
  TEST_ASSERT_TRUE(learner.start(config) == Status::invalid_lambda);
  TEST_ASSERT_TRUE(learner.start(config, {}) == Status::invalid_lambda);
  Default::Weights weights{};
  weights[7] = 0x1p63F;
  TEST_ASSERT_TRUE(learner.start(default_config(), weights) == Status::invalid_start);
  TEST_ASSERT_TRUE(learner.start(default_config(), {}, from_bits<float>(0x7FC00000U)) == Status::invalid_start);
  TEST_ASSERT_TRUE(same_bytes(before, learner));
}

void test_start_from_given_weights() {
  Unbounded<float> learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.5F, 1.0F, {0.5F}, {}, {{1.0F, -2.0F, 0.5F}}, 0.25F) == Status::ok);
  List<float> phi;
  List<float> other;
  TEST_ASSERT_TRUE(phi.add(0, 2.0F) == Status::ok && phi.add(1, 0.5F) == Status::ok && phi.add(2, 2.0F) == Status::ok);
  TEST_ASSERT_TRUE(other.add(1, 0.5F) == Status::ok && other.add(2, 5.0F) == Status::ok);
  ASSERT_SAME_BITS(2.0F, learner.value(phi));
  ASSERT_SAME_BITS(0.5F, learner.contrast(phi, other));
  ASSERT_SAME_BITS(-2.0F, learner.weight(1));
  ASSERT_SAME_BITS(0.25F, learner.average_reward());
  ASSERT_SAME_BITS(0.0F, learner.trace(1));
}

void test_a_copy_goes_on_by_itself() {
  Default learner;
  TEST_ASSERT_TRUE(learner.start(default_config()) == Status::ok);
  learn(learner, 100);
  Default copy = learner;
  learn(learner, 100);
  TEST_ASSERT_TRUE(!same_bytes(copy, learner));
  learn(copy, 100);
  TEST_ASSERT_TRUE(same_bytes(copy, learner));
}

void test_reading_changes_nothing() {
  Default learner;
  TEST_ASSERT_TRUE(learner.start(default_config()) == Status::ok);
  learn(learner, 100);
  const Default before = learner;
  (void)learner.value(active(1, 2));
  (void)learner.contrast(active(1, 2), active(2, 99));
  (void)learner.weight(99);
  (void)learner.trace(99);
  TEST_ASSERT_TRUE(same_bytes(before, learner));
}

void test_one_that_was_not_started_stays_as_it_is() {
  static Default learner;
  static const Default untouched;
  learner.refresh();
  learner.reset_trace();
  ASSERT_SAME_BITS(0.0F, learner.value(active(0, 1)));
  TEST_ASSERT_TRUE(same_bytes(untouched, learner));
  TEST_ASSERT_TRUE(learner.update(active(0, 1), 1.0F, active(1, 2)).status == Status::not_started);
  TEST_ASSERT_EQUAL_UINT32(1, learner.rejections());
}

// --- bad features (bad numbers in every position: rejection.cpp) ----------------------------------------------------

template <class Kind>
void check_refusal(Status expected, const Kind& phi, float reward, const Kind& next) {
  Default learner;
  TEST_ASSERT_TRUE(learner.start(default_config()) == Status::ok);
  learn(learner, 20);
  Default before = learner;
  TEST_ASSERT_TRUE(learner.update(phi, reward, next).status == expected);
  TEST_ASSERT_EQUAL_UINT32(1, learner.rejections());
  // The count aside, which a transition that is refused for certain brings level.
  TEST_ASSERT_TRUE(before.update(OneHot<float, dimension>(dimension), 0.0F, OneHot<float, dimension>(0)).status !=
                   Status::ok);
  TEST_ASSERT_TRUE(same_bytes(before, learner));
}

/// More features than it says it can have.
struct Overfull {
  using Feature = float;
  static constexpr size_t dimension = ::dimension;
  static constexpr size_t capacity = 2;
  float values[3] = {1.0F, 1.0F, 1.0F};

  size_t runs() const { return 3; }
  Run<float> run(size_t k) const { return {2 * k, values, 1}; }
};

void test_bad_features_change_nothing() {
  const float nan = from_bits<float>(0x7FC00000U);
  const OneHot<float, dimension> good(0);
  check_refusal(Status::feature_index_invalid, OneHot<float, dimension>(dimension), 0.0F, good);
  check_refusal(Status::feature_index_invalid, good, 0.0F, OneHot<float, dimension>(SIZE_MAX));
  const OneHot<float, 25> state(3);
  const OneHot<float, 25> no_state(25);
  using Block = ActionBlock<OneHot<float, 25>, 4>;
  check_refusal(Status::feature_index_invalid, Block(state, 4), 0.0F, Block(state, 0));
  check_refusal(Status::feature_index_invalid, Block(state, 0), 0.0F, Block(no_state, 0));
  check_refusal(Status::feature_index_invalid, Overfull{}, 0.0F, Overfull{});
  check_refusal(Status::reward_not_finite, good, nan, good);
  List<float> list;
  List<float> bad_list;
  TEST_ASSERT_TRUE(list.add(99, 1.0F) == Status::ok && bad_list.add(99, nan) == Status::ok);
  check_refusal(Status::feature_not_finite, bad_list, 0.0F, list);
  check_refusal(Status::next_feature_not_finite, list, 0.0F, bad_list);
  Default learner;
  ASSERT_SAME_BITS(0.0F, learner.value(OneHot<float, dimension>(dimension)));
  ASSERT_SAME_BITS(0.0F, learner.contrast(good, OneHot<float, dimension>(dimension)));
}

// --- the trace ------------------------------------------------------------------------------------------------------

/// The next step after a reset is that of a learner that was started from the weights there are: to the last bit where
/// weights are stored as they are, up to rounding where a ball has scaled them.
template <class L>
void check_reset_trace(const typename L::Settings& config, float tolerance) {
  L learner;
  TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  learn(learner, 77);
  typename L::Weights weights{};
  for (size_t i = 0; i < dimension; ++i) { weights[i] = learner.weight(i); }
  learner.reset_trace();
  for (size_t i = 0; i < dimension; ++i) {
    ASSERT_SAME_BITS(weights[i], learner.weight(i));
    ASSERT_SAME_BITS(0.0F, learner.trace(i));
  }
  L other;
  TEST_ASSERT_TRUE(other.start(config, weights, learner.average_reward()) == Status::ok);
  const auto expected = other.update(active(3, 9), 1.0F, active(3, 10));
  const auto report = learner.update(active(3, 9), 1.0F, active(3, 10));
  ASSERT_SAME_BITS(expected.trace_norm2, report.trace_norm2);
  TEST_ASSERT_TRUE(magnitude(expected.td_error - report.td_error) <= tolerance);
  for (size_t i = 0; i < dimension; ++i) {
    TEST_ASSERT_TRUE(magnitude(other.weight(i) - learner.weight(i)) <= tolerance);
  }
}

void test_reset_trace_forgets_the_trace_alone() {
  check_reset_trace<Unbounded<float>>(settings_of<Unbounded<float>>(0.5F, 1.0F, {0.5F}, {}), 0.0F);
  check_reset_trace<Default>(default_config(), 1e-6F);
}

/// Traces that were cut off are settled in time, as those that have decayed: resets again and again, with steps between
/// them, until every slot has been taken for another epoch.
void test_reset_again_and_again() {
  Unbounded<float> learner;
  DenseUnbounded<float> dense;
  TEST_ASSERT_TRUE(start_with(learner, 0.9F, 0.1F, {0.5F}, {}) == Status::ok &&
                   dense.start(learner.config()) == Status::ok);
  Noise random(21);
  List<float> phi;
  List<float> next;
  for (uint32_t t = 0; t < many / 10; ++t) {
    draw(next, random);
    const float reward = random.number<float>();
    TEST_ASSERT_TRUE(dense.update(as_array(phi), reward, as_array(next)).status == Status::ok);
    TEST_ASSERT_TRUE(learner.update(phi, reward, next).status == Status::ok);
    if (random.word() % 3 == 0) {
      dense.reset_trace();
      learner.reset_trace();
      if (random.word() % 2 == 0) { learner.reset_trace(); }
    }
    phi = next;
  }
  TEST_ASSERT_TRUE(difference(dense, learner) <= tolerance<float>);
  TEST_ASSERT_EQUAL_UINT32(0, learner.refreshes());  // which no reset needs
}

/// Zeros that are listed are active too: their traces decay from touch to touch, and must end at zero.
void test_the_trace_is_flushed() {
  Unbounded<float> learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.5F, 1.0F, {0.1F}, {}) == Status::ok);
  List<float> ones;
  List<float> zeros;
  for (size_t i = 0; i < 3; ++i) {
    TEST_ASSERT_TRUE(ones.add(i, 1.0F) == Status::ok && zeros.add(i, 0.0F) == Status::ok);
  }
  TEST_ASSERT_TRUE(learner.update(ones, 0.0F, zeros).status == Status::ok);
  for (int t = 0; t < 60; ++t) { TEST_ASSERT_TRUE(learner.update(zeros, 0.0F, zeros).status == Status::ok); }
  ASSERT_SAME_BITS(0x1p-60F, learner.trace(1));
  for (int t = 0; t < 20; ++t) { TEST_ASSERT_TRUE(learner.update(zeros, 0.0F, zeros).status == Status::ok); }
  ASSERT_SAME_BITS(0.0F, learner.trace(1));
}

/// ||z||^2 does not end in subnormal numbers either, when nothing is active.
void test_the_norm_of_the_trace_ends_at_zero() {
  Unbounded<float> learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.9F, 1.0F, {0.1F}, {}) == Status::ok);
  List<float> one;
  TEST_ASSERT_TRUE(one.add(1, 1.0F) == Status::ok);
  TEST_ASSERT_TRUE(learner.update(one, 0.0F, one).status == Status::ok);
  const List<float> nothing;
  float norm2 = 1.0F;
  for (int t = 0; t < 1000; ++t) { norm2 = learner.update(nothing, 0.0F, nothing).trace_norm2; }
  ASSERT_SAME_BITS(0.0F, norm2);
}

/// Of the first features, if no others occur.
template <class L>
double norm_of(const L& learner, size_t features) {
  double norm2 = static_cast<double>(learner.average_reward()) * static_cast<double>(learner.average_reward());
  for (size_t i = 0; i < features; ++i) {
    norm2 += static_cast<double>(learner.weight(i)) * static_cast<double>(learner.weight(i));
  }
  return square_root(norm2);
}

// --- signed features -------------------------------------------------------------------------------------------------

/// The largest norm of average reward and weights while a large trace comes and is taken off again.
double norm_after_a_cancelled_trace(float lambda, float large) {
  Default learner;
  TEST_ASSERT_TRUE(start_with(learner, lambda, 0.05F, {0.5F}, {0.2F}) == Status::ok);
  Noise random(7);
  List<float> phi;
  double norm = 0.0;
  for (int t = 0; t < 250; ++t) {
    List<float> next;
    const float values[] = {1.0F, large, -large * lambda};
    const size_t indices[] = {1, 0, 0};
    TEST_ASSERT_TRUE(next.add(t < 3 ? indices[t] : 2, t < 3 ? values[t] : 0.1F) == Status::ok);
    TEST_ASSERT_TRUE(learner.update(phi, 0.5F + random.number<float>(), next).status == Status::ok);
    const double now = norm_of(learner, 3);
    norm = now > norm ? now : norm;
    phi = next;
  }
  return norm;
}

void test_a_cancelled_trace_does_not_break_the_ball() {
  const float lambdas[] = {0.25F, 0.9F, 0.99F};
  for (const float lambda : lambdas) {
    for (float large = 30.0F; large < 1e7F; large *= 30.0F) {
      TEST_ASSERT_TRUE(norm_after_a_cancelled_trace(lambda, large) < 0.2 * (1.0 + 1e-5));
    }
  }
}

// A feature that occurs and is taken off again in every second step ends an epoch each time; others must not be
// forgotten for it.
template <class T>
void check_that_early_ends_forget_nothing() {
  constexpr T lambda = static_cast<T>(0.99F);
  Unbounded<T> sparse;
  DenseUnbounded<T> dense;
  TEST_ASSERT_TRUE(start_with(sparse, lambda, static_cast<T>(0.05F), {static_cast<T>(0.5F)}, {}) == Status::ok);
  TEST_ASSERT_TRUE(dense.start(sparse.config()) == Status::ok);
  List<T> phi;
  (void)phi.add(1, static_cast<T>(0.05F));
  for (int t = 0; t < 400; ++t) {
    List<T> next;
    (void)next.add(0, t % 2 == 0 ? T{1} : -lambda);
    const T reward = static_cast<T>(t % 3);
    TEST_ASSERT_TRUE(sparse.update(phi, reward, next).status == Status::ok);
    TEST_ASSERT_TRUE(dense.update(as_array(phi), reward, as_array(next)).status == Status::ok);
    phi = next;
  }
  TEST_ASSERT_TRUE(magnitude(sparse.trace(1) - dense.trace(1)) <= tolerance<T> * dense.trace(1));
  TEST_ASSERT_TRUE(magnitude(sparse.weight(1) - dense.weight(1)) <= tolerance<T>);
}

void test_early_ends_forget_nothing() {
  check_that_early_ends_forget_nothing<float>();
  check_that_early_ends_forget_nothing<double>();
}

// --- the projection -------------------------------------------------------------------------------------------------

/// How far from the sphere a projection leaves the weights, at most, when it acts now and then. `refresh_every` is
/// how often everything is summed up in addition to what the learner does by itself.
template <size_t Dimension>
double error_of_the_norm(uint32_t steps, uint32_t refresh_every) {
  static SparseLearner<float, Dimension> learner;
  constexpr float radius = 9.0F;
  TEST_ASSERT_TRUE(start_with(learner, 0.5F, 0.01F, {1.0F}, {radius}) == Status::ok);
  Noise random(12);
  ActiveFeatures<float, Dimension, 4> phi(0.5F);
  ActiveFeatures<float, Dimension, 4> next(0.5F);
  double worst = 0.0;
  for (uint32_t t = 1; t <= steps; ++t) {
    next.clear();
    for (int k = 0; k < 3; ++k) { (void)next.add(random.word() % 64); }
    if (learner.update(phi, random.number<float>() * 2.0F, next).projected == Projected::jointly) {
      const double error = magnitude(norm_of(learner, 64) / static_cast<double>(radius) - 1.0);
      worst = error > worst ? error : worst;
    }
    if (t % refresh_every == 0) { learner.refresh(); }
    phi = next;
  }
  TEST_ASSERT_TRUE(learner.projections() > 10);
  return worst;
}

/// Sums up one weight, that is stored as it is.
template <class Norm, class T>
void sum_up(Norm& norm, T weight) {
  norm.end_summing(T{1}, T{0}, 1);
  const T scale = norm.begin_summing();
  TEST_ASSERT_TRUE(norm.sum(weight, T{0}, T{1} / scale) == weight / scale);
  norm.end_summing(scale, T{0}, 1);
}

// By a factor of 2^60 in all; but not at the cost of small weights.
void test_a_ball_can_shrink_for_long_until_all_is_summed_up() {
  sparse::RunningNorm<float, true, false> norm;
  sum_up(norm, 1.0F);
  TEST_ASSERT_FALSE(norm.can_scale(0x1p-21F));  // nothing was known of the weights
  sum_up(norm, 1.0F);
  TEST_ASSERT_TRUE(norm.can_scale(0x1p-59F));
  TEST_ASSERT_FALSE(norm.can_scale(0x1p-61F));
  sum_up(norm, 1e-13F);
  sum_up(norm, 1e-13F);
  TEST_ASSERT_FALSE(norm.can_scale(0x1p-21F));
}

#if defined(LONG_RUNS)
// With so many features it would be a long time until the learner sums up by itself.
void test_the_norm_drifts_unless_it_is_summed_up_now_and_then() {
  constexpr size_t huge = size_t{1} << 19;
  const double with = error_of_the_norm<huge>(300000, 8192);
  const double without = error_of_the_norm<huge>(300000, UINT32_MAX);
  TEST_ASSERT_TRUE(with < 5e-7);
  TEST_ASSERT_TRUE(without > 2.0 * with && without < 2e-6);
  TEST_ASSERT_TRUE(error_of_the_norm<dimension>(300000, UINT32_MAX) < 5e-7);
}
#endif

// From the largest weights into the smallest ball, again and again: the scale must not run out of digits.
void test_the_largest_weights_are_scaled_not_lost() {
  Default learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.0F, 1e-30F, {1.0F}, {0x1p-60F}, {{0x1p61F, -0x1p60F}}) == Status::ok);
  TEST_ASSERT_TRUE(learner.update(OneHot<float, dimension>(0), 0.0F, OneHot<float, dimension>(0)).projected ==
                   Projected::jointly);
  TEST_ASSERT_TRUE(magnitude(norm_of(learner, 2) * 0x1p60 - 1.0) < 1e-6);
  TEST_ASSERT_TRUE(magnitude(static_cast<double>(learner.weight(0) / learner.weight(1)) + 2.0) < 1e-6);
  for (int t = 0; t < 20; ++t) {
    const float large = t % 2 == 0 ? 0x1p60F : 3.0F;
    const OneHot<float, dimension> phi(static_cast<size_t>(t % 2));
    TEST_ASSERT_TRUE(learner.update(phi, large, phi).projected == Projected::jointly);
    TEST_ASSERT_TRUE(magnitude(norm_of(learner, 2) * 0x1p60 - 1.0) < 1e-6);
  }
}

// What a projection removes stays removed, without anybody looking at all weights.
void test_the_mean_stays_removed() {
  using L = SparseLearner<float, dimension, Standard, WithoutOnes<NoProjection<float>>>;
  L learner;
  L::Weights start{};
  start.fill(5.0F);
  TEST_ASSERT_TRUE(start_with(learner, 0.5F, 0.1F, {0.25F}, {}, start) == Status::ok);
  Noise random(14);
  List<float> phi;
  List<float> next;
  for (uint32_t t = 0; t < many / 4; ++t) {
    draw(next, random);
    TEST_ASSERT_TRUE(learner.update(phi, random.number<float>(), next).status == Status::ok);
    double sum = 0.0;
    for (size_t i = 0; i < dimension; ++i) { sum += static_cast<double>(learner.weight(i)); }
    TEST_ASSERT_TRUE(magnitude(sum) < (t == 0 ? 1e-4 : 1e-5));  // 500 before the first step
    phi = next;
  }
}

// --- nothing overflows ----------------------------------------------------------------------------------------------

template <class L>
bool is_all_finite(const L& learner, size_t features) {
  bool finite = is_finite(learner.average_reward());
  for (size_t i = 0; i < features; ++i) {
    finite = finite && is_finite(learner.weight(i)) && is_finite(learner.trace(i));
  }
  return finite;
}

/// 2^e for e in [-range, range).
template <class T>
T any_size(Noise& random, int range) {
  using F = Ieee754<T>;
  const int exponent = static_cast<int>(random.word() % static_cast<uint32_t>(2 * range)) - range;
  return from_bits<T>(static_cast<typename F::Word>(exponent + F::exponent_bias) << F::mantissa_bits);
}

struct Counts {
  uint32_t accepted = 0;
  uint32_t refused = 0;
};

/// Features, rewards and step-sizes of all sizes, up to where they are refused.
template <class T, class Rule, class Projection>
Counts check_that_nothing_overflows(double lambda, const Projection& projection) {
  constexpr size_t active = 20;  // few, so that they meet again; of the others, which are all alike, one is looked at
  Noise random(15);
  Counts counts;
  for (int range = sizeof(T) == sizeof(float) ? 64 : 512; range > 3; range /= 2) {
    SparseLearner<T, dimension, Rule, Projection> learner;
    const T beta = any_size<T>(random, 20);
    TEST_ASSERT_TRUE(start_with(learner, static_cast<T>(lambda), T{1}, {beta}, projection) == Status::ok);
    List<T> phi;
    List<T> next;
    for (uint32_t t = 0; t < many / 4; ++t) {
      next.clear();
      for (int k = 0; k < 2; ++k) {
        const size_t index = random.word() % active;
        (void)next.add(index, any_size<T>(random, range));
      }
      (void)learner.update(phi, any_size<T>(random, range), next);
      TEST_ASSERT_TRUE(is_all_finite(learner, active + 1));
      phi = next;
    }
    counts.accepted += learner.updates();
    counts.refused += learner.rejections();
  }
  return counts;
}

template <class T>
void check_that_nothing_overflows() {
  const T largest = ArithmeticOf<T>::largest_radius;
  const T smallest = ArithmeticOf<T>::smallest_radius;
  const double lambdas[] = {0.0, 0.3, 0.9, 0.99999};
  for (const double lambda : lambdas) {
    const Counts counts[] = {
        check_that_nothing_overflows<T, Implicit>(lambda, NoProjection<T>{}),
        check_that_nothing_overflows<T, Standard>(lambda, WithoutOnes<NoProjection<T>>{}),
        check_that_nothing_overflows<T, Standard>(lambda, JointBall<T>{largest}),
        check_that_nothing_overflows<T, Implicit>(lambda, WithoutOnes<SeparateBalls<T>>{{largest, smallest}})};
    uint32_t refused = 0;
    for (const Counts& c : counts) {
      TEST_ASSERT_TRUE(c.accepted > many / 100);
      refused += c.refused;
    }
    TEST_ASSERT_TRUE(refused > many);
  }
}

void test_nothing_overflows_in_float() {
  check_that_nothing_overflows<float>();
}
void test_nothing_overflows_in_double() {
  check_that_nothing_overflows<double>();
}

#endif

}  // namespace

int main() {
  UNITY_BEGIN();
#if IN_PART(1)
  RUN_TEST(test_every_kind_agrees_in_float);
  RUN_TEST(test_every_kind_agrees_in_double);
  RUN_TEST(test_the_kind_of_a_list_does_not_matter);
  RUN_TEST(test_features_are_settled_in_time);
  RUN_TEST(test_features_of_all_sizes);
#endif
#if IN_PART(2)
  RUN_TEST(test_start_again_is_as_new);
  RUN_TEST(test_a_bad_start_changes_nothing);
  RUN_TEST(test_start_from_given_weights);
  RUN_TEST(test_a_copy_goes_on_by_itself);
  RUN_TEST(test_reading_changes_nothing);
  RUN_TEST(test_one_that_was_not_started_stays_as_it_is);
  RUN_TEST(test_bad_features_change_nothing);
  RUN_TEST(test_reset_trace_forgets_the_trace_alone);
  RUN_TEST(test_reset_again_and_again);
  RUN_TEST(test_the_trace_is_flushed);
  RUN_TEST(test_the_norm_of_the_trace_ends_at_zero);
#if defined(LONG_RUNS)
  RUN_TEST(test_the_norm_drifts_unless_it_is_summed_up_now_and_then);
#endif
  RUN_TEST(test_the_largest_weights_are_scaled_not_lost);
  RUN_TEST(test_a_cancelled_trace_does_not_break_the_ball);
  RUN_TEST(test_early_ends_forget_nothing);
  RUN_TEST(test_a_ball_can_shrink_for_long_until_all_is_summed_up);
  RUN_TEST(test_the_mean_stays_removed);
  RUN_TEST(test_nothing_overflows_in_float);
  RUN_TEST(test_nothing_overflows_in_double);
#endif
  return UNITY_END();
}
