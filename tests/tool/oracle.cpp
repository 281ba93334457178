// `ballast oracle` as a user runs it: through the shell, in another folder, with spaces in every path. The golden
// models (values computed elsewhere with 50 digits), what `ballast simulate` wrote, and files that are wrong.

#include <sys/wait.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "suite.hpp"

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr double golden_tolerance = 1e-9;

// --- running it -----------------------------------------------------------------------------------------------------

const fs::path folder = SCRATCH_DIR;

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

fs::path write(const char* name, const std::string& text) {
  fs::path path = folder / name;
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

std::string quoted(const fs::path& path) {
  return "'" + path.string() + "'";
}

struct Outcome {
  int code;
  std::string out;
  std::string errors;
};

Outcome ballast(const std::string& arguments) {
  const std::string command = "cd " + quoted(folder / "else where") + " && " + quoted(BALLAST_TOOL) + " " + arguments +
                              " > " + quoted(folder / "stdout") + " 2> " + quoted(folder / "stderr");
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(folder / "stdout"), read(folder / "stderr")};
}

json answer_of(const std::string& arguments) {
  const fs::path out = folder / "answer.json";
  fs::remove(out);
  const Outcome outcome = ballast("oracle " + arguments + " --out " + quoted(out));
  TEST_ASSERT_EQUAL_STRING("", outcome.errors.c_str());
  TEST_ASSERT_EQUAL_STRING("", outcome.out.c_str());
  TEST_ASSERT_EQUAL_INT(0, outcome.code);
  return json::parse(read(out));
}

// --- golden files ---------------------------------------------------------------------------------------------------

double number(const json& value) {
  return value.is_string() ? std::strtod(value.get_ref<const std::string&>().c_str(), nullptr) : value.get<double>();
}

/// How many numbers were compared: a golden test that compares nothing must not pass.
struct Comparison {
  std::size_t count = 0;

  void add(const json& actual, const json& golden, const std::string& name) {
    const json found = actual.flatten(), expected = golden.flatten();
    TEST_ASSERT_EQUAL_size_t_MESSAGE(expected.size(), found.size(), name.c_str());
    for (const auto& [path, value] : expected.items()) {
      TEST_ASSERT_TRUE_MESSAGE(found.contains(path) && found[path].is_number(), (name + path).c_str());
      const double error = std::abs(number(found[path]) - number(value)) / (1e-3 + std::abs(number(value)));
      TEST_ASSERT_TRUE_MESSAGE(error <= golden_tolerance, (name + path).c_str());
      ++count;
    }
  }
};

/// inf_c ||Phi theta - (v + c e)||_M from the golden numbers alone; the best c is the mean under pi.
double discrepancy_of(const json& golden, const json& normalised, const json& theta) {
  std::vector<double> errors;
  double mean = 0, square = 0;
  for (std::size_t i = 0; i < golden["v"].size(); ++i) {
    errors.push_back(-number(golden["v"][i]));
    for (std::size_t j = 0; j < theta.size(); ++j) {
      errors.back() += number(normalised["Phi"][i][j]) * number(theta[j]);
    }
    mean += number(golden["pi"][i]) * errors.back();
  }
  for (std::size_t i = 0; i < errors.size(); ++i) {
    square += number(golden["pi"][i]) * (errors[i] - mean) * (errors[i] - mean);
  }
  return std::sqrt(square);
}

