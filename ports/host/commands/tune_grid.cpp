#include "commands/tune_grid.hpp"

#include <ballast/math/random.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <set>
#include <tuple>

#include "experiments/files/error.hpp"

namespace tool {

using ballast::experiments::InputError;

namespace {

constexpr const char* schedules_help = "constant or polynomial:OFFSET,POWER,HOLD";

template <class Number>
Number parse(const char* option, const std::string& text, const char* allowed) {
  Number number{};
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || stopped != end) {
    throw InputError(fmt::format("{}: '{}' is not {}", option, text, allowed));
  }
  return number;
}

/// `parts` are OFFSET, POWER and HOLD.
ScheduleForm polynomial(const std::vector<std::string>& parts) {
  if (parts.size() != 3) {
    throw InputError(fmt::format("--schedule: 'polynomial:{}' is not {}", fmt::join(parts, ","), schedules_help));
  }
  ScheduleForm form{false, parse<std::uint32_t>("--schedule", parts[0], "a whole number (OFFSET)"),
                    parse<double>("--schedule", parts[1], "a number (POWER)"),
                    parse<std::uint32_t>("--schedule", parts[2], "a whole number (HOLD)")};
  if (form.offset == 0 || !(form.power > 0.0 && form.power <= 1.0)) {
    throw InputError(
        fmt::format("--schedule {}: OFFSET must be at least 1, POWER above 0 and at most 1", text_of(form)));
  }
  return form;
}

/// Between the smallest and the largest.
struct Range {
  double low;
  double high;

  explicit Range(const std::vector<double>& numbers)
      : low(*std::min_element(numbers.begin(), numbers.end())),
        high(*std::max_element(numbers.begin(), numbers.end())) {}

  double uniform(double u) const { return within(low + u * (high - low)); }
  double log_uniform(double u) const { return within(low * std::pow(high / low, u)); }
  double within(double x) const { return std::clamp(rounded(x, 3), low, high); }
};

}  // namespace

std::string text_of(const ScheduleForm& form) {
  return form.is_constant ? "constant" : fmt::format("polynomial:{},{},{}", form.offset, form.power, form.hold);
}

std::string Candidate::schedule() const {
  if (form.is_constant) { return fmt::format("constant:{}", step_size); }
  const double beta_0 = rounded(step_size * std::pow(form.offset, form.power), 4);
  return fmt::format("polynomial:{},{},{},{}", beta_0, form.offset, form.power, form.hold);
}

std::vector<double> parse_numbers(const char* option, const std::vector<std::string>& texts) {
  std::vector<double> numbers;
  numbers.reserve(texts.size());
  for (const std::string& text : texts) { numbers.push_back(parse<double>(option, text, "a number")); }
  return numbers;
}

std::vector<ScheduleForm> parse_schedules(const std::vector<std::string>& parts) {
  const std::string prefix = "polynomial:";
  std::vector<ScheduleForm> forms;
  for (std::size_t i = 0; i < parts.size();) {
    const std::string& first = parts[i++];
    if (first == "constant") {
      forms.emplace_back();
      continue;
    }
    if (first.rfind(prefix, 0) != 0) {
      throw InputError(fmt::format("--schedule: '{}' is not {}", first, schedules_help));
    }
    std::vector<std::string> numbers = {first.substr(prefix.size())};
    while (i < parts.size() && (parts[i].empty() || std::isalpha(static_cast<unsigned char>(parts[i][0])) == 0)) {
      numbers.push_back(parts[i++]);
    }
    forms.push_back(polynomial(numbers));
  }
  return forms;
}

double rounded(double x, int digits) {
  return std::strtod(fmt::format("{:.{}e}", x, digits - 1).c_str(), nullptr);
}

std::vector<double> usual_step_sizes(double mean_norm2) {
  std::vector<double> step_sizes;
  for (const double step_size : {0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0}) {
    step_sizes.push_back(rounded(step_size / (mean_norm2 > 0.0 ? mean_norm2 : 1.0)));
  }
  return step_sizes;
}

std::vector<double> usual_ratios(double mean_norm2) {
  const bool is_usual = mean_norm2 > 0.25 && mean_norm2 < 4.0;
  const double factor = is_usual || mean_norm2 <= 0.0 ? 1.0 : mean_norm2;
  return {rounded(0.01 * factor), rounded(0.1 * factor), rounded(factor)};
}

std::vector<Candidate> grid(const SearchSpace& space) {
  std::vector<Candidate> candidates;
  std::set<std::tuple<double, double, std::string>> known;
  const auto add = [&](const Candidate& candidate) {
    if (known.emplace(candidate.lambda, candidate.ratio, candidate.schedule()).second) {
      candidates.push_back(candidate);
    }
  };
  for (const ScheduleForm& form : space.schedules) {
    for (const double ratio : space.ratios) {
      for (const double lambda : space.lambdas) {
        for (const double step_size : space.step_sizes) { add({lambda, step_size, ratio, form}); }
      }
    }
  }
  return candidates;
}

std::vector<Candidate> random_candidates(const SearchSpace& space, std::uint64_t count, std::uint64_t seed) {
  ballast::Random random(seed);
  const Range lambdas(space.lambdas);
  const Range step_sizes(space.step_sizes);
  const Range ratios(space.ratios);
  std::vector<Candidate> candidates;
  while (candidates.size() < count) {
    const double lambda = lambdas.uniform(random.uniform<double>());
    const double step_size = step_sizes.log_uniform(random.uniform<double>());
    const double ratio = ratios.log_uniform(random.uniform<double>());
    const auto form = static_cast<std::size_t>(random.uniform<double>() * static_cast<double>(space.schedules.size()));
    candidates.push_back({lambda, step_size, ratio, space.schedules[form]});
  }
  return candidates;
}

}  // namespace tool
