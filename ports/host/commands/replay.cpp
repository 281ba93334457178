#include "commands/replay.hpp"

#include <memory>
#include <string>
#include <vector>

#include "commands/learner_options.hpp"
#include "commands/replay_log.hpp"
#include "io/same_file.hpp"

namespace tool {
namespace {

struct Options {
  std::string log;
  LearnerOptions learner;
  std::string scalar = "float";
  std::string on_bad = "stop";
  std::vector<std::string> ignored;
  std::string out;
};

void check_files(const Options& options) {
  const std::string& direction = options.learner.constant_direction;
  refuse_same_file({{"the log", options.log},
                    {"--theta0", options.learner.theta0},
                    {"--constant-direction", direction == "ones" ? "" : direction}},
                   {{"--out", options.out}});
}

template <class T>
void run(const Options& options) {
  check_files(options);
  LogReader<T> log(options.log, options.ignored);
  const auto learner = start_learner<T>(options.learner, log.dimension());
  OutputFile out(options.out);
  replay_log(log, *learner, out, options.on_bad == "skip" ? OnBad::skip : OnBad::stop);
  out.finish();
}

void add_learner_options(Command& command, LearnerOptions& options) {
  command.add("--rule", options.rule, "standard or implicit");
  command.add("--lambda", options.lambda, "How fast the trace decays: at least 0, below 1");
  command.add("--ratio", options.ratio, "c: step-size of the average reward over that of the weights");
  command.add("--schedule", options.schedule, "constant:B or polynomial:B0,OFFSET,POWER,HOLD");
  command.add("--projection", options.projection, "none, joint:R or separate:R_OMEGA,R_THETA");
  command.add("--constant-direction", options.constant_direction,
              "Direction to remove from the weights: ones, or a CSV dir_0,... (none if not given)");
  command.add("--theta0", options.theta0, "Start weights: a CSV theta0_0,... (zeros if not given)");
  command.add("--omega0", options.omega0, "Start of the average reward");
}

}  // namespace

void add_replay(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Command command = line.add("replay", "Run a learner over a log and write its updates as CSV");
  command.add("log", options->log, "CSV t,reward,phi_0,... ('-': standard input)").required();
  add_learner_options(command, options->learner);
  command.add("--scalar", options->scalar, "float or double; the log is rounded to it once").among({"float", "double"});
  command.add("--on-bad", options->on_bad, "When a transition is refused: skip it, or stop").among({"skip", "stop"});
  command.add("--ignore", options->ignored, "NAME[,NAME..]: other columns of the log, which are not read");
  command.add("--out", options->out, "File to write (standard output if not given)");
  command.footer(
      "The log has up to 4096 features; lines that begin with # are comments. t counts up by one: nothing is learned\n"
      "across a gap, and the trace is empty after it. The last row needs no reward. A transition with nan, inf or\n"
      "a number too large for the scalar is refused; after it, too, the trace is empty. Each refusal is reported on\n"
      "standard error. Columns other than t, reward, phi_0, ... must be named in --ignore.\n"
      "Columns written: t,beta,eff_theta,eff_omega,znorm2,delta,proj,omega,theta_0,... with omega and theta after the\n"
      "update; proj is 1 if a joint ball acted, and with separate balls 1 for omega plus 2 for theta.\n"
      "Example: ballast replay log.csv --schedule constant:0.5 --projection joint:100 --out trace.csv");
  command.callback([options] { options->scalar == "double" ? run<double>(*options) : run<float>(*options); });
}

}  // namespace tool
