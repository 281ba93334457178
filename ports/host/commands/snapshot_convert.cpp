#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include "commands/learner_options.hpp"
#include "commands/snapshot_commands.hpp"
#include "engine/fixed_settings.hpp"
#include "engine/fixed_shape.hpp"
#include "experiments/files/error.hpp"
#include "experiments/files/output_file.hpp"
#include "io/json_file.hpp"
#include "io/same_file.hpp"
#include "io/snapshot_bytes.hpp"
#include "io/snapshot_file.hpp"

namespace tool {

using ballast::experiments::InputError;
using ballast::experiments::OutputFile;

namespace {

struct Options {
  std::string file;
  std::string scalar;
  std::string limits;
  std::string out;
};

/// What goes over: settings, average reward and weights, of an agent also its exploration. Everything else begins
/// again, as `ballast::convert` has it.
Snapshot begun_again(const Snapshot& from) {
  Snapshot result;
  result.fingerprint = from.fingerprint;
  result.settings = from.settings;
  result.average_reward = from.average_reward;
  result.weights = from.weights;
  result.trace.assign(from.weights.size(), 0.0);
  result.agent = from.agent;
  if (result.agent) {
    result.agent->has_observed = false;
    result.agent->action = 0;
    std::fill(result.agent->features.begin(), result.agent->features.end(), 0U);
  }
  return result;
}

/// The last features of an agent take another number of words only if they are an array.
void resize_features(Snapshot& snapshot, std::size_t bytes_of_feature) {
  constexpr uint32_t array = 1;
  if (!snapshot.agent || snapshot.agent->features_type != array) { return; }
  const std::size_t features = snapshot.weights.size() / snapshot.agent->actions;
  snapshot.agent->features.assign((features * bytes_of_feature + 3) / 4, 0U);
}

FixedFormats formats_of(const FixedShape& shape) {
  return {static_cast<uint32_t>(shape.weight_fraction), static_cast<uint32_t>(shape.trace_fraction),
          shape.has_wide_trace ? 32U : 16U, static_cast<uint32_t>(shape.shift_of_few + 1)};
}

template <class T>
Snapshot in_floating_point(const Snapshot& from) {
  Snapshot result = begun_again(from);
  result.is_double = sizeof(T) == sizeof(double);
  const auto round = [](double& x) { x = static_cast<double>(static_cast<T>(x)); };
  result.settings = converted<double>(converted<T>(from.settings));
  round(result.average_reward);
  for (double& weight : result.weights) { round(weight); }
  if (result.agent) {
    for (SavedAgent::Step& step : result.agent->exploration) { round(step.epsilon); }
  }
  resize_features(result, sizeof(T));
  return result;
}

double norm(const std::vector<double>& weights) {
  double sum = 0;
  for (const double x : weights) { sum += x * x; }
  return std::sqrt(sum);
}

/// As a device refuses them: with where they came from.
LearnerSettings<double> rounded_settings(const Snapshot& from, const FixedShape& shape, const GivenLimits& limits,
                                         const std::string& name) {
  try {
    return as_double(fixed_settings(from.settings, shape, limits), shape);
  } catch (const InputError& error) { throw InputError(fmt::format("{}: {}", name, error.what())); }
}

Snapshot in_fixed_point(const Snapshot& from, const GivenLimits& limits, const std::string& name) {
  const FixedShape shape = shape_of(limits, from.weights.size());
  Snapshot result = begun_again(from);
  result.is_sparse = from.is_sparse;
  result.fixed = formats_of(shape);
  const auto round = [&](double& x, Quantity quantity, const std::string& what) {
    const auto raw = to_fixed(x, quantity, *result.fixed);
    const double rounded = raw ? from_fixed(*raw, quantity, *result.fixed) : x;
    if (!raw || (quantity == Quantity::value && std::abs(rounded) > limits.radius)) {
      throw InputError(fmt::format("{}: {} is {}, and with a limit of {} it is that at most in size; see --limits",
                                   name, what, x, limits.radius));
    }
    x = rounded;
  };
  result.settings = rounded_settings(from, shape, limits, name);
  if (norm(result.weights) > limits.radius) {
    throw InputError(
        fmt::format("{}: the weights have a norm of {:.6g}, and with a limit of {} it is that at most; see --limits",
                    name, norm(result.weights), limits.radius));
  }
  round(result.average_reward, Quantity::value, "the average reward");
  for (std::size_t i = 0; i < result.weights.size(); ++i) {
    round(result.weights[i], Quantity::weight, fmt::format("theta_{}", i));
  }
  if (result.agent) {
    for (SavedAgent::Step& step : result.agent->exploration) { round(step.epsilon, Quantity::probability, "epsilon"); }
  }
  resize_features(result, 2);
  return result;
}

void report_difference(const Snapshot& from, const Snapshot& to, const std::string& name) {
  double largest = 0;
  for (std::size_t i = 0; i < from.weights.size(); ++i) {
    largest = std::max(largest, std::abs(from.weights[i] - to.weights[i]));
  }
  fmt::print(stderr, "ballast: {}: weights differ by {:.3g} at most, the average reward by {:.3g}{}\n", name, largest,
             std::abs(from.average_reward - to.average_reward),
             from.companions.empty() ? "" : "; health and guard are left out");
}

Snapshot convert(const Options& options, const Snapshot& from, const std::string& name) {
  if (options.scalar == scalar_of(from) && !from.fixed) {
    throw InputError(fmt::format("--scalar {}: {} has that already", options.scalar, name));
  }
  if (from.agent && options.scalar == "double") {
    throw InputError(fmt::format("--scalar double: {} is of an agent; only float and fixed", name));
  }
  if (options.scalar == "fixed") { return in_fixed_point(from, parse_limits(options.limits), name); }
  return options.scalar == "double" ? in_floating_point<double>(from) : in_floating_point<float>(from);
}

void run(const Options& options) {
  refuse_same_file({{"the file", options.file}}, {{"--out", options.out}});
  const std::string name = name_of_input(options.file);
  const Snapshot from = read_snapshot(options.file, Scalars::all);
  const Snapshot to = convert(options, from, name);
  OutputFile out(options.out);
  write_snapshot(to, name, out);
  out.finish();
  report_difference(from, to, name);
}

}  // namespace

void add_snapshot_convert(Command& snapshot) {
  const auto options = std::make_shared<Options>();
  options->limits = "0.5,1000";
  Command command = snapshot.add_command(
      "convert", "The same weights in float, double or fixed point, or with other limits in fixed point");
  command.add("file", options->file, "The snapshot ('-': standard input)").required();
  command.add("--scalar", options->scalar, "float, double or fixed").required().among({"float", "double", "fixed"});
  command.add(
      "--limits", options->limits,
      "To fixed: the device's FixedLimits: LAMBDA,RADIUS, then ',unit' if ||phi|| <= 1, or ',8' if it has active = 8");
  command.add("-o,--out", options->out, "File to write ('-': standard output)").required();
  command.footer(
      "Configuration, weights and average reward are rounded to nearest, and it says on stderr by how much they "
      "differ\n"
      "from what they were. Everything else begins again: trace, counts, the t of a schedule, health.\n"
      "Example: ballast snapshot convert trained.snapshot --scalar fixed --limits 0.5,100 --out device.snapshot");
  command.callback([options] { run(*options); });
}

}  // namespace tool
