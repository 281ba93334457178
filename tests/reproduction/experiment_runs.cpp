// Experiments from files, in small: their numbers are those of the trials by themselves, and what the theory says.

#include <experiments/definition/defined_experiment.hpp>
#include <experiments/definition/lines.hpp>
#include <experiments/definition/plan_of.hpp>
#include <experiments/definition/read_definition.hpp>
#include <experiments/files/error.hpp>
#include <experiments/runner/runner.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "suite.hpp"

using namespace ballast::experiments;

namespace {

const std::string chain =
    R"({"P": [[0.5, 0.5, 0], [0, 0, 1], [1, 0, 0]], "r": [1, 0, 2], "Phi": [[1, 0], [0, 1], [1, 1]]})";

PanelOutcome run(const std::string& text, Scalar scalar = Scalar::float64) {
  const Definition definition = read_definition(text, "e.json", [](const std::string& /*name*/) { return chain; });
  DefinedExperiment experiment(definition, 3, scalar);
  std::vector<PanelOutcome> outcomes;
  run_stages(experiment.stages([&](const PanelOutcome& outcome) { outcomes.push_back(outcome); }), 1);
  return outcomes.front();
}

const Cell& cell_at(const PanelOutcome& outcome, const std::string& method, double x) {
  for (const Cell& cell : outcome.sweep.front().cells) {
    if (cell.method.name == method && cell.x == x) { return cell; }
  }
  TEST_FAIL_MESSAGE((method + " is not there").c_str());
  return outcome.sweep.front().cells.front();
}

double mean_at(const PanelOutcome& outcome, const std::string& method, double x) {
  const Cell& cell = cell_at(outcome, method, x);
  return cell.estimate ? cell.estimate->mean : std::numeric_limits<double>::infinity();
}

/// Each value of a panel is that of a run by itself, with the seed that trials.csv has for it.
void assert_seeds_reproduce(const std::string& text) {
  const PanelOutcome outcome = run(text);
  const Environment environment = environment_of(outcome.definition);
  const Sweep& sweep = outcome.sweep.front();
  for (const Cell& cell : sweep.cells) {
    for (std::size_t i = 0; i < cell.values.size(); ++i) {
      const auto trial = environment.make_trial(ballast::Random(sweep.trial_list.seeds[i]));
      ASSERT_SAME_BITS(trial->run({cell.method, Scalar::float64}).values.front(), cell.values[i]);
    }
  }
}

void test_seeds_reproduce_single_trials() {
  assert_seeds_reproduce(R"({"model": {"simulator": "mrp", "states": 12, "features": 4}, "steps": 50, "trials": 2,
                             "step_size": [0.1, 0.5], "measures": "loss"})");
  assert_seeds_reproduce(R"({"model": {"simulator": "access-control", "servers": 2, "classes": 2}, "steps": 60,
                             "trials": 2, "step_size": [0.1, 0.5], "features": "table", "measures": "reward"})");
  assert_seeds_reproduce(R"({"model": {"file": "chain.json"}, "steps": 60, "trials": 2, "measures": "loss"})");
}

void test_a_model_file_is_learned() {
  const PanelOutcome outcome = run(R"({"model": {"file": "chain.json"}, "steps": 20000, "trials": 4,
      "schedule": {"kind": "polynomial", "power": 0.75}, "features": ["model", "table", {"kind": "random", "count": 2}],
      "x": "step_size", "step_size": [0.5, 1]})");
  for (const char* const features : {"model", "table", "random2"}) {
    for (const char* const rule : {"standard_", "implicit_"}) {
      TEST_ASSERT_TRUE(mean_at(outcome, std::string(rule) + features, 1) < 0.01);
    }
  }
  TEST_ASSERT_EQUAL_STRING("chain", outcome.sweep.front().environment.c_str());
  const double omega = 1.0;  // pi = (1/2, 1/4, 1/4)
  for (const Cell& cell : outcome.sweep.front().cells) {
    if (cell.measure == "omega_error") { TEST_ASSERT_TRUE(cell.estimate->mean < 0.02 * omega); }
  }
}

void test_an_mrp_of_another_size_is_learned_in_all_scalars() {
  const std::string text = R"({"model": {"simulator": "mrp", "states": 15, "features": 5}, "trials": 4,
      "steps": 3000, "schedule": {"kind": "polynomial", "power": 0.6}, "measures": "loss"})";
  const PanelOutcome in_double = run(text);
  const PanelOutcome in_float = run(text, Scalar::float32);
  const PanelOutcome in_fixed = run(text, Scalar::fixed);
  for (const char* const rule : {"standard", "implicit"}) {
    const double loss = mean_at(in_double, rule, 1);
    const double other = mean_at(in_float, rule, 1);
    TEST_ASSERT_TRUE(loss < 1.0);
    TEST_ASSERT_TRUE(other != loss && std::fabs(other - loss) < 1e-3 * loss);
    const double last = mean_at(in_fixed, rule, 1);
    TEST_ASSERT_TRUE(last != loss && std::fabs(last - loss) < 1e-2 * loss);
  }
  const PanelOutcome start = run(R"({"model": {"simulator": "mrp", "states": 15, "features": 5}, "trials": 4,
      "steps": 1, "step_size": 1e-9, "measures": "loss"})");
  TEST_ASSERT_TRUE(mean_at(start, "implicit", 1e-9) > 2.0 * mean_at(in_double, "implicit", 1));
}

