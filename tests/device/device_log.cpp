// A device in the field: learns, and writes down what it saw, for the host to replay (tests/tool/replay_device.cmake).
// How its first learner is configured; rows of a log, every number exactly; then, for each of its two learners, the
// bits of what it has learned.

#include <ballast/learner.hpp>
#include <ballast/math/random.hpp>
#include <ballast/sim/random_mrp.hpp>

#include <board/console.h>

using namespace ballast;

namespace {

constexpr size_t dimension = 5;
constexpr uint32_t steps = 300;
constexpr uint32_t broken_at = 150;  // a reward that is not a number

using Process = sim::RewardProcess<float, 10, dimension>;
using Decaying = Learner<float, dimension, Implicit, WithoutOnes<JointBall<float>>, PolynomialSchedule<float>>;
using Plain = Learner<float, dimension, Standard, SeparateBalls<float>>;

// --- numbers as text -------------------------------------------------------------------------------------------------

void write_unsigned(uint32_t x) {
  char text[11];
  char* at = text + sizeof text - 1;
  *at = '\0';
  do {
    *--at = static_cast<char>('0' + x % 10);
    x /= 10;
  } while (x != 0);
  board_write(at);
}

void write_hexadecimal(uint32_t x) {
  for (int shift = 28; shift >= 0; shift -= 4) { board_putchar("0123456789abcdef"[(x >> shift) & 15U]); }
}

/// A fraction of 160 bits, the lowest word first; any float below 1 is one.
struct Fraction {
  uint32_t word[5]{};

  /// Adds mantissa 2^-places.
  void add(uint32_t mantissa, uint32_t places) {
    const uint32_t position = 160 - places;
    const uint64_t shifted = uint64_t{mantissa} << (position % 32);
    word[position / 32] |= static_cast<uint32_t>(shifted);
    if (position / 32 < 4) { word[position / 32 + 1] |= static_cast<uint32_t>(shifted >> 32); }
  }
  bool is_zero() const { return (word[0] | word[1] | word[2] | word[3] | word[4]) == 0; }

  /// The next decimal.
  uint32_t take_digit() {
    uint32_t carry = 0;
    for (uint32_t& part : word) {
      const uint64_t tenfold = uint64_t{part} * 10 + carry;
      part = static_cast<uint32_t>(tenfold);
      carry = static_cast<uint32_t>(tenfold >> 32);
    }
    return carry;
  }
};

/// All the digits it has, so that reading them gives the same float. |x| must be below 2^24.
void write_exactly(float x) {
  if (!is_finite(x)) { return board_write("nan"); }
  const uint32_t bits = to_bits(x);
  const uint32_t biased = (bits >> 23) & 255U;
  const uint32_t mantissa = (bits & 0x7FFFFFU) | (biased == 0 ? 0U : 0x800000U);
  const uint32_t places = 150 - (biased == 0 ? 1 : biased);  // x = mantissa 2^-places
  const uint32_t whole = places < 32 ? mantissa >> places : 0;
  Fraction fraction;
  if (places > 0) { fraction.add(places < 32 ? mantissa - (whole << places) : mantissa, places); }
  if ((bits >> 31) != 0) { board_putchar('-'); }
  write_unsigned(whole);
  board_putchar('.');
  do { board_putchar(static_cast<int>('0' + fraction.take_digit())); } while (!fraction.is_zero());
}

// --- the log ---------------------------------------------------------------------------------------------------------

void write_features(const Process::Features& phi) {
  for (const float x : phi) {
    board_putchar(',');
    write_exactly(x);
  }
  board_putchar('\n');
}

template <class L>
void write_bits(const char* name, const L& learner) {
  board_write(name);
  write_hexadecimal(to_bits(learner.average_reward()));
  for (const float weight : learner.weights()) {
    board_putchar(' ');
    write_hexadecimal(to_bits(weight));
  }
  board_putchar('\n');
}

template <class L>
bool learn(L& learner, const Process::Features& phi, float reward, const Process::Features& next) {
  const Status status = learner.update(phi, reward, next).status;
  if (status != Status::ok) { learner.reset_trace(); }
  return status == Status::ok;
}

}  // namespace

int main() {
  Random random(11);
  Process process;
  sim::draw_random_mrp(process, random);
  process.start(random);
  constexpr auto decaying_config =
      Decaying::Config().lambda(0.9F).ratio(0.3F).beta_0(1.5F).offset(2).power(0.99F).hold(50).radius(0.75F);
  constexpr auto plain_config =
      Plain::Config().lambda(0.25F).ratio(1.0F).step_size(0.7F).average_reward_radius(0.5F).weights_radius(0.4F);
  Decaying decaying;
  Plain plain;
  if (decaying.start(decaying_config) != Status::ok || plain.start(plain_config) != Status::ok) { return 1; }

  board_write(
      "# ballast: rule=implicit lambda=0.9 ratio=0.3 schedule=polynomial:1.5,2,0.99,50 projection=joint:0.75\n");
  board_write("# ballast: constant_direction=ones scalar=float omega0=0\n");
  board_write("t,reward,phi_0,phi_1,phi_2,phi_3,phi_4\n");
  for (uint32_t t = 0; t < steps; ++t) {
    const Process::Features phi = process.features();
    float reward = process.step(random);
    if (t == broken_at) { reward = from_bits<float>(0x7FC00000U); }
    write_unsigned(t);
    board_putchar(',');
    write_exactly(reward);
    write_features(phi);
    if (learn(decaying, phi, reward, process.features()) != (t != broken_at)) { return 1; }
    if (learn(plain, phi, reward, process.features()) != (t != broken_at)) { return 1; }
  }
  write_unsigned(steps);
  board_putchar(',');
  write_features(process.features());

  write_bits("decaying ", decaying);
  write_bits("plain ", plain);
  const bool both_projected = decaying.projections() > 0 && plain.projections() > 0;
  return both_projected && decaying.projections() < steps && plain.projections() < steps ? 0 : 1;
}
