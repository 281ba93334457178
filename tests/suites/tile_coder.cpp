// Tile coding: the geometry of its header's picture, what near and far inputs share, and inputs of every bad kind.

#include <ballast/features/tile_coder.hpp>
#include <ballast/learner.hpp>

#include <string.h>

#include "noise.hpp"
#include "settings.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

template <class Coder>
typename Coder::Features encoded(const Coder& coder, const typename Coder::Inputs& x) {
  typename Coder::Features phi;
  const TileReport report = coder.encode(x, phi);
  TEST_ASSERT_TRUE(report.status == Status::ok);
  TEST_ASSERT_EQUAL_HEX32(0, report.clamped);
  TEST_ASSERT_EQUAL_HEX32(0, report.not_finite);
  return phi;
}

/// One tile of each tiling, in the order of the tilings, whatever the input.
template <class Coder>
void check_one_tile_of_each_tiling(const typename Coder::Features& phi) {
  constexpr size_t tiles_of_a_tiling = Coder::dimension / Coder::tilings;
  TEST_ASSERT_EQUAL_size_t(Coder::tilings, phi.size());
  for (size_t k = 0; k < Coder::tilings; ++k) { TEST_ASSERT_EQUAL_size_t(k, phi.index(k) / tiles_of_a_tiling); }
}

template <class Features>
size_t shared_tiles(const Features& a, const Features& b) {
  size_t shared = 0;
  for (size_t k = 0; k < a.size(); ++k) { shared += a.index(k) == b.index(k) ? 1U : 0U; }
  return shared;
}

/// 3 tiles in 4 tilings: 9 units, here of length 1.
using Line = TileCoder<float, 4, 3>;
constexpr Line line{{{0.0F, 9.0F}}};
static_assert(line.validate() == Status::ok, "checked by the compiler");

/// 2 tilings of 3 x 2 x 4 tiles; units of length 1 in each: 5, 3 and 7.
using Box = TileCoder<float, 2, 3, 2, 4>;
constexpr Box box{{{0.0F, 5.0F}, {-3.0F, 0.0F}, {10.0F, 17.0F}}};

// --- geometry -------------------------------------------------------------------------------------------------------

void test_the_picture_in_the_header() {
  const char* const rows[] = {"000011112", "000111122", "001111222", "011112222"};
  const float parts[] = {0.0F, 0.5F, 0.999F};
  for (size_t unit = 0; unit < 9; ++unit) {
    for (const float part : parts) {
      const Line::Features phi = encoded(line, {{static_cast<float>(unit) + part}});
      check_one_tile_of_each_tiling<Line>(phi);
      for (size_t k = 0; k < 4; ++k) {
        TEST_ASSERT_EQUAL_size_t(3 * k + static_cast<size_t>(rows[k][unit] - '0'), phi.index(k));
      }
    }
  }
}

void test_three_inputs_by_hand() {
  // Units (2, 0, 6). Tiling 0: tiles (1, 0, 3). Tiling 1 is one unit before low everywhere: (1, 0, 3).
  const Box::Features a = encoded(box, {{2.5F, -2.5F, 16.5F}});
  TEST_ASSERT_EQUAL_size_t((1 * 2 + 0) * 4 + 3, a.index(0));
  TEST_ASSERT_EQUAL_size_t(24 + (1 * 2 + 0) * 4 + 3, a.index(1));
  // Units (3, 1, 0). Tiling 0: (1, 0, 0). Tiling 1: (2, 1, 0).
  const Box::Features b = encoded(box, {{3.0F, -2.0F, 10.0F}});
  TEST_ASSERT_EQUAL_size_t((1 * 2 + 0) * 4 + 0, b.index(0));
  TEST_ASSERT_EQUAL_size_t(24 + (2 * 2 + 1) * 4 + 0, b.index(1));
}