void compare(const json& golden, const json& normalised, const std::string& lambda) {
  // With a key that is none of the model's, and numbers as the file has them: strings of 22 digits.
  const json model{{"name", golden["name"]}, {"P", golden["P"]}, {"r", golden["r"]}, {"Phi", normalised["Phi"]}};
  const json answer = answer_of(quoted(write("a model.json", model.dump())) + " --lambda " + lambda);
  const json& expected = normalised["lam"][lambda];
  Comparison comparison;
  for (const char* key : {"pi", "omega", "v", "mixing_time"}) { comparison.add(answer.at(key), golden[key], key); }
  comparison.add(answer.at("rho"), golden["second_eigenvalue_modulus"], "rho");
  comparison.add(answer.at("rank"), normalised["rank"], "rank");
  TEST_ASSERT_TRUE(answer.at("e_in_span") == normalised["e_in_span"]);
  comparison.add(answer.at("Pi_O"), normalised["Pi_O"], "Pi_O");
  comparison.add(answer.at("theta_star"), expected["theta_star_td"], "theta_star");
  for (const char* key : {"Delta", "c_alpha_paper", "c_alpha_lemma_exact", "gamma"}) {
    comparison.add(answer.at(key), expected[key], key);
  }
  comparison.add(answer.at("discrepancy"), discrepancy_of(golden, normalised, expected["theta_star_td"]),
                 "discrepancy");
  const std::size_t S = golden["S"], d = golden["d"];
  TEST_ASSERT_EQUAL_size_t(2 * S + d * d + d + 15, comparison.count);
  TEST_ASSERT_TRUE(answer.at("discrepancy_bound") >= number(answer.at("discrepancy")) - 1e-15);
}

void test_golden_models() {
  int answers = 0;
  for (const char* name : {"boyan_0aaa", "boyan_1555", "mrp_S10_d5", "mrp_S30_d8"}) {
    const json golden = json::parse(read(fs::path(GOLDEN_DIR) / (std::string("oracle_") + name + ".json")));
    for (const json& normalised : golden["normalised"]) {
      for (const auto& [lambda, expected] : normalised["lam"].items()) {
        compare(golden, normalised, lambda), ++answers;
      }
    }
  }
  TEST_ASSERT_EQUAL_INT(16, answers);
}

json golden_model(const char* name) {
  const json golden = json::parse(read(fs::path(GOLDEN_DIR) / name));
  return {{"P", golden["P"]}, {"r", golden["r"]}, {"Phi", golden["normalised"]["max"]["Phi"]}};
}

// --- the theorems ---------------------------------------------------------------------------------------------------

bool close(double actual, double expected) {
  return std::abs(actual - expected) <= 1e-12 * std::abs(expected);
}

/// The names of the conditions that fail; what a theorem says must fit together.
std::vector<std::string> failing(const json& theorem) {
  std::vector<std::string> names;
  for (const json& condition : theorem.at("conditions")) {
    TEST_ASSERT_TRUE(condition.at("detail").is_string());
    if (!condition.at("holds").get<bool>()) { names.push_back(condition.at("name")); }
  }
  TEST_ASSERT_TRUE(theorem.at("applies") == names.empty());
  double sum = 0;
  for (const json& term : theorem.at("terms")) { sum += term.get<double>(); }
  TEST_ASSERT_TRUE(close(theorem.at("right_hand_side"), sum));
  return names;
}

void test_the_run_reaches_the_theorems() {
  const std::string model = quoted(write("mrp.json", golden_model("oracle_mrp_S10_d5.json").dump()));
  const json answer = answer_of(model + " --beta 0.2 --ratio 200 --radius 7 --steps 2001 --power 0.5");
  TEST_ASSERT_TRUE(failing(answer["theorem1"]).empty() && failing(answer["theorem2"]).empty());
  const json& constants = answer["theorem1"]["constants"];
  TEST_ASSERT_TRUE(constants["t"] == 2000 && close(constants["gamma"], 1.0 / 41));
  TEST_ASSERT_TRUE(close(answer["theorem1"]["terms"]["beta_tau"], 0.2 * constants["tau"].get<double>()));
  TEST_ASSERT_TRUE(close(answer["theorem2"]["constants"]["beta_t"], 0.2 / std::sqrt(2001.0)));
  const json run{{"lambda", 0.25}, {"beta", 0.2}, {"ratio", 200}, {"radius", 7}, {"steps", 2001}, {"power", 0.5}};
  TEST_ASSERT_TRUE(answer["run"] == run);
  // ||Theta*|| is 2.04.
  const std::vector<std::string> outside{"||Theta*|| <= R_Theta"};
  TEST_ASSERT_TRUE(failing(answer_of(model + " --ratio 200 --radius 2")["theorem1"]) == outside);
}

