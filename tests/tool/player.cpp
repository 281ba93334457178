// A learner or an agent that the tool finds in a snapshot goes on with the bits of the one on the device, whose type is
// known at compile time: the same decisions and reports, and at the end the same bytes. Over dimensions, types of
// features, numbers of actions, rules, projections, schedules, in float and double, with bad input on the way.

#include <engine/player.hpp>
#include <io/snapshot_bytes.hpp>

#include <ballast/adjustable_schedule.hpp>
#include <ballast/control/sarsa.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/learner.hpp>
#include <ballast/snapshot.hpp>
#include <ballast/sparse_learner.hpp>
#include <ballast/two_timescale_schedule.hpp>

#include <experiments/files/error.hpp>

#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <etl/array.h>

#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

// --- snapshots ------------------------------------------------------------------------------------------------------

constexpr uint32_t fingerprint = 0xFEED1234U;
constexpr uint32_t revision = 7;

struct Bytes {
  std::vector<uint8_t> bytes;
  bool write(const uint8_t* from, size_t count) {
    bytes.insert(bytes.end(), from, from + count);
    return true;
  }
};

template <class Subject>
std::vector<uint8_t> saved(const Subject& subject) {
  Bytes sink;
  TEST_ASSERT_TRUE(save(subject, fingerprint, sink, revision) == Status::ok);
  return sink.bytes;
}

// --- features -------------------------------------------------------------------------------------------------------

enum class Quality { good, not_finite, out_of_range };

template <class T>
T nan() {
  return std::numeric_limits<T>::quiet_NaN();
}

size_t some_index(Noise& noise, size_t dimension) {
  return noise.word() % dimension;
}

template <class T, size_t d>
void draw(etl::array<T, d>& phi, Noise& noise, Quality quality) {
  for (T& x : phi) { x = noise.word() % 3 == 0 ? T{0} : noise.number<T>() / static_cast<T>(d < 4 ? 1 : d / 4); }
  if (quality != Quality::good) { phi[some_index(noise, d)] = nan<T>(); }
}
template <class T, size_t d>
void draw(OneHot<T, d>& phi, Noise& noise, Quality quality) {
  phi = OneHot<T, d>(quality == Quality::good ? some_index(noise, d) : d + some_index(noise, d));
}
/// With values of their own that are not given in every case; what was active before stays in the object.
template <class T, size_t d, size_t capacity>
void draw(ActiveFeatures<T, d, capacity>& phi, Noise& noise, Quality quality) {
  if (quality != Quality::good || noise.word() % 64 == 0) {
    phi = ActiveFeatures<T, d, capacity>(quality != Quality::good ? nan<T>() : static_cast<T>(noise.word() % 2) / 2);
  } else if (!(phi.value() < T{2})) {
    phi = ActiveFeatures<T, d, capacity>();
  }
  phi.clear();
  const size_t count = quality != Quality::good ? 1 : noise.word() % (capacity + 1);
  for (size_t k = 0; k < count; ++k) { (void)phi.add(some_index(noise, d)); }
}
template <class T, size_t d, size_t capacity>
void draw(SparseFeatures<T, d, capacity>& phi, Noise& noise, Quality quality) {
  phi.clear();
  const size_t count = 1 + noise.word() % capacity;
  for (size_t k = 0; k < count; ++k) { (void)phi.add(some_index(noise, d), noise.number<T>()); }
  if (quality == Quality::good) { return; }
  phi.clear();
  (void)phi.add(some_index(noise, d), nan<T>());
}

/// As a log has them.
template <class T, size_t d>
void log(const etl::array<T, d>& phi, tool::Features<T>& features) {
  features = {d, false, {}, {phi.begin(), phi.end()}};
}
template <class T, class Sparse>
void log(const Sparse& phi, tool::Features<T>& features) {
  features = {Sparse::dimension, true, {}, {}};
  for_each_feature(phi, [&](size_t i, T x) {
    features.indices.push_back(static_cast<uint32_t>(i));
    features.values.push_back(x);
  });
}