/// In 8 tilings the second input is displaced by 0, 3, 6, 1, 4, 7, 2, 5 units and the third by 0, 5, 2, 7, 4, 1, 6, 3.
void test_displacements_are_odd_multiples() {
  using Cube = TileCoder<float, 8, 2, 2, 2>;  // 9 units each
  const Cube cube{{{0.0F, 9.0F}, {0.0F, 9.0F}, {0.0F, 9.0F}}};
  for (size_t input = 0; input < 3; ++input) {
    for (size_t unit = 0; unit < 9; ++unit) {
      Cube::Inputs x{};
      x[input] = static_cast<float>(unit) + 0.5F;
      const Cube::Features phi = encoded(cube, x);
      for (size_t k = 0; k < 8; ++k) {
        const size_t displacement = k * (2 * input + 1) % 8;
        const size_t tile = unit + displacement >= 8 ? 1 : 0;
        TEST_ASSERT_EQUAL_size_t(8 * k + (tile << (2 - input)), phi.index(k));
      }
    }
  }
}

void test_both_ends_are_inside() {
  const Line::Features low = encoded(line, {{0.0F}});
  const Line::Features high = encoded(line, {{9.0F}});
  for (size_t k = 0; k < 4; ++k) {
    TEST_ASSERT_EQUAL_size_t(3 * k, low.index(k));
    TEST_ASSERT_EQUAL_size_t(3 * k + 2, high.index(k));
  }
}

/// A border between units that is a small integer is where it should be, also where a unit is no short fraction of the
/// range: 49 (1 / 49) rounds to less than 1. (-ffast-math may divide first.)
void test_borders_at_integers_are_exact() {
#if !defined(__FAST_MATH__)
  using Coder = TileCoder<float, 4, 13>;  // 49 units
  for (int length = 1; length < 200; ++length) {
    const Coder coder{{{0.0F, static_cast<float>(49 * length)}}};
    for (size_t unit = 0; unit < 49; ++unit) {
      const Coder::Features phi = encoded(coder, {{static_cast<float>(static_cast<int>(unit) * length)}});
      for (size_t k = 0; k < 4; ++k) { TEST_ASSERT_EQUAL_size_t(13 * k + (unit + k) / 4, phi.index(k)); }
    }
  }
#endif
}

/// From low to high the tile of a tiling starts at its first and goes up one by one: each tiling is a partition into
/// intervals, whatever the rounding.
template <class T>
void check_partition(T low, T high) {
  using Coder = TileCoder<T, 8, 7>;
  const Coder coder{{{low, high}}};
  TEST_ASSERT_TRUE(coder.validate() == Status::ok);
  size_t tile[8];
  for (size_t k = 0; k < 8; ++k) { tile[k] = 7 * k; }
  constexpr int points = 3000;
  for (int i = 0; i <= points; ++i) {
    const T part = static_cast<T>(i) / static_cast<T>(points);
    const auto phi = encoded(coder, {{i == points ? high : low + product(part, high - low)}});
    check_one_tile_of_each_tiling<Coder>(phi);
    for (size_t k = 0; k < 8; ++k) {
      TEST_ASSERT_TRUE(phi.index(k) == tile[k] || phi.index(k) == tile[k] + 1);
      tile[k] = phi.index(k);
    }
  }
  for (size_t k = 0; k < 8; ++k) { TEST_ASSERT_EQUAL_size_t(7 * k + 6, tile[k]); }
}

void test_each_tiling_partitions_the_range() {
  check_partition(0.0F, 1.0F);
  check_partition(-0.1F, 0.3F);
  check_partition(-40.0F, 85.0F);
  check_partition(1e6F, 1e6F + 1000.0F);
  check_partition(0x1p-60F, 0x1p-59F);
  check_partition(-0x1p59F, 0x1p59F);
  check_partition(-0.1, 0.3);
  check_partition(-0x1p59, 0x1p59);
}

template <class Coder>
void mark(const typename Coder::Features& phi, bool (&occurs)[Coder::dimension]) {
  for (size_t k = 0; k < phi.size(); ++k) { occurs[phi.index(k)] = true; }
}

