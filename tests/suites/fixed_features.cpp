// Feature maps in integers: tiles and random Fourier features as in double, norms of at most 1, and what a learner in
// fixed point makes of features that are not an array.

#include <ballast/features/active_feature_value.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/fixed_random_fourier.hpp>
#include <ballast/features/normalise.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/sparse_features.hpp>
#include <ballast/features/tile_coder.hpp>
#include <ballast/fixed.hpp>
#include <ballast/math/sine.hpp>

#include <stddef.h>
#include <stdint.h>

#include <etl/array.h>

#include "noise.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

#if defined(LONG_RUNS)
constexpr int draws = 20000;
#else
constexpr int draws = 100;
#endif

// --- tiles ----------------------------------------------------------------------------------------------------------

/// The same inputs into both: the same tiles, and the same report.
template <class InFixedPoint, class InDouble>
void check_same_tiles(const InFixedPoint& coder, const InDouble& expected_coder,
                      const typename InFixedPoint::Inputs& x) {
  typename InDouble::Inputs in_double{};
  for (size_t i = 0; i < x.size(); ++i) { in_double[i] = static_cast<double>(x[i]); }
  typename InFixedPoint::Features phi;
  typename InDouble::Features expected;
  const TileReport report = coder.encode(x, phi);
  const TileReport expected_report = expected_coder.encode(in_double, expected);
  TEST_ASSERT_TRUE(report.status == Status::ok && expected_report.status == Status::ok);
  TEST_ASSERT_EQUAL_HEX32(expected_report.clamped, report.clamped);
  TEST_ASSERT_EQUAL_HEX32(0, report.not_finite);
  TEST_ASSERT_EQUAL_size_t(expected.size(), phi.size());
  for (size_t k = 0; k < phi.size(); ++k) { TEST_ASSERT_EQUAL_size_t(expected.index(k), phi.index(k)); }
}

void test_one_input_has_the_tiles_of_double() {
  constexpr TileCoder<FixedFeature, 4, 3> coder{{{0, 100}}};
  constexpr TileCoder<double, 4, 3> in_double{{{0.0, 100.0}}};
  static_assert(coder.validate() == Status::ok, "checked by the compiler");
  for (int32_t x = -3; x <= 103; ++x) { check_same_tiles(coder, in_double, {{x}}); }
}

void test_two_inputs_have_the_tiles_of_double() {
  constexpr TileCoder<FixedFeature, 8, 10, 4> coder{{{0, 4095}, {100, 70000}}};  // the second needs 64 bits
  constexpr TileCoder<double, 8, 10, 4> in_double{{{0.0, 4095.0}, {100.0, 70000.0}}};
  Noise random(1);
  for (int k = 0; k < draws; ++k) {
    const int32_t first = static_cast<int32_t>(random.word() % 4300) - 100;
    const int32_t second = static_cast<int32_t>(random.word() % 71000);
    check_same_tiles(coder, in_double, {{first, second}});
  }
}

void test_a_negative_low_has_the_tiles_of_double() {
  constexpr TileCoder<FixedFeature, 2, 5, 3> coder{{{-20, 17}, {-2000000000, 1}}};
  constexpr TileCoder<double, 2, 5, 3> in_double{{{-20.0, 17.0}, {-2000000000.0, 1.0}}};
  for (int32_t x = -22; x <= 19; ++x) { check_same_tiles(coder, in_double, {{x, x * 97000000}}); }
}

/// Inputs of 20 bits and thousands of units: their product does not fit 32 bits.
void test_many_units_have_the_tiles_of_double() {
  constexpr TileCoder<FixedFeature, 16, 500> coder{{{-5, 1000000}}};
  constexpr TileCoder<double, 16, 500> in_double{{{-5.0, 1000000.0}}};
  Noise random(3);
  for (int k = 0; k < draws; ++k) {
    check_same_tiles(coder, in_double, {{static_cast<int32_t>(random.word() % 1000020) - 10}});
  }
}

