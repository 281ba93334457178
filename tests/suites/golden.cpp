// Every row of the golden data, computed with 60 digits independently of this library (tests/golden). Built once for
// each file: GOLDEN_HEADER, GOLDEN_DIMENSION and, for the variants, GOLDEN_VARIANTS. With PART it has half of the rows.

#include <ballast/array.hpp>
#include <ballast/learner.hpp>

#include "suite.hpp"

using namespace ballast;

namespace {

constexpr size_t dimension = GOLDEN_DIMENSION;

enum Method : uint8_t { standard, implicit, implicit_joint, implicit_sep };
enum Schedule : uint8_t { constant, decaying, late, early };

struct Input {
  uint32_t t;
  double reward;
  double phi[dimension];
};

struct Row {
  Method method;
  Schedule schedule;
#if defined(GOLDEN_VARIANTS)
  double ratio;
  bool removes_direction;
#else
  double lambda;
#endif
  uint32_t t;
  double beta;
  double weights_step_size;
  double average_reward_step_size;
  double trace_norm2;
  double td_error;
  uint8_t projected;
  double average_reward;
  double weights[dimension];
};

#pragma GCC diagnostic ignored "-Wmissing-braces"  // a CSV row has none
#include GOLDEN_HEADER

constexpr size_t steps = 64;
constexpr double joint_radius = dimension == 3 ? 0.75 : 1.25;
constexpr double weights_radius = dimension == 3 ? 0.5 : 1.0;
constexpr double average_reward_radius = 0.375;

#if defined(GOLDEN_VARIANTS)
constexpr double start_average_reward = 0.25;
double lambda_of(const Row&) {
  return 0.5;
}
double ratio_of(const Row& row) {
  return row.ratio;
}
bool removes_direction(const Row& row) {
  return row.removes_direction;
}
bool diverges(const Row& row) {
  return row.method == standard && row.ratio > 2.0 && row.schedule == late;
}
#else
constexpr double start_average_reward = 0.0;
double lambda_of(const Row& row) {
  return row.lambda;
}
double ratio_of(const Row&) {
  return 1.0;
}
bool removes_direction(const Row&) {
  return false;
}
bool diverges(const Row&) {
  return false;
}
#endif

template <class T>
bool is_close(T actual, double expected, double tolerance) {
  const double error = static_cast<double>(actual) - expected;
  const double scale = tolerance * (1.0 + (expected < 0 ? -expected : expected));
  return error <= scale && error >= -scale;
}

/// The golden files number what acted: joint 1; separate 1 for the average reward, 2 for the weights.
uint8_t golden_number(Projected projected) {
  return projected == Projected::jointly ? 1 : static_cast<uint8_t>(projected);
}

constexpr uint32_t no_row = UINT32_MAX;
uint32_t first_wrong_row = no_row;

template <class Learner, class Report>
bool agrees(const Learner& learner, const Report& report, double beta, const Row& row, double tolerance) {
  bool good = report.status == Status::ok && is_close(beta, row.beta, tolerance) &&
              is_close(report.weights_step_size, row.weights_step_size, tolerance) &&
              is_close(report.average_reward_step_size, row.average_reward_step_size, tolerance) &&
              is_close(report.trace_norm2, row.trace_norm2, tolerance) &&
              is_close(report.td_error, row.td_error, tolerance) &&
              is_close(learner.average_reward(), row.average_reward, tolerance);
  for (size_t i = 0; i < dimension; ++i) { good = good && is_close(learner.weights()[i], row.weights[i], tolerance); }
  const bool is_double = sizeof(typename Learner::Value) == sizeof(double);
  return good && (!is_double || golden_number(report.projected) == row.projected);
}

template <class T>
ArrayOf<T, dimension> converted(const double (&numbers)[dimension]) {
  ArrayOf<T, dimension> result{};
  for (size_t i = 0; i < dimension; ++i) { result[i] = static_cast<T>(numbers[i]); }
  return result;
}

template <class Learner>
void run(const Row* block, const typename Learner::Settings& settings) {
  using T = typename Learner::Value;
  const bool is_double = sizeof(T) == sizeof(double);
  const double tolerance = diverges(*block) ? (is_double ? 1e-11 : 1e-3) : (is_double ? 1e-13 : 1e-5);
  Learner learner;
  if (learner.start(settings, converted<T>(start[0]), static_cast<T>(start_average_reward)) != Status::ok) {
    first_wrong_row = static_cast<uint32_t>(block - rows);
    return;
  }
  for (size_t t = 0; t < steps; ++t) {
    const auto report =
        learner.update(converted<T>(inputs[t].phi), static_cast<T>(inputs[t].reward), converted<T>(inputs[t + 1].phi));
    const double beta = static_cast<double>(settings.schedule.rate(static_cast<uint32_t>(t)));
    const uint32_t row = static_cast<uint32_t>(block - rows + static_cast<ptrdiff_t>(t));
    if (!agrees(learner, report, beta, rows[row], tolerance) && first_wrong_row == no_row) { first_wrong_row = row; }
  }
}

template <class T, class Rule, class Projection, class Schedule>
void run_with_schedule(const Row* block, const Projection& projection, const Schedule& schedule) {
  const T lambda = static_cast<T>(lambda_of(*block));
  const T ratio = static_cast<T>(ratio_of(*block));
  using L = Learner<T, dimension, Rule, Projection, Schedule>;
  run<L>(block, typename L::Config().lambda(lambda).ratio(ratio).schedule(schedule).projection(projection));
}

template <class T, class Rule, class Projection>
void run_with_projection(const Row* block, const Projection& projection) {
  using Polynomial = PolynomialSchedule<T>;
  const T power = static_cast<T>(0.99);
  switch (block->schedule) {
    case constant: return run_with_schedule<T, Rule>(block, projection, ConstantSchedule<T>{static_cast<T>(0.7)});
    case decaying: return run_with_schedule<T, Rule>(block, projection, Polynomial{static_cast<T>(1.5), 1, power, 10});
    case late: return run_with_schedule<T, Rule>(block, projection, Polynomial{static_cast<T>(600), 400, power, 10});
    case early:
      return run_with_schedule<T, Rule>(block, projection, Polynomial{static_cast<T>(0.8), 3, static_cast<T>(0.6), 0});
  }
}

template <class T, class Rule, class Projection>
void run_with_direction(const Row* block, const Projection& projection) {
  if (!removes_direction(*block)) { return run_with_projection<T, Rule>(block, projection); }
  WithoutDirection<Projection, dimension> without{projection, {}};
  for (size_t i = 0; i < dimension; ++i) { without.direction[i] = static_cast<T>(direction[0][i]); }
  run_with_projection<T, Rule>(block, without);
}

template <class T>
void check_all_rows() {
  const SeparateBalls<T> separate{static_cast<T>(average_reward_radius), static_cast<T>(weights_radius)};
  first_wrong_row = no_row;
  for (const Row* block = rows; block < rows + sizeof rows / sizeof *rows; block += steps) {
    switch (block->method) {
      case standard: run_with_direction<T, Standard>(block, NoProjection<T>{}); break;
      case implicit: run_with_direction<T, Implicit>(block, NoProjection<T>{}); break;
      case implicit_joint: run_with_direction<T, Implicit>(block, JointBall<T>{static_cast<T>(joint_radius)}); break;
      case implicit_sep: run_with_direction<T, Implicit>(block, separate); break;
    }
  }
  TEST_ASSERT_EQUAL_UINT32_MESSAGE(no_row, first_wrong_row,
                                   "first row that disagrees (0 is the first after the header, or of the second half)");
}

void test_every_row_in_double() {
  check_all_rows<double>();
}
void test_every_row_in_float() {
  check_all_rows<float>();
}

void test_there_are_as_many_rows_as_there_should_be() {
#if defined(GOLDEN_VARIANTS)
  constexpr size_t rows_of_the_file = 2048;
#else
  constexpr size_t rows_of_the_file = 1024;
#endif
#if defined(PART)
  static_assert(PARTS == 2, "the rows come in halves");
  TEST_ASSERT_EQUAL_size_t(rows_of_the_file / PARTS, sizeof rows / sizeof *rows);
#else
  TEST_ASSERT_EQUAL_size_t(rows_of_the_file, sizeof rows / sizeof *rows);
#endif
  TEST_ASSERT_EQUAL_size_t(steps + 1, sizeof inputs / sizeof *inputs);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_there_are_as_many_rows_as_there_should_be);
  RUN_TEST(test_every_row_in_double);
  RUN_TEST(test_every_row_in_float);
  return UNITY_END();
}
