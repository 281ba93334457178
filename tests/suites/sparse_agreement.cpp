// The sparse learner computes what the dense one does, up to rounding: every projection, every rule, small and large
// lambda, fed with the same features. Between two checks it is read as well: a read must not matter.

#include <ballast/features/sparse_features.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>

#include "noise.hpp"
#include "settings.hpp"
#include "suite.hpp"

#include <etl/array.h>

using namespace ballast;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr uint32_t float_steps = 20000;
constexpr uint32_t double_steps = 20000;
#elif defined(LONG_RUNS)
constexpr uint32_t float_steps = 200000;
constexpr uint32_t double_steps = 200000;
#else
constexpr uint32_t float_steps = 1000;
constexpr uint32_t double_steps = 200;  // computed by software
#endif

/// How far the two may be apart, as a fraction of the largest weight.
template <class T>
constexpr T tolerance = static_cast<T>(sizeof(T) == sizeof(float) ? 2e-5 : 1e-9);

template <class T>
T magnitude(T x) {
  return x < T{0} ? -x : x;
}

template <class T>
T larger(T a, T b) {
  return a > b ? a : b;
}

// --- a process to learn from ----------------------------------------------------------------------------------------

constexpr size_t tilings = 4;
constexpr size_t tiles = 16;
constexpr size_t dimension = tilings * tiles;

/// A walk on a ring, seen through tiles, of which most are those of the state before; and in one step of
/// `random_period`, on average, random numbers at random places instead, signed, which is what lets a learner with a
/// long trace forget its rounding errors.
class Walk {
 public:
  explicit Walk(uint32_t random_period) : random_period_(random_period) { move(); }

  void move() {
    position_ = (position_ + random_.word() % 7 + tiles * 16 - 3) % (tiles * 16);
    const bool is_random = random_.word() % random_period_ == 0;
    active_.clear();
    for (uint32_t k = 0; k < tilings; ++k) {
      const uint32_t tile = is_random ? random_.word() : (position_ + 4 * k) / 16;
      const double value = is_random ? random_.number<double>() : 0.5;
      TEST_ASSERT_TRUE(active_.add(k * tiles + tile % tiles, value) == Status::ok);
    }
  }

  template <class T>
  T reward() {
    const T level = static_cast<T>(active_.index(0) % 4) - static_cast<T>(1.5);
    return level * static_cast<T>(0.25) + random_.number<T>() * static_cast<T>(0.25);
  }

  template <class T>
  void get(SparseFeatures<T, dimension, tilings>& features) const {
    features.clear();
    for (size_t k = 0; k < tilings; ++k) {
      TEST_ASSERT_TRUE(features.add(active_.index(k), static_cast<T>(active_.value(k))) == Status::ok);
    }
  }

  template <class T>
  void get(etl::array<T, dimension>& features) const {
    features.fill(T{0});
    for (size_t k = 0; k < tilings; ++k) { features[active_.index(k)] = static_cast<T>(active_.value(k)); }
  }

 private:
  Noise random_{17};
  uint32_t random_period_;
  uint32_t position_ = 0;
  SparseFeatures<double, dimension, tilings> active_;
};

// --- both learners --------------------------------------------------------------------------------------------------

template <class T, class Rule, class Projection>
class Pair {
 public:
  using Dense = Learner<T, dimension, Rule, Projection>;
  using Sparse = SparseLearner<T, dimension, Rule, Projection>;

  void run(const typename Dense::Settings& config, uint32_t steps) {
    TEST_ASSERT_TRUE(dense_.start(config) == Status::ok && sparse_.start(config) == Status::ok);
    walk_.get(array_);
    walk_.get(active_);
    for (uint32_t t = 0; t < steps; ++t) {
      step();
      if (t % (steps / 50) == 0) { compare(); }
    }
    compare();
    TEST_ASSERT_EQUAL_UINT32(steps, sparse_.updates());
    TEST_ASSERT_TRUE(differently_projected_ <= 1 + steps / 20000);
  }

  uint32_t projections() const { return dense_.projections(); }

 private:
  void step() {
    const T reward = walk_.reward<T>();
    walk_.move();
    walk_.get(next_array_);
    walk_.get(next_active_);
    const auto expected = dense_.update(array_, reward, next_array_);
    const auto report = sparse_.update(active_, reward, next_active_);
    TEST_ASSERT_TRUE(expected.status == Status::ok && report.status == Status::ok);
    compare(expected, report);
    array_ = next_array_;
    active_ = next_active_;
  }