/// Next to every border of a unit, where rounding would show.
void test_borders_are_exact() {
  constexpr int32_t width = 65535;
  constexpr int32_t units = 9 * 8 + 1;
  constexpr TileCoder<FixedFeature, 8, 10> coder{{{-32768, 32767}}};
  for (int32_t unit = 1; unit < units; ++unit) {
    const int32_t border = (unit * width + units - 1) / units;  // the first input of this unit
    TileCoder<FixedFeature, 8, 10>::Features below;
    TileCoder<FixedFeature, 8, 10>::Features at;
    TEST_ASSERT_TRUE(coder.encode({{border - 1 - 32768}}, below).status == Status::ok);
    TEST_ASSERT_TRUE(coder.encode({{border - 32768}}, at).status == Status::ok);
    size_t changed = 0;
    for (size_t k = 0; k < 8; ++k) { changed += below.index(k) != at.index(k) ? 1U : 0U; }
    TEST_ASSERT_EQUAL_size_t(1, changed);
  }
}

void test_inputs_out_of_range_are_clamped_and_reported() {
  using Coder = TileCoder<FixedFeature, 2, 3, 3>;
  constexpr Coder coder{{{-5, 5}, {0, 9}}};
  const struct {
    int32_t x[2];
    int32_t nearest[2];
    uint32_t clamped;
  } cases[] = {{{-5, 9}, {-5, 9}, 0}, {{-6, 3}, {-5, 3}, 1}, {{2, 10}, {2, 9}, 2}, {{INT32_MAX, INT32_MIN}, {5, 0}, 3}};
  for (const auto& c : cases) {
    Coder::Features phi;
    Coder::Features expected;
    const TileReport report = coder.encode({{c.x[0], c.x[1]}}, phi);
    TEST_ASSERT_TRUE(report.status == Status::ok);
    TEST_ASSERT_EQUAL_HEX32(c.clamped, report.clamped);
    TEST_ASSERT_EQUAL_HEX32(0, coder.encode({{c.nearest[0], c.nearest[1]}}, expected).clamped);
    for (size_t k = 0; k < 2; ++k) { TEST_ASSERT_EQUAL_size_t(expected.index(k), phi.index(k)); }
  }
}

void test_ranges_that_make_no_sense_are_refused() {
  using Coder = TileCoder<FixedFeature, 2, 3, 3>;
  constexpr InputRange<int32_t> bad[] = {{0, 0}, {1, 0}, {INT32_MAX, INT32_MIN}, {INT32_MIN, INT32_MIN}};
  for (const auto& range : bad) {
    const Coder coder{{{0, 1}, range}};
    TEST_ASSERT_TRUE(coder.validate() == Status::invalid_range);
    Coder::Features phi;
    TEST_ASSERT_TRUE(phi.add(7) == Status::ok);
    TEST_ASSERT_TRUE(coder.encode({{0, 0}}, phi).status == Status::invalid_range);
    TEST_ASSERT_EQUAL_size_t(1, phi.size());
    TEST_ASSERT_EQUAL_size_t(7, phi.index(0));
  }
  constexpr Coder smallest{{{0, 1}, {INT32_MAX - 1, INT32_MAX}}};
  static_assert(smallest.validate() == Status::ok, "two numbers are a range");
}

void test_all_integers_are_a_range() {
  using Coder = TileCoder<FixedFeature, 4, 3>;
  constexpr Coder coder{{{INT32_MIN, INT32_MAX}}};
  constexpr TileCoder<double, 4, 3> in_double{{{-2147483648.0, 2147483647.0}}};
  constexpr int32_t inputs[] = {INT32_MIN, INT32_MIN + 1, -1431655765, -1, 0, 1, 1431655764, INT32_MAX - 1, INT32_MAX};
  for (const int32_t x : inputs) { check_same_tiles(coder, in_double, {{x}}); }
  Noise random(2);
  for (int k = 0; k < draws; ++k) { check_same_tiles(coder, in_double, {{static_cast<int32_t>(random.word() << 8)}}); }
  Coder::Features phi;
  TEST_ASSERT_TRUE(coder.encode({{INT32_MIN}}, phi).status == Status::ok);
  TEST_ASSERT_EQUAL_size_t(0, phi.index(0));
  TEST_ASSERT_TRUE(coder.encode({{INT32_MAX}}, phi).status == Status::ok);
  TEST_ASSERT_EQUAL_size_t(Coder::dimension - 1, phi.index(3));
}

