// Each case is a wrong use that must not compile, and must say why (tests/checks/compile_fail/CMakeLists.txt).
#include <ballast/ballast.hpp>
#include <ballast/field/fixed_health.hpp>
#include <ballast/fixed.hpp>

#include <etl/array.h>
#if defined(CASE_vector_for_an_array)
#include <etl/vector.h>
#endif

using namespace ballast;

#if defined(CASE_no_features)
Learner<float, 0> learner;
#elif defined(CASE_unknown_rule)
Learner<float, 4, float> learner;
#elif defined(CASE_projection_of_other_numbers)
Learner<float, 4, Implicit, JointBall<double> > learner;
#elif defined(CASE_schedule_of_other_numbers)
Learner<float, 4, Implicit, JointBall<float>, ConstantSchedule<double> > learner;
#elif defined(CASE_scalar_of_learner)
Learner<int, 4> learner;
#elif defined(CASE_arithmetic_for_a_scalar)  // as in version 0.1
Learner<Float32, 4> learner;
#elif defined(CASE_scalar_of_sparse_learner)
SparseLearner<int, 4> learner;
#elif defined(CASE_scalar_of_agent)
Sarsa<int, OneHot<float, 4>, 2> agent;
#elif defined(CASE_scalar_of_tiles)
TileCoder<int, 8, 4> coder;
#elif defined(CASE_vector_for_an_array)  // it holds up to four numbers, and all four would be read
Status limited(etl::vector<float, 4>& phi) {
  return limit_norm(phi);
}
#elif defined(CASE_scalar_of_fourier)
RandomFourierTable<int, 2, 4> table;
#elif defined(CASE_schedule_for_a_projection)
Learner<float, 4, Implicit, PolynomialSchedule<float> > learner;
#elif defined(CASE_projection_for_a_schedule)
Learner<float, 4, Implicit, JointBall<float>, SeparateBalls<float> > learner;
#elif defined(CASE_numbers_without_names_config)
constexpr Learner<float, 4>::Config config{0.25F, 0.05F, {0.2F}, {1000.0F}};
#elif defined(CASE_numbers_without_names_agent_config)
constexpr Sarsa<float, OneHot<float, 4>, 2>::Config config{{0.25F, 0.05F, {0.2F}, {1000.0F}}, {{{0, 0.05F}}}};
#elif defined(CASE_ball_for_a_schedule)
constexpr auto config = Learner<float, 4>::Config().schedule(JointBall<float>{1000.0F});
#elif defined(CASE_number_for_a_projection)
constexpr auto config = Learner<float, 4>::Config().projection(1000.0F);
#elif defined(CASE_radius_without_a_ball)
constexpr auto config = Learner<float, 4, Implicit, NoProjection<float> >::Config().radius(1000.0F);
#elif defined(CASE_radius_of_two_balls)
constexpr auto config = Learner<float, 4, Implicit, SeparateBalls<float> >::Config().radius(1000.0F);
#elif defined(CASE_step_size_that_decays)
constexpr auto config =
    Learner<float, 4, Implicit, JointBall<float>, PolynomialSchedule<float> >::Config().step_size(0.2F);