void test_every_tile_occurs() {
  bool of_line[Line::dimension]{};
  for (int unit = 0; unit < 9; ++unit) { mark<Line>(encoded(line, {{static_cast<float>(unit)}}), of_line); }
  for (const bool occurs : of_line) { TEST_ASSERT_TRUE(occurs); }

  bool of_box[Box::dimension]{};
  for (int i = 0; i < 5 * 3 * 7; ++i) {
    const Box::Inputs x = {
        {static_cast<float>(i / 21), static_cast<float>(i / 7 % 3 - 3), static_cast<float>(i % 7 + 10)}};
    mark<Box>(encoded(box, x), of_box);
  }
  for (const bool occurs : of_box) { TEST_ASSERT_TRUE(occurs); }
}

void test_one_tiling_is_a_grid_and_one_tile_ignores_its_input() {
  using Grid = TileCoder<float, 1, 5, 1>;
  const Grid grid{{{0.0F, 5.0F}, {-1.0F, 1.0F}}};
  for (size_t cell = 0; cell < 5; ++cell) {
    TEST_ASSERT_EQUAL_size_t(cell, encoded(grid, {{static_cast<float>(cell), -1.0F}}).index(0));
    TEST_ASSERT_EQUAL_size_t(cell, encoded(grid, {{static_cast<float>(cell), 1.0F}}).index(0));
  }
}

// --- generalisation -------------------------------------------------------------------------------------------------

template <class Coder>
void check_sharing(const Coder& coder, size_t input, size_t units, float low) {
  typename Coder::Inputs here{};
  for (size_t i = 0; i < Coder::inputs; ++i) { here[i] = coder.ranges[i].low; }
  for (size_t a = 0; a < units; ++a) {
    for (size_t b = a; b < units; ++b) {
      typename Coder::Inputs there = here;
      here[input] = low + static_cast<float>(a) + 0.25F;
      there[input] = low + static_cast<float>(b) + 0.75F;
      const size_t expected = b - a < Coder::tilings ? Coder::tilings - (b - a) : 0;
      TEST_ASSERT_EQUAL_size_t(expected, shared_tiles(encoded(coder, here), encoded(coder, there)));
    }
  }
}

void test_inputs_share_a_tile_less_for_each_unit_between_them() {
  check_sharing(line, 0, 9, 0.0F);
  check_sharing(box, 0, 5, 0.0F);
  check_sharing(box, 1, 3, -3.0F);
  check_sharing(box, 2, 7, 10.0F);
  const TileCoder<float, 16, 3, 3, 3> large{{{0.0F, 33.0F}, {0.0F, 33.0F}, {0.0F, 33.0F}}};
  for (size_t input = 0; input < 3; ++input) { check_sharing(large, input, 33, 0.0F); }
}

// --- values ---------------------------------------------------------------------------------------------------------

void test_the_value_belongs_to_the_features() {
  Line::Features ones;
  Line::Features unit(Line::unit_value);
  TEST_ASSERT_TRUE(line.encode({{4.0F}}, ones).status == Status::ok);
  TEST_ASSERT_TRUE(line.encode({{4.0F}}, unit).status == Status::ok);
  ASSERT_SAME_BITS(1.0F, ones.value());
  ASSERT_SAME_BITS(0.5F, unit.value());
  ASSERT_SAME_BITS(1.0F, *unit.run(0).values * 2.0F);
  ASSERT_SAME_BITS(1.0F, (TileCoder<float, 1, 3>::unit_value));
  const double squared_norm = 8.0 * TileCoder<double, 8, 3>::unit_value * TileCoder<double, 8, 3>::unit_value;
  TEST_ASSERT_TRUE(squared_norm > 1.0 - 0x1p-51 && squared_norm < 1.0 + 0x1p-51);
}

