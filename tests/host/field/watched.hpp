#pragma once
// Learners and agents in the paper's environments and in the sensor node's, each watched by its companions, each with
// faults that can be put in while it runs. They can be copied: several faults are put into copies of one that runs.

#include <ballast/ballast.hpp>
#include <ballast/sim/access_control.hpp>
#include <ballast/sim/boyan_chain.hpp>
#include <ballast/sim/pendulum.hpp>
#include <ballast/sim/random_mrp.hpp>

#include <pendulum/fourier_table.hpp>
#include <sensor_node/site.hpp>

#include <etl/array.h>

namespace field {

using ballast::Random;

enum class Fault : uint8_t {
  none,
  step_size,  // 100 times too large
  stuck,      // a sensor that always reads the same from now on
  sign,       // that of the reward
  drift,      // features, or inputs of tiles, that double in 4096 ticks, again and again
  beyond,     // rewards a million times as large, far beyond the radius
  changed,    // the environment is another
};
constexpr Fault faults[] = {Fault::step_size, Fault::stuck, Fault::sign, Fault::drift, Fault::beyond, Fault::changed};

inline const char* name(Fault fault) {
  switch (fault) {
    case Fault::none: return "none";
    case Fault::step_size: return "step-size x 100";
    case Fault::stuck: return "sensor stuck";
    case Fault::sign: return "sign of the reward flipped";
    case Fault::drift: return "features drift in scale";
    case Fault::beyond: return "rewards beyond the radius";
    case Fault::changed: return "environment changed";
  }
  return "";
}

/// What all of them have.
template <size_t Actions, size_t Inputs>
class Watched {
 public:
  /// What is not measured in the ticks before does not count later.
  void put_in(Fault fault) {
    fault_ = fault;
    ticks_ = 0;
    scale_.use();
  }
  ballast::Verdict verdict() const { return health_.verdict(); }
  uint8_t warnings() const { return scale_.warnings().bits(); }

 protected:
  bool has(Fault fault) const { return fault_ == fault; }
  float rewarded(float reward) const {
    return has(Fault::sign) ? -reward : (has(Fault::beyond) ? reward * 1e6F : reward);
  }
  /// A factor that grows to 1024.
  float drifted() const {
    float factor = 1.0F;
    for (uint32_t t = 4096; t <= ticks_ && factor < 1024.0F; t += 4096) { factor *= 2.0F; }
    return factor * (factor < 1024.0F ? 1.0F + static_cast<float>(ticks_ % 4096) / 4096.0F : 1.0F);
  }

  Fault fault_ = Fault::none;
  uint32_t ticks_ = 0;  // since the fault
  ballast::Health<Actions> health_;
  ballast::Scale<float, Inputs> scale_;
};

// --- prediction -----------------------------------------------------------------------------------------------------

template <class Learner_, class Process, void (*draw)(Process&, Random&)>
class Prediction : public Watched<0, Process::dimension> {
  using Learner = Learner_;

 public:
  explicit Prediction(uint64_t seed) : random_(seed) {
    draw(process_, random_);
    process_.start(random_);
    (void)learner_.start(typename Learner::Config());
  }

  void put_in(Fault fault) {
    Watched<0, Process::dimension>::put_in(fault);
    if (fault == Fault::changed) { draw(process_, random_); }
    if (fault == Fault::step_size) {
      auto settings = learner_.config();
      enlarge(settings.schedule);
      (void)learner_.reconfigure(settings, ballast::ScheduleTime::begins_again);
    }
    stuck_ = process_.features();
  }

  void tick() {
    const auto phi = observed();
    const float reward = this->rewarded(process_.step(random_));
    const auto next = observed();
    this->health_.add(learner_.update(phi, reward, next), reward);
    this->scale_.add(reward, next);
    ++this->ticks_;
  }

 private:
  static void enlarge(ballast::ConstantSchedule<float>& schedule) { schedule.step_size *= 100.0F; }
  static void enlarge(ballast::PolynomialSchedule<float>& schedule) { schedule.beta_0 *= 100.0F; }

  typename Process::Features observed() const {
    typename Process::Features phi = this->has(Fault::stuck) ? stuck_ : process_.features();
    if (this->has(Fault::drift)) {
      for (float& x : phi) { x *= this->drifted(); }
    }
    return phi;
  }

