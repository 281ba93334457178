// The same node when something goes wrong in its third week: alone, and guarded. Verdicts say how the learner does; the
// guard puts the last good weights back, or lets a simple rule decide for a while.
//
// Prints what the guard did and when, and what the reports of each week were worth. Exits with 0 if a healthy month is
// the same with and without the guard, if the guard acts where it can, and if all decisions are bit for bit what they
// are on every other machine.

#include <board/console.h>

#include <etl/fnv_1.h>
#include <etl/string.h>
#include <etl/string_stream.h>

#include "faults.hpp"
#include "month.hpp"
#include "print_row.hpp"

namespace {

using namespace sensor_node;
using ballast::GuardEvent;

constexpr uint64_t site_seed = 1;
constexpr uint32_t digest_of_all_decisions = 0x3071E9DFU;

Controller controller;  // static: not on the stack

void print_event(uint32_t tick) {
  etl::string<80> text;
  etl::string_stream line(text);
  line << "  day " << tick / ticks_per_day + 1 << ", " << tick % ticks_per_day / ticks_per_hour
       << " o'clock: " << name(controller.event()) << " (" << name(controller.health().verdict()) << ")\n";
  board_write(text.c_str());
}

/// A month with and without the guard.
struct Comparison {
  Month alone;
  Month guarded;
};

/// All decisions go into `hash`.
Comparison live_through_both(Fault fault, etl::fnv_1a_32& hash) {
  board_write(name(fault));
  board_write("\n");
  controller.guard(false);
  const Month alone = month_with_fault(site_seed, fault, controller,
                                       [&](uint32_t, uint32_t reports) { hash.add(static_cast<uint8_t>(reports)); });
  controller.guard(true);
  const Month guarded = month_with_fault(site_seed, fault, controller, [&](uint32_t tick, uint32_t reports) {
    hash.add(static_cast<uint8_t>(reports));
    if (controller.event() != GuardEvent::nothing) { print_event(tick); }
  });
  print_row("  alone", alone);
  print_row("  guarded", guarded);
  return {alone, guarded};
}

/// Nothing goes wrong: then the guard changes nothing. A fault that cannot be seen in the rewards: likewise.
bool is_as_expected(Fault fault, const Comparison& months) {
  const bool is_the_same = ballast::to_bits(months.alone.per_hour()) == ballast::to_bits(months.guarded.per_hour());
  return is_the_same == (fault == Fault::none || fault == Fault::flipped);
}

}  // namespace

int main() {
  etl::fnv_1a_32 hash;
  bool is_good = true;
  board_write("worth of an hour    week 1  week 2  week 3  week 4     month\n");
  for (const Fault fault : faults) { is_good = is_as_expected(fault, live_through_both(fault, hash)) && is_good; }
  print_digest(hash.value());
  if (hash.value() != digest_of_all_decisions) { return 3; }
  return is_good ? 0 : 1;
}