void test_features_can_be_used_again() {
  Line::Features phi;
  TEST_ASSERT_TRUE(line.encode({{0.0F}}, phi).status == Status::ok);
  TEST_ASSERT_TRUE(line.encode({{9.0F}}, phi).status == Status::ok);
  check_one_tile_of_each_tiling<Line>(phi);
  TEST_ASSERT_EQUAL_size_t(4, shared_tiles(encoded(line, {{9.0F}}), phi));
}

void test_a_learner_takes_them() {
  Learner<float, Line::dimension> learner;
  TEST_ASSERT_TRUE(start_with(learner, 0.5F, 1.0F, {0.5F}, {100.0F}) == Status::ok);
  Line::Features here(Line::unit_value);
  Line::Features there(Line::unit_value);
  TEST_ASSERT_TRUE(line.encode({{1.0F}}, here).status == Status::ok);
  TEST_ASSERT_TRUE(line.encode({{8.0F}}, there).status == Status::ok);
  const auto report = learner.update(here, 1.0F, there);
  TEST_ASSERT_TRUE(report.status == Status::ok);
  ASSERT_SAME_BITS(1.0F, report.trace_norm2);
  TEST_ASSERT_TRUE(learner.value(here) > 0.0F);
}

// --- bad inputs -----------------------------------------------------------------------------------------------------

template <class T>
constexpr T nan = from_bits<T>(Ieee754<T>::exponent_mask | 1U);
template <class T>
constexpr T infinity = from_bits<T>(Ieee754<T>::exponent_mask);
template <class T>
constexpr T largest = from_bits<T>(Ieee754<T>::exponent_mask - 1U);
template <class T>
constexpr T smallest = from_bits<T>(1U);

void test_inputs_out_of_range_are_clamped_and_reported() {
  Box::Features phi;
  const Box::Features at_the_ends = encoded(box, {{0.0F, 0.0F, 12.0F}});
  const TileReport both = box.encode({{-1e-6F, 1e30F, 12.0F}}, phi);
  TEST_ASSERT_TRUE(both.status == Status::ok);
  TEST_ASSERT_EQUAL_HEX32(0x3, both.clamped);
  TEST_ASSERT_EQUAL_HEX32(0, both.not_finite);
  TEST_ASSERT_EQUAL_size_t(2, shared_tiles(at_the_ends, phi));
  const TileReport last = box.encode({{0.0F, 0.0F, -largest<float>}}, phi);
  TEST_ASSERT_TRUE(last.status == Status::ok);
  TEST_ASSERT_EQUAL_HEX32(0x4, last.clamped);
}

void check_refused(const Box& coder, const Box::Inputs& x, Status expected, uint32_t not_finite) {
  Box::Features phi(0.25F);
  TEST_ASSERT_TRUE(box.encode({{4.0F, -1.0F, 12.0F}}, phi).status == Status::ok);
  const Box::Features before = phi;
  const TileReport report = coder.encode(x, phi);
  TEST_ASSERT_TRUE(report.status == expected);
  TEST_ASSERT_EQUAL_HEX32(not_finite, report.not_finite);
  TEST_ASSERT_EQUAL_MEMORY(&before, &phi, sizeof phi);
}

void test_inputs_that_are_not_finite_are_refused() {
  const float not_finite[] = {nan<float>, -nan<float>, infinity<float>, -infinity<float>};
  for (const float bad : not_finite) {
    for (size_t input = 0; input < 3; ++input) {
      Box::Inputs x = {{1.0F, -1.0F, 99.0F}};
      x[input] = bad;
      check_refused(box, x, Status::input_not_finite, 1U << input);
    }
    check_refused(box, {{bad, -1.0F, bad}}, Status::input_not_finite, 0x5);
  }
}

template <class T>
void check_range(T low, T high, Status expected) {
  TileCoder<T, 4, 3, 3> coder{{{T{0}, T{1}}, {low, high}}};
  TEST_ASSERT_TRUE(coder.validate() == expected);
  coder.ranges[0] = {low, high};
  coder.ranges[1] = {T{0}, T{1}};
  TEST_ASSERT_TRUE(coder.validate() == expected);
}

