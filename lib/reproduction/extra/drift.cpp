#include "reproduction/extra/drift.hpp"

#include <ballast/learner.hpp>
#include <ballast/sim/random_mrp.hpp>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>

#include <etl/array.h>

#include "experiments/runner/checkpoints.hpp"
#include "experiments/runner/interrupt.hpp"
#include "experiments/runner/seeds.hpp"
#include "experiments/trials/exact_solution.hpp"
#include "experiments/trials/model_of.hpp"
#include "reproduction/paper/environments.hpp"

namespace ballast::reproduction {
namespace {

using ballast::Random;
using Mrp = ballast::sim::RandomMrp<double>;

constexpr std::size_t dimension = Mrp::dimension;
constexpr std::size_t constant_feature = dimension - 2;  // the column e
constexpr double step_size = 1.0;

constexpr std::size_t instances = 20;

/// The instance of a trial, walked for much longer.
struct World {
  Random random;
  Mrp mrp;

  World(std::uint64_t seed, std::uint32_t trial) : random(trial_seed(seed, paper::mrp_number, trial)) {
    ballast::sim::draw_random_mrp(mrp, random);
    mrp.start(random);
  }
};

template <class Learner>
void look(const Learner& learner, const ExactSolution& exact, std::uint32_t t, DriftRun& run) {
  std::array<double, dimension> theta;
  double norm2 = 0.0;
  for (std::size_t i = 0; i < dimension; ++i) {
    theta[i] = static_cast<double>(learner.weights()[i]);
    norm2 += theta[i] * theta[i];
  }
  run.norms.emplace_back(t, std::sqrt(norm2));
  run.losses.emplace_back(t, exact.loss(static_cast<double>(learner.average_reward()), theta.data()));
}

template <class T, class Projection>
void follow(const Projection& projection, World& world, std::uint32_t steps, DriftRun& run) {
  const ExactSolution exact = solve_exactly(model_of(world.mrp), paper::lambda);
  std::array<etl::array<T, dimension>, Mrp::states> phi;
  for (std::size_t s = 0; s < Mrp::states; ++s) {
    for (std::size_t i = 0; i < dimension; ++i) { phi[s][i] = static_cast<T>(world.mrp.phi[s][i]); }
  }
  using Learner = ballast::Learner<T, dimension, ballast::Implicit, Projection>;
  const auto config = typename Learner::Config()
                          .lambda(static_cast<T>(paper::lambda))
                          .ratio(T{1})
                          .step_size(static_cast<T>(step_size))
                          .projection(projection);
  Learner learner;
  if (learner.start(config) != ballast::Status::ok) { return; }
  for (std::uint32_t t = 1; t <= steps && !is_interrupted(); ++t) {
    const std::size_t s = world.mrp.state();
    const double reward = world.mrp.step(world.random);
    if (learner.update(phi[s], static_cast<T>(reward), phi[world.mrp.state()]).status != ballast::Status::ok) {
      return;
    }
    if (is_checkpoint(t, steps)) { look(learner, exact, t, run); }
  }
}

template <class T>
void follow(std::uint64_t seed, std::uint32_t steps, DriftRun& run) {
  using Free = ballast::NoProjection<T>;
  const auto world = std::make_unique<World>(seed, 0);
  if (!run.is_direction_removed) { return follow<T>(Free{}, *world, steps, run); }
  ballast::WithoutDirection<Free, dimension> without{};
  without.direction[constant_feature] = 1;
  follow<T>(without, *world, steps, run);
}

/// The mean change of theta along the constant direction in a step.
double rate_of(World& world, std::uint32_t steps) {
  using Learner = ballast::Learner<double, dimension, ballast::Implicit, ballast::NoProjection<double>>;
  Learner learner;
  const auto config = Learner::Config().lambda(paper::lambda).ratio(1.0).step_size(step_size);
  if (learner.start(config) != ballast::Status::ok) { return 0.0; }
  for (std::uint32_t t = 0; t < steps && !is_interrupted(); ++t) {
    const std::size_t s = world.mrp.state();
    const double reward = world.mrp.step(world.random);
    (void)learner.update(world.mrp.phi[s], reward, world.mrp.phi[world.mrp.state()]);  // bounded: never refused
  }
  return std::fabs(learner.weights()[constant_feature]) / steps;
}

}  // namespace

DriftExperiment::DriftExperiment(const Options& options) : options_(options), rates_(instances) {
  for (const char* scalar : {"double", "float"}) {
    for (const bool is_removed : {false, true}) { runs_.push_back({scalar, is_removed, step_size, {}, {}}); }
  }
}

void DriftExperiment::run(std::uint32_t trial) {
  if (trial >= runs_.size()) {
    const auto instance = static_cast<std::uint32_t>(trial - runs_.size());
    const auto world = std::make_unique<World>(options_.seed, instance);
    rates_[instance] = rate_of(*world, options_.drift_steps / 10);
    return;
  }
  DriftRun& run = runs_[trial];
  if (run.scalar == "double") { return follow<double>(options_.seed, options_.drift_steps, run); }
  follow<float>(options_.seed, options_.drift_steps, run);
}

std::string DriftExperiment::name() const {
  return fmt::format("seed {}, drift", options_.seed);
}

void DriftExperiment::save(std::uint32_t trial, OutcomeWriter& out) const {
  if (trial >= runs_.size()) { return out.put(rates_[trial - runs_.size()]); }
  out.put(runs_[trial].norms);
  out.put(runs_[trial].losses);
}

void DriftExperiment::load(std::uint32_t trial, OutcomeReader& in) {
  if (trial >= runs_.size()) { return in.get(rates_[trial - runs_.size()]); }
  in.get(runs_[trial].norms);
  in.get(runs_[trial].losses);
}

}  // namespace ballast::reproduction