#elif defined(CASE_decay_of_a_constant)
constexpr auto config = Learner<float, 4>::Config().power(0.99F);
#elif defined(CASE_adjustable_constant)
Learner<float, 4, Implicit, JointBall<float>, AdjustableSchedule<ConstantSchedule<float> > > learner;
#elif defined(CASE_adjustable_two_time_scales)
using Two = TwoTimescaleSchedule<PolynomialSchedule<float>, ConstantSchedule<float> >;
Learner<float, 4, Implicit, JointBall<float>, AdjustableSchedule<Two> > learner;
#elif defined(CASE_two_time_scales_held)
using Held = AdjustableSchedule<PolynomialSchedule<float> >;
Learner<float, 4, Implicit, JointBall<float>, TwoTimescaleSchedule<Held, ConstantSchedule<float> > > learner;
#elif defined(CASE_two_time_scales_of_other_numbers)
TwoTimescaleSchedule<ConstantSchedule<float>, ConstantSchedule<double> > schedule;
#elif defined(CASE_four_time_scales)
using Two = TwoTimescaleSchedule<PolynomialSchedule<float>, ConstantSchedule<float> >;
TwoTimescaleSchedule<Two, ConstantSchedule<float> > schedule;
#elif defined(CASE_average_reward_schedule_of_one)
constexpr auto config = Learner<float, 4>::Config().average_reward_schedule({1.0F, 1, 0.6F, 0});
#elif defined(CASE_held_constant)
constexpr auto config = Learner<float, 4>::Config().held_at(0.2F);
#elif defined(CASE_weights_radius_of_one_ball)
constexpr auto config = Learner<float, 4>::Config().weights_radius(1000.0F);
#elif defined(CASE_projection_of_no_scalar)
Learner<float, 4, Implicit, JointBall<int> > learner;
#elif defined(CASE_exploration_of_other_scalar)
Sarsa<float, OneHot<float, 4>, 2, Implicit, JointBall<float>, ConstantSchedule<float>, EpsilonSteps<double, 1> > agent;
#elif defined(CASE_too_many_actions)
Sarsa<float, OneHot<float, 4>, 33> agent;
#elif defined(CASE_two_numbers_without_names)
constexpr Learner<float, 4>::Config config{0.25F, 0.05F};
#elif defined(CASE_one_step_of_epsilon)
constexpr auto config = Sarsa<float, OneHot<float, 4>, 2>::Config().epsilon_from(5000, 0.01F);
#elif defined(CASE_coder_for_features)
Sarsa<float, TileCoder<float, 8, 4>, 2> agent;
#elif defined(CASE_misspelt_name)
constexpr auto config = Learner<float, 4>::Config().lamda(0.25F);
#elif defined(CASE_given_direction_of_other_length)
constexpr float ones[] = {1.0F, 1.0F, 1.0F};
constexpr auto config = Learner<float, 4, Implicit, WithoutDirection<JointBall<float>, 4> >::Config().direction(ones);
#elif defined(CASE_direction_of_nothing)
constexpr float ones[] = {1.0F, 1.0F, 1.0F, 1.0F};
constexpr auto config = Learner<float, 4>::Config().direction(ones);
#elif defined(CASE_direction_of_other_length)
Learner<float, 4, Implicit, WithoutDirection<JointBall<float>, 3> > learner;
#elif defined(CASE_sparse_direction)
SparseLearner<float, 4, Implicit, WithoutDirection<JointBall<float>, 4> > learner;
#elif defined(CASE_sparse_fixed_direction)
SparseLearner<Fixed<4>, 4, Implicit, WithoutOnes<JointBall<Fixed<4> > > > learner;
#elif defined(CASE_fixed_of_other_length)
Learner<Fixed<16>, 8> learner;
#elif defined(CASE_sparse_fixed_of_other_length)
SparseLearner<Fixed<16>, 8> learner;
#elif defined(CASE_more_active_than_the_limit)
struct TwoActive : FixedLimits {
  static constexpr size_t active = 2;
};
auto status(FixedSparseLearner<8, TwoActive>& learner, const ActiveFeatures<FixedFeature, 8, 3>& phi) {
  return learner.update(phi, 0.0, phi).status;
}
#elif defined(CASE_array_beyond_the_limit)
struct TwoActive : FixedLimits {
  static constexpr size_t active = 2;
};
auto status(FixedLearner<8, TwoActive>& learner, const etl::array<FixedFeature, 8>& phi) {
  return learner.update(phi, 0.0, phi).status;
}
#elif defined(CASE_fixed_given_direction)
Learner<Fixed<4>, 4, Implicit, WithoutDirection<JointBall<Fixed<4> >, 4> > learner;
#elif defined(CASE_fixed_lambda)
struct Limits : FixedLimits {
  static constexpr double lambda = 0.995;
};
FixedLearner<4, Limits> learner;
#elif defined(CASE_fixed_large_radius)
struct Limits : FixedLimits {
  static constexpr double radius = 1e7;
};
FixedLearner<4, Limits> learner;
#elif defined(CASE_fixed_small_radius)
struct Limits : FixedLimits {
  static constexpr double radius = 0.25;
};
FixedLearner<4, Limits> learner;
#elif defined(CASE_fixed_many_features)
struct Limits : FixedLimits {
  static constexpr double radius = 10;
};
FixedLearner<8192, Limits> learner;
#elif defined(CASE_adjustable_fixed)
Learner<Fixed<4>, 4, Implicit, JointBall<Fixed<4> >, AdjustableSchedule<PolynomialSchedule<Fixed<4> > > > learner;
#elif defined(CASE_fixed_weights_norm)
auto norm(const FixedLearner<4>& learner) {
  return weights_norm(learner);
}
#elif defined(CASE_fixed_telemetry)
auto record(const FixedLearner<4>& learner, const FixedHealth<FixedLearner<4> >& health) {
  return telemetry_of(learner, health, 1, 2);
}
#elif defined(CASE_fixed_scale)
Scale<FixedFeature, 2> scale;
#elif defined(CASE_two_directions)
WithoutOnes<WithoutOnes<JointBall<float> > > projection;
#elif defined(CASE_invalid_constant)
constexpr auto config = Learner<float, 4>::Config().lambda(1.0F);
static_assert(config.validate() == Status::ok, "lambda is outside [0, 1)");
#elif defined(CASE_schedule_in_another_order)  // beta_0, power, offset, hold
constexpr PolynomialSchedule<float> schedule{1.5F, 0.99F, 1, 150};
#elif defined(CASE_no_tilings)
TileCoder<float, 0, 4> coder;
#elif defined(CASE_tilings_not_a_power_of_two)
TileCoder<float, 6, 4> coder;
#elif defined(CASE_no_inputs_of_tiles)
TileCoder<float, 8> coder;
#elif defined(CASE_no_tiles)
TileCoder<float, 8, 4, 0> coder;
#elif defined(CASE_too_many_tiles)
TileCoder<float, 8, 65536, 65536> coder;
#elif defined(CASE_invalid_range)
constexpr TileCoder<float, 8, 4> coder{{{1.0F, 0.0F}}};
static_assert(coder.validate() == Status::ok, "high is below low");
#elif defined(CASE_zero_direction)
using WithDirection = Learner<float, 2, Implicit, WithoutDirection<JointBall<float>, 2> >;
constexpr float nowhere[] = {0.0F, 0.0F};
constexpr auto config = WithDirection::Config().direction(nowhere);
static_assert(config.validate() == Status::ok, "the direction is zero");
#elif defined(CASE_no_inputs_of_fourier)
RandomFourierTable<float, 0, 4> table;
#elif defined(CASE_no_components)
RandomFourierTable<float, 2, 0> table;
#elif defined(CASE_published_destructor)
struct Owner {
  ~Owner();
};
Published<Owner> published;
#else
using Decaying = Learner<float, 4, Implicit, JointBall<float>, PolynomialSchedule<float> >;
constexpr auto decaying = Decaying::Config().lambda(0.25F).beta_0(1.5F).offset(1).power(0.99F).hold(150).radius(100.0F);
static_assert(decaying.validate() == Status::ok, "and this one does compile");