/// The same features, dense if they were sparse and the other way round. (An index that is out of range has no place.)
template <class T>
tool::Features<T> other_kind(const tool::Features<T>& features) {
  tool::Features<T> other{features.dimension, !features.is_sparse, {}, {}};
  if (features.is_sparse) {
    other.values.resize(features.dimension);
    for (size_t k = 0; k < features.indices.size(); ++k) {
      if (features.indices[k] >= features.dimension) { return features; }
      other.values[features.indices[k]] = features.values[k];
    }
    return other;
  }
  for (size_t i = 0; i < features.values.size(); ++i) {
    if (features.values[i] == T{0}) { continue; }
    other.indices.push_back(static_cast<uint32_t>(i));
    other.values.push_back(features.values[i]);
  }
  return other;
}

// --- comparing ------------------------------------------------------------------------------------------------------

const char* name_of_case = "";

void require(bool condition) {
  TEST_ASSERT_TRUE_MESSAGE(condition, name_of_case);
}

template <class T>
bool same(T a, T b) {
  return to_bits(a) == to_bits(b);
}
/// The numbers of a refusal are of no interest: a NaN has no certain bits.
template <class T>
bool same(const Report<T>& a, const Report<T>& b) {
  if (a.status != b.status || a.projected != b.projected) { return false; }
  return a.status != Status::ok ||
         (same(a.td_error, b.td_error) && same(a.weights_step_size, b.weights_step_size) &&
          same(a.average_reward_step_size, b.average_reward_step_size) && same(a.trace_norm2, b.trace_norm2));
}
bool same(const Decision& a, const Decision& b) {
  return a.status == b.status && a.is_exploring == b.is_exploring && a.has_learned == b.has_learned &&
         a.action == b.action;
}

uint32_t seen = 0;  // the statuses

template <class T>
T reward_of(Noise& noise) {
  const uint32_t which = noise.word() % 40;
  return which == 0 ? nan<T>() : which == 1 ? std::numeric_limits<T>::max() : noise.number<T>();
}
Quality quality_of(Noise& noise) {
  return noise.word() % 30 == 0 ? Quality::not_finite : Quality::good;
}

// --- a learner ------------------------------------------------------------------------------------------------------

template <class L, class Phi>
class LearnerPair {
  using T = typename L::Value;

 public:
  explicit LearnerPair(const typename L::Settings& settings) { require(device_->start(settings) == Status::ok); }
  const L& device() const { return *device_; }
  T average_reward() const { return device_->average_reward(); }
  T step_size() const { return device_->next_step_size(); }
  const L& learner() const { return *device_; }

  void step(tool::Player<T>& player, Noise& noise) {
    if (noise.word() % 50 == 0) {
      device_->reset_trace();
      player.reset_trace();
    }
    draw(next_, noise, quality_of(noise));
    log(next_, logged_next_);
    const T reward = reward_of<T>(noise);
    const auto expected = device_->update(phi_, reward, next_);
    require(same(expected, player.update(logged_, reward, logged_next_)));
    require(same(expected, player.report()));
    seen |= 1U << static_cast<uint32_t>(expected.status);
    phi_ = next_;
    logged_ = logged_next_;
  }

  void begin(Noise& noise) {
    draw(phi_, noise, Quality::good);
    log(phi_, logged_);
  }

 private:
  std::unique_ptr<L> device_ = std::make_unique<L>();
  Phi phi_{};
  Phi next_{};
  tool::Features<T> logged_;
  tool::Features<T> logged_next_;
};

// --- an agent -------------------------------------------------------------------------------------------------------

template <class Agent>
class AgentPair {
  using T = typename Agent::Value;
  using Feasible = typename Agent::Feasible;

 public:
  explicit AgentPair(const typename Agent::Config& config) { require(device_->start(config, 5) == Status::ok); }
  const Agent& device() const { return *device_; }
  T average_reward() const { return device_->average_reward(); }
  T step_size() const { return device_->learner().next_step_size(); }
  const typename Agent::Learner& learner() const { return device_->learner(); }

  void begin(Noise& /*noise*/) {}

