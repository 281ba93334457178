#include <cmath>
#include <utility>

#include "commands/log_check_report.hpp"
#include "experiments/text/number_format.hpp"

namespace tool {

using ballast::experiments::counted;
using ballast::experiments::OutputFile;
using ballast::experiments::with_commas;

namespace {

std::string range_text(double low, double high) {
  return low == high ? fmt::format("always {:.6g}", low) : fmt::format("{:.6g} to {:.6g}", low, high);
}

std::string text_of(const Moments& moments) {
  return moments.is_constant()
             ? range_text(moments.low(), moments.high())
             : fmt::format("{}, mean {:.6g}", range_text(moments.low(), moments.high()), moments.mean());
}

void line(OutputFile& out, const char* label, const std::string& text) {
  out.print("{:<16}{}\n", label, text);
}

std::string gaps_text(const LogCheck& check) {
  const Gaps& gaps = check.log.gaps();
  if (gaps.count == 0) { return "none"; }
  std::string text = fmt::format("{}, {} lost", gaps.count, counted(gaps.lost_rows, "row"));
  if (gaps.backwards > 0) { text += fmt::format(", {} backwards", gaps.backwards); }
  return text + fmt::format("; first {}: t goes from {} to {}", text_of(check.name, gaps.first), gaps.first_from,
                            gaps.first.t);
}

std::string bad_text(const LogCheck& check) {
  const BadNumbers& bad = check.log.bad();
  if (bad.count == 0) { return "none"; }
  const std::string what = bad.in_feature ? fmt::format("phi_{}", *bad.in_feature) : "the reward";
  const std::string column = bad.first_column == 0 || bad.first.is_binary() ? "" : fmt::format(":{}", bad.first_column);
  return fmt::format("{} in {}; first {}{}: {} is {}{}", with_commas(bad.count), counted(bad.rows, "row"),
                     text_of(check.name, bad.first), column, what, bad.value,
                     std::isfinite(bad.value) ? ", too large for a float" : "");
}

void print_rows(const LogCheck& check, OutputFile& out) {
  const LogStatistics& log = check.log;
  out.print("{}: {} of {}, {}\n", check.name, counted(log.rows(), "row"),
            counted(log.features().dimension(), "feature"), log.has_sparse_rows() ? "sparse" : "dense");
  line(out, "transitions",
       log.usable() == log.transitions()
           ? with_commas(log.usable())
           : fmt::format("{}, {} of them usable", with_commas(log.transitions()), with_commas(log.usable())));
  line(out, "gaps", gaps_text(check));
  if (log.interrupted() != 0) {
    line(out, "interrupted",
         fmt::format("{}: a reset, a skip, a jump to another state or another start; nothing is missing",
                     with_commas(log.interrupted())));
  }
  line(out, "bad numbers", bad_text(check));
}

void print_reward(const LogStatistics& log, OutputFile& out) {
  const Moments& reward = log.reward();
  if (reward.is_constant()) { return line(out, "reward", text_of(reward)); }
  line(out, "reward", fmt::format("{}, deviation {:.6g}", text_of(reward), reward.deviation()));
  const Halves& halves = log.reward_halves();
  line(out, "",
       fmt::format("mean of the first half {:.6g}, of the second {:.6g}", halves.first().mean(),
                   halves.second().mean()));
}

std::string none_or(const FeatureList& list) {
  return list.count == 0 ? "none" : fmt::format("{}: {}", list.count, text_of(list));
}

std::string parallel_text(const LogCheck& check) {
  if (!check.log.parallel().is_measured()) {
    return fmt::format("not looked for: more than {} features", ParallelFeatures::most_features);
  }
  if (check.features.parallel.empty()) { return "none"; }
  const ParallelPair& first = check.features.parallel.front();
  return fmt::format("{}, first phi_{} and phi_{}", counted(check.features.parallel.size(), "pair"), first.first,
                     first.second);
}

void print_features(const LogCheck& check, OutputFile& out) {
  const LogStatistics& log = check.log;
  const FeatureSummary& features = check.features;
  const FeatureRange largest = log.features()[features.largest];
  line(out, "features",
       fmt::format("{}; largest phi_{}, {}", range_text(features.low, features.high), features.largest,
                   range_text(largest.low, largest.high)));
  line(out, "||phi||^2", text_of(log.square_norm()));
  line(out, "sum of phi", text_of(log.sum()));
  line(out, "active",
       fmt::format("{} of {} features in a row", text_of(log.active()), with_commas(log.features().dimension())));
  line(out, "always 0", none_or(features.dead));
  line(out, "constant", none_or(features.bias));
  line(out, "parallel", parallel_text(check));
}

void print_states(const LogCheck& check, OutputFile& out) {
  const States& states = check.log.states();
  const Run& run = states.longest();
  line(out, "states",
       states.has_many() ? fmt::format("more than {}", with_commas(States::most_distinct))
                         : with_commas(states.distinct()));
  std::string repeated = fmt::format("{} like the row before", counted(states.repeated(), "row"));
  if (run.rows > 1) {
    repeated +=
        fmt::format("; longest run {} from {} on", counted(run.rows, "row"), text_with_t(check.name, run.begin));
  }
  line(out, "repeated", repeated);
}

std::string why_radius(const LogCheck& check) {
  const Start& start = check.start;
  if (start.value_range == 0) {
    return check.features.is_sum_constant ? "large, because weights drift (\"The constant direction\")"
                                          : "until a replay shows ||theta||: then ten times that (\"Radius R\")";
  }
  return fmt::format("2 sqrt(d) V, V = {:.4g}: 50 times the rewards' range (\"Radius R\")", start.value_range);
}

void print_start(const LogCheck& check, OutputFile& out) {
  const Start& start = check.start;
  out.print("\nStart with (CHOOSING.md{}):\n", check.suggestions.empty() ? "" : "; once the suggestions are followed");
  const auto row = [&](const std::string& choice, const std::string& why) { out.print("  {:<30}{}\n", choice, why); };
  row(start.is_sparse ? "SparseLearner" : "Learner",
      fmt::format("{:.4g} of {} features active (\"Learner or SparseLearner\")", check.log.active().mean(),
                  check.log.features().dimension()));
  row(start.without_ones ? "WithoutOnes<JointBall<float>>" : "JointBall<float>",
      start.without_ones ? "every feature occurs (\"The constant direction\")" : "the default (\"Start here\")");
  row(fmt::format("step-size {}", start.step_size),
      fmt::format("with lambda {}, beta ||z||^2 is at most {:.3g} (\"Step-size beta\")", start.lambda,
                  start.step_size / ((1 - start.lambda) * (1 - start.lambda))));
  row(fmt::format("ratio {}", start.ratio),
      fmt::format("average_reward() is a mean over about {:.0f} steps (\"Ratio c\")",
                  1 / (start.ratio * start.step_size)));
  row(fmt::format("radius {:.10g}", start.radius), why_radius(check));
}

void print_suggestions(const std::vector<Suggestion>& suggestions, OutputFile& out) {
  if (suggestions.empty()) { return out.print("\nNothing is wrong: a learner can use this log as it is.\n"); }
  out.print("\n{}:\n", counted(suggestions.size(), "suggestion"));
  for (const Suggestion& one : suggestions) { out.print("- {}: {} ({}).\n", one.advice, one.reason, one.see); }
}

}  // namespace

void print(const LogCheck& check, OutputFile& out) {
  print_rows(check, out);
  print_reward(check.log, out);
  print_features(check, out);
  print_states(check, out);
  print_start(check, out);
  print_suggestions(check.suggestions, out);
}

}  // namespace tool
