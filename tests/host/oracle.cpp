// The exact solver against values computed elsewhere with 50 digits (golden/oracle_*.json), against the equations
// themselves where there are no such values, and against models that are wrong.

#include <ballast/oracle/access_control.hpp>
#include <ballast/oracle/theory.hpp>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <string>

#include <nlohmann/json.hpp>

#include "suite.hpp"

namespace {

namespace oracle = ballast::oracle;
using nlohmann::json;
using oracle::Index;
using oracle::Matrix;
using oracle::Rows;
using oracle::Scalar;
using oracle::Vector;

constexpr const char* models[] = {"boyan_0aaa", "boyan_1555", "mrp_S10_d5", "mrp_S30_d8"};
constexpr const char* normalisations[] = {"max", "row"};
constexpr Scalar golden_tolerance = 1e-9L;

// --- golden files ----------------------------------------------------------------------------------------------

json read_golden(const std::string& name) {
  std::ifstream file(std::string(GOLDEN_DIR "/oracle_") + name + ".json");
  TEST_ASSERT_TRUE_MESSAGE(file.good(), name.c_str());
  return json::parse(file);
}

Scalar number(const json& value) {
  return value.is_string() ? std::strtold(value.get_ref<const std::string&>().c_str(), nullptr) : value.get<Scalar>();
}

std::vector<Scalar> numbers(const json& values) {
  std::vector<Scalar> result;
  for (const json& value : values) { result.push_back(number(value)); }
  return result;
}

Rows rows(const json& values) {
  Rows result;
  for (const json& value : values) { result.push_back(numbers(value)); }
  return result;
}

/// How many numbers were compared, and the worst of them: a golden test that compares nothing must not pass.
struct Comparison {
  int count = 0;
  Scalar worst = 0;

  void add(Scalar actual, const json& golden, const std::string& name) {
    const Scalar expected = number(golden);
    const Scalar error = std::abs(actual - expected) / (1e-3L + std::abs(expected));
    TEST_ASSERT_TRUE_MESSAGE(error <= golden_tolerance, name.c_str());
    worst = std::max(worst, error);
    ++count;
  }
  void add(const Vector& actual, const json& golden, const std::string& name) {
    TEST_ASSERT_EQUAL_size_t(golden.size(), actual.size());
    for (std::size_t i = 0; i < golden.size(); ++i) {
      add(actual(static_cast<Index>(i)), golden[i], name + "[" + std::to_string(i) + "]");
    }
  }
  void add(const Matrix& actual, const json& golden, const std::string& name) {
    TEST_ASSERT_EQUAL_size_t(golden.size(), actual.rows());
    for (std::size_t i = 0; i < golden.size(); ++i) {
      add(Vector(actual.row(static_cast<Index>(i)).transpose()), golden[i], name + "[" + std::to_string(i) + "]");
    }
  }
};

oracle::Model model_of(const json& golden, const json& normalised) {
  return oracle::make_model(rows(golden["P"]), numbers(golden["r"]), rows(normalised["Phi"]));
}

void compare_chain(Comparison& comparison, const oracle::Chain& chain, const json& golden) {
  comparison.add(chain.pi, golden["pi"], "pi");
  comparison.add(chain.omega, golden["omega"], "omega");
  comparison.add(chain.v, golden["v"], "v");
  comparison.add(chain.rho, golden["second_eigenvalue_modulus"], "rho");
  TEST_ASSERT_EQUAL_size_t(5, golden["mixing_time"].size());
  for (const auto& [eps, tau] : golden["mixing_time"].items()) {
    TEST_ASSERT_EQUAL_INT64(tau.get<int64_t>(), oracle::mixing_time(chain, number(eps)));
    ++comparison.count;
  }
}

void compare_features(Comparison& comparison, const oracle::Features& features, const json& golden) {
  TEST_ASSERT_EQUAL_INT64(golden["rank"].get<int64_t>(), features.rank);
  TEST_ASSERT_EQUAL(golden["e_in_span"].get<bool>(), features.e_in_span);
  TEST_ASSERT_EQUAL_INT64(golden["dim_O"].get<int64_t>(), features.basis_of_O.cols());
  comparison.add(features.Pi_O, golden["Pi_O"], "Pi_O");
}

void compare_solution(Comparison& comparison, const oracle::Solution& solution, const json& golden) {
  comparison.add(solution.theta_star, golden["theta_star_td"], "theta_star");
  comparison.add(solution.lemma.Delta, golden["Delta"], "Delta");
  comparison.add(solution.lemma.c_alpha_paper, golden["c_alpha_paper"], "c_alpha_paper");
  comparison.add(solution.lemma.c_alpha_lemma_exact, golden["c_alpha_lemma_exact"], "c_alpha_lemma_exact");
  comparison.add(solution.lemma.c_alpha_negdef, golden["c_alpha_negdef"], "c_alpha_negdef");
  comparison.add(solution.mean.A22, golden["A22"], "A22");
  TEST_ASSERT_EQUAL_size_t(3, golden["gamma"].size());
  for (const auto& [beta, expected] : golden["gamma"].items()) {
    comparison.add(oracle::gamma(number(beta), 1, solution.mean.lambda), expected, "gamma " + beta);
  }
}

// The files mean binary64(0.9), not the decimal number.
void compare_all(Comparison& comparison, const json& golden) {
  for (const char* normalisation : normalisations) {
    const json& normalised = golden["normalised"][normalisation];
    const oracle::Model model = model_of(golden, normalised);
    compare_features(comparison, oracle::solve_features(model.Phi), normalised);
    TEST_ASSERT_EQUAL_size_t(2, normalised["lam"].size());
    for (const auto& [lambda, expected] : normalised["lam"].items()) {
      const oracle::Solution solution = oracle::solve(model, std::strtod(lambda.c_str(), nullptr));
      compare_chain(comparison, solution.chain, golden);
      compare_solution(comparison, solution, expected);
    }
  }
}

void test_golden_files() {
  for (const char* name : models) {
    Comparison comparison;
    compare_all(comparison, read_golden(name));
    TEST_ASSERT_TRUE(comparison.count > 300);
    const std::string message = std::string(name) + ": " + std::to_string(comparison.count) + " numbers, worst " +
                                json(static_cast<double>(comparison.worst)).dump();
    TEST_MESSAGE(message.c_str());
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_golden_files);
  return UNITY_END();
}
