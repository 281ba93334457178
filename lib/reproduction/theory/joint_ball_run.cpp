#include "reproduction/theory/joint_ball_run.hpp"

#include <ballast/sim/random_mrp.hpp>

#include <cmath>
#include <limits>
#include <memory>

#include "experiments/runner/interrupt.hpp"
#include "experiments/runner/seeds.hpp"
#include "experiments/trials/exact_solution.hpp"
#include "experiments/trials/model_of.hpp"
#include "experiments/trials/trial_learner.hpp"
#include "reproduction/paper/environments.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

using Mrp = ballast::sim::RandomMrp<double>;

constexpr std::size_t dimension = Mrp::dimension;
constexpr std::size_t constant_feature = dimension - 2;  // the column e

/// The trial of figure 2: instance, start weights and trajectory are drawn in its order.
struct Walk {
  Mrp mrp;
  Mrp::Features start{};
  std::vector<std::size_t> path;  // S_0, ..., S_T
  ExactSolution exact;
  double norm_star = 0.0;

  Walk(std::uint64_t seed, std::uint32_t trial, std::uint32_t steps) {
    ballast::Random random(trial_seed(seed, paper::mrp_number, trial));
    ballast::sim::draw_random_mrp(mrp, random);
    for (double& weight : start) { weight = random.uniform(-1.0, 1.0); }
    mrp.start(random);
    path.push_back(mrp.state());
    for (std::uint32_t t = 0; t < steps; ++t) {
      (void)mrp.step(random);
      path.push_back(mrp.state());
    }
    exact = solve_exactly(model_of(mrp), paper::lambda);
    double norm2 = exact.omega * exact.omega;
    for (const double weight : exact.theta_star) { norm2 += weight * weight; }
    norm_star = std::sqrt(norm2);
  }
};

struct BallOutcome {
  double loss = std::numeric_limits<double>::quiet_NaN();
  double share = 0.0;
};

/// The projection of a run. The features have full rank, and so O leaves out the constant direction alone.
Method method_of(const BallRun& run, double radius) {
  Method method{};
  method.rule = run.rule;
  method.lambda = paper::lambda;
  method.step_size = run.step_size;
  switch (run.kind) {
    case BallKind::none: break;
    case BallKind::joint:
    case BallKind::joint_in_O: method.radii = joint_ball(radius); break;
    case BallKind::separate:
    case BallKind::separate_in_O: method.radii = Radii{paper::omega_radius, radius}; break;
  }
  method.is_without_constant = run.kind == BallKind::joint_in_O || run.kind == BallKind::separate_in_O;
  return method;
}

BallOutcome follow(const Walk& walk, const BallRun& run) {
  std::vector<double> constant_direction(dimension);
  constant_direction[constant_feature] = 1.0;
  const auto learner = make_learner<double>(method_of(run, run.factor * walk.norm_star), constant_direction);
  require_started(learner->start({walk.start.begin(), walk.start.end()}));
  BallOutcome outcome;
  for (std::size_t t = 0; t + 1 < walk.path.size(); ++t) {
    const std::size_t s = walk.path[t];
    const auto report =
        learner->update(walk.mrp.phi[s].data(), walk.mrp.reward[s], walk.mrp.phi[walk.path[t + 1]].data());
    if (report.status != ballast::Status::ok) { return outcome; }
  }
  outcome.loss = walk.exact.loss(learner->average_reward(), learner->weights().data());
  outcome.share = static_cast<double>(learner->projections()) / static_cast<double>(walk.path.size() - 1);
  return outcome;
}

void add_runs(std::vector<BallRun>& runs, Rule rule, double step_size, const std::vector<BallKind>& kinds) {
  runs.push_back({rule, step_size, BallKind::none, 0.0});
  for (const BallKind& kind : kinds) {
    for (const double factor : radius_factors) { runs.push_back({rule, step_size, kind, factor}); }
  }
}

std::vector<BallRun> make_runs() {
  std::vector<BallRun> runs;
  for (const double step_size : ball_step_sizes) {
    add_runs(runs, Rule::implicit, step_size,
             {BallKind::joint, BallKind::joint_in_O, BallKind::separate, BallKind::separate_in_O});
  }
  add_runs(runs, Rule::standard, exploding_step_size, {BallKind::joint, BallKind::joint_in_O, BallKind::separate});
  add_runs(runs, Rule::implicit, exploding_step_size, {});
  return runs;
}

}  // namespace

const std::vector<BallRun>& ball_runs() {
  static const std::vector<BallRun> runs = make_runs();
  return runs;
}

std::vector<double> run_ball_trial(std::uint64_t seed, std::uint32_t trial, std::uint32_t steps) {
  const auto walk = std::make_unique<Walk>(seed, trial, steps);
  std::vector<double> numbers = {walk->norm_star, walk->exact.loss(0.0, walk->start.data())};
  for (const BallRun& run : ball_runs()) {
    if (is_interrupted()) { break; }
    const BallOutcome outcome = follow(*walk, run);
    numbers.push_back(outcome.loss);
    numbers.push_back(outcome.share);
  }
  return numbers;
}

}  // namespace ballast::reproduction