void use(Learner<float, 4>& learner);
void use(Learner<float, 4>& learner) {
#if defined(CASE_ignored_report)
  learner.update({}, 0.0F, {});
#elif defined(CASE_ignored_status)
  learner.start(Learner<float, 4>::Config());
#elif defined(CASE_numbers_without_names_start)
  (void)learner.start({0.25F, 0.05F, {0.2F}, {1000.0F}});
#elif defined(CASE_numbers_without_names_agent)
  Sarsa<float, OneHot<float, 4>, 2> agent;
  (void)agent.start({{0.25F, 0.05F, {0.2F}, {1000.0F}}, {{{0, 0.05F}}}}, 1);
#elif defined(CASE_ignored_tile_report)
  TileCoder<float, 8, 4>::Features phi;
  TileCoder<float, 8, 4>{}.encode({}, phi);
#elif defined(CASE_array_for_features)
  const float phi[4]{};
  (void)learner.update(phi, 0.0F, phi);
#elif defined(CASE_sparse_coder_for_features)
  SparseLearner<float, 32> sparse;
  const TileCoder<float, 8, 4> coder{};
  (void)sparse.update(coder, 0.0F, coder);
#elif defined(CASE_features_of_other_scalar)
  (void)learner.update(OneHot<double, 4>(1), 0.0F, OneHot<double, 4>(2));
#elif defined(CASE_ignored_action_set)
  ActionSet<4>::all().without(3);
#elif defined(CASE_features_of_other_length)
  (void)learner.update(etl::array<float, 3>{}, 0.0F, {});
#else
  (void)learner.update({}, 0.0F, {});  // and this one does compile
#endif
}

