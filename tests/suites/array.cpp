// Features, weights and inputs are an ArrayOf: it is written, read and compared like the etl::array that it once was,
// and an array of another library can be given in its place, with the same bits.

#include <ballast/array.hpp>
#include <ballast/control/sarsa.hpp>
#include <ballast/features/active_features.hpp>
#include <ballast/features/normalise.hpp>
#include <ballast/features/one_hot.hpp>
#include <ballast/features/random_fourier.hpp>
#include <ballast/features/tile_coder.hpp>
#include <ballast/field/scale.hpp>
#include <ballast/learner.hpp>

#include <stddef.h>
#include <string.h>

#include <etl/array.h>
#include <etl/type_traits.h>
#include <etl/vector.h>
#if defined(__x86_64__) && !defined(ETL_NO_STL)
#define HAS_STD_ARRAY
#include <array>
#endif

#include "noise.hpp"
#include "settings.hpp"
#include "suite.hpp"

using namespace ballast;

namespace {

using Four = ArrayOf<float, 4>;
using TheirFour = etl::array<float, 4>;

// --- as etl::array --------------------------------------------------------------------------------------------------

static_assert(sizeof(Four) == sizeof(TheirFour));
static_assert(alignof(Four) == alignof(TheirFour));
static_assert(__is_trivially_copyable(Four) && __is_standard_layout(Four));
static_assert(!etl::is_convertible<float, Four>::value, "a number is not a vector");

constexpr Four from_list{{0, 0, 0, 1}};
constexpr Four from_flat_list = {0, 0, 0, 1};
static_assert(from_list == from_flat_list && from_list[3] == 1.0F && from_list.size() == 4 && !from_list.empty());
static_assert(Four{{1}} == Four{{1, 0, 0, 0}} && Four{1} == Four{1, 0, 0, 0} && Four{} == Four{{}});
static_assert(from_list != Four{} && from_list.front() == 0.0F && from_list.back() == 1.0F && from_list.at(3) == 1.0F);
static_assert(from_list.end() - from_list.begin() == 4 && from_list.data() == from_list.cbegin());

constexpr ArrayOf<InputRange<float>, 2> ranges{{{0.0F, 50.0F}, {-1.0F, 1.0F}}};
static_assert(ranges[1].low == -1.0F && ranges[1].high == 1.0F);
constexpr ArrayOf<Four, 2> nested{{{{1, 2, 3, 4}}, {{5, 6, 7, 8}}}};
static_assert(nested[1][2] == 7.0F);

constexpr Four filled(float x) {
  Four all{};
  all.fill(x);
  all[0] += 1.0F;
  for (float& one : all) { one *= 2.0F; }
  return all;
}
static_assert(filled(1.0F) == Four{{4, 2, 2, 2}});

void test_filled_with_one_of_its_own_and_swapped() {
  Four a{{1, 2, 3, 4}};
  Four b{};
  a.fill(a[2]);
  TEST_ASSERT_TRUE((a == Four{{3, 3, 3, 3}}));
  a.swap(b);
  TEST_ASSERT_TRUE((b == Four{{3, 3, 3, 3}}) && a == Four{});
  b = {{7}};
  TEST_ASSERT_TRUE((b == Four{{7, 0, 0, 0}}));
  b = {};
  TEST_ASSERT_TRUE(b == Four{});
}

// --- from and to other libraries ------------------------------------------------------------------------------------

static_assert(detail::is_array<Four> && detail::is_array<TheirFour>);
static_assert(!detail::is_array<etl::vector<float, 4>> && !detail::is_array<OneHot<float, 4>> &&
              !detail::is_array<ActiveFeatures<float, 4, 2>> && !detail::is_array<float>);

constexpr TheirFour theirs{{1, 2, 3, 4}};
constexpr Four from_theirs = theirs;
static_assert(from_theirs == theirs && theirs == from_theirs && from_theirs != TheirFour{});

template <class Theirs>
void check_both_ways() {
  const Four ours{{1, 2, 3, 4}};
  const Theirs copy = ours;
  Theirs assigned{};
  assigned = ours;
  Four back{};
  back = assigned;
  TEST_ASSERT_EQUAL_MEMORY(ours.data(), copy.data(), sizeof ours);
  TEST_ASSERT_TRUE(back == ours && copy == assigned);
  const Theirs& of_a_copy = ours;
  ASSERT_SAME_BITS(4.0F, of_a_copy[3]);
}

void test_both_ways() {
  check_both_ways<TheirFour>();
#if defined(HAS_STD_ARRAY)
  check_both_ways<std::array<float, 4>>();
#endif
}

// --- in the place of ours -------------------------------------------------------------------------------------------

template <class Features>
[[gnu::noinline]] uint32_t bits_learned() {
  using L = Learner<float, 4>;
  Noise random(11);
  L learner;
  TEST_ASSERT_TRUE(learner.start(settings_of<L>(0.5F, 1.0F, {0.5F}, {0.5F}), Features{{0.25F}}) == Status::ok);
  Features phi{};
  Features next{};
  for (int t = 0; t < 100; ++t) {
    for (float& x : next) { x = random.number<float>(); }
    const Status status = learner.update(phi, random.number<float>(), next).status;
    TEST_ASSERT_TRUE(status == Status::ok);
    phi = next;
  }
  phi[2] = from_bits<float>(0x7F800000U);
  TEST_ASSERT_TRUE(learner.update(phi, 0.0F, next).status == Status::feature_not_finite);
  const Features weights = learner.weights();
  TEST_ASSERT_TRUE(learner.restore(weights, learner.average_reward()) == Status::ok && learner.weights() == weights);
  TEST_ASSERT_EQUAL_UINT32(1, learner.rejections());
  return to_bits(learner.value(next)) ^ to_bits(learner.contrast(next, weights)) ^ to_bits(learner.trace(0));
}

void test_a_learner_has_the_same_bits() {
  TEST_ASSERT_EQUAL_HEX32(bits_learned<Four>(), bits_learned<TheirFour>());
#if defined(HAS_STD_ARRAY)
  TEST_ASSERT_EQUAL_HEX32(bits_learned<Four>(), (bits_learned<std::array<float, 4>>()));
#endif
}

template <class Features>
[[gnu::noinline]] uint32_t bits_of_agent() {
  using Agent = Sarsa<float, Features, 3>;
  static Agent agent;
  Noise random(12);
  constexpr auto config = typename Agent::Config().lambda(0.5F).ratio(0.1F).step_size(0.1F).radius(10.0F).epsilon(0.1F);
  TEST_ASSERT_TRUE(agent.start(config, 13) == Status::ok);
  uint32_t bits = 0;
  for (int t = 0; t < 100; ++t) {
    Features phi{};
    for (float& x : phi) { x = random.number<float>(); }
    bits = bits * 31 + agent.tick(random.number<float>(), phi).action;
  }
  return bits ^ to_bits(agent.learner().average_reward());
}

void test_an_agent_has_the_same_bits() {
  TEST_ASSERT_EQUAL_HEX32(bits_of_agent<Four>(), bits_of_agent<TheirFour>());
}

constexpr TileCoder<float, 4, 3, 3> coder{{{0.0F, 1.0F}, {0.0F, 1.0F}}};

template <class Inputs, class Features>
void check_feature_maps(const Inputs& x, Features phi) {
  static RandomFourierTable<float, 2, 4> table;
  TEST_ASSERT_TRUE(draw_random_fourier(table, {1.0F}, 14) == Status::ok);
  Four expected{};
  TEST_ASSERT_TRUE(random_fourier(table, {{0.25F, 0.75F}}, expected) == Status::ok);
  TEST_ASSERT_TRUE(random_fourier(table, x, phi) == Status::ok && expected == phi);

  for (float& one : phi) { one = 3.0F; }
  TEST_ASSERT_TRUE(limit_norm(phi) == Status::ok && (phi == Four{{0.5F, 0.5F, 0.5F, 0.5F}}));

  ActiveFeatures<float, 36, 4> tiles;
  ActiveFeatures<float, 36, 4> expected_tiles;
  TEST_ASSERT_TRUE(coder.encode(x, tiles).status == Status::ok);
  TEST_ASSERT_TRUE(coder.encode({{0.25F, 0.75F}}, expected_tiles).status == Status::ok);
  for (size_t k = 0; k < 4; ++k) { TEST_ASSERT_EQUAL_size_t(expected_tiles.index(k), tiles.index(k)); }

  Scale<float, 2> scale;
  scale.add(1.0F, x);
  scale.add(1.0F, {{1.25F, 1.75F}});
  scale.add_features(phi);
  Inputs scaled{};
  scale.encode(x, scaled);
  TEST_ASSERT_TRUE(scaled[0] == scaled[1] && scaled[0] < -0.7F);
}

void test_feature_maps_read_and_write_any() {
  check_feature_maps(ArrayOf<float, 2>{{0.25F, 0.75F}}, Four{});
  check_feature_maps(etl::array<float, 2>{{0.25F, 0.75F}}, TheirFour{});
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_filled_with_one_of_its_own_and_swapped);
  RUN_TEST(test_both_ways);
  RUN_TEST(test_a_learner_has_the_same_bits);
  RUN_TEST(test_an_agent_has_the_same_bits);
  RUN_TEST(test_feature_maps_read_and_write_any);
  return UNITY_END();
}