  void compare(const Report<T>& expected, const Report<T>& report) {
    // On the sphere itself rounding decides whether a projection acts, and it then changes next to nothing.
    differently_projected_ += expected.projected != report.projected ? 1U : 0U;
    const T error = magnitude(expected.td_error - report.td_error);
    TEST_ASSERT_TRUE(error <= T{8} * tolerance<T> * larger(largest_, T{1}));
    TEST_ASSERT_TRUE(is_close(expected.trace_norm2, report.trace_norm2));
    TEST_ASSERT_TRUE(is_close(expected.weights_step_size, report.weights_step_size));
    if (etl::is_same<Rule, ImplicitDifferential>::value) {  // ||z||^2 is in it
      TEST_ASSERT_TRUE(is_close(expected.average_reward_step_size, report.average_reward_step_size));
    } else {
      ASSERT_SAME_BITS(expected.average_reward_step_size, report.average_reward_step_size);
    }
  }

  static bool is_close(T expected, T actual) { return magnitude(expected - actual) <= tolerance<T> * expected; }

  void compare() {
    largest_ = T{0};
    for (const T weight : dense_.weights()) { largest_ = larger(largest_, magnitude(weight)); }
    const T most = tolerance<T> * largest_;
    T trace = T{0};
    for (size_t i = 0; i < dimension; ++i) {
      TEST_ASSERT_TRUE(magnitude(dense_.weight(i) - sparse_.weight(i)) <= most);
      trace = larger(trace, magnitude(dense_.trace(i)));
    }
    for (size_t i = 0; i < dimension; ++i) {
      TEST_ASSERT_TRUE(magnitude(dense_.trace(i) - sparse_.trace(i)) <= tolerance<T> * trace);
    }
    TEST_ASSERT_TRUE(magnitude(dense_.average_reward() - sparse_.average_reward()) <= most);
    TEST_ASSERT_TRUE(magnitude(dense_.value(array_) - sparse_.value(active_)) <= T{4} * most);
  }

  Walk walk_{2};
  Dense dense_;
  Sparse sparse_;
  etl::array<T, dimension> array_{};
  etl::array<T, dimension> next_array_{};
  SparseFeatures<T, dimension, tilings> active_;
  SparseFeatures<T, dimension, tilings> next_active_;
  T largest_{};
  uint32_t differently_projected_ = 0;
};

// --- every projection -----------------------------------------------------------------------------------------------

struct Case {
  double lambda;
  double implicit_step_size;  // both contract
  double standard_step_size;
};
constexpr Case cases[] = {{0.0, 0.5, 0.25}, {0.25, 0.5, 0.25}, {0.9, 0.5, 0.05}, {0.99, 0.5, 0.005}};

template <class Rule>
double step_size(const Case& c) {
  const bool is_standard = etl::is_same<Rule, Standard>::value || etl::is_same<Rule, Differential>::value;
  return is_standard ? c.standard_step_size : c.implicit_step_size;
}

template <class T, class Rule, class Projection>
void run_all_lambdas(const Projection& projection) {
  constexpr uint32_t steps = sizeof(T) == sizeof(float) ? float_steps : double_steps;
  uint32_t projections = 0;
  for (const Case& c : cases) {
    const double beta = step_size<Rule>(c);
    using P = Pair<T, Rule, Projection>;
    P pair;
    pair.run(settings_of<typename P::Dense>(static_cast<T>(c.lambda), static_cast<T>(0.01 / beta),
                                            {static_cast<T>(beta)}, projection),
             steps);
    projections += pair.projections();
  }
  // It has to do something, if there is time for the weights to grow, but not in every step.
  if (Projection::Traits::has_ball && steps >= 1000) { TEST_ASSERT_TRUE(projections > 0 && projections < 4 * steps); }
}

template <class T>
using OnlyOnes = WithoutOnes<NoProjection<T>>;
template <class T>
using OnesAndJoint = WithoutOnes<JointBall<T>>;
template <class T>
using OnesAndSeparate = WithoutOnes<SeparateBalls<T>>;

template <class T>
JointBall<T> joint() {
  return {static_cast<T>(1.3)};
}
template <class T>
SeparateBalls<T> separate() {
  return {static_cast<T>(0.03), static_cast<T>(1.3)};
}

void test_every_projection() {
  using T = float;
  run_all_lambdas<T, Implicit>(NoProjection<T>{});
  run_all_lambdas<T, Implicit>(joint<T>());
  run_all_lambdas<T, Implicit>(separate<T>());
  run_all_lambdas<T, Implicit>(OnlyOnes<T>{});
  run_all_lambdas<T, Implicit>(OnesAndJoint<T>{joint<T>()});
  run_all_lambdas<T, Implicit>(OnesAndSeparate<T>{separate<T>()});
}

// The rule is the same code in both learners: it is enough that it is there with and without a projection.
void test_standard() {
  using T = float;
  run_all_lambdas<T, Standard>(NoProjection<T>{});
  run_all_lambdas<T, Standard>(OnesAndJoint<T>{joint<T>()});
}

