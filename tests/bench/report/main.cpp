// What the measurements come to.
//
//   bench_report collect CSV <variant>=JSON...   puts together what the variants have written
//   bench_report print CSV                       the verdicts
//   bench_report judge CSV                       the same, and fails unless all of them hold
//   bench_report table CSV BENCH_MD              replaces the tables in docs/bench.md
//   bench_report excerpt CSV README              replaces the excerpt in README
//   bench_report picture CSV FOLDER              writes bench.svg there

#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "between_marks.hpp"
#include "picture.hpp"
#include "results.hpp"
#include "tables.hpp"
#include "verdicts.hpp"

namespace bench {
namespace {

constexpr const char* mark = "<!-- bench -->\n";

void collect(const std::vector<std::string>& arguments) {
  Results results;
  for (std::size_t i = 2; i < arguments.size(); ++i) {
    const std::size_t equals = arguments[i].find('=');
    if (equals == std::string::npos) { throw std::runtime_error(arguments[i] + " is not <variant>=<file>"); }
    add_json(results, arguments[i].substr(0, equals), arguments[i].substr(equals + 1));
  }
  write_csv(results, arguments[1]);
}

bool print(const Results& results) {
  const auto verdicts = verdicts_of(results);
  for (const Verdict& verdict : verdicts) { std::puts(text_of(verdict).c_str()); }
  return std::all_of(verdicts.begin(), verdicts.end(),
                     [](const Verdict& verdict) { return verdict.outcome == Outcome::holds; });
}

int run(const std::vector<std::string>& arguments) {
  const std::string command = arguments.empty() ? "" : arguments[0];
  const std::size_t count = arguments.size();
  if (command == "collect" && count > 2) {
    collect(arguments);
  } else if (command == "print" && count == 2) {
    (void)print(read_csv(arguments[1]));
  } else if (command == "judge" && count == 2) {
    return print(read_csv(arguments[1])) ? 0 : 1;
  } else if (command == "table" && count == 3) {
    write_between_marks(arguments[2], mark, tables_of(read_csv(arguments[1])));
  } else if (command == "excerpt" && count == 3) {
    write_between_marks(arguments[2], mark, excerpt_of(read_csv(arguments[1])));
  } else if (command == "picture" && count == 3) {
    write_picture(read_csv(arguments[1]), arguments[2]);
  } else {
    throw std::runtime_error("how to call it stands at the top of tests/bench/report/main.cpp");
  }
  return 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  try {
    return bench::run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_report: %s\n", error.what());
    return 2;
  }
}
