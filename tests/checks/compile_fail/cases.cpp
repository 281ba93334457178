// Each case is a wrong use that must not compile, and must say why (tests/checks/compile_fail/CMakeLists.txt).
#include <ballast/ballast.hpp>

using namespace ballast;

#if defined(CASE_no_features)
Learner<Float32, 0> learner;
#elif defined(CASE_unknown_rule)
Learner<Float32, 4, float> learner;
#elif defined(CASE_projection_of_other_numbers)
Learner<Float32, 4, Implicit, JointBall<Float64> > learner;
#elif defined(CASE_schedule_of_other_numbers)
Learner<Float32, 4, Implicit, JointBall<Float32>, ConstantSchedule<Float64> > learner;
#elif defined(CASE_direction_of_other_length)
Learner<Float32, 4, Implicit, WithoutDirection<JointBall<Float32>, 3> > learner;
#elif defined(CASE_sparse_direction)
SparseLearner<Float32, 4, Implicit, WithoutDirection<JointBall<Float32>, 4> > learner;
#elif defined(CASE_two_directions)
WithoutOnes<WithoutOnes<JointBall<Float32> > > projection;
#elif defined(CASE_invalid_constant)
constexpr Learner<Float32, 4>::Config config{1.0F, 1.0F, {0.5F}, {100.0F}};
static_assert(config.validate() == Status::ok, "lambda is outside [0, 1)");
#elif defined(CASE_schedule_in_another_order)  // beta_0, power, offset, hold
constexpr PolynomialSchedule<Float32> schedule{1.5F, 0.99F, 1, 150};
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
using WithDirection = Learner<Float32, 2, Implicit, WithoutDirection<JointBall<Float32>, 2> >;
constexpr WithDirection::Config config{0.5F, 1.0F, {0.5F}, {{100.0F}, {0.0F, 0.0F}}};
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
using Decaying = Learner<Float32, 4, Implicit, JointBall<Float32>, PolynomialSchedule<Float32> >;
constexpr Decaying::Config decaying{0.25F, 1.0F, {1.5F, 1, 0.99F, 150}, {100.0F}};  // beta_0, offset, power, hold
static_assert(decaying.validate() == Status::ok, "and this one does compile");

void use(Learner<Float32, 4>& learner);
void use(Learner<Float32, 4>& learner) {
#if defined(CASE_ignored_report)
  learner.update({}, 0.0F, {});
#elif defined(CASE_ignored_status)
  learner.start({0.5F, 1.0F, {0.5F}, {100.0F}});
#elif defined(CASE_ignored_tile_report)
  TileCoder<float, 8, 4>::Features phi;
  TileCoder<float, 8, 4>{}.encode({}, phi);
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
