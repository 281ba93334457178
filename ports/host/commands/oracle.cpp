#include "commands/oracle.hpp"

#include <ballast/oracle/covariance.hpp>
#include <ballast/oracle/rates.hpp>
#include <ballast/oracle/theory.hpp>

#include <fmt/format.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "experiments/files/error.hpp"
#include "experiments/files/output_file.hpp"
#include "io/json_file.hpp"
#include "io/json_layout.hpp"
#include "io/model_file.hpp"
#include "io/same_file.hpp"

namespace tool {

using ballast::experiments::InputError;
using ballast::experiments::OutputFile;

namespace {

namespace oracle = ballast::oracle;
using oracle::Index;
using oracle::Scalar;

/// Keys stay in the order in which they are put in; numbers are written with as many digits as a double needs to be
/// read back, those that are not finite as null.
using Json = nlohmann::ordered_json;

// The paper's experiments: lambda 0.25, c 1, R 1000, T 2000, s 0.99. Of its step-sizes the smallest.
struct Options {
  std::string model;
  double lambda = 0.25;
  double beta = 0.1;
  double ratio = 1.0;
  double radius = 1000.0;
  std::int64_t steps = 2000;
  double power = 0.99;
  std::string out;
};

// --- what is asked --------------------------------------------------------------------------------------------------

void check_positive(const char* name, double value) {
  if (!(std::isfinite(value) && value > 0.0)) {
    throw InputError(fmt::format("{}: {} is not a finite number above 0", name, value));
  }
}

void check(const Options& options) {
  if (!(options.lambda >= 0.0 && options.lambda < 1.0)) {
    throw InputError(fmt::format("--lambda {}: it must be at least 0 and below 1", options.lambda));
  }
  check_positive("--beta", options.beta);
  check_positive("--ratio", options.ratio);
  check_positive("--radius", options.radius);
  if (options.steps < 1) { throw InputError(fmt::format("--steps {}: it must be at least 1", options.steps)); }
  if (!(options.power > 0.0 && options.power < 1.0)) {
    throw InputError(fmt::format("--power {}: it must be above 0 and below 1", options.power));
  }
}

oracle::Run run_of(const Options& options) {
  return {Scalar{options.beta}, Scalar{options.ratio}, Scalar{options.radius}, options.steps, Scalar{options.power}};
}

// --- what is answered -----------------------------------------------------------------------------------------------

Json number(Scalar value) {
  return static_cast<double>(value);
}

Json list(const oracle::Vector& values) {
  Json result = Json::array();
  for (Index i = 0; i < values.size(); ++i) { result.push_back(number(values(i))); }
  return result;
}

Json rows(const oracle::Matrix& values) {
  Json result = Json::array();
  for (Index i = 0; i < values.rows(); ++i) {
    Json row = Json::array();
    for (Index j = 0; j < values.cols(); ++j) { row.push_back(number(values(i, j))); }
    result.push_back(row);
  }
  return result;
}

Json named(const std::vector<oracle::Quantity>& quantities) {
  Json result = Json::object();
  for (const oracle::Quantity& quantity : quantities) { result[quantity.name] = number(quantity.value); }
  return result;
}

Json mixing_times(const oracle::Chain& chain) {
  Json result = Json::object();
  for (const char* eps : {"0.25", "0.1", "0.01", "0.001", "0.0001"}) {
    result[eps] = oracle::mixing_time(chain, std::strtold(eps, nullptr));
  }
  return result;
}

Json gammas(Scalar lambda) {
  Json result = Json::object();
  for (const char* beta : {"0.1", "1.0", "3.0"}) {
    result[beta] = number(oracle::gamma(std::strtold(beta, nullptr), 1, lambda));
  }
  return result;
}

Json answer(const oracle::Theorem& theorem) {
  Json conditions = Json::array();
  for (const oracle::Condition& condition : theorem.conditions) {
    conditions.push_back({{"name", condition.name}, {"holds", condition.holds}, {"detail", condition.detail}});
  }
  return {{"applies", theorem.applies()},
          {"conditions", conditions},
          {"constants", named(theorem.constants)},
          {"terms", named(theorem.terms)},
          {"right_hand_side", number(theorem.right_hand_side())}};
}

Json answer(const oracle::Covariance& covariance) {
  return {{"noise", rows(covariance.noise)},
          {"of_average", rows(covariance.of_average)},
          {"of_last", rows(covariance.of_last)},
          {"floor", number(covariance.floor)},
          {"reward_variance", number(covariance.reward_variance)}};
}

Json answer(const std::vector<std::complex<Scalar>>& eigenvalues) {
  Json result = Json::array();
  for (const std::complex<Scalar>& value : eigenvalues) {
    result.push_back(Json::array({number(value.real()), number(value.imag())}));
  }
  return result;
}

Json echo(const Options& options) {
  return {{"lambda", options.lambda}, {"beta", options.beta},   {"ratio", options.ratio},
          {"radius", options.radius}, {"steps", options.steps}, {"power", options.power}};
}

Json answer(const oracle::Solution& solution, const Options& options) {
  const auto& [model, chain, features, mean, theta_star, lemma] = solution;
  const oracle::Run run = run_of(options);
  const auto eigenvalues = oracle::eigenvalues(solution, run.ratio);
  return {{"run", echo(options)},
          {"pi", list(chain.pi)},
          {"omega", number(chain.omega)},
          {"v", list(chain.v)},
          {"rank", features.rank},
          {"e_in_span", features.e_in_span},
          {"Pi_O", rows(features.Pi_O)},
          {"theta_star", list(theta_star)},
          {"discrepancy", number(oracle::discrepancy(model, chain, theta_star))},
          {"discrepancy_bound", number(oracle::discrepancy_bound(model, chain, mean.lambda))},
          {"Delta", number(lemma.Delta)},
          {"c_alpha_paper", number(lemma.c_alpha_paper)},
          {"c_alpha_lemma_exact", number(lemma.c_alpha_lemma_exact)},
          {"rho", number(chain.rho)},
          {"mixing_time", mixing_times(chain)},
          {"gamma", gammas(mean.lambda)},
          {"eigenvalues", answer(eigenvalues)},
          {"slowest_rate", number(oracle::slowest_rate(eigenvalues))},
          {"covariance", answer(oracle::covariance(solution, run.ratio))},
          {"theorem1", answer(oracle::theorem1(solution, run))},
          {"theorem2", answer(oracle::theorem2(solution, run))}};
}

void run(const Options& options) {
  check(options);
  refuse_same_file({{"the model", options.model}}, {{"--out", options.out}});
  Json result;
  try {
    result = answer(oracle::solve(read_model(options.model), Scalar{options.lambda}), options);
  } catch (const oracle::ModelError& error) {
    throw InputError(fmt::format("{}: {}", name_of_input(options.model), error.what()));
  }
  OutputFile out(options.out);
  out.print("{}\n", laid_out(result));
  out.finish();
}

}  // namespace

void add_oracle(CommandLine& line) {
  const auto options = std::make_shared<Options>();
  Command command = line.add("oracle", "Exact answers for a model: what a learner should converge to");
  command
      .add("model", options->model,
           R"({"P": [[..]], "r": [..], "Phi": [[..]]}: numbers or decimal strings; - is standard input)")
      .required();
  command.add("--lambda", options->lambda, "How far back a reward is credited");
  command.add("--beta", options->beta, "Step-size, for the theorems; beta_0 in Theorem 2");
  command.add("--ratio", options->ratio, "c_alpha, for the theorems, the eigenvalues and the covariance");
  command.add("--radius", options->radius, "Radius of the projection, for the theorems");
  command.add("--steps", options->steps, "How many steps, for the theorems");
  command.add("--power", options->power, "s in beta_0 / (t + 1)^s, for Theorem 2");
  command.add("--out", options->out, "File to write (standard output if not given)");
  command.footer("Example: ballast oracle model.json --lambda 0.5 --out answers.json");
  command.callback([options] { run(*options); });
}

}  // namespace tool