void test_what_is_assumed_when_nothing_is_said() {
  const json answer = answer_of(quoted(write("mrp.json", golden_model("oracle_mrp_S10_d5.json").dump())));
  const json run{{"lambda", 0.25}, {"beta", 0.1}, {"ratio", 1}, {"radius", 1000}, {"steps", 2000}, {"power", 0.99}};
  TEST_ASSERT_TRUE(answer["run"] == run);
  const std::vector<std::string> too_small_a_ratio{
      "c_alpha >= Delta + sqrt(1 / (Delta^2 (1 - lambda)^4) - 1 / (1 - lambda)^2)"};
  TEST_ASSERT_TRUE(failing(answer["theorem1"]) == too_small_a_ratio);
  TEST_ASSERT_TRUE(failing(answer["theorem2"]) == too_small_a_ratio);
}

// States drawn independently, and a feature with mean 0 whose span contains the values: the noise is (c (R_t - omega*),
// (R_{t+1} - omega*) z_t), and its parts are uncorrelated.
void test_covariance_and_eigenvalues() {
  const std::string model = R"({"P":[[0.5,0.5],[0.5,0.5]],"r":[0,1],"Phi":[[-1],[1]]})";
  const json answer = answer_of(quoted(write("fair.json", model)) + " --lambda 0.5 --ratio 2");
  TEST_ASSERT_TRUE(answer.at("eigenvalues") == json::parse("[[-1.0, 0.0], [-2.0, 0.0]]"));
  TEST_ASSERT_TRUE(answer.at("slowest_rate") == 1);
  const json& covariance = answer.at("covariance");
  const json expected{{"noise", {{1, 0}, {0, 1.0 / 3}}},
                      {"of_average", {{0.25, 0}, {0, 1.0 / 3}}},
                      {"of_last", {{0.25, 0}, {0, 1.0 / 6}}},
                      {"floor", 5.0 / 12},
                      {"reward_variance", 0.25}};
  Comparison comparison;
  comparison.add(covariance, expected, "covariance");
  TEST_ASSERT_EQUAL_size_t(14, comparison.count);
}

// --- what is read and written ---------------------------------------------------------------------------------------

std::string with(const std::string& P, const std::string& r = "[0,1]", const std::string& Phi = "[[1,0],[0,1]]") {
  return R"({"P":)" + P + R"(,"r":)" + r + R"(,"Phi":)" + Phi + "}";
}

constexpr const char* fair = "[[0.5,0.5],[0.5,0.5]]";

void test_standard_input_and_output() {
  const std::string model = quoted(write("mrp.json", golden_model("oracle_mrp_S10_d5.json").dump()));
  const Outcome outcome = ballast("oracle - --lambda 0.5 < " + model);
  TEST_ASSERT_EQUAL_INT(0, outcome.code);
  TEST_ASSERT_TRUE(json::parse(outcome.out) == answer_of(model + " --lambda 0.5"));
  TEST_ASSERT_EQUAL_STRING(read(folder / "answer.json").c_str(), outcome.out.c_str());
}

// The average reward lies three digits beyond what a double holds of the rewards.
void test_numbers_are_not_rounded_to_double() {
  const std::string almost_one = "1.0000000000000000002";
  for (const std::string& reward : {almost_one, '"' + almost_one + '"'}) {
    const json answer = answer_of(quoted(write("exact.json", with(fair, "[-1," + reward + "]"))));
    TEST_ASSERT_TRUE(answer["omega"] > 5e-20 && answer["omega"] < 2e-19);
  }
}