/// As large as it can be with ||phi|| <= 1.
template <size_t Tilings>
void check_unit_value() {
  const int64_t unit = TileCoder<FixedFeature, Tilings, 2>::unit_value.raw();
  constexpr int64_t one = int64_t{1} << 30;
  TEST_ASSERT_TRUE(int64_t{Tilings} * unit * unit <= one);
  TEST_ASSERT_TRUE(unit == INT16_MAX || int64_t{Tilings} * (unit + 1) * (unit + 1) > one);
  TEST_ASSERT_EQUAL_INT32(active_feature_value<FixedFeature>(Tilings).raw(), static_cast<int32_t>(unit));
}

void test_active_tiles_have_a_norm_of_at_most_one() {
  check_unit_value<1>();
  check_unit_value<2>();
  check_unit_value<4>();
  check_unit_value<8>();
  check_unit_value<64>();
}

// --- random Fourier features ----------------------------------------------------------------------------------------

constexpr double unit = 1.0 / 32768;

void test_the_cosine_is_near_that_of_double() {
  double worst = 0.0;
  uint32_t angle = 0;
  for (int k = 0; k < 8 * draws; ++k, angle += UINT32_MAX / (8 * draws)) {
    const double expected = cosine(static_cast<double>(angle) * (6.283185307179586477 / 4294967296.0));
    const double error = absolute(static_cast<double>(detail::cosine_of_turn(angle)) / 65536.0 - expected);
    worst = error > worst ? error : worst;
  }
  TEST_ASSERT_TRUE(worst < 1.2 * unit);
}

void test_the_cosine_of_quarter_turns() {
  TEST_ASSERT_INT32_WITHIN(2, 65536, detail::cosine_of_turn(0));
  TEST_ASSERT_EQUAL_INT32(0, detail::cosine_of_turn(uint32_t{1} << 30));
  TEST_ASSERT_INT32_WITHIN(2, -65536, detail::cosine_of_turn(uint32_t{1} << 31));
  TEST_ASSERT_EQUAL_INT32(0, detail::cosine_of_turn(uint32_t{3} << 30));
  for (uint32_t angle = 1; angle < 1U << 31; angle = 3 * angle + 1) {
    TEST_ASSERT_EQUAL_INT32(detail::cosine_of_turn(angle), detail::cosine_of_turn(0U - angle));
    TEST_ASSERT_TRUE(detail::cosine_of_turn(angle) <= 65536 && detail::cosine_of_turn(angle) >= -65536);
  }
}

FixedFeature bad_feature(Noise& random) {
  constexpr int16_t corners[] = {-32768, -32767, -1, 0, 1, 32767, 16384, -16384};
  const uint32_t word = random.word();
  return FixedFeature::from_raw((word & 8U) != 0
                                    ? corners[word >> 4 & 7U]
                                    : static_cast<int16_t>(static_cast<int32_t>(word >> 4 & 0xFFFFU) - 32768));
}

/// The bound that the header states.
template <size_t Inputs, size_t Components>
void check_fourier(double gamma, uint64_t seed) {
  RandomFourierTable<double, Inputs, Components> in_double;
  TEST_ASSERT_TRUE(draw_random_fourier(in_double, {gamma}, seed) == Status::ok);
  TEST_ASSERT_TRUE(fits_fixed_point(in_double));
  const RandomFourierTable<FixedFeature, Inputs, Components> table = in_fixed_point(in_double);
  const double of_scale = Components > 2 ? 1.0 : 1.5;
  const double bound = (of_scale + in_double.scale * (1.2 + 0.8 * static_cast<double>(Inputs))) * unit;
  Noise random(static_cast<uint32_t>(seed));
  for (int k = 0; k < draws / 5; ++k) {
    etl::array<FixedFeature, Inputs> x{};
    etl::array<double, Inputs> same{};
    for (size_t i = 0; i < Inputs; ++i) {
      x[i] = bad_feature(random);
      same[i] = x[i].to_double();
    }
    etl::array<FixedFeature, Components> phi{};
    etl::array<double, Components> expected{};
    TEST_ASSERT_TRUE(random_fourier(table, x, phi) == Status::ok);
    TEST_ASSERT_TRUE(random_fourier(in_double, same, expected) == Status::ok);
    for (size_t j = 0; j < Components; ++j) { TEST_ASSERT_TRUE(absolute(phi[j].to_double() - expected[j]) < bound); }
  }
}

