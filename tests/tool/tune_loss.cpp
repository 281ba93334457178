// tune_loss LOG MODEL TABLE: what `ballast tune LOG --out TABLE` found, measured by the exact solution of the model
// that the log is from. The loss of a setting is the mean over the copies that tune has frozen: the loss of the last
// weights alone is mostly luck. The first setting of the table must be within 10 % of the best.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "commands/learner_options.hpp"
#include "commands/tune_grid.hpp"
#include "commands/tune_rows.hpp"
#include "experiments/trials/exact_solution.hpp"
#include "io/model_file.hpp"

namespace {

constexpr std::uint64_t copies = 32;

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) { fields.push_back(field); }
  fields.resize(16);
  return fields;
}

/// The columns are those of print_csv.
tool::LearnerOptions options_of(const std::string& line) {
  const std::vector<std::string> fields = fields_of(line);
  tool::ScheduleForm form;
  if (fields[11] == "polynomial") {
    form = tool::parse_schedules({"polynomial:" + fields[13], fields[14], fields[15]}).front();
  }
  tool::LearnerOptions options;
  options.lambda = fields[9];
  options.ratio = fields[10];
  options.schedule = tool::Candidate{0.0, std::strtod(fields[12].c_str(), nullptr), 1.0, form}.schedule();
  return options;
}

std::vector<tool::Transitions<float>> read_log(const std::string& path) {
  tool::TransitionReader<float> reader({path, {}, tool::OnBad::stop}, true);
  std::vector<tool::Transitions<float>> chunks;
  for (tool::Transitions<float> chunk; reader.next(chunk);) { chunks.push_back(chunk); }
  return chunks;
}

struct Loss {
  double mean = 0;
  double last = 0;
};

Loss loss_of(const tool::LearnerOptions& options, const std::vector<tool::Transitions<float>>& log,
             const ballast::experiments::ExactSolution& exact) {
  const auto learner = tool::start_learner<float>(options, exact.theta_star.size());
  std::uint64_t end = 0;
  for (const auto& chunk : log) { end += chunk.size(); }
  const std::uint64_t from = end / 2;
  Loss loss;
  std::uint64_t t = 0;
  for (const auto& chunk : log) {
    for (std::size_t i = 0; i < chunk.size(); ++i) {
      (void)learner->update(chunk.features(i), chunk.rewards[i], chunk.features(i + 1));
      ++t;
      if (t <= from || ((t - from) * copies) / (end - from) == ((t - 1 - from) * copies) / (end - from)) { continue; }
      const std::vector<double> theta(learner->weights(), learner->weights() + exact.theta_star.size());
      loss.last = exact.loss(static_cast<double>(learner->average_reward()), theta.data());
      loss.mean += loss.last / static_cast<double>(copies);
    }
  }
  return loss;
}

int run(const std::string& log_path, const std::string& model_path, const std::string& table_path) {
  const auto exact = ballast::experiments::solve_exactly(tool::read_model(model_path), 0.0);
  const auto log = read_log(log_path);
  std::ifstream table(table_path);
  std::string line;
  std::getline(table, line);
  std::vector<Loss> losses;
  while (std::getline(table, line)) { losses.push_back(loss_of(options_of(line), log, exact)); }
  if (losses.size() < 2) { return std::puts("no settings to compare"), 1; }
  Loss best = losses.front();
  for (const Loss& loss : losses) {
    best.mean = std::min(best.mean, loss.mean);
    best.last = std::min(best.last, loss.last);
  }
  const Loss& chosen = losses.front();
  std::printf("%zu settings: loss %.4g, best %.4g, %.3f times; of the last weights %.4g, best %.4g, %.3f times\n",
              losses.size(), chosen.mean, best.mean, chosen.mean / best.mean, chosen.last, best.last,
              chosen.last / best.last);
  return chosen.mean <= 1.1 * best.mean ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) { return 2; }
  try {
    return run(argv[1], argv[2], argv[3]);
  } catch (const std::exception& error) { std::fprintf(stderr, "%s\n", error.what()); }
  return 1;
}