  void step(tool::Player<T>& player, Noise& noise) {
    draw_feasible(noise);
    const uint32_t what = noise.word() % 100;
    if (what < 3) { evaluate(player, what < 2); }
    if (what < 6) { return compare(device_->skip(feasible_), player.skip(mask_)); }
    draw(phi_, noise, quality_of(noise));
    log(phi_, logged_);
    if (noise.word() % 4 == 0) { logged_ = other_kind(logged_); }
    if (what < 9) { return compare(device_->observe(phi_, feasible_), player.observe(logged_, mask_)); }
    const T reward = reward_of<T>(noise);
    const Decision decision = device_->tick(reward, phi_, feasible_);
    compare(decision, player.tick(reward, logged_, mask_));
    if (decision.has_learned) { require(same(device_->report(), player.report())); }  // which no snapshot has
  }

 private:
  static void compare(const Decision& expected, const Decision& actual) {
    require(same(expected, actual));
    seen |= 1U << static_cast<uint32_t>(expected.status);
  }
  void evaluate(tool::Player<T>& player, bool only) {
    device_->evaluate(only);
    player.evaluate(only);
  }
  /// Bits of actions that do not exist are ignored.
  void draw_feasible(Noise& noise) {
    mask_ = noise.word() << 8U ^ noise.word();
    if (noise.word() % 3 != 0) { mask_ = UINT32_MAX; }
    if (noise.word() % 40 == 0) { mask_ = 0; }
    feasible_ = Feasible::where([this](uint32_t action) { return (mask_ >> action & 1U) != 0; });
  }

  std::unique_ptr<Agent> device_ = std::make_unique<Agent>();
  typename Agent::StateFeatures phi_{};
  tool::Features<T> logged_;
  Feasible feasible_;
  uint32_t mask_ = 0;
};

// --- what is common -------------------------------------------------------------------------------------------------

template <class T, class Pair>
void compare_state(const Pair& pair, const tool::Player<T>& player) {
  require(same(pair.average_reward(), player.average_reward()));
  require(same(pair.step_size(), player.step_size()));
  for (size_t i = 0; i < player.dimension(); i += 1 + i / 8) {
    require(same(pair.learner().weight(i), player.weight(i)));
  }
  require(tool::to_bytes(player.snapshot()) == saved(pair.device()));
}

/// From the start, and from snapshots on the way.
template <class T, class Pair>
void check(const char* name, Pair pair, int steps) {
  name_of_case = name;
  Noise noise(17);
  pair.begin(noise);
  auto player = tool::start_player<T>(tool::from_bytes(saved(pair.device()), name));
  const int parts = steps < 100 ? 1 : 12;
  for (int part = 0; part < parts; ++part) {
    for (int t = 0; t < steps / parts; ++t) { pair.step(*player, noise); }
    compare_state<T>(pair, *player);
    player = tool::resume_player<T>(tool::from_bytes(saved(pair.device()), name));
  }
  compare_state<T>(pair, *player);
}

template <class T, class Config>
Config with_numbers(const Config& config, double lambda) {
  return config.lambda(static_cast<T>(lambda)).ratio(static_cast<T>(0.3));
}

template <class T>
constexpr JointBall<T> joint{static_cast<T>(0.5)};
template <class T>
constexpr SeparateBalls<T> separate{static_cast<T>(0.125), static_cast<T>(0.5)};
template <class T>
constexpr ConstantSchedule<T> constant{static_cast<T>(0.3)};
template <class T>
const PolynomialSchedule<T> polynomial{static_cast<T>(1.5), 2, static_cast<T>(0.99), 5};
template <class T>
const AdjustableSchedule<PolynomialSchedule<T>> adjustable{polynomial<T>, T{}};
template <class T>
const AdjustableSchedule<PolynomialSchedule<T>> held{polynomial<T>, static_cast<T>(0.25)};
template <class T>
const TwoTimescaleSchedule<ConstantSchedule<T>, PolynomialSchedule<T>> decaying_alpha{constant<T>, polynomial<T>};
template <class T>
const TwoTimescaleSchedule<PolynomialSchedule<T>, ConstantSchedule<T>> constant_alpha{polynomial<T>, constant<T>};
template <class T, class Base, size_t d>
WithoutDirection<Base, d> given_direction(const Base& base) {
  WithoutDirection<Base, d> projection{base, {}};
  for (size_t i = 0; i < d; ++i) { projection.direction[i] = static_cast<T>(i % 5) + static_cast<T>(0.5); }
  return projection;
}

