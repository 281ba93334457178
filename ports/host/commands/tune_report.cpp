#include "commands/tune_report.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "commands/config_code.hpp"
#include "experiments/text/plural.hpp"

namespace tool {

using ballast::experiments::plural;

namespace {

std::string number(double x) {
  return fmt::format("{:.4g}", x);
}

void print_row(std::size_t rank, const Tried& tried, OutputFile& out) {
  out.print("{:>5} {:>11} {:>10} {:>12} {:>9} {:>7} {:>7}  {}{}\n", rank, number(tried.measure),
            number(tried.average_reward), number(tried.average_reward_error), number(tried.td_error),
            tried.options.lambda, tried.options.ratio, tried.options.schedule,
            tried.overflows > 0     ? fmt::format("  {} overflowed", tried.overflows)
            : tried.projections > 0 ? fmt::format("  {} projected", tried.projections)
                                    : "");
}

void print_noise(const TuneResult& result, OutputFile& out) {
  if (!result.is_together) {
    out.print("The features are too many, or their changes too few, to judge them together: each is judged alone.\n");
    return;
  }
  if (!std::isfinite(result.noise)) {
    out.print("How noisy the measure is cannot be said: in one half of the log, some features do not change enough.\n");
    return;
  }
  out.print("Noise of the measure, from the two halves of these transitions: of the order of {}.\n",
            number(result.noise));
  if (result.noise > 0.5 * result.tried.front().measure) {
    out.print("That is more than half of the best measure: a longer log would rank the first ones better.\n");
  }
}

/// A best value at the end of a range: the best may lie beyond.
void print_edge(const char* name, double value, const std::vector<double>& tried, OutputFile& out) {
  const auto [low, high] = std::minmax_element(tried.begin(), tried.end());
  if (*low == *high || (value != *low && value != *high)) { return; }
  out.print("The best {} is the {} of those tried: {}.\n", name, value == *low ? "smallest" : "largest", value);
}

void print_remarks(const TuneResult& result, const SearchSpace& space, OutputFile& out) {
  const Tried& best = result.tried.front();
  print_noise(result, out);
  print_edge("step-size", best.candidate.step_size, space.step_sizes, out);
  print_edge("ratio", best.candidate.ratio, space.ratios, out);
  const auto unsound = static_cast<std::size_t>(
      std::count_if(result.tried.begin(), result.tried.end(), [](const Tried& tried) { return !tried.is_sound(); }));
  if (unsound > 0) { out.print("{} {} overflowed.\n", unsound, plural(unsound, "setting")); }
  out.print("Of the best, the largest ||theta|| of a copy: {}.\n", number(best.largest_norm));
  if (best.projections > 0) {
    out.print("The ball acted {} {}: try a larger one (--projection).\n", best.projections,
              plural(best.projections, "time"));
  }
  if (best.average_reward_error > 0.5 * std::abs(result.mean_reward)) {
    out.print(
        "Its average reward is far from the mean reward: try larger ratios, or scale the features first\n"
        "('ballast log check' says how).\n");
  }
}

}  // namespace

void print_table(const TuneResult& result, const SearchSpace& space, std::size_t most, OutputFile& out) {
  out.print("{} {}, each learned from {} transitions; {} copies frozen in the last {}, judged on the last {}\n",
            result.tried.size(), plural(result.tried.size(), "setting"), result.transitions, result.copies,
            result.frozen, result.judged);
  out.print("Mean reward of those: {}\n\n", number(result.mean_reward));
  out.print("{:>5} {:>11} {:>10} {:>12} {:>9} {:>7} {:>7}  {}\n", "rank", "measure", "omega", "omega error", "TD error",
            "lambda", "ratio", "schedule");
  for (std::size_t i = 0; i < std::min(most, result.tried.size()); ++i) { print_row(i + 1, result.tried[i], out); }
  out.print("\n");
  print_remarks(result, space, out);
}

void print_csv(const TuneResult& result, OutputFile& out) {
  out.print(
      "rank,measure,weights_error,omega_error,td_error,omega,norm,overflows,projections,lambda,ratio,schedule,"
      "step_size,offset,power,hold\n");
  std::size_t rank = 0;
  for (const Tried& tried : result.tried) {
    const auto& [lambda, step_size, ratio, form] = tried.candidate;
    out.print("{},{},{},{},{},{},{},{},{},{},{},{},{},", ++rank, tried.measure, tried.weights_error,
              tried.average_reward_error, tried.td_error, tried.average_reward, tried.largest_norm, tried.overflows,
              tried.projections, lambda, ratio, form.is_constant ? "constant" : "polynomial", step_size);
    out.print("{}\n", form.is_constant ? ",," : fmt::format("{},{},{}", form.offset, form.power, form.hold));
  }
}

template <class T>
std::string cpp_of(const Tried& best, std::size_t dimension, bool is_sparse) {
  const LearnerSettings<double> settings = converted<double>(start_learner<T>(best.options, dimension)->settings());
  const CodeStyle style{std::is_same_v<T, double>, "\n    "};
  const bool has_direction = settings.constant_direction.index() == 2;
  return fmt::format(
      "#include <ballast/ballast.hpp>\n\n"
      "using Learner = ballast::{}<{}, {}, {}>;\n"
      "constexpr auto config = Learner::Config(){};\n{}",
      is_sparse ? "SparseLearner" : "Learner", style.scalar(), dimension,
      template_arguments(settings, dimension, style), config_code(settings, style),
      has_direction ? "" : "static_assert(config.validate() == ballast::Status::ok);\n");
}

template std::string cpp_of<float>(const Tried&, std::size_t, bool);
template std::string cpp_of<double>(const Tried&, std::size_t, bool);

}  // namespace tool
