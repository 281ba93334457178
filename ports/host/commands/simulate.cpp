#include "commands/simulate.hpp"

#include <ballast/sim/access_control.hpp>
#include <ballast/sim/boyan_chain.hpp>
#include <ballast/sim/pendulum.hpp>
#include <ballast/sim/random_mrp.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "commands/simulate_model.hpp"
#include "commands/simulate_process.hpp"
#include "experiments/definition/nearest_name.hpp"
#include "experiments/text/plural.hpp"
#include "experiments/text/shown.hpp"
#include "io/line_reader.hpp"
#include "io/same_file.hpp"

namespace tool {

using ballast::experiments::InputError;
using ballast::experiments::OutputFile;
using ballast::experiments::plural;

namespace {

using ballast::Random;
namespace sim = ballast::sim;

const std::vector<std::string> environments = {"mrp", "boyan", "access-control", "pendulum"};

template <class Number>
bool parse(std::string_view text, Number& number) {
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stopped == end;
}

struct GivenAction {
  uint32_t action;
  uint64_t line;  ///< of the file
};

/// A CSV with the header `action`.
std::vector<GivenAction> read_actions(const std::string& path, uint32_t actions) {
  LineReader file(path);
  std::string_view line;
  if (!file.next(line) || line != "action") { throw file.error(1, "the header must be 'action'"); }
  std::vector<GivenAction> result;
  while (file.next(line)) {
    uint32_t action = 0;
    if (!parse(line, action) || action >= actions) {
      throw file.error(1, fmt::format("{} is not an action from 0 to {}", quoted(line), actions - 1));
    }
    result.push_back({action, file.line_number()});
  }
  return result;
}

/// Actions from a file, or random ones among the feasible.
class Actions {
 public:
  Actions(const SimulateOptions& options, uint32_t actions) : actions_(actions), random_(options.seed + 1) {
    if (!options.actions.empty()) { given_ = read_actions(options.actions, actions); }
  }

  /// The number of steps given, or else the number of actions.
  uint64_t steps(const SimulateOptions& options) const {
    if (!given_) { return options.steps.value_or(default_steps); }
    if (options.steps.value_or(0) > given_->size()) {
      throw InputError(fmt::format("{}: {} {} for {} {}: the numbers must be equal", options.actions, given_->size(),
                                   plural(given_->size(), "action"), *options.steps, plural(*options.steps, "step")));
    }
    return options.steps.value_or(given_->size());
  }

  template <class Environment>
  uint32_t next(uint64_t t, const Environment& environment) {
    if (given_) { return (*given_)[t].action; }
    uint32_t action = random_.below(actions_);
    while (!environment.is_feasible(action)) { action = random_.below(actions_); }
    return action;
  }

  /// Where in its file the action of step t is.
  uint64_t line(uint64_t t) const { return (*given_)[t].line; }

