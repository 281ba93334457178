// The average reward of a constant reward, learned slowly: a float that is added to in steps below half a unit in its
// last place must not stand still.

#include <ballast/learner.hpp>
#include <ballast/sparse_learner.hpp>

#include <cmath>

#include <etl/array.h>

#include "case.hpp"
#include "failure.hpp"

namespace search {
namespace {

using namespace ballast;

/// Float against double, as a fraction of the reward.
constexpr double tolerance = 1e-6;

struct Slow {
  float beta;
  float ratio;
  float reward;
  float start;  // average reward at the start
  size_t steps;
};

template <template <class, size_t, class...> class L, class T>
class One {
  using Learned = L<T, 2, Implicit, SeparateBalls<T>>;

 public:
  explicit One(const Slow& slow) : reward_(static_cast<T>(slow.reward)) {
    const T radius = static_cast<T>(10.0F * std::fabs(slow.reward));
    const auto config = typename Learned::Config()
                            .lambda(T{0})
                            .ratio(static_cast<T>(slow.ratio))
                            .step_size(static_cast<T>(slow.beta))
                            .projection({radius, radius});
    const Status status = learner_.start(config, typename Learned::Weights{}, static_cast<T>(slow.start));
    require(status == Status::ok, "a learner of the average reward does not start", name(status));
  }

  void update() {
    const etl::array<T, 2> phi{{T{1}, T{0}}};
    const Status status = learner_.update(phi, reward_, phi).status;
    require(status == Status::ok, "a constant reward is refused", name(status));
  }

  double average_reward() const { return static_cast<double>(learner_.average_reward()); }

 private:
  Learned learner_;
  T reward_;
};

template <class T, size_t N, class... Rest>
using Dense = Learner<T, N, Rest...>;
template <class T, size_t N, class... Rest>
using Sparse = SparseLearner<T, N, Rest...>;

Slow draw_slow(Draw& draw) {
  const double rate = draw.log_uniform(1e-8, 1e-2);  // c beta
  const double beta = draw.log_uniform(1e-3, 1.0);
  const double reward = (draw.chance(0.5) ? 1.0 : -1.0) * draw.log_uniform(1e-3, 1e3);
  const double part = draw.chance(0.5) ? 0.0 : draw.uniform();
  Slow slow{};
  slow.beta = static_cast<float>(beta);
  slow.ratio = static_cast<float>(rate / beta);
  slow.reward = static_cast<float>(draw.chance(0.5) ? 1.0 : reward);
  slow.start = static_cast<float>(part * static_cast<double>(slow.reward));
  slow.steps = draw.log_uniform_count(1000, 100000);
  return slow;
}

void compare(const char* name, double actual, double expected, double reward, Tally& tally) {
  const double error = std::fabs(actual - expected) / std::fabs(reward);
  tally.measure("average reward", error / tolerance);
  require(error <= tolerance, "average reward stalls", format("%s has %.9g instead of %.9g", name, actual, expected));
}

}  // namespace

void check_average_reward(Draw& draw, Tally& tally, std::string& description) {
  const Slow slow = draw_slow(draw);
  One<Dense, float> dense_float(slow);
  One<Sparse, float> sparse_float(slow);
  One<Dense, double> dense_double(slow);
  One<Sparse, double> sparse_double(slow);
  for (size_t t = 1; t <= slow.steps; ++t) {
    dense_float.update();
    sparse_float.update();
    dense_double.update();
    sparse_double.update();
    if (t % 64 != 0 && t != slow.steps) { continue; }
    description = format("step %zu of %zu, reward %.9g for ever, beta %.9g, ratio %.9g, omega %.9g at the start", t,
                         slow.steps, wide(slow.reward), wide(slow.beta), wide(slow.ratio), wide(slow.start));
    const double expected = dense_double.average_reward();
    const double reward = static_cast<double>(slow.reward);
    compare("dense float", dense_float.average_reward(), expected, reward, tally);
    compare("sparse float", sparse_float.average_reward(), expected, reward, tally);
    compare("sparse double", sparse_double.average_reward(), expected, reward, tally);
  }
  tally.updates += 4 * slow.steps;
}

}  // namespace search