void test_differential() {
  using T = float;
  run_all_lambdas<T, Differential>(OnesAndJoint<T>{joint<T>()});
  run_all_lambdas<T, ImplicitDifferential>(NoProjection<T>{});
  run_all_lambdas<T, ImplicitDifferential>(joint<T>());
}

// With and without a ball, with and without the all-ones direction: the running norm depends on no more.
void test_double() {
  using T = double;
  run_all_lambdas<T, Implicit>(NoProjection<T>{});
  run_all_lambdas<T, Standard>(joint<T>());
  run_all_lambdas<T, Standard>(OnlyOnes<T>{});
  run_all_lambdas<T, Implicit>(OnesAndSeparate<T>{separate<T>()});
}

// --- long traces ----------------------------------------------------------------------------------------------------

#if defined(LONG_RUNS)

/// With a long trace two float learners drift apart, and neither is right: both are compared with a double one.
template <template <class> class Projection>
class Three {
  using Exact = Learner<double, dimension, Implicit, Projection<double>>;
  using Dense = Learner<float, dimension, Implicit, Projection<float>>;
  using Sparse = SparseLearner<float, dimension, Implicit, Projection<float>>;

 public:
  Three(float lambda, const Projection<double>& exact, const Projection<float>& rounded) {
    TEST_ASSERT_TRUE(start_with(exact_, static_cast<double>(lambda), 0.02, {0.5}, exact) == Status::ok);
    TEST_ASSERT_TRUE(start_with(dense_, lambda, 0.02F, {0.5F}, rounded) == Status::ok);
    TEST_ASSERT_TRUE(start_with(sparse_, lambda, 0.02F, {0.5F}, rounded) == Status::ok);
  }

  void run(uint32_t steps) {
    for (uint32_t t = 0; t < steps; ++t) {
      step();
      if (t % 100 == 0) { compare_weights(); }
    }
  }

 private:
  void step() {
    SparseFeatures<float, dimension, tilings> phi, next;
    etl::array<float, dimension> array, next_array;
    walk_.get(phi);
    walk_.get(array);
    const float reward = walk_.reward<float>();
    walk_.move();
    walk_.get(next);
    walk_.get(next_array);
    const auto exact = exact_.update(widened(array), static_cast<double>(reward), widened(next_array));
    const auto dense = dense_.update(array, reward, next_array);
    const auto sparse = sparse_.update(phi, reward, next);
    const double expected = exact.weights_step_size;
    if (magnitude(static_cast<double>(dense.weights_step_size) - expected) <= 0.01 * expected) {
      TEST_ASSERT_TRUE(magnitude(static_cast<double>(sparse.weights_step_size) - expected) <= 0.01 * expected);
    }
  }

  static etl::array<double, dimension> widened(const etl::array<float, dimension>& numbers) {
    etl::array<double, dimension> wide;
    for (size_t i = 0; i < dimension; ++i) { wide[i] = static_cast<double>(numbers[i]); }
    return wide;
  }

  void compare_weights() {
    double largest = 0.0;
    double sparse_error = 0.0;
    for (size_t i = 0; i < dimension; ++i) {
      const double exact = exact_.weight(i);
      largest = larger(largest, magnitude(exact));
      dense_error_ = larger(dense_error_, magnitude(static_cast<double>(dense_.weight(i)) - exact));
      sparse_error = larger(sparse_error, magnitude(static_cast<double>(sparse_.weight(i)) - exact));
    }
    TEST_ASSERT_TRUE(sparse_error <= 3.0 * dense_error_ + 2e-5 * largest);
  }

  Walk walk_{16};
  Exact exact_;
  Dense dense_;
  Sparse sparse_;
  double dense_error_ = 0.0;  // the largest so far
};

void test_long_traces_in_float() {
  constexpr uint32_t steps = float_steps / 4;
  for (const float lambda : {0.99F, 0.999F, 0.9999F, 1.0F - 0x1p-14F}) {
    Three<NoProjection>(lambda, {}, {}).run(steps);
    Three<JointBall>(lambda, {1.3}, {1.3F}).run(steps);
    Three<SeparateBalls>(lambda, {0.03, 1.3}, {0.03F, 1.3F}).run(steps);
    Three<OnlyOnes>(lambda, {}, {}).run(steps);
    Three<OnesAndJoint>(lambda, {{1.3}}, {{1.3F}}).run(steps);
  }
}

#endif

}  // namespace

int main() {
  UNITY_BEGIN();
#if defined(LONG_RUNS)
  RUN_TEST(test_long_traces_in_float);
#endif
  RUN_TEST(test_every_projection);
  RUN_TEST(test_standard);
  RUN_TEST(test_differential);
  RUN_TEST(test_double);
  return UNITY_END();
}
