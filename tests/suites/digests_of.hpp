#pragma once
/// What is computed to compare the bits of two machines: every function gives the digest of a run. Read by
/// same_bits.cpp, which runs all of them, and by tests/digests, where there is no Unity and int may have 16 bits.

#include <ballast/array.hpp>
#include <ballast/control/sarsa.hpp>
#include <ballast/features/normalise.hpp>
#include <ballast/features/random_fourier.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/features/tile_coder.hpp>
#include <ballast/learner.hpp>
#include <ballast/math/logarithm.hpp>
#include <ballast/math/normal.hpp>
#include <ballast/math/sine.hpp>
#include <ballast/sim/access_control.hpp>
#include <ballast/sim/boyan_chain.hpp>
#include <ballast/sim/pendulum.hpp>
#include <ballast/sim/random_mrp.hpp>
#include <ballast/sparse_learner.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include <etl/type_traits.h>
#include <etl/utility.h>

#include <stddef.h>
#include <stdint.h>

#include "digest.hpp"
#include "noise.hpp"
#include "settings.hpp"

namespace digests {

using namespace ballast;

// --- parts ----------------------------------------------------------------------------------------------------------

template <class T>
uint64_t digest_of_pow() {
  constexpr double powers[] = {0.99, 0.5, 0.0625, 1e-3};
  Digest digest;
  for (const double power : powers) {
    uint32_t base = 1;
    for (int i = 0; i < 300; ++i) {
      digest.add(ballast::pow(static_cast<T>(base), static_cast<T>(power)));
      base += base / 14 + 1;  // 1 to 2^31, ever more coarsely
    }
  }
  return digest.value();
}

template <class T>
uint64_t digest_of_square_roots() {
  Noise random(5);
  Digest digest;
  for (int i = 0; i < 1000; ++i) {
    const T x = random.number<T>() + static_cast<T>(1.5);
    digest.add(square_root(x));
    digest.add(square_root(x * static_cast<T>(0x1p-100)));
  }
  return digest.value();
}

template <class T>
uint64_t digest_of_sines() {
  Noise random(6);
  Digest digest;
  T scale = static_cast<T>(0x1p-20);
  for (int i = 0; i < 2000; ++i) {
    const SineCosine<T> result = sine_cosine(random.number<T>() * scale);
    digest.add(result.sine);
    digest.add(result.cosine);
    if (i % 50 == 49) { scale = scale * T{2}; }
  }
  return digest.value();
}

template <class T>
uint64_t digest_of_logarithms() {
  Noise random(7);
  Digest digest;
  T scale = static_cast<T>(0x1p-60);
  for (int i = 0; i < 2400; ++i) {
    digest.add(logarithm((random.number<T>() + static_cast<T>(1.5)) * scale));
    digest.add(logarithm(T{1} - random.number<T>() * static_cast<T>(0x1p-10)));
    if (i % 20 == 19) { scale = scale * T{2}; }
  }
  return digest.value();
}

template <class T>
uint64_t digest_of_normals() {
  Random random(8);
  Digest digest;
  for (int i = 0; i < 2000; ++i) { digest.add(normal<T>(random)); }
  return digest.value();
}

template <class T>
using FourierTable = RandomFourierTable<T, 3, 60>;

template <class T>
uint64_t digest_of_fourier_table(FourierTable<T>& table) {
  Digest digest;
  digest.add_word(static_cast<uint8_t>(draw_random_fourier(table, {static_cast<T>(0.5), static_cast<T>(1.7)}, 10)));
  for (const auto& weights : table.weights) {
    for (const T w : weights) { digest.add(w); }
  }
  for (const T phase : table.phases) { digest.add(phase); }
  digest.add(table.scale);
  return digest.value();
}

template <class T>
uint64_t digest_of_fourier_features(const FourierTable<T>& table) {
  Noise random(9);
  Digest digest;
  ArrayOf<T, 60> phi{};
  for (int i = 0; i < 40; ++i) {
    const T speed = random.number<T>() * T{8};
    const ArrayOf<T, 3> x{{random.number<T>(), random.number<T>(), speed}};
    digest.add_word(static_cast<uint8_t>(random_fourier(table, x, phi)));
    for (const T feature : phi) { digest.add(feature); }
  }
  return digest.value();
}

template <class T>
uint64_t digest_of_limited_norms() {
  Noise random(12);
  Digest digest;
  ArrayOf<T, 37> phi{};
  for (int i = 0; i < 100; ++i) {
    const T scale = static_cast<T>(i % 3 == 0 ? 0x1p70 : i % 3 == 1 ? 0.5 : 0.125);
    for (T& x : phi) { x = random.number<T>() * scale; }
    digest.add_word(static_cast<uint8_t>(limit_norm(phi)));
    for (const T x : phi) { digest.add(x); }
  }
  return digest.value();
}

template <class T>
uint64_t digest_of_schedules() {
  const ConstantSchedule<T> constant{static_cast<T>(0.7)};
  const PolynomialSchedule<T> evaluation{static_cast<T>(1.5), 1, static_cast<T>(0.99), 150};
  const PolynomialSchedule<T> control{static_cast<T>(600), 400, static_cast<T>(0.99), 150};
  Digest digest;
  for (uint32_t t = 0; t < 1000; ++t) {
    digest.add(constant.rate(t));
    digest.add(evaluation.rate(t));
    digest.add(control.rate(t));
  }
  return digest.value();
}

// --- simulators -----------------------------------------------------------------------------------------------------

template <class Process>
void add_walk(Digest& digest, Process& process, Random& random) {
  process.start(random);
  for (int t = 0; t < 200; ++t) {
    digest.add(process.step(random));
    for (const auto x : process.features()) { digest.add(x); }
  }
}

template <class T>
uint64_t digest_of_processes() {
  Random random(42);
  Digest digest;
  sim::RewardProcess<T, 12, 5> mrp;
  sim::draw_random_mrp(mrp, random);
  add_walk(digest, mrp, random);
  sim::BoyanChain<T> chain;
  sim::make_boyan_chain(chain, sim::draw_boyan_policy(random));
  add_walk(digest, chain, random);
  return digest.value();
}

template <class T>
uint64_t digest_of_control() {
  Random random(43);
  Digest digest;
  sim::AccessControl<T> queue;
  sim::Pendulum<T> pendulum;
  queue.start(random);
  pendulum.start(random);
  for (int t = 0; t < 1000; ++t) {
    digest.add(queue.step(random.below(2), random));
    digest.add_word(queue.free_servers());
    digest.add(pendulum.step(random.below(5)));
    digest.add(pendulum.angle());
    digest.add(pendulum.speed());
  }
  return digest.value();
}

// --- the learner ----------------------------------------------------------------------------------------------------

template <class Learner>
void add_state(Digest& digest, const Learner& learner, size_t dimension) {
  for (size_t i = 0; i < dimension; ++i) {
    digest.add(learner.weight(i));
    digest.add(learner.trace(i));
  }
  digest.add(learner.average_reward());
  digest.add_word(learner.updates());
  digest.add_word(learner.projections());
  digest.add_word(learner.rejections());
}

template <class Value>
void add_report(Digest& digest, const Report<Value>& report) {
  digest.add_word(static_cast<uint8_t>(report.status));
  digest.add_word(static_cast<uint8_t>(report.projected));
  digest.add(report.td_error);
  digest.add(report.weights_step_size);
  digest.add(report.average_reward_step_size);
  digest.add(report.trace_norm2);
}

/// 60 transitions with features of about unit length, rewards in [-1, 1) and a ball that is reached now and then:
/// returns how often.
template <class Learner, size_t dimension>
uint32_t add_run(Digest& digest, const typename Learner::Settings& config) {
  using T = typename Learner::Value;
  Noise random(static_cast<uint32_t>(dimension));
  const T scale = static_cast<T>(dimension > 64 ? 0.0625F : dimension > 16 ? 0.125F : dimension > 4 ? 0.25F : 0.5F);
  typename Learner::Features phi{};
  typename Learner::Features next{};
  typename Learner::Weights start{};
  for (T& weight : start) { weight = random.number<T>() * scale; }

  Learner learner;
  digest.add_word(static_cast<uint8_t>(learner.start(config, start, static_cast<T>(0.25F))));
  for (T& x : phi) { x = random.number<T>() * scale; }
  for (int t = 0; t < 60; ++t) {
    for (T& x : next) { x = random.number<T>() * scale; }
    add_report(digest, learner.update(phi, random.number<T>(), next));
    digest.add(learner.value(next));
    digest.add(learner.contrast(phi, next));
    phi = next;
  }
  add_state(digest, learner, dimension);
  return learner.projections();
}

template <class T, class Rule, size_t dimension, class Projection, class Schedule>
uint32_t add_learner(Digest& digest, const Projection& projection, const Schedule& schedule) {
  using L = Learner<T, dimension, Rule, Projection, Schedule>;
  return add_run<L, dimension>(digest, settings_of<L>(static_cast<T>(0.8), static_cast<T>(0.5), schedule, projection));
}

template <class T>
ConstantSchedule<T> constant() {
  return {static_cast<T>(1.5)};
}
template <class T>
PolynomialSchedule<T> polynomial() {
  return {static_cast<T>(2), 3, static_cast<T>(0.6), 5};
}

template <class T>
NoProjection<T> no_ball() {
  return {};
}
template <class T>
JointBall<T> joint_ball() {
  return {static_cast<T>(0.75)};
}
template <class T>
SeparateBalls<T> separate_balls() {
  return {static_cast<T>(0.25), static_cast<T>(0.5)};
}

using EveryDimension = etl::index_sequence<1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                           22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 64, 100, 256>;

template <class T, size_t... dimensions>
uint64_t digest_of_dimensions(etl::index_sequence<dimensions...>) {
  Digest digest;
  ((void)add_learner<T, Implicit, dimensions>(digest, joint_ball<T>(), constant<T>()), ...);
  return digest.value();
}

/// Instead of a digest, where no projection acted in a run that is made for it.
constexpr uint64_t never_reached = 0;

/// One ball as it is, without the all-ones direction and without a given one.
template <class T, class Rule, size_t dimension, class Schedule, class Ball>
uint64_t digest_of(const Schedule& schedule, const Ball& ball) {
  WithoutDirection<Ball, dimension> without{ball, {}};
  for (size_t i = 0; i < dimension; ++i) { without.direction[i] = static_cast<T>(i % 3 + 1); }
  Digest digest;
  const uint32_t projections[] = {add_learner<T, Rule, dimension>(digest, ball, schedule),
                                  add_learner<T, Rule, dimension>(digest, WithoutOnes<Ball>{ball}, schedule),
                                  add_learner<T, Rule, dimension>(digest, without, schedule)};
  for (const uint32_t count : projections) {
    if (count == 0 && Ball::Traits::has_ball) { return never_reached; }
  }
  return digest.value();
}

template <class ForWeights, class ForAverageReward>
TwoTimescaleSchedule<ForWeights, ForAverageReward> two(const ForWeights& weights, const ForAverageReward& average) {
  return {weights, average};
}

template <class T, class Rule, size_t dimension, class Schedule>
uint64_t digest_of_rule(const Schedule& schedule) {
  Digest digest;
  (void)add_learner<T, Rule, dimension>(digest, no_ball<T>(), schedule);
  const uint32_t projections = add_learner<T, Rule, dimension>(digest, joint_ball<T>(), schedule) +
                               add_learner<T, Rule, dimension>(digest, separate_balls<T>(), schedule);
  return projections > 0 ? digest.value() : never_reached;
}

// --- tiles ----------------------------------------------------------------------------------------------------------

/// Ranges whose bounds are no short fractions; some inputs are outside. Then a learner of such features.
template <class T>
uint64_t digest_of_tiles() {
  using Coder = TileCoder<T, 8, 7, 3, 2>;
  const Coder coder{{{static_cast<T>(-0.7), static_cast<T>(0.9)},
                     {static_cast<T>(0), static_cast<T>(1e-3)},
                     {static_cast<T>(-271.3), static_cast<T>(314.1)}}};
  Noise random(17);
  Digest digest;
  Learner<T, Coder::dimension> learner;
  digest.add_word(static_cast<uint8_t>(start_with(learner, static_cast<T>(0.8), T{1}, {T{1}}, {T{2}})));
  typename Coder::Features phi(Coder::unit_value);
  typename Coder::Features next(Coder::unit_value);
  for (int t = 0; t < 1000; ++t) {
    const T x = random.number<T>();
    const T y = random.number<T>() * static_cast<T>(1.1e-3);
    const TileReport tiles = coder.encode({{x, y, random.number<T>() * T{300}}}, next);
    digest.add_word(static_cast<uint8_t>(tiles.status));
    digest.add_word(tiles.clamped);
    for (size_t k = 0; k < next.size(); ++k) { digest.add_word(static_cast<uint32_t>(next.index(k))); }
    if (t % 10 == 0) { add_report(digest, learner.update(phi, random.number<T>(), next)); }
    phi = next;
  }
  digest.add(Coder::unit_value);
  add_state(digest, learner, Coder::dimension);
  return digest.value();
}

// --- the agent ------------------------------------------------------------------------------------------------------

/// 2,000 ticks of access control with tile coding: every action, and in the end every byte of what was learned.
template <class T, class Rule, class Schedule>
uint64_t digest_of_agent(const Schedule& schedule) {
  using Queue = sim::AccessControl<T>;
  using Coder = TileCoder<T, 4, 4, 4>;
  using Agent = Sarsa<T, typename Coder::Features, Queue::actions, Rule, JointBall<T>, Schedule, EpsilonSteps<T, 2>>;
  constexpr Coder coder{{{T{0}, T{1}}, {T{0}, T{1}}}};
  const auto encode = [&coder](const Queue& queue) {
    typename Coder::Features phi(Coder::unit_value);
    (void)coder.encode(queue.observation(), phi);
    return phi;
  };
  Random random(44);
  Queue queue;
  Agent agent;
  Digest digest;
  queue.start(random);
  const T lambda = static_cast<T>(0.25);
  (void)agent.start(
      typename Agent::Config().lambda(lambda).ratio(T{1}).schedule(schedule).radius(T{1}).epsilon(lambda).epsilon_from(
          1500, T{0}),
      45);
  Decision decision = agent.observe(encode(queue), queue.feasible());
  for (int t = 0; t < 2000; ++t) {
    digest.add_word(decision.action);
    const T reward = queue.step(decision.action, random);  // first: the order of arguments is anybody's
    decision = agent.tick(reward, encode(queue), queue.feasible());
  }
  add_state(digest, agent.learner(), Agent::Features::dimension);
  digest.add_word(agent.random_state());
  return digest.value();
}

template <class T>
PolynomialSchedule<T> of_control() {
  return {T{600}, 400, static_cast<T>(0.99), 150};
}

// --- the sparse learner ---------------------------------------------------------------------------------------------

constexpr size_t sparse_dimension = 70;

template <class T>
using SeparateWithoutOnes = WithoutOnes<SeparateBalls<T>>;
template <class T>
using FreeWithoutOnes = WithoutOnes<NoProjection<T>>;

/// 320 transitions: enough for features to be settled, for traces to end and for the norm to be summed up again.
/// Now and then a feature is large, and an epoch ends early.
template <class T, class Rule, class Projection>
void add_sparse_run(Digest& digest, const Projection& projection, double lambda) {
  constexpr size_t dimension = sparse_dimension;
  SparseLearner<T, dimension, Rule, Projection> learner;
  const bool is_standard = etl::is_same<Rule, Standard>::value || etl::is_same<Rule, Differential>::value;
  const T beta = static_cast<T>(is_standard ? 0.05 : 1.0);
  digest.add_word(
      static_cast<uint8_t>(start_with(learner, static_cast<T>(lambda), static_cast<T>(0.5), {beta}, projection)));
  Noise random(21);
  SparseFeatures<T, dimension, 3> phi;
  SparseFeatures<T, dimension, 3> next;
  for (int t = 0; t < 320; ++t) {
    next.clear();
    const T size = static_cast<T>(t % 50 == 17 ? 0x1p5F : 0x1p-1F);
    for (int k = 0; k < 3; ++k) {
      const size_t index = random.word() % dimension;
      (void)next.add(index, random.number<T>() * size);
    }
    const T reward = random.number<T>();
    add_report(digest, learner.update(phi, reward, next));
    digest.add(learner.value(next));
    phi = next;
  }
  for (size_t i = 0; i < dimension; ++i) {
    digest.add(learner.weight(i));
    digest.add(learner.trace(i));
  }
  digest.add(learner.average_reward());
  digest.add_word(learner.projections());
}

template <class T, class Rule, class Projection>
uint64_t digest_of_sparse(const Projection& projection) {
  constexpr double lambdas[] = {0.0, 0.25, 0.6, 0.9, 0.99};
  Digest digest;
  for (const double lambda : lambdas) { add_sparse_run<T, Rule>(digest, projection, lambda); }
  return digest.value();
}

/// A wave that takes its own trace off again, resets and silence: where everything is summed up, and added up with
/// twice the digits after that.
template <class T, class Projection>
uint64_t digest_of_cancelled_traces(const Projection& projection) {
  constexpr size_t dimension = sparse_dimension;
  SparseLearner<T, dimension, Implicit, Projection> learner;
  Digest digest;
  const T lambda = static_cast<T>(0.97);
  digest.add_word(static_cast<uint8_t>(start_with(learner, lambda, static_cast<T>(0.01), {T{40}}, projection)));
  Noise random(22);
  SparseFeatures<T, dimension, 3> phi;
  for (int t = 0; t < 500; ++t) {
    SparseFeatures<T, dimension, 3> next;
    const bool is_silent = t % 100 > 90;
    if (!is_silent) { (void)next.add(3, static_cast<T>(t / 8 % 2 == 0 ? 1 : -1)); }
    if (t % 10 == 0) {
      const size_t index = 4 + random.word() % 16;
      (void)next.add(index, random.number<T>() * static_cast<T>(0x1p-6F));
    }
    if (t % 150 == 149) { learner.reset_trace(); }
    add_report(digest, learner.update(phi, random.number<T>(), next));
    phi = next;
  }
  for (size_t i = 0; i < dimension; ++i) { digest.add(learner.weight(i)); }
  digest.add_word(learner.refreshes());
  return digest.value();
}

}  // namespace digests