template <class T, template <class, size_t, class, class, class> class L, class Rule, class Phi, class Projection,
          class Schedule>
void check_learner(const char* name, double lambda, const Projection& projection, const Schedule& schedule, int steps) {
  using Device = L<T, RunsOf<Phi>::dimension, Rule, Projection, Schedule>;
  const auto config = with_numbers<T>(typename Device::Config(), lambda).projection(projection).schedule(schedule);
  check<T>(name, LearnerPair<Device, Phi>(config), steps);
}

template <class T, class Rule, class Phi, size_t actions, size_t epsilons = 1, class Projection, class Schedule>
void check_agent(const char* name, double lambda, const Projection& projection, const Schedule& schedule, int steps) {
  using Device = Sarsa<T, Phi, actions, Rule, Projection, Schedule, EpsilonSteps<T, epsilons>>;
  EpsilonSteps<T, epsilons> exploration{};
  for (uint32_t i = 0; i < epsilons; ++i) {
    exploration.steps[i] = {100 * i, static_cast<T>(0.5) / static_cast<T>(i + 1)};
  }
  const auto config = with_numbers<T>(typename Device::Config(), lambda)
                          .projection(projection)
                          .schedule(schedule)
                          .exploration(exploration);
  check<T>(name, AgentPair<Device>(config), steps);
}

template <class T, size_t d>
using Array = etl::array<T, d>;
template <class T, size_t d>
using Few = SparseFeatures<T, d, (d < 7 ? d : 7)>;
template <class T, size_t d>
using Active = ActiveFeatures<T, d, (d < 5 ? d : 5)>;

// --- the tests ------------------------------------------------------------------------------------------------------

void test_dense_learners() {
  using F = float;
  using D = double;
  check_learner<F, Learner, Implicit, Array<F, 1>>("1", 0.0, joint<F>, constant<F>, 300);
  check_learner<D, Learner, Standard, Array<D, 3>>("3", 0.5, WithoutOnes<SeparateBalls<D>>{separate<D>}, held<D>, 300);
  check_learner<F, Learner, Implicit, Array<F, 17>>("17", 0.9, separate<F>, polynomial<F>, 300);
  check_learner<D, Learner, Implicit, Few<D, 100>>("100", 0.99, (given_direction<D, JointBall<D>, 100>(joint<D>)),
                                                   adjustable<D>, 200);
  check_learner<F, Learner, Standard, Active<F, 129>>("129", 0.25, NoProjection<F>{}, polynomial<F>, 200);
}

void test_sparse_learners() {
  using F = float;
  using D = double;
  check_learner<F, SparseLearner, Implicit, OneHot<F, 1>>("1", 0.9, joint<F>, constant<F>, 700);
  check_learner<F, SparseLearner, Standard, Few<F, 2>>("2", 0.0, NoProjection<F>{}, polynomial<F>, 700);
  check_learner<D, SparseLearner, Implicit, Few<D, 3>>("3", 0.99, WithoutOnes<JointBall<D>>{joint<D>}, held<D>, 700);
  check_learner<F, SparseLearner, Implicit, Array<F, 17>>("17", 0.5, separate<F>, adjustable<F>, 700);
  check_learner<D, SparseLearner, Standard, Active<D, 64>>("64", 0.25, WithoutOnes<NoProjection<D>>{}, polynomial<D>,
                                                           900);
  check_learner<F, SparseLearner, Implicit, Few<F, 100>>("100", 0.99, WithoutOnes<SeparateBalls<F>>{separate<F>},
                                                         constant<F>, 1500);
  check_learner<D, SparseLearner, Implicit, OneHot<D, 129>>("129", 0.95, separate<D>, constant<D>, 1500);
  check_learner<F, SparseLearner, Standard, Active<F, 300>>("300", 0.8, joint<F>, polynomial<F>, 2000);
  check_learner<F, SparseLearner, Implicit, Few<F, 5000>>("5000", 0.9, WithoutOnes<JointBall<F>>{joint<F>}, constant<F>,
                                                          16000);
}

