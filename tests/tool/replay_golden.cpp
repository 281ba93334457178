// `ballast replay` over the golden inputs gives every golden row, in both scalars, with the tolerances of
// tests/suites/golden.cpp. Arguments: the tool, and the folder with the golden files.

#include <charconv>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "suite.hpp"

namespace {

std::string program;
std::string golden;

using Fields = std::vector<std::string>;
using Table = std::vector<Fields>;

Fields split(const std::string& line, char separator = ',') {
  Fields fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, separator);) { fields.push_back(field); }
  return fields;
}

Table table_of(std::istream& stream) {
  Table rows;
  for (std::string line; std::getline(stream, line);) { rows.push_back(split(line)); }
  return rows;
}

Table read_golden(const std::string& name) {
  std::ifstream file(golden + "/" + name);
  return table_of(file);
}

/// What the tool writes to standard output.
Table run(const std::string& arguments) {
  std::FILE* const pipe = popen(("'" + program + "' replay " + arguments).c_str(), "r");
  TEST_ASSERT_NOT_NULL(pipe);
  std::stringstream text;
  char part[4096];
  while (const std::size_t n = std::fread(part, 1, sizeof part, pipe)) {
    text.write(part, static_cast<std::streamsize>(n));
  }
  TEST_ASSERT_EQUAL_INT(0, pclose(pipe));
  return table_of(text);
}

double number(const std::string& text) {
  double result = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, result);
  TEST_ASSERT_TRUE_MESSAGE(error == std::errc{} && stopped == end, text.c_str());
  return result;
}

bool is_close(const std::string& actual, const std::string& expected, double tolerance) {
  const double error = number(actual) - number(expected);
  const double scale = tolerance * (1.0 + std::abs(number(expected)));
  return error <= scale && error >= -scale;
}

struct File {
  const char* kind;
  int dimension;

  bool has_variants() const { return kind[0] == 'v'; }
  std::string path(const std::string& table) const {
    return "'" + golden + "/" + table + "_d" + std::to_string(dimension) + ".csv'";
  }

  std::string method_options(const std::string& method) const {
    const std::string rule = method == "standard" ? "--rule standard" : "--rule implicit";
    if (method == "implicit_joint") {
      return rule + (dimension == 3 ? " --projection joint:0.75" : " --projection joint:1.25");
    }
    if (method == "implicit_sep") {
      return rule + (dimension == 3 ? " --projection separate:0.375,0.5" : " --projection separate:0.375,1");
    }
    return rule + " --projection none";
  }

  static std::string schedule_options(std::string schedule) {
    if (schedule == "const0.7") { return " --schedule constant:0.7"; }
    if (schedule == "decay1.5") { return " --schedule polynomial:1.5,1,0.99,10"; }
    for (char& c : schedule) { c = c == ';' ? ',' : c; }
    return " --schedule " + schedule;
  }

  std::string options(const Fields& row) const {
    std::string result =
        path("input") + " --theta0 " + path("theta0") + " " + method_options(row[0]) + schedule_options(row[1]);
    if (!has_variants()) { return result + " --ratio 1 --lambda " + row[2]; }
    if (row[3] == "1") { result += " --constant-direction " + path("direction"); }
    return result + " --lambda 0.5 --omega0 0.25 --ratio " + row[2];
  }
};

/// `expected` has what was chosen in front: method, schedule, lambda (or ratio and direction).
bool agrees(const Fields& actual, const Fields& expected, std::size_t chosen, double tolerance, bool is_double) {
  bool good = actual.size() + chosen == expected.size() && actual[0] == expected[chosen];
  for (std::size_t i = 1; good && i < actual.size(); ++i) {
    const bool is_flag = i == 6;  // in float a norm may fall on the other side of its radius
    good = is_flag ? !is_double || actual[i] == expected[chosen + i]
                   : is_close(actual[i], expected[chosen + i], tolerance);
  }
  return good;
}

void check(const File& file, bool is_double) {
  constexpr std::size_t steps = 64;
  const Table expected = read_golden(std::string(file.kind) + "_d" + std::to_string(file.dimension) + ".csv");
  const std::size_t chosen = file.has_variants() ? 4 : 3;
  TEST_ASSERT_EQUAL_size_t(1 + (file.has_variants() ? 2048 : 1024), expected.size());
  for (std::size_t first = 1; first < expected.size(); first += steps) {
    const Fields& block = expected[first];
    const bool diverges = block[0] == "standard" && block[1] == "polynomial:600;400;0.99;10" && block[2] == "2.5";
    const double tolerance = diverges ? (is_double ? 1e-11 : 1e-3) : (is_double ? 1e-13 : 1e-5);
    const Table actual = run(file.options(block) + (is_double ? " --scalar double" : " --scalar float"));
    TEST_ASSERT_EQUAL_size_t(steps + 1, actual.size());
    TEST_ASSERT_TRUE(actual[0] == Fields(expected[0].begin() + static_cast<long>(chosen), expected[0].end()));
    for (std::size_t t = 0; t < steps; ++t) {
      TEST_ASSERT_TRUE_MESSAGE(agrees(actual[t + 1], expected[first + t], chosen, tolerance, is_double),
                               ("row " + std::to_string(first + t)).c_str());
    }
  }
}

void test_traces_in_float() {
  check({"trace", 3}, false);
  check({"trace", 8}, false);
}
void test_traces_in_double() {
  check({"trace", 3}, true);
  check({"trace", 8}, true);
}
void test_variants_in_float() {
  check({"variants", 3}, false);
  check({"variants", 8}, false);
}
void test_variants_in_double() {
  check({"variants", 3}, true);
  check({"variants", 8}, true);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) { return 2; }
  program = argv[1];
  golden = argv[2];
  UNITY_BEGIN();
  RUN_TEST(test_traces_in_float);
  RUN_TEST(test_traces_in_double);
  RUN_TEST(test_variants_in_float);
  RUN_TEST(test_variants_in_double);
  return UNITY_END();
}