void test_fourier_features_are_near_those_of_double() {
  check_fourier<1, 8>(0.5, 1);
  check_fourier<1, 8>(4.0, 2);
  check_fourier<3, 16>(0.5, 3);
  check_fourier<3, 16>(4.0, 4);
  check_fourier<2, 2>(0.5, 5);  // the largest scale that fits: 1
  check_fourier<2, 2>(4.0, 6);
}

using SmallTable = RandomFourierTable<double, 1, 2>;

constexpr bool is_zero(const RandomFourierTable<FixedFeature, 1, 2>& table) {
  return table.weights[0][0] == 0 && table.weights[1][0] == 0 && table.phases[0] == 0 && table.phases[1] == 0 &&
         table.scale == FixedFeature{};
}

void test_a_table_is_converted_by_the_compiler() {
  constexpr SmallTable quarters{
      {{1.5707963267948966}, {-3.1415926535897932}}, {-1.5707963267948966, 7.853981633974483}, 0.5};
  static_assert(fits_fixed_point(quarters), "checked by the compiler");
  constexpr auto table = in_fixed_point(quarters);
  static_assert(table.weights[0][0] == 1 << 15 && table.weights[1][0] == -(1 << 16), "in units of 2^-17 turns");
  static_assert(table.scale.raw() == 1 << 14, "a feature");
  TEST_ASSERT_UINT32_WITHIN(8, uint32_t{3} << 30, table.phases[0]);
  TEST_ASSERT_UINT32_WITHIN(8, uint32_t{1} << 30, table.phases[1]);
}

/// To nearest, not down: errors do not add up in the weights.
void test_products_with_the_scale_are_rounded_to_nearest() {
  RandomFourierTable<FixedFeature, 1, 2> table{};
  table.scale = FixedFeature::from_raw(11585);
  Noise random(10);
  for (int k = 0; k < draws; ++k) {
    for (uint32_t& phase : table.phases) { phase = random.word() << 8; }
    etl::array<FixedFeature, 2> phi{};
    TEST_ASSERT_TRUE(random_fourier(table, {{FixedFeature{}}}, phi) == Status::ok);
    for (size_t j = 0; j < 2; ++j) {
      TEST_ASSERT_INT32_WITHIN(1 << 15, 11585 * detail::cosine_of_turn(table.phases[j]), phi[j].raw() * 65536);
    }
  }
}

void test_a_table_that_does_not_fit_is_detected() {
  constexpr SmallTable largest{{{102943.0}, {-102943.0}}, {2147483647.0, -2147483647.0}, 1.0};
  static_assert(fits_fixed_point(largest), "2^14 turns are 102943.7");
  const double nan = __builtin_nan("");
  const double infinity = __builtin_huge_val();
  const SmallTable bad[] = {{{{1.0}, {102944.0}}, {0.0, 0.0}, 0.5},     {{{-102944.0}, {1.0}}, {0.0, 0.0}, 0.5},
                            {{{nan}, {1.0}}, {0.0, 0.0}, 0.5},          {{{1.0}, {infinity}}, {0.0, 0.0}, 0.5},
                            {{{1.0}, {1.0}}, {2147483648.0, 0.0}, 0.5}, {{{1.0}, {1.0}}, {0.0, nan}, 0.5},
                            {{{1.0}, {1.0}}, {0.0, 0.0}, 1.0625},       {{{1.0}, {1.0}}, {0.0, 0.0}, 0.0},
                            {{{1.0}, {1.0}}, {0.0, 0.0}, -0.5},         {{{1.0}, {1.0}}, {0.0, 0.0}, nan}};
  for (const SmallTable& table : bad) {
    TEST_ASSERT_FALSE(fits_fixed_point(table));
    TEST_ASSERT_TRUE(is_zero(in_fixed_point(table)));
  }
}

/// The largest weights, inputs and scale: nothing overflows.
void test_extreme_tables() {
  constexpr SmallTable largest{{{102943.0}, {-102943.0}}, {2147483647.0, -2147483647.0}, 1.0};
  constexpr auto table = in_fixed_point(largest);
  Noise random(7);
  for (int k = 0; k < draws; ++k) {
    etl::array<FixedFeature, 2> phi{};
    TEST_ASSERT_TRUE(random_fourier(table, {{bad_feature(random)}}, phi) == Status::ok);
    TEST_ASSERT_TRUE(phi[0].raw() >= -32767 && phi[1].raw() >= -32767);
  }
}

