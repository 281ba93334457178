#include <fmt/format.h>

#include <cctype>
#include <cmath>

#include "experiments/text/number_format.hpp"
#include "reproduction/theory/case_topic.hpp"
#include "reproduction/theory/chain_topics.hpp"
#include "reproduction/theory/follow.hpp"
#include "reproduction/theory/measured.hpp"

namespace ballast::reproduction {
namespace {

constexpr double lambda = 0.25;
constexpr double ratio = 1.0;
constexpr double power = 0.6;  // of the step-sizes: between 1/2 and 1
constexpr double begin = 0.2;  // the share of the run before the average begins

/// Long enough that the slowest direction has forgotten its start many times over, with step-sizes small enough for the
/// limit.
struct Horizon {
  std::uint32_t steps;
  double last_step_size;
};

Horizon horizon_of(const TheoryChain& chain) {
  return chain.name() == "mrp" ? Horizon{800000, 0.01} : Horizon{800000, 0.003};
}

double averaged_steps(const TheoryChain& chain) {
  return std::floor((1.0 - begin) * horizon_of(chain).steps);
}

/// The mean of (omega - omega*, theta - theta*) over the last steps of a run.
std::vector<double> averaged_error(const TheoryChain& chain, Rule rule, const ballast::Random& random) {
  const Horizon horizon = horizon_of(chain);
  const Method method =
      method_of(rule, lambda, ratio, horizon.last_step_size * std::pow(horizon.steps, power), decay_with(power));
  const Estimates exact = chain.fixed_point(lambda);
  const double count = averaged_steps(chain);
  std::vector<double> sums(chain.dimension() + 1);
  std::uint32_t t_last = 0;
  follow(chain, method, exact, horizon.steps, random, [&](std::uint32_t t, const TheoryLearner& learner) {
    t_last = t;
    if (t + count <= horizon.steps) { return; }
    sums[0] += learner.average_reward() - exact.omega;
    for (std::size_t i = 0; i < exact.theta.size(); ++i) { sums[i + 1] += learner.weights()[i] - exact.theta[i]; }
  });
  const bool is_complete = t_last == horizon.steps;  // no update was refused
  for (double& sum : sums) { sum = is_complete ? sum / count : std::nan(""); }
  return sums;
}

/// What is compared: a linear function of (omega, theta), or the sum over a basis of R x O.
struct Direction {
  std::string label;
  std::string name;
  std::vector<std::vector<double>> rows;  ///< each takes d + 1 numbers to one; their variances are added
};

std::vector<double> row_of(const std::vector<double>& theta, double omega) {
  std::vector<double> row = {omega};
  row.insert(row.end(), theta.begin(), theta.end());
  return row;
}

/// The differential value of the best state over that of the worst, which a user asks for.
std::vector<double> contrast_row(const TheoryChain& chain) {
  const oracle::Vector& v = chain.solution(lambda).chain.v;
  oracle::Index best = 0;
  oracle::Index worst = 0;
  for (oracle::Index i = 1; i < v.size(); ++i) {
    if (v(i) > v(best)) { best = i; }
    if (v(i) < v(worst)) { worst = i; }
  }
  std::vector<double> difference(chain.dimension());
  for (std::size_t i = 0; i < difference.size(); ++i) {
    difference[i] =
        chain.features(static_cast<std::size_t>(best))[i] - chain.features(static_cast<std::size_t>(worst))[i];
  }
  return row_of(difference, 0.0);
}

std::vector<Direction> directions_of(const TheoryChain& chain) {
  const oracle::Matrix& O = chain.solution(lambda).features.basis_of_O;
  const std::vector<double> none(chain.dimension());
  Direction all{"the trace", "trace", {row_of(none, 1.0)}};
  for (oracle::Index column = 0; column < O.cols(); ++column) {
    std::vector<double> theta;
    for (oracle::Index i = 0; i < O.rows(); ++i) { theta.push_back(static_cast<double>(O(i, column))); }
    all.rows.push_back(row_of(theta, 0.0));
  }
  return {{"the average reward", "omega", {row_of(none, 1.0)}},
          {"the best state over the worst", "contrast", {contrast_row(chain)}},
          all};
}

double product_of(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) { sum += a[i] * b[i]; }
  return sum;
}

double exact_variance(const oracle::Matrix& covariance, const Direction& direction) {
  double sum = 0.0;
  for (const std::vector<double>& row : direction.rows) {
    for (oracle::Index i = 0; i < covariance.rows(); ++i) {
      for (oracle::Index j = 0; j < covariance.cols(); ++j) {
        sum +=
            row[static_cast<std::size_t>(i)] * static_cast<double>(covariance(i, j)) * row[static_cast<std::size_t>(j)];
      }
    }
  }
  return sum;
}

struct AverageCase {
  std::shared_ptr<const TheoryChain> chain;
  Rule rule;
  std::shared_ptr<VectorExperiment> experiment;

