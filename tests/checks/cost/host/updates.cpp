// A few updates as a program on a PC runs them, each called `calls` times by a function of its own, for callgrind to
// count (count.cmake).

#include <ballast/control/sarsa.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>

#include "noise.hpp"

using namespace ballast;

namespace {

constexpr uint32_t calls = 2000;
constexpr size_t states = 64;

volatile bool accepts_all = true;

void expect(bool is_accepted) {
  if (!is_accepted) { accepts_all = false; }
}

template <size_t Dimension>
using Tiles = ActiveFeatures<float, Dimension, 8>;

template <class T, size_t n>
void draw(ArrayOf<T, n>& features, Noise& random) {
  for (T& x : features) { x = random.number<T>() / T{16}; }
}
template <size_t n>
void draw(Tiles<n>& features, Noise& random) {
  features = Tiles<n>(0.35355339F);
  while (features.size() < 8) { (void)features.add(random.word() % n); }
}

/// Features of some states, the same for all learners.
template <class Features>
struct States {
  Features of[states + 1]{};

  States() {
    Noise random(1);
    for (Features& features : of) { draw(features, random); }
  }
};

template <class Learner, class Features>
struct Learning {
  States<Features> features;
  Learner learner;

  Learning() {
    expect(learner.start(typename Learner::Config().step_size(static_cast<typename Learner::Value>(0.5F))) ==
           Status::ok);
  }

  void step(uint32_t t) {
    const auto report = learner.update(features.of[t % states], static_cast<typename Learner::Value>(t % 3),
                                       features.of[t % states + 1]);
    expect(report.status == Status::ok);
  }
};

template <class Learner>
using Dense = Learning<Learner, typename Learner::Features>;

template <class T, size_t Dimension>
using Free = Learner<T, Dimension, Implicit, NoProjection<T>>;

struct Deciding {
  using Agent = Sarsa<float, Tiles<1024>, 4>;
  States<Tiles<1024>> features;
  Agent agent;

  Deciding() { expect(agent.start(Agent::Config().step_size(0.2F).epsilon(0.1F), 1) == Status::ok); }

  void step(uint32_t t) { expect(agent.tick(static_cast<float>(t % 3), features.of[t % states]).status == Status::ok); }
};

template <class Subject>
[[gnu::always_inline]] inline void run(Subject& subject) {
  for (uint32_t t = 0; t < calls; ++t) { subject.step(t); }
}

Dense<Learner<float, 4>> float_4;
Dense<Learner<float, 16>> float_16;
Dense<Free<float, 64>> float_64_free;
Dense<Learner<float, 1000>> float_1000;
#if !defined(WITHOUT_DOUBLE)
Dense<Learner<double, 16>> double_16;
Dense<Free<double, 64>> double_64_free;
#endif
Learning<SparseLearner<float, 4096>, Tiles<4096>> sparse_8_of_4096;
Deciding sarsa_8_of_1024;

}  // namespace

// Names that callgrind writes as they are.
extern "C" {
[[gnu::noinline]] void count_float_4() {
  run(float_4);
}
[[gnu::noinline]] void count_float_16() {
  run(float_16);
}
[[gnu::noinline]] void count_float_64_free() {
  run(float_64_free);
}
[[gnu::noinline]] void count_float_1000() {
  run(float_1000);
}
#if !defined(WITHOUT_DOUBLE)
[[gnu::noinline]] void count_double_16() {
  run(double_16);
}
[[gnu::noinline]] void count_double_64_free() {
  run(double_64_free);
}
#endif
[[gnu::noinline]] void count_sparse_8_of_4096() {
  run(sparse_8_of_4096);
}
[[gnu::noinline]] void count_sarsa_8_of_1024() {
  run(sarsa_8_of_1024);
}
}

int main() {
  count_float_4();
  count_float_16();
  count_float_64_free();
  count_float_1000();
#if !defined(WITHOUT_DOUBLE)
  count_double_16();
  count_double_64_free();
#endif
  count_sparse_8_of_4096();
  count_sarsa_8_of_1024();
  return accepts_all ? 0 : 1;
}
