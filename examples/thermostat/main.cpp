// When is a hot-water tank worth heating? Twice a day, at hours that nobody has told it, a building draws hot water;
// the price of energy follows the hour; and a circulation line cools the tank. Two thresholds keep it hot all day. The
// thermostat learns the hours of its building: SARSA with tile coding, in less than 10 kilobytes. README.md compares it
// with seven other controllers, in a hundred buildings, also after the plant has changed, and says where they win.
//
// Prints what a day has cost in each of the first two months. Exits with 0 if it has learned to cost less than two
// thresholds, and has decided bit for bit as on every other machine.

#include <board/console.h>
#include <stdint.h>

#include <etl/fnv_1.h>
#include <etl/string.h>
#include <etl/string_stream.h>

#include "settings.hpp"

namespace {

using namespace thermostat;

constexpr uint64_t seed = 1;
constexpr uint32_t months = 2;
constexpr uint32_t digest_of_all_decisions = 0x4B5AE5B5U;

Learned thermostat_in_use;  // static: not on the stack

/// Puts all that was decided and learned into a digest.
struct Watched {
  etl::fnv_1a_32 hash;

  float operator()(const Reading& reading) {
    const float power = thermostat_in_use(reading);
    uint32_t average_reward = ballast::to_bits(thermostat_in_use.agent().average_reward());
    for (int i = 0; i < 4; ++i, average_reward >>= 8) { hash.add(static_cast<uint8_t>(average_reward & 0xFFU)); }
    hash.add(static_cast<uint8_t>(thermostat_in_use.action()));
    return power;
  }
};

/// The cost of the last month.
template <class Controller>
float live(const char* what, Controller& controller) {
  etl::string<80> text;
  etl::string_stream line(text, etl::format_spec().precision(1));
  line << etl::left << etl::setw(25) << what << etl::right;
  float last = 0.0F;
  live_through(busy_plant, seed, months, controller, [&](uint32_t, float cents) {
    line << etl::setw(9) << cents;
    last = cents;
  });
  board_write(text.c_str());
  board_write("\n");
  return last;
}

}  // namespace

int main() {
  if (thermostat_in_use.start(learned_found.config(), learned_found.cents_per_degree, seed_of_controller(seed)) !=
      ballast::Status::ok) {
    return 2;
  }
  board_write("cents a day               month 1  month 2\n");
  Thresholds by_hand = thresholds_by_hand;
  Watched watched;
  const float simple = live("two thresholds, by hand", by_hand);
  const float learned = live("learned", watched);
  etl::string<40> text;
  etl::string_stream line(text);
  line << "all decisions: " << etl::hex << watched.hash.value() << "\n";
  board_write(text.c_str());
  if (watched.hash.value() != digest_of_all_decisions) { return 3; }
  return learned < simple ? 0 : 1;
}