template <class T>
void check_ranges() {
  check_range(T{0}, T{1}, Status::ok);
  check_range(static_cast<T>(-0x1p59F), static_cast<T>(0x1p59F), Status::ok);
  check_range(T{0}, static_cast<T>(0x1p-60F), Status::ok);
  check_range(-largest<T>, -largest<T> / T{2}, Status::invalid_range);
  check_range(T{0}, static_cast<T>(0x1.fp-61F), Status::invalid_range);
  check_range(T{0}, static_cast<T>(0x1.1p60F), Status::invalid_range);
  check_range(T{1}, T{1}, Status::invalid_range);
  check_range(T{1}, T{0}, Status::invalid_range);
  check_range(T{0}, smallest<T>, Status::invalid_range);
  check_range(-largest<T>, largest<T>, Status::invalid_range);
  const T not_finite[] = {nan<T>, infinity<T>, -infinity<T>};
  for (const T bad : not_finite) {
    check_range(T{0}, bad, Status::invalid_range);
    check_range(bad, T{0}, Status::invalid_range);
    check_range(bad, bad, Status::invalid_range);
  }
}

void test_ranges_that_make_no_sense_are_refused() {
  check_ranges<float>();
  check_ranges<double>();
}

/// Also by encode(), if validate() was not called: all zero, as in .bss, is such a coder.
void test_a_coder_without_ranges_refuses_everything() {
  check_refused(Box{}, {{0.0F, 0.0F, 0.0F}}, Status::invalid_range, 0);
  check_refused(Box{{{0.0F, 1.0F}, {nan<float>, 1.0F}, {0.0F, 1.0F}}}, {{0.0F, 0.0F, 0.0F}}, Status::invalid_range, 0);
}

// --- no input leads outside -----------------------------------------------------------------------------------------

template <class Coder, class T>
void check_inside(const Coder& coder, T x) {
  typename Coder::Inputs all;
  for (size_t i = 0; i < Coder::inputs; ++i) { all[i] = x; }
  typename Coder::Features phi;
  TEST_ASSERT_TRUE(coder.encode(all, phi).status == Status::ok);
  check_one_tile_of_each_tiling<Coder>(phi);
  for (size_t k = 0; k < phi.size(); ++k) { TEST_ASSERT_TRUE(phi.index(k) < Coder::dimension); }
}

/// x and its neighbours in T.
template <class Coder, class T>
void check_round(const Coder& coder, T x) {
  using Word = typename Ieee754<T>::Word;
  for (Word step = 0; step < 4; ++step) {
    const T above = from_bits<T>(static_cast<Word>(to_bits(x) + step));
    const T below = from_bits<T>(static_cast<Word>(to_bits(x) - step));
    if (is_finite(above)) { check_inside(coder, above); }
    if (is_finite(below)) { check_inside(coder, below); }
  }
}

template <class T>
void check_extremes(T low, T high) {
  const TileCoder<T, 32, 100> wide{{{low, high}}};
  const TileCoder<T, 4, 3, 5, 1> cube{{{low, high}, {low, high}, {low, high}}};
  const TileCoder<T, 2, (1U << 18)> fine{{{low, high}}};
  const T numbers[] = {low,  high,  T{0},  smallest<T>,  largest<T>, static_cast<T>(0x1p-126F), (low + high) / T{2},
                       -low, -high, -T{0}, -smallest<T>, -largest<T>};
  for (const T x : numbers) {
    check_round(wide, x);
    check_round(cube, x);
    check_round(fine, x);
  }
}