  Process process_;
  Learner learner_;
  Random random_;
  typename Process::Features stuck_{};
};

using Mrp = ballast::sim::RandomMrp<float>;
using Boyan = ballast::sim::BoyanChain<float>;
inline void draw_mrp(Mrp& process, Random& random) {
  ballast::sim::draw_random_mrp(process, random);
}
inline void draw_boyan(Boyan& chain, Random& random) {
  ballast::sim::make_boyan_chain(chain, static_cast<ballast::sim::BoyanPolicy>(random.below(8192)));
}
/// Eight states in a ring, one-hot, which moves on by one state or, once in three times, by two.
using Ring = ballast::sim::RewardProcess<float, 8, 8>;
inline void draw_ring(Ring& ring, Random& random) {
  for (size_t s = 0; s < Ring::states; ++s) {
    ring.transition[s][(s + 1) % Ring::states] = 2.0F / 3.0F;
    ring.transition[s][(s + 2) % Ring::states] = 1.0F / 3.0F;
    ring.reward[s] = random.uniform<float>();
    ring.phi[s][s] = 1.0F;
  }
}
template <class Rule, class Schedule>
using MrpLearner = ballast::Learner<float, Mrp::dimension, Rule, ballast::JointBall<float>, Schedule>;
using Constant = ballast::ConstantSchedule<float>;
using Decaying = ballast::PolynomialSchedule<float>;

using WatchedMrp = Prediction<MrpLearner<ballast::Implicit, Constant>, Mrp, draw_mrp>;
using WatchedDecayingMrp = Prediction<MrpLearner<ballast::Implicit, Decaying>, Mrp, draw_mrp>;
using WatchedStandardMrp = Prediction<MrpLearner<ballast::Standard, Constant>, Mrp, draw_mrp>;
using WatchedRing = Prediction<ballast::Learner<float, Ring::dimension>, Ring, draw_ring>;
using WatchedBoyan = Prediction<ballast::Learner<float, Boyan::dimension>, Boyan, draw_boyan>;

// --- control --------------------------------------------------------------------------------------------------------

/// The access-control queue with tiles. It changes: only customers of the two poorer classes come.
class WatchedQueue : public Watched<2, 2> {
  using Queue = ballast::sim::AccessControl<float>;
  using Coder = ballast::TileCoder<float, 4, 4, 4>;
  using Agent = ballast::Sarsa<float, Coder::Features, Queue::actions>;
  static constexpr Coder coder{{{0.0F, 1.0F}, {0.0F, 1.0F}}};

 public:
  explicit WatchedQueue(uint64_t seed) : random_(seed) {
    queue_.start(random_);
    (void)agent_.start(Agent::Config(), seed);
    action_ = agent_.observe(features(queue_.observation()), queue_.feasible()).action;
  }

  void put_in(Fault fault) {
    Watched::put_in(fault);
    stuck_ = queue_.observation()[0];
    if (fault == Fault::step_size) {
      (void)agent_.reconfigure(Agent::Config(agent_.learner().config(), agent_.exploration()).step_size(20.0F));
    }
  }

  void tick() {
    const float reward = rewarded(queue_.step(action_, random_));
    if (has(Fault::changed)) { queue_.set(queue_.free_servers(), 1 + queue_.customer_class() % 2); }
    Queue::Observation observation = queue_.observation();
    if (has(Fault::stuck)) { observation[0] = stuck_; }
    if (has(Fault::drift)) { observation = {{observation[0] * drifted(), observation[1] * drifted()}}; }
    const ballast::Decision decision = agent_.tick(reward, features(observation), queue_.feasible());
    health_.add(agent_, decision, reward);
    scale_.add(reward, observation);
    action_ = decision.action;
    ++ticks_;
  }

 private:
  static Coder::Features features(const Queue::Observation& observation) {
    Coder::Features phi(Coder::unit_value);
    (void)coder.encode(observation, phi);
    return phi;
  }

  Queue queue_;
  Agent agent_;
  Random random_;
  uint32_t action_ = 0;
  float stuck_ = 0.0F;
};

/// The pendulum, with the example's features and the paper's schedule. It changes: the motor's wires are swapped.
class WatchedPendulum : public Watched<5, 3> {
  using Pendulum = ballast::sim::Pendulum<float>;
  using Features = etl::array<float, 120>;
  using Agent = ballast::Sarsa<float, Features, Pendulum::actions, ballast::Implicit, ballast::JointBall<float>,
                               ballast::PolynomialSchedule<float>, ballast::EpsilonSteps<float, 3>>;
  static constexpr auto config = Agent::Config()
                                     .ratio(0.02F)
                                     .beta_0(600.0F)
                                     .offset(400)
                                     .epsilon(0.25F)
                                     .epsilon_from(5000, 0.125F)
                                     .epsilon_from(10000, 0.0F);