void use(RandomFourierTable<float, 2, 4>& table);
void use(RandomFourierTable<float, 2, 4>& table) {
#if defined(CASE_uneven_bandwidths)
  (void)draw_random_fourier(table, {1.0F, 2.0F, 3.0F}, 1);
#elif defined(CASE_ignored_refusal)
  etl::array<float, 4> phi{};
  random_fourier(table, {{1.0F, 2.0F}}, phi);
#else
  (void)draw_random_fourier(table, {1.0F, 2.0F}, 1);
#endif
}

/// As a store wants it.
struct Flash {
#if defined(CASE_store_in_one_area)
  static constexpr uint32_t slots = 2;
#else
  static constexpr uint32_t slots = 4;
#endif
  static constexpr uint32_t slots_per_erase = 2;
#if defined(CASE_slot_too_small)
  static constexpr uint32_t slot_bytes = 128;
#elif defined(CASE_uneven_slot)
  static constexpr uint32_t slot_bytes = 1030;
#else
  static constexpr uint32_t slot_bytes = 1024;
#endif
  static constexpr uint32_t program_bytes = 4;
  static constexpr uint8_t erased = 0xFF;
  bool read(uint32_t address, uint8_t* bytes, size_t count);
  bool program(uint32_t address, const uint8_t* bytes, size_t count);
  bool erase(uint32_t address);
};

void use(SnapshotStore<Flash>& store, const Learner<float, 4>& learner);
void use(SnapshotStore<Flash>& store, const Learner<float, 4>& learner) {
#if defined(CASE_ignored_save)
  store.save(learner, 1);
#else
  (void)store.save(learner, 1);
#endif
}

#if defined(CASE_snapshot_of_own_features)
struct OwnFeatures {
  using Feature = float;
  static constexpr size_t dimension = 3;
  size_t runs() const;
  Run<float> run(size_t k) const;
};
static_assert(snapshot_bytes<Sarsa<float, OwnFeatures, 2> > > 0, "it has no format");
#endif

#if defined(CASE_health_of_other_actions)
using AgentHealth = Health<3>;
#else
using AgentHealth = Health<4>;
#endif
using WatchedAgent = Sarsa<float, OneHot<float, 4>, 4>;
void use(AgentHealth& health, const WatchedAgent& agent, const Decision& decision);
void use(AgentHealth& health, const WatchedAgent& agent, const Decision& decision) {
  health.add(agent, decision, 1.0F);
}

struct ShortBlocks : HealthRules {
#if defined(CASE_health_of_short_blocks)
  static constexpr uint8_t block = 48;
#else
  static constexpr uint8_t block = 56;
#endif
};
static_assert(sizeof(Health<32, ShortBlocks>) > 0, "");

struct Patience : GuardRules {
#if defined(CASE_guard_that_waits_too_long)
  static constexpr uint32_t wait = 1U << 26;
#else
  static constexpr uint32_t wait = (1U << 26) - 1;
#endif
};
static_assert(sizeof(Guard<KeptInRam<WatchedAgent>, Patience>) > 0, "");

#if defined(CASE_recorder_without_features)
using Recorded = Recorder<SparseLearner<float, 100> >;
#else
using Recorded = Recorder<SparseLearner<float, 100>, OneHot<float, 100> >;
#endif
#if defined(CASE_recorder_with_a_small_ring)
uint8_t ring[Recorded::block_bytes];
#else
uint8_t ring[2 * Recorded::block_bytes];
#endif
Recorded recorder(ring);

struct FewActive : FixedLimits {
  static constexpr size_t active = 4;
};
#if defined(CASE_recorder_of_fixed_without_ball)
using RecordedInFixedPoint = Recorder<FixedLearner<16, FixedLimits, Implicit, NoProjection> >;
#elif defined(CASE_recorder_of_fixed_agent_without_ball)
using RecordedInFixedPoint =
    Recorder<FixedSarsa<ActiveFeatures<FixedFeature, 16, 4>, 2, FewActive, Implicit, NoProjection> >;
#else
using RecordedInFixedPoint = Recorder<FixedSarsa<ActiveFeatures<FixedFeature, 16, 4>, 2, FewActive> >;
#endif
static_assert(sizeof(RecordedInFixedPoint) > 0, "");

void use(Published<float>& published);
void use(Published<float>& published) {
  float value = 0.0F;
#if defined(CASE_ignored_read)
  published.read(value);
#else
  (void)published.read(value);
#endif
}
#endif
