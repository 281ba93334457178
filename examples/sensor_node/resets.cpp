// The same node, reset every other day on average, half of the time in the middle of a save. It goes on from what is in
// its flash, and a reset costs it at most six hours of learning.
//
// Prints what the reports were worth in each week, with and without resets. Exits with 0 if no reset has cost more than
// that, and everything that was learned is bit for bit what it is on every other machine.

#include <board/console.h>

#include <etl/fnv_1.h>
#include <etl/string.h>
#include <etl/string_stream.h>

#include "month.hpp"
#include "print_row.hpp"
#include "resets.hpp"

namespace {

using namespace sensor_node;

constexpr uint64_t site_seed = 1;
constexpr uint32_t digest_of_all_learned = 0x8330FAD1U;

// Static: not on the stack.
Controller without_resets;
Board board;

/// Counts the resets; all that is learned goes into a digest.
struct Watch : Resets {
  etl::fnv_1a_32 hash;

  void after_tick(const Board& now) {
    uint32_t average_reward = ballast::to_bits(now.node->controller().agent().average_reward());
    for (int i = 0; i < 4; ++i, average_reward >>= 8) { hash.add(static_cast<uint8_t>(average_reward & 0xFFU)); }
  }
};

void print_resets(const Resets& resets, uint32_t digest) {
  etl::string<120> text;
  etl::string_stream line(text);
  line << resets.count << " resets, " << resets.while_saving << " while it saves; at most " << resets.most_lost
       << " ticks of learning lost\nall that was learned: " << etl::hex << digest << "\n";
  board_write(text.c_str());
}

}  // namespace

int main() {
  const Month learned = learned_month(site_seed, without_resets);
  Watch watch;
  const Month with_resets = month_with_resets(site_seed, board, watch);
  board_write("worth of an hour    week 1  week 2  week 3  week 4     month\n");
  print_row("learned", learned);
  print_row("with resets", with_resets);
  print_resets(watch, watch.hash.value());
  if (watch.hash.value() != digest_of_all_learned) { return 3; }
  return watch.count > 0 && watch.while_saving > 0 && watch.most_lost <= ticks_per_save ? 0 : 1;
}