// --- norms ----------------------------------------------------------------------------------------------------------

template <size_t N>
uint64_t norm2(const etl::array<FixedFeature, N>& phi) {
  uint64_t sum = 0;
  for (const FixedFeature x : phi) { sum += static_cast<uint64_t>(int64_t{x.raw()} * x.raw()); }
  return sum;
}

/// At most 1, but not much less, in the same direction; and what is short stays as it is.
template <size_t N>
void check_limited(const etl::array<FixedFeature, N>& phi) {
  constexpr uint64_t one = uint64_t{1} << 30;
  etl::array<FixedFeature, N> limited = phi;
  TEST_ASSERT_TRUE(limit_norm(limited) == Status::ok);
  const uint64_t before = norm2(phi);
  const uint64_t after = norm2(limited);
  TEST_ASSERT_TRUE(after <= one);
  TEST_ASSERT_TRUE(before <= one || after > one - (one >> 8));
  for (size_t i = 0; i < N; ++i) {
    const int32_t x = phi[i].raw();
    const int32_t y = limited[i].raw();
    TEST_ASSERT_TRUE(before <= one ? y == x : (x >= 0 ? y >= 0 && y <= x : y <= 0 && y >= x));
  }
}

void test_norms_are_limited() {
  Noise random(8);
  for (int k = 0; k < draws; ++k) {
    etl::array<FixedFeature, 5> phi{};
    for (FixedFeature& x : phi) {
      x = FixedFeature::from_raw(static_cast<int16_t>(bad_feature(random).raw() >> k % 3));
    }
    check_limited(phi);
  }
  etl::array<FixedFeature, 64> lowest{};
  lowest.fill(FixedFeature::from_raw(INT16_MIN));
  check_limited(lowest);
  etl::array<FixedFeature, 64> highest{};
  highest.fill(FixedFeature::from_raw(INT16_MAX));
  check_limited(highest);
}

void test_a_norm_of_one_is_not_above_it() {
  etl::array<FixedFeature, 2> phi{{FixedFeature::from_raw(INT16_MIN), FixedFeature{}}};
  TEST_ASSERT_TRUE(limit_norm(phi) == Status::ok);
  TEST_ASSERT_EQUAL_INT32(INT16_MIN, phi[0].raw());
  phi[1] = FixedFeature::from_raw(1);
  TEST_ASSERT_TRUE(limit_norm(phi) == Status::ok);
  TEST_ASSERT_TRUE(norm2(phi) <= uint64_t{1} << 30);
  TEST_ASSERT_INT32_WITHIN(2, INT16_MIN, phi[0].raw());
}

// --- in a learner ---------------------------------------------------------------------------------------------------

constexpr size_t dimension = 12;
constexpr size_t capacity = 3;
using TestLearner = FixedLearner<dimension>;

void draw(OneHot<FixedFeature, dimension>& phi, Noise& random) {
  phi = OneHot<FixedFeature, dimension>(random.word() % dimension);
}
void draw(ActiveFeatures<FixedFeature, dimension, capacity>& phi, Noise& random) {
  phi.clear();
  const size_t number = random.word() % (capacity + 1);
  for (size_t k = 0; k < number; ++k) { (void)phi.add(random.word() % dimension); }  // perhaps the same again
}
void draw(SparseFeatures<FixedFeature, dimension, capacity>& phi, Noise& random) {
  phi.clear();
  for (size_t k = 0; k < capacity; ++k) { (void)phi.add(random.word() % dimension, bad_feature(random)); }
}

template <class FeatureVector>
TestLearner::Features as_array(const FeatureVector& phi) {
  TestLearner::Features result{};
  for (size_t k = 0; k < phi.runs(); ++k) {
    const auto run = phi.run(k);
    result[run.first] = run.values[0];
  }
  return result;
}