 public:
  explicit WatchedPendulum(uint64_t seed) : random_(seed) {
    pendulum_.start(random_);
    (void)agent_.start(config, seed);
    action_ = agent_.observe(features(pendulum_.observation())).action;
  }

  void put_in(Fault fault) {
    Watched::put_in(fault);
    stuck_ = pendulum_.observation()[2];
    if (fault == Fault::step_size) {
      (void)agent_.reconfigure(config.beta_0(60000.0F), ballast::ScheduleTime::begins_again);
    }
  }

  void tick() {
    const float reward = rewarded(pendulum_.step(has(Fault::changed) ? 4 - action_ : action_));
    Pendulum::Observation observation = pendulum_.observation();
    if (has(Fault::stuck)) { observation[2] = stuck_; }
    Features phi = features(observation);
    if (has(Fault::drift)) {
      for (float& x : phi) { x *= drifted(); }
    }
    const ballast::Decision decision = agent_.tick(reward, phi);
    health_.add(agent_, decision, reward);
    scale_.add(reward, observation);
    action_ = decision.action;
    ++ticks_;
  }

 private:
  static Features features(Pendulum::Observation observation) {
    observation[2] = observation[2] / Pendulum::largest_speed;
    Features phi{};
    (void)ballast::random_fourier(fourier_table, observation, phi);
    return phi;
  }

  Pendulum pendulum_;
  Agent agent_;
  Random random_;
  uint32_t action_ = 0;
  float stuck_ = 0.0F;
};

/// The sensor node on solar power, as in examples/sensor_node. It changes: it is carried to another site.
class WatchedNode : public Watched<4, 2> {
  using Coder = ballast::TileCoder<float, 4, 6, 4>;
  using Agent = ballast::Sarsa<float, Coder::Features, 4>;
  static constexpr Coder coder{{{0.0F, 1.0F}, {0.0F, 24.0F}}};
  static constexpr uint32_t duty[] = {0, 1, 3, 8};

 public:
  explicit WatchedNode(uint64_t seed) : site_(seed), seed_(seed), outcome_(site_.observe()) {
    (void)agent_.start(Agent::Config().lambda(0.0F).ratio(0.25F).step_size(1.25F).radius(10000.0F).epsilon(0.01F),
                       seed);
  }

  void put_in(Fault fault) {
    Watched::put_in(fault);
    if (fault == Fault::changed) { site_ = sensor_node::Site(seed_ + 1000); }
    if (fault == Fault::step_size) {
      (void)agent_.reconfigure(Agent::Config(agent_.learner().config(), agent_.exploration()).step_size(125.0F));
    }
  }

  void tick() {
    const auto feasible = outcome_.has_power ? Agent::Feasible::all() : Agent::Feasible{}.with(0);
    const float charge = read_charge();
    Coder::Features phi(Coder::unit_value);
    const bool is_read = coder.encode({{charge, outcome_.hour}}, phi).status == ballast::Status::ok;
    const float reward = rewarded(outcome_.value + (worth_of(charge) - worth_before_));
    const ballast::Decision decision = is_read ? agent_.tick(reward, phi, feasible) : agent_.skip(feasible);
    health_.add(agent_, decision, reward);
    scale_.add(reward, {{charge, outcome_.hour}});
    worth_before_ = worth_of(charge);
    outcome_ = site_.step(duty[decision.action]);
    ++ticks_;
  }

 private:
  static float worth_of(float charge) { return 100.0F * charge * (2.0F - charge); }
  float read_charge() const {
    if (has(Fault::stuck)) { return ballast::is_finite(outcome_.charge) ? 0.5F : outcome_.charge; }
    return has(Fault::drift) ? outcome_.charge * drifted() : outcome_.charge;
  }

  sensor_node::Site site_;
  Agent agent_;
  uint64_t seed_;
  sensor_node::Outcome outcome_;
  float worth_before_ = 0.0F;
};

}  // namespace field