  /// T times the variance, from the squared distances from the mean over trials, and their standard error.
  Mean variance(const Direction& direction) const {
    const double count = averaged_steps(*chain);
    const auto trials = static_cast<double>(experiment->trials());
    std::vector<double> squares(experiment->trials());
    for (const std::vector<double>& row : direction.rows) {
      std::vector<double> values;
      for (const std::vector<double>& errors : experiment->results()) { values.push_back(product_of(row, errors)); }
      const double mean = estimate(values).mean;
      for (std::size_t i = 0; i < values.size(); ++i) {
        squares[i] += count * (values[i] - mean) * (values[i] - mean) * trials / (trials - 1.0);
      }
    }
    return mean_of_trials(squares);
  }
  /// The length of the mean error in R x O, over the trials: what is left of the bias of order beta.
  double bias() const {
    double sum = 0.0;
    const Direction all = directions_of(*chain).back();
    for (const std::vector<double>& row : all.rows) {
      std::vector<double> values;
      for (const std::vector<double>& errors : experiment->results()) { values.push_back(product_of(row, errors)); }
      const double mean = estimate(values).mean;
      sum += mean * mean;
    }
    return std::sqrt(sum);
  }
};

class AveragedIterateTopic : public CaseTopic<AverageCase> {
 public:
  AveragedIterateTopic(const Options& options, const TheoryChains& chains) {
    for (const auto& chain : chains) {
      for (const Rule rule : {Rule::implicit, Rule::implicit_differential}) { add(options, chain, rule); }
    }
  }

  std::string name() const override { return "averaged_iterate"; }

  TopicResult result() const override {
    TopicResult result{
        name(),
        "Outlook: the covariance of the averaged iterate",
        {"With beta_t = beta_0 / (t + 1)^s and 1/2 < s < 1, the mean of the iterates over T steps has a covariance of "
         "C / T as T grows, with C = A^-1 Sigma A^-T. C contains neither the step-size nor the ratio c, and is the "
         "same "
         "for the standard, the implicit and both differential rules. ballast oracle computes it exactly; its entry "
         "for "
         "the average reward is the asymptotic variance of the cumulative reward, which the paper's outlook asks for.",
         fmt::format("Here s = {}, lambda = 0.25, c = 1, and the average is taken over the last 80 % of a run that "
                     "starts at the fixed point. The mean over the trials is subtracted: it is a bias of the order "
                     "beta, which the limit does not have. At these T it is not small (see the tables), so that the "
                     "covariance alone does not describe the error of the average yet.",
                     power)},
        {},
        {},
        {}};
    for (const AverageCase& one : cases_) { add_case(result, one); }
    return result;
  }

 private:
  void add(const Options& options, const std::shared_ptr<const TheoryChain>& chain, Rule rule) {
    const std::uint32_t trials = 2 * few_trials(options);
    cases_.push_back({chain, rule,
                      std::make_shared<VectorExperiment>(
                          experiment_name(options, fmt::format("average, {}, {}", chain->name(), name_of(rule))),
                          trials, chain->dimension() + 1, 2.0 * seconds_for(*chain, horizon_of(*chain).steps),
                          [&options, chain, rule](std::uint32_t trial) {
                            return averaged_error(*chain, rule, chain->generator(options.seed, trial));
                          })});
  }

  static void add_case(TopicResult& result, const AverageCase& one) {
    const TheoryChain& chain = *one.chain;
    const oracle::Matrix& exact = chain.covariance(lambda, ratio).of_average;
    TopicTable table{
        fmt::format("{}, {} rule: T times the variance of the average of {} iterates, {} runs", chain.title(),
                    name_of(one.rule), with_commas(static_cast<std::uint64_t>(averaged_steps(chain))),
                    with_commas(one.experiment->trials())),
        {"of", "measured", "standard error", "exact", "deviation in standard errors"},
        {}};
    Claim claim = topic_claim(
        "averaged_iterate", fmt::format("{}.{}_covariance", chain.name(), name_of(one.rule)), Source::ballast,
        fmt::format("The averaged iterate of the {} rule has the exact asymptotic covariance.", name_of(one.rule)),
        "Three parts: the variance of the average reward, that of the value of the best state over "
        "the worst, and the trace are within three standard errors of the exact ones.");
    std::vector<std::string> sentences;
    for (const Direction& direction : directions_of(chain)) {
      const Mean measured = one.variance(direction);
      const double target = exact_variance(exact, direction);
      const double deviation = measured.deviation(target);
      table.rows.push_back({direction.label, format_number(measured.value), format_number(measured.error),
                            format_number(target), fmt::format("{:.2f}", deviation)});
      claim.numbers.emplace_back(direction.name + "_measured", measured.value);
      claim.numbers.emplace_back(direction.name + "_exact", target);
      claim.parts.push_back(
          {fmt::format("{}: {:.2f} standard errors", direction.label, deviation), met_if(std::fabs(deviation) <= 3.0)});
      sentences.push_back(fmt::format("{} {} measured, {} exact", direction.label, format_number(measured.value),
                                      format_number(target)));
    }
    const double bias = averaged_steps(chain) * one.bias() * one.bias();
    table.rows.push_back({"the squared bias, times T", format_number(bias), "", "0 in the limit", ""});
    claim.numbers.emplace_back("squared_bias_times_T", bias);
    claim.measured = fmt::format("{}. T times the squared bias is {}.", listed(sentences), format_number(bias));
    claim.measured[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(claim.measured[0])));
    result.tables.push_back(table);
    result.claims.push_back(judged(claim));
  }
};

}  // namespace

std::shared_ptr<Topic> averaged_iterate_topic(const Options& options, const TheoryChains& chains) {
  return std::make_shared<AveragedIterateTopic>(options, chains);
}

}  // namespace ballast::reproduction