template <class FeatureVector>
void check_as_array(FeatureVector phi, FeatureVector next) {
  TestLearner learner;
  TestLearner expected;
  constexpr auto config = TestLearner::Config().lambda(0.25).ratio(0.05).step_size(0.2).radius(1000);
  TEST_ASSERT_TRUE(learner.start(config) == Status::ok);
  TEST_ASSERT_TRUE(expected.start(config) == Status::ok);
  Noise random(9);
  draw(phi, random);
  for (int t = 0; t < draws; ++t) {
    draw(next, random);
    const auto reward = TestLearner::Value::fraction(static_cast<int32_t>(random.word() % 2001) - 1000, 500);
    const auto report = learner.update(phi, reward, next);
    const auto expected_report = expected.update(as_array(phi), reward, as_array(next));
    TEST_ASSERT_TRUE(report.status == Status::ok && expected_report.status == Status::ok);
    TEST_ASSERT_EQUAL_INT32(expected_report.td_error.raw(), report.td_error.raw());
    TEST_ASSERT_EQUAL_INT32(expected.average_reward().raw(), learner.average_reward().raw());
    for (size_t i = 0; i < dimension; ++i) {
      TEST_ASSERT_EQUAL_INT32(expected.weight(i).raw(), learner.weight(i).raw());
      TEST_ASSERT_EQUAL_INT32(expected.trace(i).raw(), learner.trace(i).raw());
    }
    phi = next;
  }
  bool has_learnt = false;
  for (size_t i = 0; i < dimension; ++i) { has_learnt = has_learnt || learner.weight(i).raw() != 0; }
  TEST_ASSERT_TRUE(has_learnt);
}

void test_a_learner_takes_one_hot_features_as_an_array() {
  using Features = OneHot<FixedFeature, dimension>;
  TEST_ASSERT_EQUAL_INT32(INT16_MAX, Features(3).run(0).values[0].raw());
  check_as_array(Features{}, Features{});
}

void test_a_learner_takes_active_features_as_an_array() {
  using Features = ActiveFeatures<FixedFeature, dimension, capacity>;
  TEST_ASSERT_EQUAL_INT32(INT16_MAX, Features{}.value().raw());
  check_as_array(Features{}, Features{});
  constexpr FixedFeature value = active_feature_value<FixedFeature>(capacity);
  check_as_array(Features(value), Features(value));
}

void test_a_learner_takes_sparse_features_as_an_array() {
  using Features = SparseFeatures<FixedFeature, dimension, capacity>;
  check_as_array(Features{}, Features{});
}

void test_a_learner_refuses_an_index_out_of_range() {
  TestLearner learner;
  TEST_ASSERT_TRUE(learner.start(TestLearner::Config().step_size(0.2)) == Status::ok);
  using Features = OneHot<FixedFeature, dimension>;
  TEST_ASSERT_TRUE(learner.update(Features(0), 1, Features(dimension)).status == Status::feature_index_invalid);
  TEST_ASSERT_TRUE(learner.update(Features(dimension), 1, Features(0)).status == Status::feature_index_invalid);
  TEST_ASSERT_EQUAL_UINT32(2, learner.rejections());
  TEST_ASSERT_EQUAL_UINT32(0, learner.updates());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_one_input_has_the_tiles_of_double);
  RUN_TEST(test_two_inputs_have_the_tiles_of_double);
  RUN_TEST(test_a_negative_low_has_the_tiles_of_double);
  RUN_TEST(test_many_units_have_the_tiles_of_double);
  RUN_TEST(test_borders_are_exact);
  RUN_TEST(test_inputs_out_of_range_are_clamped_and_reported);
  RUN_TEST(test_ranges_that_make_no_sense_are_refused);
  RUN_TEST(test_all_integers_are_a_range);
  RUN_TEST(test_active_tiles_have_a_norm_of_at_most_one);
  RUN_TEST(test_the_cosine_is_near_that_of_double);
  RUN_TEST(test_the_cosine_of_quarter_turns);
  RUN_TEST(test_fourier_features_are_near_those_of_double);
  RUN_TEST(test_a_table_is_converted_by_the_compiler);
  RUN_TEST(test_products_with_the_scale_are_rounded_to_nearest);
  RUN_TEST(test_a_table_that_does_not_fit_is_detected);
  RUN_TEST(test_extreme_tables);
  RUN_TEST(test_norms_are_limited);
  RUN_TEST(test_a_norm_of_one_is_not_above_it);
  RUN_TEST(test_a_learner_takes_one_hot_features_as_an_array);
  RUN_TEST(test_a_learner_takes_active_features_as_an_array);
  RUN_TEST(test_a_learner_takes_sparse_features_as_an_array);
  RUN_TEST(test_a_learner_refuses_an_index_out_of_range);
  return UNITY_END();
}
