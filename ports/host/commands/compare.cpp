#include "commands/compare.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <thread>

#include "experiments/files/output_file.hpp"
#include "experiments/runner/runner.hpp"
#include "experiments/text/plural.hpp"
#include "experiments/trials/sweep_experiment.hpp"
#include "reproduction/paper/environments.hpp"
#include "reproduction/paper/methods.hpp"

namespace tool {
namespace {

using namespace ballast::experiments;
namespace paper = ballast::reproduction::paper;
using PaperOptions = ballast::reproduction::Options;

struct Options {
  PaperOptions settings;
  std::string out;
};

/// Both rules over step-sizes, as the paper runs them on the Boyan chain.
SweepPlan comparison(const PaperOptions& settings) {
  return {"compare",
          paper::boyan(settings),
          "Boyan chain, decaying step-size",
          Axis::step_size,
          {0.1, 0.3, 0.5, 1.0, 1.5, 1.8, 2.0, 2.2, 2.5, 3.0},
          with_decay({paper::standard, paper::implicit}, {false, 0.99, 1, 150})};
}

Sweep run(const SweepPlan& plan, std::uint64_t seed) {
  InstanceCache cache(seed);
  const auto experiment = std::make_shared<SweepExperiment>(plan, Scalar::float64, cache);
  run_stages({{plan.stem, {experiment}, [] {}}}, std::max(1U, std::thread::hardware_concurrency()));
  return experiment->sweep();
}

/// The mean and its interval, or how many runs overflowed.
std::string text_of(const Cell& cell) {
  if (!cell.estimate) { return fmt::format("{} of {} overflowed", cell.overflowed, cell.trials); }
  return fmt::format("{:.3g} +- {:.2g}", cell.estimate->mean, cell.estimate->ci95);
}

void write_comparison(const Options& options) {
  OutputFile out(options.out);
  const SweepPlan plan = comparison(options.settings);
  const Sweep sweep = run(plan, options.settings.seed);
  const std::uint32_t steps = options.settings.evaluation_steps;
  out.print(
      "Boyan chain, average-reward TD(0.25), beta_t = beta_0 / (t + 1)^0.99, held for 150 steps\n"
      "Final loss (omega - omega*)^2 + ||Pi_O (theta - theta*)||^2 after {} {}: mean +- half of its 95 % interval, {} "
      "trials, seed {}\n\n{:>8}{:>24}{:>24}\n",
      steps, plural(steps, "step"), options.settings.evaluation_trials, options.settings.seed, "beta_0", "standard",
      "implicit");
  for (const double x : plan.xs) {
    out.print("{:>8}{:>24}{:>24}\n", x, text_of(*sweep.find(paper::standard, x)),
              text_of(*sweep.find(paper::implicit, x)));
  }
  out.finish();
}

}  // namespace

void add_compare(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  PaperOptions& settings = options->settings;
  Command command =
      line.add("compare", "Compare the standard and the implicit rule over step-sizes on the Boyan chain");
  command.add("--trials", settings.evaluation_trials, "How many instances and runs").within(2, 100000);
  command.add("--steps", settings.evaluation_steps, "How many steps a run has").within(1, 1000000);
  command.add("--seed", settings.seed, "Seed of all trials");
  command.add("--out", options->out, "File to write (standard output if not given)");
  command.footer("Example: ballast compare --trials 20 --seed 7");
  command.callback([options] { write_comparison(*options); });
}

}  // namespace tool