void test_one_state() {
  const json answer = answer_of(quoted(write("one.json", R"({"P":[["1"]],"r":[0.5],"Phi":[[1, 0]]})")));
  TEST_ASSERT_TRUE(answer["pi"] == json::array({1.0}) && answer["omega"] == 0.5 && answer["rho"] == 0);
  TEST_ASSERT_TRUE(answer["Delta"].is_null() && answer["theorem1"]["right_hand_side"].is_null());
  TEST_ASSERT_TRUE(answer["theorem1"]["applies"] == false && answer["mixing_time"]["0.0001"] == 1);
}

// The instance that simulate ran: its features contain e and v, so that nothing is left to be explained.
void close_the_loop(const std::string& environment, int states, int rank) {
  const fs::path model = folder / "an instance.json";
  TEST_ASSERT_EQUAL_INT(0, ballast("simulate " + environment + " --steps 1 --model-out " + quoted(model)).code);
  const json answer = answer_of(quoted(model));
  TEST_ASSERT_TRUE(answer["pi"].size() == static_cast<std::size_t>(states) && answer["rank"] == rank);
  TEST_ASSERT_TRUE(answer["e_in_span"] == true && answer["discrepancy"] < 1e-12 && answer["discrepancy_bound"] < 1e-12);
  TEST_ASSERT_TRUE(answer["Delta"] > 0 && answer["omega"] > 0 && answer["omega"] < 1);
}

void test_what_simulate_writes() {
  close_the_loop("boyan --seed 3", 13, 5);
  close_the_loop("mrp --seed 4", 100, 20);
}

// --- what is refused ------------------------------------------------------------------------------------------------

bool any_output() {
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().rfind("refused", 0) == 0) { return true; }
  }
  return false;
}

void assert_refused(const std::string& message, const std::string& arguments) {
  const Outcome outcome = ballast("oracle " + arguments + " --out " + quoted(folder / "refused.json"));
  TEST_ASSERT_EQUAL_STRING(("ballast: " + message + "\n").c_str(), outcome.errors.c_str());
  TEST_ASSERT_EQUAL_INT(2, outcome.code);
  TEST_ASSERT_EQUAL_STRING("", outcome.out.c_str());
  TEST_ASSERT_FALSE(any_output());
}

void assert_model_refused(const std::string& message, const std::string& text) {
  const fs::path model = write("wrong.json", text);
  assert_refused(model.string() + message, quoted(model));
}

void test_files_that_are_none() {
  const fs::path nowhere = folder / "no where.json";
  assert_refused(nowhere.string() + ": cannot be read: No such file or directory", quoted(nowhere));
  assert_refused(folder.string() + ": cannot be read: Is a directory", quoted(folder));
  assert_model_refused(":1:1: the file is empty", "");
  assert_refused("standard input:1:1: the file is empty", "- < " + quoted("/dev/null"));
}

// Of the parser's own words only the beginning: what follows depends on its version.
void assert_model_refused_at(const std::string& place, const std::string& text) {
  const fs::path model = write("wrong.json", text);
  const Outcome outcome = ballast("oracle " + quoted(model) + " --out " + quoted(folder / "refused.json"));
  const std::string expected = "ballast: " + model.string() + place + ": syntax error";
  TEST_ASSERT_EQUAL_STRING(expected.c_str(), outcome.errors.substr(0, expected.size()).c_str());
  TEST_ASSERT_EQUAL_INT(2, outcome.code);
  TEST_ASSERT_FALSE(any_output());
}

void test_files_that_are_not_json() {
  assert_model_refused_at(":3:1", "\n \n");
  assert_model_refused_at(":1:1", "P");
  assert_model_refused_at(":2:7", "{\"P\":\n[[0.5,NaN]]}");
  assert_model_refused_at(":3:2", "{\"P\":\n[[0.5,0.5],\n ]}");
  assert_model_refused_at(":1:20", with(fair).substr(0, 19));
  assert_model_refused_at(":2:1", with(fair) + "\n}");
  assert_model_refused(":1:1: a model must be an object with P, r and Phi, not array", "[]");
  assert_model_refused(":1:8: number overflow parsing '1e5000'", with("[[1e5000]]"));
}