void test_agents_with_a_dense_learner() {
  using F = float;
  using D = double;
  check_agent<F, Implicit, Array<F, 1>, 1>("1 x 1", 0.5, joint<F>, constant<F>, 600);
  check_agent<D, Standard, Array<D, 3>, 5, 3>("3 x 5", 0.9, WithoutOnes<SeparateBalls<D>>{separate<D>}, polynomial<D>,
                                              600);
  check_agent<F, Implicit, Array<F, 17>, 2, 2>("17 x 2", 0.25, NoProjection<F>{}, held<F>, 600);
  check_agent<F, Implicit, Active<F, 64>, 2>("64 x 2", 0.5, (given_direction<F, JointBall<F>, 128>(joint<F>)),
                                             constant<F>, 600);
}

void test_agents_with_a_sparse_learner() {
  using F = float;
  using D = double;
  check_agent<F, Implicit, OneHot<F, 2>, 1>("2 x 1", 0.9, separate<F>, constant<F>, 900);
  check_agent<F, Implicit, Few<F, 17>, 32, 2>("17 x 32", 0.95, joint<F>, adjustable<F>, 1500);
  check_agent<D, Standard, Few<D, 64>, 2>("64 x 2", 0.0, WithoutOnes<JointBall<D>>{joint<D>}, polynomial<D>, 900);
  check_agent<D, Implicit, Active<D, 100>, 5, 3>("100 x 5", 0.5, joint<D>, constant<D>, 1500);
  check_agent<F, Implicit, Active<F, 1000>, 5>("1000 x 5", 0.99, WithoutOnes<SeparateBalls<F>>{separate<F>},
                                               constant<F>, 12000);
  check_agent<F, Standard, OneHot<F, 5000>, 2>("5000 x 2", 0.7, NoProjection<F>{}, polynomial<F>, 2000);
}

void test_differential_rules_and_two_time_scales() {
  using F = float;
  using D = double;
  check_learner<F, Learner, Differential, Array<F, 5>>("differential", 0.5, joint<F>, decaying_alpha<F>, 300);
  check_learner<D, Learner, ImplicitDifferential, Array<D, 3>>("implicit differential", 0.9, NoProjection<D>{},
                                                               constant_alpha<D>, 300);
  check_learner<F, SparseLearner, ImplicitDifferential, Few<F, 50>>("sparse", 0.9, WithoutOnes<JointBall<F>>{joint<F>},
                                                                    constant_alpha<F>, 900);
  check_learner<D, SparseLearner, Implicit, OneHot<D, 9>>("sparse, implicit", 0.5, separate<D>, decaying_alpha<D>, 300);
  check_agent<F, Differential, Array<F, 3>, 2>("3 x 2", 0.5, separate<F>, constant<F>, 300);
  check_agent<F, ImplicitDifferential, Few<F, 17>, 3>("17 x 3", 0.9, joint<F>, decaying_alpha<F>, 900);
}

/// More than 2^16 features, and more than 2^16 epochs: in a snapshot both have four bytes then.
void test_many_features() {
  using F = float;
  check_agent<F, Implicit, Active<F, 70000>, 1>("70000 x 1", 0.5, NoProjection<F>{}, constant<F>, 60);
  check_learner<F, SparseLearner, Implicit, Few<F, 270000>>("270000", 0.1, joint<F>, constant<F>, 60);
}

/// Features of an array are looked at in another order than those of any other type.
void test_the_first_cause_of_a_refusal() {
  using Device = Learner<float, 2>;
  Device device;
  TEST_ASSERT_TRUE(device.start(Device::Config()) == Status::ok);
  const auto player = tool::start_player<float>(tool::from_bytes(saved(device), "device"));
  const tool::Features<float> phi{2, false, {}, {0.0F, nan<float>()}};
  const tool::Features<float> next{2, false, {}, {nan<float>(), 0.0F}};
  TEST_ASSERT_TRUE(player->update(phi, 0.0F, next).status == Status::next_feature_not_finite);
  TEST_ASSERT_TRUE(player->update(other_kind(phi), 0.0F, other_kind(next)).status == Status::feature_not_finite);
}

