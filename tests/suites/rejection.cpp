// A bad transition changes no byte. Every bad value in every position, alone and with a second one, in states where a
// zero weight, trace or lambda could hide it. Also built with -ffast-math, and for the sparse learner.

#include <ballast/array.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>

#include <string.h>

#include "settings.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

template <class T, size_t dimension, class Rule = Implicit, class Projection = JointBall<T>>
#if defined(SPARSE)
using Tested = SparseLearner<T, dimension, Rule, Projection>;
#else
using Tested = Learner<T, dimension, Rule, Projection>;
#endif

template <class T>
struct Extremes;

template <>
struct Extremes<float> {
  static constexpr float largest = __FLT_MAX__;
  static constexpr float smallest = __FLT_DENORM_MIN__;
  static constexpr float root_of_largest = 0x1.fffffep+63F;
};

template <>
struct Extremes<double> {
  static constexpr double largest = static_cast<double>(__DBL_MAX__);
  static constexpr double smallest = static_cast<double>(__DBL_DENORM_MIN__);
  static constexpr double root_of_largest = 0x1.fffffffffffffp+511;
};

constexpr size_t bad_values = 8;
constexpr size_t first_finite_bad_value = 4;

/// From bits, because under -ffast-math a compiler need not produce a NaN or an infinity.
template <class T>
T bad_value(size_t i) {
  using F = Ieee754<T>;
  constexpr typename F::Word sign = typename F::Word{1} << (8 * sizeof(T) - 1);
  const T values[bad_values] = {from_bits<T>(F::exponent_mask | 1U),
                                from_bits<T>(F::exponent_mask | 1U | sign),
                                from_bits<T>(F::exponent_mask),
                                from_bits<T>(F::exponent_mask | sign),
                                Extremes<T>::largest,
                                -Extremes<T>::largest,
                                Extremes<T>::smallest,
                                Extremes<T>::root_of_largest};
  return values[i];
}

template <class L, size_t dimension>
struct Transition {
  ArrayOf<typename L::Value, dimension> phi{};
  ArrayOf<typename L::Value, dimension> next{};
  typename L::Value reward{};

  static constexpr size_t positions = 2 * dimension + 1;

  typename L::Value& at(size_t position) {
    if (position < dimension) { return phi[position]; }
    if (position < 2 * dimension) { return next[position - dimension]; }
    return reward;
  }
};

struct Counts {
  uint32_t rejected = 0;
  uint32_t accepted = 0;
  uint32_t changed = 0;     // bytes differ after a rejection: must stay 0
  uint32_t not_finite = 0;  // something that is not a number was stored: must stay 0
  uint32_t misnamed = 0;    // a status that does not name the cause: must stay 0
};

template <class L>
bool is_all_finite(const L& learner, size_t dimension) {
  bool finite = is_finite(learner.average_reward());
  for (size_t i = 0; i < dimension; ++i) {
    finite = finite && is_finite(learner.weight(i)) && is_finite(learner.trace(i));
  }
  return finite;
}

/// Everything but the third word, the count of rejections.
template <class L>
bool is_untouched(const L& before, const L& after) {
  constexpr size_t count = 2 * sizeof(uint32_t);
  constexpr size_t rest = count + sizeof(uint32_t);
  const unsigned char* a = reinterpret_cast<const unsigned char*>(&before);
  const unsigned char* b = reinterpret_cast<const unsigned char*>(&after);
  return memcmp(a, b, count) == 0 && memcmp(a + rest, b + rest, sizeof(L) - rest) == 0 &&
         after.rejections() == before.rejections() + 1;
}

template <class L, size_t dimension>
Status try_out(Counts& counts, const L& state, const Transition<L, dimension>& transition) {
  L learner = state;
  const Status status = learner.update(transition.phi, transition.reward, transition.next).status;
  if (status == Status::ok) {
    ++counts.accepted;
    counts.not_finite += is_all_finite(learner, dimension) ? 0U : 1U;
  } else {
    ++counts.rejected;
    counts.changed += is_untouched(state, learner) ? 0U : 1U;
  }
  return status;
}

