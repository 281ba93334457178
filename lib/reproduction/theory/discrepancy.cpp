#include "reproduction/theory/discrepancy.hpp"

#include <ballast/oracle/fixed_point.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "experiments/charts/palette.hpp"
#include "experiments/charts/sweep_chart.hpp"
#include "experiments/charts/y_axis.hpp"
#include "experiments/runner/seeds.hpp"
#include "experiments/text/number_format.hpp"
#include "experiments/trials/model_of.hpp"
#include "experiments/trials/process_of_size.hpp"

namespace ballast::reproduction {
namespace {

constexpr const char* topic = "discrepancy";
constexpr std::uint32_t instances = 5;
constexpr double lambdas[] = {0.0, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999};
constexpr double horizons[] = {1.0,  4.0 / 3.0, 2.0,   4.0,
                               10.0, 100.0,     1000.0};  // 1 / (1 - lambda), without its rounding
constexpr std::size_t lambda_count = std::size(lambdas);

/// The factor counts as 1 at the largest lambda, if it is at most this.
constexpr double nearly_one = 1.001;

/// The eigenvalues behind c_lambda take a hundred times as long for the MRP's 100 states.
constexpr std::size_t mrp_states = 30;
constexpr std::size_t mrp_features = 8;

struct DiscrepancyModel {
  const char* name;
  const char* title;
  std::uint64_t number;  ///< of its random numbers
  double seconds;        ///< for an instance
  ProcessOfSize (*draw)(ballast::Random& random);
};

const DiscrepancyModel models[] = {
    {"mrp", "MRP with 30 states", 100, 0.1,
     [](ballast::Random& random) { return draw_random_mrp(mrp_states, mrp_features, random); }},
    {"boyan", "Boyan chain", 101, 0.02, [](ballast::Random& random) { return draw_boyan_chain(random); }},
};

// --- an instance ----------------------------------------------------------------------------------------------------

/// v is the last of the features.
oracle::Model without_v(const oracle::Model& model) {
  oracle::Matrix Phi(model.states(), model.dimension() - 1);
  for (oracle::Index row = 0; row < Phi.rows(); ++row) {
    for (oracle::Index column = 0; column < Phi.cols(); ++column) { Phi(row, column) = model.Phi(row, column); }
  }
  return oracle::make_model(model.P, model.r, Phi);
}

/// What an instance gives for lambda number i. Both are above the best that the features can do by this share of it:
/// differences from 1, which would lose their digits.
constexpr std::size_t excess_column(std::size_t i) {
  return 2 * i;
}
constexpr std::size_t bound_column(std::size_t i) {
  return 2 * i + 1;
}

std::vector<double> solve_instance(const DiscrepancyModel& kind, std::uint64_t seed, std::uint32_t instance) {
  ballast::Random random(trial_seed(seed, kind.number, instance));
  const oracle::Model model = without_v(model_of(kind.draw(random)));
  const oracle::Chain chain = oracle::solve_chain_without_rho(model);
  const oracle::Features features = oracle::solve_features(model.Phi);
  const oracle::Scalar best = oracle::best_discrepancy(model, chain);
  std::vector<double> numbers;
  for (const double lambda : lambdas) {
    const oracle::Vector theta_star = oracle::fixed_point(model, chain, features, lambda);
    numbers.push_back(static_cast<double>(oracle::discrepancy(model, chain, theta_star) / best - 1));
    numbers.push_back(static_cast<double>(oracle::discrepancy_bound(model, chain, lambda) / best - 1));
  }
  return numbers;
}

double largest(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

// --- what came out --------------------------------------------------------------------------------------------------

Curve curve_of(const std::string& label, const LineStyle& style, const VectorExperiment& experiment,
               std::size_t (*column)(std::size_t i)) {
  Curve curve{label, style, {}};
  for (std::size_t i = 0; i < lambda_count; ++i) {
    const double mean = experiment.estimate_of(column(i)).mean;
    curve.samples.push_back(sample_of(horizons[i], Estimate{mean, 0.0}));
  }
  return curve;
}

TopicChart chart_of(const VectorExperiment& experiment, const DiscrepancyModel& model) {
  LineChart chart;
  chart.title = std::string(model.title) + ": above the best";
  chart.x_label = "1 / (1 - lambda) (logarithmic)";
  chart.y_label = "distance / best - 1";
  chart.is_x_logarithmic = true;
  chart.curves = {curve_of("TD(lambda)", blue, experiment, excess_column),
                  curve_of("bound", orange, experiment, bound_column)};
  set_y_axis(chart, 1e-10, 10.0);
  return {fmt::format("theory_discrepancy_{}", model.name), chart, "Means over the instances; exact, no sampling."};
}

TopicTable table_of(const VectorExperiment& experiment, const DiscrepancyModel& model) {
  TopicTable table{fmt::format("{}: distances, in units of the best, over the instances", model.title),
                   {"lambda", "TD(lambda), mean", "TD(lambda), largest", "bound, mean", "bound, largest"},
                   {}};
  for (std::size_t i = 0; i < lambda_count; ++i) {
    const auto text = [](double excess) { return fmt::format("{:.6f}", 1.0 + excess); };
    table.rows.push_back({as_given(lambdas[i]), text(experiment.estimate_of(excess_column(i)).mean),
                          text(largest(experiment.column(excess_column(i)))),
                          text(experiment.estimate_of(bound_column(i)).mean),
                          text(largest(experiment.column(bound_column(i))))});
  }
  return table;
}

/// In all instances.
bool is_bounded(const VectorExperiment& experiment, std::size_t i) {
  const auto& results = experiment.results();
  return std::all_of(results.begin(), results.end(), [&](const std::vector<double>& numbers) {
    return numbers[excess_column(i)] <= numbers[bound_column(i)];
  });
}

bool falls_to_one(const VectorExperiment& experiment) {
  const auto& results = experiment.results();
  return std::all_of(results.begin(), results.end(), [](const std::vector<double>& numbers) {
    for (std::size_t i = 1; i < lambda_count; ++i) {
      if (!(numbers[bound_column(i)] < numbers[bound_column(i - 1)])) { return false; }
    }
    return 1.0 + numbers[bound_column(lambda_count - 1)] <= nearly_one;
  });
}

Claim bound_claim(const VectorExperiment& experiment, const DiscrepancyModel& model) {
  Claim claim = topic_claim(topic, fmt::format("{}.bound_holds", model.name), Source::paper,
                            "The distance of Phi theta* from the differential values, up to a constant, is at most "
                            "1 / sqrt(1 - c_lambda^2) times the least that the features allow.",
                            "Each lambda is a part: in every instance.");
  for (std::size_t i = 0; i < lambda_count; ++i) {
    claim.parts.push_back({fmt::format("lambda = {}", as_given(lambdas[i])), met_if(is_bounded(experiment, i))});
    claim.numbers.emplace_back(fmt::format("largest_distance_at_{}", as_given(lambdas[i])),
                               1.0 + largest(experiment.column(excess_column(i))));
  }
  claim.measured = fmt::format("At lambda = 0 it is {:.3f} times the least at most, and the bound {:.3f} times, {}.",
                               1.0 + largest(experiment.column(excess_column(0))),
                               1.0 + largest(experiment.column(bound_column(0))), "each in its worst instance");
  return judged(claim);
}

Claim limit_claim(const VectorExperiment& experiment, const DiscrepancyModel& model) {
  Claim claim = topic_claim(topic, fmt::format("{}.factor_tends_to_1", model.name), Source::paper,
                            "The factor 1 / sqrt(1 - c_lambda^2) approaches 1 as lambda goes to 1.",
                            fmt::format("One part: in every instance it falls from each lambda to the next, and is at "
                                        "most {} at the last.",
                                        as_given(nearly_one)));
  claim.parts = {{"falls to 1", met_if(falls_to_one(experiment))}};
  const double first = 1.0 + largest(experiment.column(bound_column(0)));
  const double last = 1.0 + largest(experiment.column(bound_column(lambda_count - 1)));
  claim.numbers = {{"largest_factor_first", first}, {"largest_factor_last", last}};
  claim.measured = fmt::format("{:.3f} at lambda = 0, {:.6f} at {}.", first, last, as_given(lambdas[lambda_count - 1]));
  return judged(claim);
}

}  // namespace

DiscrepancyTopic::DiscrepancyTopic(const Options& options) {
  for (const DiscrepancyModel& model : models) {
    experiments_.push_back(std::make_shared<VectorExperiment>(
        experiment_name(options, fmt::format("{}, {}", topic, model.name)), std::min(options.theory_trials, instances),
        2 * lambda_count, model.seconds,
        [&model, seed = options.seed](std::uint32_t instance) { return solve_instance(model, seed, instance); }));
  }
}

std::vector<std::shared_ptr<Experiment>> DiscrepancyTopic::experiments() const {
  return {experiments_.begin(), experiments_.end()};
}

TopicResult DiscrepancyTopic::result() const {
  TopicResult result{
      topic,
      "The fixed point's distance from the true values",
      {fmt::format(
          "The distance inf_c ||Phi theta* - (v + c e)||_M of the fixed point beside the least that these features "
          "allow, inf over theta too, and the paper's bound, least / sqrt(1 - c_lambda^2). The paper's features "
          "contain "
          "v, which makes all three 0; here v is left out. All numbers are exact, for {} of each environment: random "
          "MRPs with {} states and {} features, and Boyan chains. Both approach the least in proportion to (1 - "
          "lambda)^2.",
          counted(experiments_.front()->trials(), "instance"), mrp_states, mrp_features - 1)},
      {},
      {},
      {}};
  for (std::size_t i = 0; i < experiments_.size(); ++i) {
    result.charts.push_back(chart_of(*experiments_[i], models[i]));
    result.tables.push_back(table_of(*experiments_[i], models[i]));
    result.claims.push_back(bound_claim(*experiments_[i], models[i]));
    result.claims.push_back(limit_claim(*experiments_[i], models[i]));
  }
  return result;
}

}  // namespace ballast::reproduction