void test_features_of_another_shape_are_refused() {
  using Device = SparseLearner<float, 4>;
  Device device;
  TEST_ASSERT_TRUE(device.start(Device::Config()) == Status::ok);
  const auto player = tool::start_player<float>(tool::from_bytes(saved(device), "device"));
  const tool::Features<float> good{4, true, {1, 3}, {1.0F, 1.0F}};
  const std::vector<tool::Features<float>> bad = {
      {5, true, {1}, {1.0F}},    {4, true, {4}, {1.0F}},    {4, true, {3, 1}, {1, 1}},      {4, true, {1, 1}, {1, 1}},
      {4, true, {1, 2}, {1.0F}}, {4, false, {}, {1, 1, 1}}, {4, false, {}, {1, 1, 1, 1, 1}}};
  TEST_ASSERT_TRUE(player->update(good, 1.0F, good).status == Status::ok);
  for (const auto& features : bad) {
    TEST_ASSERT_TRUE(player->update(features, 1.0F, good).status == Status::feature_index_invalid);
    TEST_ASSERT_TRUE(player->update(good, 1.0F, features).status == Status::feature_index_invalid);
  }
}

// --- what cannot be run ---------------------------------------------------------------------------------------------

template <class Change>
std::string refusal(tool::Snapshot snapshot, Change change) {
  change(snapshot);
  try {
    (void)tool::resume_player<float>(snapshot);
  } catch (const ballast::experiments::InputError& error) { return error.what(); }
  return "";
}

tool::Snapshot snapshot_of_an_agent() {
  using Device = Sarsa<float, Few<float, 8>, 2>;
  Device device;
  TEST_ASSERT_TRUE(device.start(Device::Config(), 1) == Status::ok);
  Few<float, 8> phi;
  (void)phi.add(3, 1.0F);
  (void)phi.add(5, 1.0F);
  (void)device.observe(phi);
  return tool::from_bytes(saved(device), "device");
}

void test_last_features_that_are_invalid_are_refused() {
  const tool::Snapshot good = snapshot_of_an_agent();
  TEST_ASSERT_EQUAL_UINT32(7 + 1 + 4, good.agent->features.size());
  constexpr size_t count = 7;
  TEST_ASSERT_EQUAL_STRING("", refusal(good, [](tool::Snapshot&) {}).c_str());
  const auto has = [&](const char* text, auto change) {
    TEST_ASSERT_NOT_NULL_MESSAGE(std::strstr(refusal(good, change).c_str(), text), text);
  };
  has("invalid", [](tool::Snapshot& s) { s.agent->features[count] = 8; });
  has("invalid", [](tool::Snapshot& s) { s.agent->features[count + 1] = 5U << 16U | 5U; });
  has("invalid", [](tool::Snapshot& s) { s.agent->features[count + 1] = 8U << 16U | 5U; });
  has("invalid", [](tool::Snapshot& s) { s.agent->features[1] = 0x7F800000U; });
  has("11 words", [](tool::Snapshot& s) { s.agent->features.pop_back(); });
  has("33 actions", [](tool::Snapshot& s) { s.agent->actions = 33; });
  has("3 actions", [](tool::Snapshot& s) { s.agent->actions = 3; });
  has("words of a learner", [](tool::Snapshot& s) { s.sparse.pop_back(); });
  has("words of a learner", [](tool::Snapshot& s) { s.sparse.push_back(0); });
  has("last action is 2", [](tool::Snapshot& s) { s.agent->action = 2; });
  has("a type of its own", [](tool::Snapshot& s) { s.agent->features_type = 255; });
}