Status expected_status(size_t position, size_t dimension) {
  if (position < dimension) { return Status::feature_not_finite; }
  return position < 2 * dimension ? Status::next_feature_not_finite : Status::reward_not_finite;
}

template <class L, size_t dimension>
void try_all_values(Counts& counts, const L& state, const Transition<L, dimension>& good) {
  using T = typename L::Value;
  for (size_t first = 0; first < good.positions; ++first) {
    for (size_t value = 0; value < bad_values; ++value) {
      Transition<L, dimension> bad = good;
      bad.at(first) = bad_value<T>(value);
      const Status status = try_out(counts, state, bad);
      const bool may_pass = value >= first_finite_bad_value && (status == Status::ok || status == Status::overflow);
      counts.misnamed += may_pass || status == expected_status(first, dimension) ? 0U : 1U;
#if defined(LONG_RUNS)  // pairs of bad values: on the host only
      for (size_t second = 0; second < good.positions; second += 3) {
        for (size_t other = 0; other < bad_values; ++other) {
          Transition<L, dimension> worse = bad;
          worse.at(second) = bad_value<T>(other);
          (void)try_out(counts, state, worse);
        }
      }
#endif
    }
  }
}

/// States in which a bad value could be multiplied away: weights zero, negative zero, huge or ordinary; trace zero or
/// tiny; features zero or not.
template <class L, size_t dimension>
void try_all_states(Counts& counts, const typename L::Settings& settings) {
  using T = typename L::Value;
  const T weights[] = {T{0}, -T{0}, static_cast<T>(0x1p59F), static_cast<T>(1e15F), static_cast<T>(0.5F)};
  for (const T weight : weights) {
    for (int with_trace = 0; with_trace < 2; ++with_trace) {
      typename L::Weights start{};
      for (T& w : start) { w = weight; }
      L state;
      TEST_ASSERT_TRUE(state.start(settings, start) == Status::ok);
      Transition<L, dimension> good;
      if (with_trace == 1) {
        for (size_t i = 0; i < dimension; ++i) { good.phi[i] = static_cast<T>(1e-15F); }
        (void)state.update(good.phi, T{0}, good.phi);
        for (size_t i = 0; i < dimension; ++i) { good.next[i] = static_cast<T>(i % 2 == 0 ? 0.25F : -0.25F); }
      }
      try_all_values<L, dimension>(counts, state, good);
    }
  }
}

template <class T, size_t dimension, class Rule, class Projection>
void try_all_configs(Counts& counts, const Projection& projection) {
  using L = Tested<T, dimension, Rule, Projection>;
  const float lambdas[] = {0.0F, 0.5F};
  const float step_sizes[] = {1e-3F, 1.0F, 1e6F};
  for (const float lambda : lambdas) {
    for (const float beta : step_sizes) {
      try_all_states<L, dimension>(counts,
                                   settings_of<L>(static_cast<T>(lambda), T{1}, {static_cast<T>(beta)}, projection));
    }
  }
}

template <class T>
Counts try_everything() {
  Counts counts;
  const T radius = static_cast<T>(1e16F);
  try_all_configs<T, 5, Implicit>(counts, JointBall<T>{radius});
  try_all_configs<T, 5, Implicit>(counts, NoProjection<T>{});
  try_all_configs<T, 5, Standard>(counts, NoProjection<T>{});
  try_all_configs<T, 5, Differential>(counts, NoProjection<T>{});
  try_all_configs<T, 5, ImplicitDifferential>(counts, JointBall<T>{radius});
  try_all_configs<T, 5, Differential>(counts, SeparateBalls<T>{radius, radius});
  try_all_configs<T, 19, Implicit>(counts, JointBall<T>{radius});
  try_all_configs<T, 19, Standard>(counts, SeparateBalls<T>{radius, radius});
  try_all_configs<T, 19, Implicit>(counts, WithoutOnes<NoProjection<T>>{});
  return counts;
}