/// Ranges and numbers of every magnitude, and what is next to the ends.
void test_no_input_leads_outside() {
  Noise random(3);
  for (int i = 0; i < 200; ++i) {
    const float low = random.number<float>() * 100.0F;
    const float width = from_bits<float>((67U + random.word() % 120U) << 23 | (random.word() & 0x7FFFFFU));
    volatile float high = low + width;  // a number, not the sum: -ffast-math would take low away from it again
    const TileCoder<float, 32, 100> wide{{{low, high}}};
    if (wide.validate() != Status::ok) { continue; }  // width was lost beside low
    for (int n = 0; n < 20; ++n) {
      const float x = from_bits<float>(random.word() << 8 ^ random.word());
      if (is_finite(x)) { check_inside(wide, x); }
    }
    check_round(wide, wide.ranges[0].low);
    check_round(wide, wide.ranges[0].high);
  }
}

void test_extreme_inputs() {
  check_extremes(0.0F, 1.0F);
  check_extremes(-0.1F, 0.3F);
  check_extremes(-3.0F, 3.0F);
  check_extremes(1e9F, 1e9F + 64.0F);  // neighbours in float
  check_extremes(0.0F, 0x1p-60F);
  check_extremes(-0x1p59F, 0x1p59F);
  check_extremes(-0.1, 0.3);
  check_extremes(-0x1p59, 0x1p59);
}

/// Bit patterns in steps that visit all exponents and both signs.
void test_a_scan_of_all_numbers() {
  const TileCoder<float, 4, 9> coder{{{-0.1F, 0.7F}}};
  const TileCoder<float, 4, 3, 5, 2> cube{{{-0.1F, 0.7F}, {0.0F, 1e9F}, {-1e-9F, 0.0F}}};
#if defined(LONG_RUNS)
  constexpr uint32_t stride = 1009;  // a prime
#else
  constexpr uint32_t stride = 100003;  // likewise
#endif
  for (uint32_t bits = 0; bits < UINT32_MAX - stride; bits += stride) {
    const float x = from_bits<float>(bits);
    if (!is_finite(x)) { continue; }
    check_inside(coder, x);
    check_inside(cube, x);
  }
}

// --- memory ---------------------------------------------------------------------------------------------------------

void test_a_coder_is_its_ranges() {
  TEST_ASSERT_EQUAL_size_t(8, sizeof(Line));
  TEST_ASSERT_EQUAL_size_t(24, sizeof(Box));
  TEST_ASSERT_EQUAL_size_t(32, sizeof(TileCoder<double, 32, 10, 10>));
  TEST_ASSERT_EQUAL_size_t(12, Line::dimension);
  TEST_ASSERT_EQUAL_size_t(48, Box::dimension);
  TEST_ASSERT_EQUAL_size_t(3, Box::inputs);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_the_picture_in_the_header);
  RUN_TEST(test_three_inputs_by_hand);
  RUN_TEST(test_displacements_are_odd_multiples);
  RUN_TEST(test_both_ends_are_inside);
  RUN_TEST(test_borders_at_integers_are_exact);
  RUN_TEST(test_each_tiling_partitions_the_range);
  RUN_TEST(test_every_tile_occurs);
  RUN_TEST(test_one_tiling_is_a_grid_and_one_tile_ignores_its_input);
  RUN_TEST(test_inputs_share_a_tile_less_for_each_unit_between_them);
  RUN_TEST(test_the_value_belongs_to_the_features);
  RUN_TEST(test_features_can_be_used_again);
  RUN_TEST(test_a_learner_takes_them);
  RUN_TEST(test_inputs_out_of_range_are_clamped_and_reported);
  RUN_TEST(test_inputs_that_are_not_finite_are_refused);
  RUN_TEST(test_ranges_that_make_no_sense_are_refused);
  RUN_TEST(test_a_coder_without_ranges_refuses_everything);
  RUN_TEST(test_no_input_leads_outside);
  RUN_TEST(test_extreme_inputs);
  RUN_TEST(test_a_scan_of_all_numbers);
  RUN_TEST(test_a_coder_is_its_ranges);
  return UNITY_END();
}