/// A method that names its scalar has the numbers of a whole experiment in it, trial for trial.
void test_scalars_stand_side_by_side() {
  const std::string settings = R"({"model": {"simulator": "boyan"}, "trials": 5, "steps": 300, "step_size": [0.1, 0.5],
      "measures": ["loss", "omega_error"], "methods": )";
  const PanelOutcome both =
      run(settings + R"([{"rule": "implicit", "scalar": ["double", "float", "fixed"]}, "implicit"]})", Scalar::fixed);
  for (const Scalar scalar : {Scalar::float64, Scalar::float32, Scalar::fixed}) {
    const PanelOutcome alone = run(settings + R"("implicit"})", scalar);
    for (const Cell& cell : alone.sweep.front().cells) {
      const std::string name = std::string("implicit_") + name_of(scalar);
      const Cell* const found = both.sweep.front().find({name, "", Rule::implicit, {}, {}}, cell.x, cell.measure);
      const Cell* const unnamed = both.sweep.front().find(cell.method, cell.x, cell.measure);
      TEST_ASSERT_TRUE(found->values == cell.values);
      TEST_ASSERT_TRUE((unnamed->values == cell.values) == (scalar == Scalar::fixed));
    }
  }
}

void test_scalars_have_ratios() {
  const PanelOutcome outcome = run(R"({"model": {"simulator": "boyan"}, "trials": 5, "steps": 300,
      "step_size": [0.1, 0.5], "measures": "loss",
      "methods": ["standard", {"rule": "implicit", "scalar": ["double", "fixed"]}]})");
  std::size_t with_ratios = 0;
  for (const Comparison& comparison : outcome.comparisons) {
    const bool is_of_scalars = comparison.against.name == "implicit_double";
    TEST_ASSERT_EQUAL_size_t(is_of_scalars ? 2 : 0, comparison.ratios.size());
    for (const auto& [x, ratio] : comparison.ratios) {
      const double expected = mean_at(outcome, "implicit_fixed", x) / mean_at(outcome, "implicit_double", x);
      TEST_ASSERT_TRUE(std::fabs(ratio.ratio - expected) < 1e-12);
      TEST_ASSERT_TRUE(ratio.ratio != 1.0 && std::fabs(ratio.ratio - 1.0) < 0.01);
      TEST_ASSERT_TRUE(ratio.ci95 > 0.0 && ratio.ci95 < 0.01);
      ++with_ratios;
    }
  }
  TEST_ASSERT_EQUAL_size_t(2, with_ratios);
  const PanelOutcome over_time = run(R"({"model": {"simulator": "boyan"}, "trials": 3, "steps": 100, "x": "time",
      "measures": "loss", "methods": {"rule": "implicit", "scalar": ["double", "fixed"]}})");
  TEST_ASSERT_EQUAL_size_t(1, over_time.comparisons.front().ratios.size());
  TEST_ASSERT_TRUE(over_time.comparisons.front().ratios.front().first == 100.0);
}

void test_standard_overflows_and_implicit_does_not() {
  const PanelOutcome outcome = run(R"({"model": {"simulator": "boyan"}, "measures": "overflow_step_size", "trials": 3,
      "steps": 1500, "lambda": [0, 0.5], "overflow_search": {"from": 0.01, "to": 500}})");
  TEST_ASSERT_EQUAL_STRING("lambda", outcome.sweep.front().x_name.c_str());
  for (const double lambda : {0.0, 0.5}) {
    const Cell& standard = cell_at(outcome, "standard", lambda);
    const Cell& implicit = cell_at(outcome, "implicit", lambda);
    for (std::size_t i = 0; i < 3; ++i) {
      TEST_ASSERT_TRUE(standard.values[i] > 0.5 && standard.values[i] < 20.0);
      ASSERT_SAME_BITS(500.0, implicit.values[i]);
    }
    const Comparison& comparison = outcome.comparisons.front();
    TEST_ASSERT_TRUE(comparison.differences.front().second.standing == Standing::better);
  }
}