void check(const Counts& counts) {
  TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, counts.changed, "bytes changed by a rejected transition");
  TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, counts.not_finite, "an accepted transition stored what is no number");
  TEST_ASSERT_EQUAL_UINT32_MESSAGE(0, counts.misnamed, "a status that does not name the cause");
#if defined(LONG_RUNS)
  TEST_ASSERT_TRUE(counts.rejected > 3000000 && counts.accepted > 300000);
#else
  TEST_ASSERT_TRUE(counts.rejected > 20000 && counts.accepted > 2000);
#endif
}

void test_bad_input_changes_nothing_in_float() {
  check(try_everything<float>());
}
void test_bad_input_changes_nothing_in_double() {
  check(try_everything<double>());
}

// --- where the limits are -------------------------------------------------------------------------------------------

/// One feature of size 1 (and others of size 0), lambda 0, standard rule: the step is the reward, and what the test
/// bounds is twice that.
template <class L>
Status status_of_step(L& learner, const typename L::Settings& settings, float reward) {
  TEST_ASSERT_TRUE(learner.start(settings) == Status::ok);
  return learner.update(ArrayOf<float, 5>{{1.0F}}, reward, {}).status;
}

void test_a_step_is_refused_before_anything_overflows() {
  using Free = Tested<float, 5, Standard, NoProjection<float>>;
  Free free;
#if defined(SPARSE)
  const float largest = 0x1p61F;  // as in a ball: see detail/sparse/sparse_arrays.hpp
#else
  const float largest = 0x1p89F;
#endif
  TEST_ASSERT_TRUE(status_of_step(free, settings_of<Free>(0.0F, 1.0F, {1.0F}, {}), largest) == Status::ok);
  ASSERT_SAME_BITS(largest, free.weight(0));
  TEST_ASSERT_TRUE(status_of_step(free, settings_of<Free>(0.0F, 1.0F, {1.0F}, {}), 2.0F * largest) == Status::overflow);

  using Ball = Tested<float, 5, Standard>;
  Ball ball;
  TEST_ASSERT_TRUE(status_of_step(ball, settings_of<Ball>(0.0F, 1e-6F, {1.0F}, {0x1p62F}), 0x1p61F) == Status::ok);
  TEST_ASSERT_TRUE(ball.weight(0) > 0x1.fp60F);
  TEST_ASSERT_TRUE(status_of_step(ball, settings_of<Ball>(0.0F, 1e-6F, {1.0F}, {0x1p62F}), 0x1p62F) ==
                   Status::overflow);

  using Separate = Tested<float, 5, Standard, SeparateBalls<float>>;
  Separate separate;
  const auto radii = settings_of<Separate>(0.0F, 1.0F, {1.0F}, {0x1p62F, 0x1p62F});
  TEST_ASSERT_TRUE(status_of_step(separate, radii, 0x1p61F) == Status::ok);
  TEST_ASSERT_TRUE(status_of_step(separate, radii, 0x1p62F) == Status::overflow);
  using Wrapped = Tested<float, 5, Standard, WithoutOnes<JointBall<float>>>;
  Wrapped wrapped;
  TEST_ASSERT_TRUE(status_of_step(wrapped, settings_of<Wrapped>(0.0F, 1e-6F, {1.0F}, {{0x1p62F}}), 0x1p62F) ==
                   Status::overflow);
}

// The step-size of the weights is tiny here, that of the average reward is not: omega^2 would overflow the joint norm.
void test_an_average_reward_is_refused_before_its_square_overflows() {
  using Ball = Tested<float, 5, Implicit>;
  Ball learner;
  const auto settings = settings_of<Ball>(0.0F, 1e10F, {1e-10F}, {0x1p62F});
  TEST_ASSERT_TRUE(learner.start(settings) == Status::ok);
  TEST_ASSERT_TRUE(learner.update(ArrayOf<float, 5>{{0x1p-20F}}, 0x1p63F, {}).status == Status::ok);
  TEST_ASSERT_TRUE(learner.average_reward() > 0x1.fp61F);
  TEST_ASSERT_TRUE(learner.start(settings) == Status::ok);
  TEST_ASSERT_TRUE(learner.update(ArrayOf<float, 5>{{0x1p-20F}}, 0x1p65F, {}).status == Status::overflow);
}

