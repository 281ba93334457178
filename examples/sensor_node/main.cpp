// When should a sensor node that lives on sunlight send? Every ten minutes it may send up to eight reports; each costs
// energy, and an empty battery cuts the radio off. Nights, clouds and the hours in which the gateway can hardly be
// reached differ from site to site, so that nothing set in the factory is right everywhere. The node learns it, in its
// first month, in less than 7 kilobytes: SARSA with tile coding, and a guard with a copy of the weights.
//
// Prints what the reports were worth in each week, and what the best fixed duty would have brought, which is known only
// afterwards. Exits with 0 if the node has done better, and has decided bit for bit as on every other machine.

#include <board/console.h>

#include <etl/fnv_1.h>
#include <etl/string.h>
#include <etl/string_stream.h>

#include "month.hpp"
#include "print_row.hpp"

namespace {

using namespace sensor_node;

constexpr uint64_t site_seed = 1;
constexpr uint32_t digest_of_all_decisions = 0xEE168FB6U;

Controller controller;  // static: not on the stack

/// What an interrupt does when the state of the node is requested, possibly in the middle of a tick.
void on_request() {
  Summary summary{};
  if (!controller.read(summary)) { return; }
  etl::string<120> text;
  etl::string_stream line(text, etl::format_spec().precision(2));
  line << "asked: " << summary.reports << " reports in these ten minutes, worth " << summary.value_per_hour
       << " an hour, battery not read " << summary.unread << " times\n";
  board_write(text.c_str());
}

/// A month of learning; all that was decided goes into `digest`.
Month learn(uint32_t& digest) {
  etl::fnv_1a_32 hash;
  uint32_t tick = 0;
  const Month month = live_through(site_seed, [&](const Outcome& outcome) {
    const uint32_t reports = controller.tick(outcome);
    uint32_t average_reward = ballast::to_bits(controller.agent().average_reward());
    for (int i = 0; i < 4; ++i, average_reward >>= 8) { hash.add(static_cast<uint8_t>(average_reward & 0xFFU)); }
    hash.add(static_cast<uint8_t>(reports));
    if (++tick % (10 * ticks_per_day) == ticks_per_day / 2) { on_request(); }  // at noon
    return reports;
  });
  digest = hash.value();
  return month;
}

}  // namespace

int main() {
  if (controller.start(site_seed) != ballast::Status::ok) { return 2; }
  uint32_t digest = 0;
  const Month learned = learn(digest);
  uint32_t quarters = 0;
  const Month fixed = best_fixed_month(site_seed, quarters);
  board_write("worth of an hour    week 1  week 2  week 3  week 4     month\n");
  print_row("learned", learned);
  print_row("best fixed duty", fixed);
  print_digest(digest);
  if (digest != digest_of_all_decisions) { return 3; }
  return learned.per_hour() > fixed.per_hour() ? 0 : 1;
}