void test_lambda_along_x() {
  const PanelOutcome outcome = run(R"({"model": {"simulator": "mrp", "states": 12, "features": 4}, "trials": 2,
      "steps": 200, "lambda": {"from": 0, "to": 0.9, "step": 0.3}, "step_size": 0.2, "measures": "loss"})");
  TEST_ASSERT_EQUAL_size_t(8, outcome.sweep.front().cells.size());
  for (const double lambda : {0.0, 0.3, 0.6, 0.9}) {
    const Cell& cell = cell_at(outcome, "implicit", lambda);
    ASSERT_SAME_BITS(lambda, cell.method.lambda);
    TEST_ASSERT_TRUE(cell.estimate.has_value());
  }
  TEST_ASSERT_TRUE(mean_at(outcome, "implicit", 0.0) != mean_at(outcome, "implicit", 0.9));
}

void test_radius_along_x() {
  const PanelOutcome outcome = run(R"({"model": {"simulator": "mrp", "states": 12, "features": 4}, "trials": 3,
      "steps": 500, "rules": "implicit", "projections": ["none", {"theta": [0.01, 1e6]}], "step_size": 0.3,
      "measures": "loss"})");
  TEST_ASSERT_TRUE(mean_at(outcome, "implicit_projected", 0.01) > mean_at(outcome, "implicit", 0.01));
  ASSERT_SAME_BITS(mean_at(outcome, "implicit", 0.01), mean_at(outcome, "implicit_projected", 1e6));
  ASSERT_SAME_BITS(mean_at(outcome, "implicit", 0.01), mean_at(outcome, "implicit", 1e6));
  TEST_ASSERT_TRUE(cell_at(outcome, "implicit_projected", 0.01).projections > 0);
  TEST_ASSERT_EQUAL_UINT64(0, cell_at(outcome, "implicit_projected", 1e6).projections);
}

void test_control_over_time() {
  const PanelOutcome outcome = run(R"({"model": {"simulator": "access-control", "servers": 3, "classes": 2},
      "x": "time", "every": 100, "steps": 2050, "trials": 3, "step_size": 0.5,
      "schedule": {"kind": "polynomial", "offset": 100, "factor": 100},
      "features": ["table", {"kind": "tiles", "tilings": 2, "tiles": [4, 2]}, "random-fourier"]})");
  TEST_ASSERT_EQUAL_size_t(2, outcome.learning_curves.size());
  for (const LearningCurve& curve : outcome.learning_curves) {
    const bool is_reward = curve.measure == "reward";
    TEST_ASSERT_TRUE(is_reward || curve.measure == "omega");
    for (const Method& method : methods_of(curve.points)) {
      const std::vector<const Point*> points = curve.curve(method);
      TEST_ASSERT_EQUAL_size_t(is_reward ? 20 : 21, points.size());
      TEST_ASSERT_EQUAL_UINT32(2000, points.back()->t);
      TEST_ASSERT_TRUE(points.back()->estimate && points.back()->estimate->mean > 0.05);
      TEST_ASSERT_EQUAL_size_t(3, points.back()->values.size());
    }
  }
}

/// Of a table, the policy that is learned is as good as any; of few features it may be worse.
void test_control_at_the_end() {
  const PanelOutcome outcome = run(R"({"model": {"simulator": "access-control", "servers": 3, "classes": 2},
      "steps": 6000, "trials": 3, "step_size": 0.5, "schedule": {"kind": "polynomial", "offset": 100, "factor": 100},
      "features": ["table", {"kind": "tiles", "tilings": 1, "tiles": [1, 1]}], "measures": ["greedy_worth", "reward"]})");
  const double table = mean_at(outcome, "implicit_table", 0.5);
  const double blind = mean_at(outcome, "implicit_tiles1x1x1", 0.5);
  TEST_ASSERT_TRUE(std::isfinite(table) && std::isfinite(blind));
  TEST_ASSERT_TRUE(table >= blind);
}

void test_settings_that_a_learner_refuses_are_not_an_overflow() {
  try {
    (void)run(R"({"model": {"simulator": "boyan"}, "steps": 5, "trials": 1, "step_size": 1e15, "ratio": 1e15,
                  "schedule": {"kind": "constant", "factor": 1e15}})",
              Scalar::float32);
  } catch (const InputError& error) {
    TEST_ASSERT_EQUAL_STRING("a learner refuses these settings: invalid_ratio", error.what());
    return;
  }
  TEST_FAIL();
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_seeds_reproduce_single_trials);
  RUN_TEST(test_a_model_file_is_learned);
  RUN_TEST(test_an_mrp_of_another_size_is_learned_in_all_scalars);
  RUN_TEST(test_scalars_stand_side_by_side);
  RUN_TEST(test_scalars_have_ratios);
  RUN_TEST(test_standard_overflows_and_implicit_does_not);
  RUN_TEST(test_lambda_along_x);
  RUN_TEST(test_radius_along_x);
  RUN_TEST(test_control_over_time);
  RUN_TEST(test_control_at_the_end);
  RUN_TEST(test_settings_that_a_learner_refuses_are_not_an_overflow);
  return UNITY_END();
}
