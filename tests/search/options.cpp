#include "options.hpp"

#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace search {

const char* const help_text =
    "search [--seed S] [--case K] [--seconds N | --minutes N] [--cases N] [--keep-going]\n"
    "\n"
    "Random configurations and random inputs: dense and sparse learners, in float and double, must agree with one\n"
    "another and with Algorithm 1 in long double, stay in their balls, and refuse bad input without a change. In "
    "between\n"
    "they are saved and resumed, restarted, and reconfigured with other numbers. In fixed point, dense and sparse "
    "must\n"
    "have the same bits, and each update must be that of Algorithm 1 within what its rounding allows.\n"
    "\n"
    "  --seed S      other cases (default 1)\n"
    "  --case K      only this one, and say what it is; a failure is printed with its seed and case\n"
    "  --seconds N   stop after so much CPU time of this process (default 20)\n"
    "  --minutes N   the same in minutes\n"
    "  --cases N     run cases 0 to N - 1, however long that takes\n"
    "  --keep-going  do not stop at the first failure: one line for each failing case\n"
    "\n"
    "Exit code: 0 if all cases pass, 1 if one fails, 2 for a wrong command line.\n";

namespace {

uint64_t whole_number(const std::string& option, const std::string& text) {
  const bool has_digits_only = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (!has_digits_only || text.size() > 19) { throw std::invalid_argument(option + " needs a whole number"); }
  return std::strtoull(text.c_str(), nullptr, 10);
}

double positive_number(const std::string& option, const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool is_number = !text.empty() && *end == '\0' && std::isfinite(number) && number > 0.0;
  if (!is_number) { throw std::invalid_argument(option + " needs a number above 0"); }
  return number;
}

void set(Options& options, const std::string& option, const std::string& value) {
  if (option == "--seed") {
    options.seed = whole_number(option, value);
  } else if (option == "--case") {
    options.only_case = whole_number(option, value);
  } else if (option == "--cases") {
    options.cases = whole_number(option, value);
  } else if (option == "--seconds") {
    options.seconds = positive_number(option, value);
  } else if (option == "--minutes") {
    options.seconds = 60.0 * positive_number(option, value);
  } else {
    throw std::invalid_argument("unknown option " + option);
  }
}

}  // namespace

Options parse_options(int count, const char* const* arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string option = arguments[i];
    if (option == "--help") {
      options.wants_help = true;
    } else if (option == "--keep-going") {
      options.keeps_going = true;
    } else {
      set(options, option, i + 1 < count ? arguments[i + 1] : "");
      ++i;
    }
  }
  return options;
}

}  // namespace search
