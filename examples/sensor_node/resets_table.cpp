// The figures of README.md for a node that is reset again and again: a hundred sites. For the host.
//   sensor_node_resets_table

#include <stdint.h>
#include <stdio.h>

#include "figures.hpp"
#include "month.hpp"
#include "resets.hpp"

namespace {

using namespace sensor_node;

/// As often, but nothing is kept.
Month month_of_starting_again(uint64_t site_seed, Controller& controller) {
  Outages outages(site_seed);
  if (controller.start(site_seed) != ballast::Status::ok) { return {}; }
  return live_through(site_seed, [&](const Outcome& outcome) {
    if (outages.is_now()) { (void)controller.start(site_seed); }
    return controller.tick(outcome);
  });
}

}  // namespace

int main() {
  static Board board;
  static Controller controller;
  Mean without_resets;
  Mean with_resets;
  Mean starting_again;
  Resets resets;
  for (uint64_t site_seed = 1; site_seed <= sites; ++site_seed) {
    without_resets.add(learned_month(site_seed, controller));
    with_resets.add(month_with_resets(site_seed, board, resets));
    starting_again.add(month_of_starting_again(site_seed, controller));
  }
  print_heading();
  print_figures("learned", without_resets.month);
  print_figures("reset every other day, resumes", with_resets.month);
  print_figures("reset every other day, starts again", starting_again.month);
  printf("# %u resets, %u of them while it saves; at most %u ticks of learning are lost in one of them\n", resets.count,
         resets.while_saving, resets.most_lost);
  return 0;
}