void test_models_with_something_missing() {
  assert_model_refused(": there is no \"P\"", R"({"p":[[1]],"r":[1],"Phi":[[1]]})");
  assert_model_refused(": there is no \"r\"", R"({"P":[[1]],"Phi":[[1]]})");
  assert_model_refused(": there is no \"Phi\"", R"({"P":[[1]],"r":[1],"Phi_raw":[[1]]})");
}

// Which of the two was meant cannot be known.
void test_keys_that_appear_twice() {
  const std::string model = with(fair);
  const std::string r = R"(,"r":[0,2]})";
  assert_model_refused(":1:58: the key 'r' appears twice", model.substr(0, model.size() - 1) + r);
  assert_model_refused(":1:14: the key 'made by' appears twice", R"({"made by":1,"made by":1,)" + model.substr(1));
  assert_model_refused(":1:30: the key 'a' appears twice",
                       R"({"other":[{"a":1,"b":{"a":2},"a":3}],)" + model.substr(1));
  assert_model_refused(":1:18: the key 'P?[31m' appears twice",
                       R"({"P\u001b[31m":1,"P\u001b[31m":1,)" + model.substr(1));
  const std::string other = R"({"other":[{"P":1,"a":{"P":2}},{"P":{"r":1}}],)" + model.substr(1);  // in other objects
  TEST_ASSERT_EQUAL_INT(0, ballast("oracle " + quoted(write("good.json", other))).code);
}

void test_entries_of_the_wrong_kind() {
  assert_model_refused(": P must be a list of rows, not number", with("3"));
  assert_model_refused(": P[1] must be a list of numbers, not string", with(R"([[0.5,0.5],"0.5"])"));
  assert_model_refused(": P[1][0] must be a number, not null", with("[[0.5,0.5],[null,0.5]]"));
  assert_model_refused(": r[1] must be a number, not boolean", with(fair, "[0,true]"));
  assert_model_refused(": Phi[1] must be a list of numbers, not number", with(fair, "[0,1]", "[[1],2]"));
  assert_model_refused(": Phi[0][1] must be a number, not 'one'", with(fair, "[0,1]", R"([[1,"one"],[0,1]])"));
  assert_model_refused(": r[0] must be a number, not '0.5 '", with(fair, R"(["0.5 ",1])"));
  assert_model_refused(": r[0] must be a number, not ''", with(fair, R"(["",1])"));
  assert_model_refused(": r[0] must be a number, not '0x1'", with(fair, R"(["0x1",1])"));
}

void test_numbers_that_are_not_finite() {
  for (const char* x : {R"("nan")", R"("-inf")", R"("1e5000")", R"("-1e309")", "1e309", "-1e999"}) {
    assert_model_refused(": r[1] is not finite, or beyond the range of double",
                         with(fair, std::string("[0,") + x + "]"));
  }
  assert_model_refused(": P[0][1] is not finite, or beyond the range of double", with(R"([[0.5,"inf"],[0.5,0.5]])"));
  const Outcome tiny = ballast("oracle " + quoted(write("tiny.json", with(fair, R"(["1e-5000",1e-5000])"))));
  TEST_ASSERT_EQUAL_INT(0, tiny.code);
}

void test_models_of_the_wrong_shape() {
  assert_model_refused(": P is empty", with("[]"));
  assert_model_refused(": P: row 1 has 1 entry, row 0 has 2", with("[[0.5,0.5],[1]]"));
  assert_model_refused(": P: row 1 has 2 entries, row 0 has 0", with("[[],[0.5,0.5]]"));
  assert_model_refused(": P is not square: it has 1 row and 2 columns", with("[[0.5,0.5]]"));
  assert_model_refused(": r has 3 entries, but P has 2 states", with(fair, "[0,1,2]"));
  assert_model_refused(": r has 0 entries, but P has 2 states", with(fair, "[]"));
  assert_model_refused(": Phi: row 1 has 2 entries, row 0 has 1", with(fair, "[0,1]", "[[1],[0,1]]"));
  assert_model_refused(": Phi has 3 rows, but P has 2 states", with(fair, "[0,1]", "[[1],[1],[1]]"));
}

void test_chains_that_are_none() {
  assert_model_refused(": P[1][0] is -0.5: a probability cannot be negative", with("[[0.5,0.5],[-0.5,1.5]]"));
  assert_model_refused(": P[1] sums to 1.000000002, not to 1", with("[[0.5,0.5],[0.5,0.500000002]]"));
  assert_model_refused(": P[0] sums to 0.75, not to 1", with(R"([["0.5",0.25],[0.5,0.5]])"));
  assert_model_refused(": P is reducible: state 1 cannot be reached from state 0", with("[[1,0],[0.5,0.5]]"));
  assert_model_refused(": P is periodic: state 0 is left and reached again only in multiples of 2 steps",
                       with("[[0,1],[1,0]]"));
}

void test_options_out_of_range() {
  const std::string model = quoted(write("good.json", with(fair)));
  for (const char* lambda : {"1", "-0.1", "nan", "inf"}) {
    assert_refused(std::string("--lambda ") + lambda + ": it must be at least 0 and below 1",
                   model + " --lambda " + lambda);
  }
  for (const std::string option : {"--beta", "--ratio", "--radius"}) {
    for (const std::string value : {"0", "-1", "inf", "nan"}) {
      assert_refused(option + ": " + value + " is not a finite number above 0", model + " " + option + " " + value);
    }
  }
  assert_refused("--steps 0: it must be at least 1", model + " --steps 0");
  assert_refused("--steps -5: it must be at least 1", model + " --steps -5");
  for (const std::string power : {"0", "1", "1.5", "-1", "nan"}) {
    assert_refused("--power " + power + ": it must be above 0 and below 1", model + " --power " + power);
  }
  TEST_ASSERT_EQUAL_INT(2, ballast("oracle " + model + " --beta much").code);
  TEST_ASSERT_EQUAL_INT(2, ballast("oracle").code);
}

void test_an_output_that_cannot_be_written() {
  const fs::path out = folder / "no where" / "answer.json";
  const Outcome outcome = ballast("oracle " + quoted(write("good.json", with(fair))) + " --out " + quoted(out));
  TEST_ASSERT_EQUAL_STRING(("ballast: " + out.string() + ": cannot be written: No such file or directory\n").c_str(),
                           outcome.errors.c_str());
  TEST_ASSERT_EQUAL_INT(2, outcome.code);
}

void test_help() {
  const Outcome outcome = ballast("oracle --help");
  TEST_ASSERT_EQUAL_INT(0, outcome.code);
  TEST_ASSERT_TRUE(outcome.out.find("Example: ballast oracle") != std::string::npos);
}

}  // namespace

int main() {
  fs::remove_all(folder);
  fs::create_directories(folder / "else where");
  UNITY_BEGIN();
  RUN_TEST(test_golden_models);
  RUN_TEST(test_the_run_reaches_the_theorems);
  RUN_TEST(test_what_is_assumed_when_nothing_is_said);
  RUN_TEST(test_covariance_and_eigenvalues);
  RUN_TEST(test_standard_input_and_output);
  RUN_TEST(test_numbers_are_not_rounded_to_double);
  RUN_TEST(test_one_state);
  RUN_TEST(test_what_simulate_writes);
  RUN_TEST(test_files_that_are_none);
  RUN_TEST(test_files_that_are_not_json);
  RUN_TEST(test_models_with_something_missing);
  RUN_TEST(test_keys_that_appear_twice);
  RUN_TEST(test_entries_of_the_wrong_kind);
  RUN_TEST(test_numbers_that_are_not_finite);
  RUN_TEST(test_models_of_the_wrong_shape);
  RUN_TEST(test_chains_that_are_none);
  RUN_TEST(test_options_out_of_range);
  RUN_TEST(test_an_output_that_cannot_be_written);
  RUN_TEST(test_help);
  return UNITY_END();
}
