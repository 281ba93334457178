#pragma once
/// A walk through a reward process, written as a CSV: its states, or a log of features.

#include <ballast/math/random.hpp>

#include <cstdint>
#include <optional>
#include <string>

#include "experiments/files/error.hpp"
#include "experiments/files/output_file.hpp"
#include "io/log_reader.hpp"
#include "io/model_writer.hpp"

namespace tool {

constexpr std::uint64_t default_steps = 1000;

/// As the command line has them.
struct SimulateOptions {
  std::string environment;  ///< one of four names, or a model file
  std::optional<std::uint64_t> steps;
  std::uint64_t seed = 1;
  std::string actions;
  std::string state;
  bool features = false;
  std::string model_out;
  std::string out;
};

template <class Process>
WrittenModel model_of(const Process& process) {
  WrittenModel model;
  for (std::size_t s = 0; s < process.states; ++s) {
    model.P.emplace_back(&process.transition[s][0], &process.transition[s][0] + process.states);
    model.r.push_back(process.reward[s]);
    model.Phi.emplace_back(&process.phi[s][0], &process.phi[s][0] + process.dimension);
  }
  return model;
}

template <class Process>
void write_features(Process& process, ballast::Random& random, std::uint64_t steps,
                    ballast::experiments::OutputFile& out) {
  out.print("t,reward");
  for (std::size_t i = 0; i < process.dimension; ++i) { out.print(",phi_{}", i); }
  for (std::uint64_t t = 0; t <= steps; ++t) {
    const auto* const phi = &process.phi[process.state()][0];
    out.print("\n{},", t);
    if (t < steps) { out.print("{}", process.step(random)); }
    out.print(",{}", fmt::join(phi, phi + process.dimension, ","));
  }
  out.print("\n");
}

template <class Process>
void write_states(Process& process, ballast::Random& random, std::uint64_t steps,
                  ballast::experiments::OutputFile& out) {
  out.print("t,state,reward\n");
  for (std::uint64_t t = 0; t < steps; ++t) {
    const std::size_t state = process.state();
    out.print("{},{},{}\n", t, state, process.step(random));
  }
  out.print("{},{},\n", steps, process.state());
}

/// `name` is what a log says that it is of.
template <class Process>
void run_process(Process& process, const std::string& name, ballast::Random& random, const SimulateOptions& options) {
  if (!options.actions.empty() || !options.state.empty()) {
    throw ballast::experiments::InputError(
        fmt::format("{}: --actions and --state are for access-control and pendulum", options.environment));
  }
  ballast::experiments::OutputFile out(options.out);
  if (!options.model_out.empty()) { write_model(model_of(process), options.model_out); }
  process.start(random);
  const std::uint64_t steps = options.steps.value_or(default_steps);
  if (options.features) {
    out.print("{} environment={} seed={} steps={} features={}\n", log_comment, name, options.seed, steps,
              std::size_t{process.dimension});
    write_features(process, random, steps, out);
  } else {
    write_states(process, random, steps, out);
  }
  out.finish();
}

}  // namespace tool