// beta ||z||^2 overflows although both are numbers; k would be zero, and nothing would be learned without a word.
template <class Rule>
void check_a_denominator_that_overflows() {
  using Free = Tested<float, 5, Rule, NoProjection<float>>;
  Free learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.0F, 1e-6F, {1e6F}, {}) == Status::ok);
  TEST_ASSERT_TRUE(learner.update(ArrayOf<float, 5>{{1e18F}}, 1.0F, {{1e18F}}).status == Status::overflow);
}
void test_a_denominator_that_overflows_is_refused() {
  check_a_denominator_that_overflows<Implicit>();
  check_a_denominator_that_overflows<ImplicitDifferential>();
  using Free = Tested<float, 5, ImplicitDifferential, NoProjection<float>>;
  Free learner;  // alpha and beta ||z||^2 are numbers, their sum is not
  TEST_ASSERT_TRUE(start_with(learner, 0.0F, 0x1.fp127F, {1.0F}, {}) == Status::ok);
  TEST_ASSERT_TRUE(learner.update(ArrayOf<float, 5>{{0x1p60F}}, 0.0F, {}).status == Status::ok);
  TEST_ASSERT_TRUE(learner.update(ArrayOf<float, 5>{{0x1p63F}}, 0.0F, {}).status == Status::overflow);
}

// From the largest start, with the largest steps: the projection must scale, not wipe out.
void test_the_largest_weights_are_scaled_not_lost() {
  using Ball = Tested<float, 5, Implicit>;
  Ball learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.0F, 1e-6F, {1e6F}, {1.0F}, {{0x1p59F, -0x1p59F}}) == Status::ok);
  TEST_ASSERT_TRUE(learner.update(ArrayOf<float, 5>{{0.5F, 0.0F}}, 1.0F, {{0.0F, 0.5F}}).status == Status::ok);
  const float norm2 = learner.weight(0) * learner.weight(0) + learner.weight(1) * learner.weight(1);
  TEST_ASSERT_TRUE(norm2 > 0.9999F && norm2 < 1.0001F);
}

// After a refused transition the next one is learned from as if the refused one had never been there.
void test_a_learner_goes_on_after_a_rejection() {
  using L = Tested<float, 5>;
  L learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.5F, 1.0F, {0.5F}, {100.0F}) == Status::ok);
  L other = learner;
  const ArrayOf<float, 5> a{{1.0F}};
  const ArrayOf<float, 5> b{{0.0F, 1.0F}};
  (void)learner.update(a, 1.0F, b);
  TEST_ASSERT_TRUE(learner.update(a, from_bits<float>(0x7FC00000U), b).status == Status::reward_not_finite);
  (void)learner.update(b, 1.0F, a);
  (void)other.update(a, 1.0F, b);
  (void)other.update(b, 1.0F, a);
  for (size_t i = 0; i < 5; ++i) { ASSERT_SAME_BITS(other.weight(i), learner.weight(i)); }
  TEST_ASSERT_EQUAL_UINT32(1, learner.rejections());
  TEST_ASSERT_EQUAL_UINT32(2, learner.updates());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_bad_input_changes_nothing_in_float);
  RUN_TEST(test_bad_input_changes_nothing_in_double);
  RUN_TEST(test_a_step_is_refused_before_anything_overflows);
  RUN_TEST(test_an_average_reward_is_refused_before_its_square_overflows);
  RUN_TEST(test_a_denominator_that_overflows_is_refused);
  RUN_TEST(test_the_largest_weights_are_scaled_not_lost);
  RUN_TEST(test_a_learner_goes_on_after_a_rejection);
  return UNITY_END();
}