/// A value of 0 means 1, which is what is written now.
void test_a_value_that_was_not_given() {
  using Device = Sarsa<float, Active<float, 8>, 2>;
  Device device;
  TEST_ASSERT_TRUE(device.start(Device::Config(), 1) == Status::ok);
  Active<float, 8> phi;
  for (const uint32_t i : {1U, 2U, 4U, 6U, 7U}) { (void)phi.add(i); }
  (void)device.observe(phi);
  tool::Snapshot snapshot = tool::from_bytes(saved(device), "device");
  TEST_ASSERT_EQUAL_HEX32(0x3F800000U, snapshot.agent->features[0]);
  snapshot.agent->features[0] = 0;
  const auto player = tool::resume_player<float>(snapshot);
  TEST_ASSERT_TRUE(tool::to_bytes(player->snapshot()) == saved(device));
}

/// Their words are known until something is observed.
void test_features_of_a_type_of_ones_own_can_begin() {
  tool::Snapshot snapshot = snapshot_of_an_agent();
  snapshot.agent->features_type = 255;
  snapshot.agent->has_observed = false;
  const auto player = tool::resume_player<float>(snapshot);
  TEST_ASSERT_TRUE(player->knows_last_features());
  TEST_ASSERT_TRUE(player->snapshot().agent->features == snapshot.agent->features);
  const tool::Features<float> features{8, true, {2}, {1.0F}};
  TEST_ASSERT_TRUE(player->tick(1.0F, features, 3).status == Status::ok);
  TEST_ASSERT_TRUE(player->tick(1.0F, features, 3).has_learned);
  TEST_ASSERT_FALSE(player->knows_last_features());
  TEST_ASSERT_FALSE(tool::start_player<float>(snapshot)->knows_last_features());
  try {
    (void)player->snapshot();
    TEST_FAIL_MESSAGE("words that are not known");
  } catch (const ballast::experiments::InputError& error) {
    TEST_ASSERT_NOT_NULL(std::strstr(error.what(), "only the device can save them"));
  }
}

void test_an_invalid_configuration_is_refused() {
  const tool::Snapshot good = snapshot_of_an_agent();
  const auto refused = [&](auto change) {
    tool::Snapshot snapshot = good;
    change(snapshot);
    try {
      (void)tool::start_player<float>(snapshot);
    } catch (const ballast::experiments::InputError& error) { return std::string(error.what()); }
    return std::string();
  };
  TEST_ASSERT_EQUAL_STRING("the configuration is invalid (invalid_lambda)",
                           refused([](tool::Snapshot& s) { s.settings.lambda = 1.0; }).c_str());
  const char* const exploration = "the configuration is invalid (invalid_exploration)";
  TEST_ASSERT_EQUAL_STRING(exploration, refused([](tool::Snapshot& s) { s.agent->exploration[0].from = 1; }).c_str());
  TEST_ASSERT_EQUAL_STRING(exploration, refused([](tool::Snapshot& s) { s.agent->exploration.clear(); }).c_str());
}

/// What the tests above have come across: they would prove less if nothing had been refused.
void test_every_status_was_seen() {
  for (const Status status :
       {Status::ok, Status::reward_not_finite, Status::feature_not_finite, Status::next_feature_not_finite,
        Status::overflow, Status::feature_index_invalid, Status::no_feasible_action, Status::skipped}) {
    TEST_ASSERT_TRUE_MESSAGE((seen & 1U << static_cast<uint32_t>(status)) != 0, ballast::name(status));
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_dense_learners);
  RUN_TEST(test_sparse_learners);
  RUN_TEST(test_agents_with_a_dense_learner);
  RUN_TEST(test_agents_with_a_sparse_learner);
  RUN_TEST(test_differential_rules_and_two_time_scales);
  RUN_TEST(test_many_features);
  RUN_TEST(test_every_status_was_seen);
  RUN_TEST(test_the_first_cause_of_a_refusal);
  RUN_TEST(test_features_of_another_shape_are_refused);
  RUN_TEST(test_last_features_that_are_invalid_are_refused);
  RUN_TEST(test_a_value_that_was_not_given);
  RUN_TEST(test_features_of_a_type_of_ones_own_can_begin);
  RUN_TEST(test_an_invalid_configuration_is_refused);
  return UNITY_END();
}