 private:
  uint32_t actions_;
  Random random_;
  std::optional<std::vector<GivenAction>> given_;
};

// --- reward processes -----------------------------------------------------------------------------------------------

void run_mrp(const SimulateOptions& options) {
  Random random(options.seed);
  auto process = std::make_unique<sim::RandomMrp<double>>();
  sim::draw_random_mrp(*process, random);
  run_process(*process, options.environment, random, options);
}

void run_boyan(const SimulateOptions& options) {
  Random random(options.seed);
  sim::BoyanChain<double> chain;
  sim::make_boyan_chain(chain, sim::draw_boyan_policy(random));
  run_process(chain, options.environment, random, options);
}

// --- control --------------------------------------------------------------------------------------------------------

void refuse_process_options(const SimulateOptions& options) {
  if (options.features || !options.model_out.empty()) {
    throw InputError(fmt::format("{}: --features and --model-out are for mrp and boyan", options.environment));
  }
}

void run_access_control(const SimulateOptions& options) {
  refuse_process_options(options);
  if (!options.state.empty()) { throw InputError("access-control: --state is for the pendulum"); }
  using Queue = sim::AccessControl<double>;
  Random random(options.seed);
  Queue queue;
  queue.start(random);
  Actions actions(options, Queue::actions);
  OutputFile out(options.out);
  out.print("t,free_servers,class,action,reward\n");
  const uint64_t steps = actions.steps(options);
  for (uint64_t t = 0; t < steps; ++t) {
    const uint32_t action = actions.next(t, queue);
    if (!queue.is_feasible(action)) {
      throw InputError(fmt::format("{}:{}:1: no server is free, a customer can only be rejected (action 1)",
                                   options.actions, actions.line(t)));
    }
    out.print("{},{},{},{},", t, queue.free_servers(), queue.customer_class(), action);
    out.print("{}\n", queue.step(action, random));
  }
  out.print("{},{},{},,\n", steps, queue.free_servers(), queue.customer_class());
  out.finish();
}

/// ANGLE,SPEED
void set_state(sim::Pendulum<double>& pendulum, const std::string& text) {
  const std::size_t comma = text.find(',');
  double angle = 0.0;
  double speed = 0.0;
  if (comma == std::string::npos || !parse(text.substr(0, comma), angle) || !parse(text.substr(comma + 1), speed) ||
      !ballast::is_finite(angle) || !ballast::is_finite(speed)) {
    throw InputError(fmt::format("--state: '{}' is not ANGLE,SPEED", text));
  }
  if (std::fabs(angle) > pendulum.farthest || std::fabs(speed) > pendulum.largest_speed) {
    throw InputError(fmt::format("--state: '{}': the angle must be within {}, the speed within {}", text,
                                 pendulum.farthest, pendulum.largest_speed));
  }
  pendulum.set(angle, speed);
}

void run_pendulum(const SimulateOptions& options) {
  refuse_process_options(options);
  using Pendulum = sim::Pendulum<double>;
  Random random(options.seed);
  Pendulum pendulum;
  pendulum.start(random);
  if (!options.state.empty()) { set_state(pendulum, options.state); }
  Actions actions(options, Pendulum::actions);
  OutputFile out(options.out);
  out.print("t,angle,speed,action,reward\n");
  const uint64_t steps = actions.steps(options);
  for (uint64_t t = 0; t < steps; ++t) {
    const uint32_t action = actions.next(t, pendulum);
    out.print("{},{},{},{},", t, pendulum.angle(), pendulum.speed(), action);
    out.print("{}\n", pendulum.step(action));
  }
  out.print("{},{},{},,\n", steps, pendulum.angle(), pendulum.speed());
  out.finish();
}

bool is_environment(const std::string& name) {
  return std::find(environments.begin(), environments.end(), name) != environments.end();
}

void check_files(const SimulateOptions& options) {
  std::vector<NamedFile> outputs = {{"--out", options.out}};
  if (!options.model_out.empty()) { outputs.push_back({"--model-out", options.model_out}); }
  const bool is_model = !is_environment(options.environment);
  refuse_same_file({{"--actions", options.actions}, {"the model", is_model ? options.environment : ""}}, outputs);
}

/// A name that is neither an environment nor a file is a mistake in one or the other.
void run_file(const SimulateOptions& options) {
  const std::string& name = options.environment;
  if (name != "-" && !std::filesystem::exists(name)) {
    throw InputError(fmt::format("{} is neither an environment nor a file{}", ballast::experiments::shown(name),
                                 ballast::experiments::hint(name, environments)));
  }
  simulate_model(options);
}

void run(const SimulateOptions& options) {
  check_files(options);
  if (options.environment == "mrp") { return run_mrp(options); }
  if (options.environment == "boyan") { return run_boyan(options); }
  if (options.environment == "access-control") { return run_access_control(options); }
  return is_environment(options.environment) ? run_pendulum(options) : run_file(options);
}

}  // namespace

void add_simulate(CommandLine& line) {
  const auto options = std::make_shared<SimulateOptions>();
  Command command = line.add("simulate", "Run one of the paper's environments, or a model of yours, and write a CSV");
  command
      .add("environment", options->environment,
           "mrp, boyan, access-control, pendulum, or a model file: JSON with P, r and Phi, or -")
      .required();
  command.add("--steps", options->steps, "How many steps (1000, or as many as --actions has)");
  command.add("--seed", options->seed, "Seed of instance and run");
  command.add("--actions", options->actions, "CSV with the header 'action', or - (control; random if not given)");
  command.add("--state", options->state, "ANGLE,SPEED to start from (pendulum)");
  command.add_flag("--features", options->features, "Write a log of features (mrp, boyan, a model)");
  command.add("--model-out", options->model_out, "Write the instance as JSON (mrp, boyan)");
  command.add("--out", options->out, "File to write (standard output if not given)");
  command.footer("Example: ballast simulate boyan --steps 1000 --seed 7 --features --out log.csv");
  command.callback([options] { run(*options); });
}

}  // namespace tool
