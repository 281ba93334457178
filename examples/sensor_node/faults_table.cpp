// The figures of README.md for a node in which something goes wrong: a hundred sites. For the host.
//   sensor_node_faults_table

#include <stdint.h>
#include <stdio.h>

#include "faults.hpp"
#include "figures.hpp"

namespace {

using namespace sensor_node;
using ballast::GuardEvent;

/// What the guard did at all sites.
struct Actions {
  uint32_t rolled_back = 0;
  uint32_t handed_over = 0;  // roll-backs included
  double hours = 0;          // from the fault to that

  void add(GuardEvent event, uint32_t tick) {
    if (event != GuardEvent::rolled_back && event != GuardEvent::handed_over) { return; }
    rolled_back += event == GuardEvent::rolled_back ? 1U : 0U;
    ++handed_over;
    hours += (static_cast<double>(tick) - fault_begins * ticks_per_day) / ticks_per_hour;
  }
};

struct Row {
  Mean alone;
  Mean guarded;
  Actions actions;
};

Row row_of(Fault fault) {
  static Controller controller;
  Row row;
  for (uint64_t site_seed = 1; site_seed <= sites; ++site_seed) {
    controller.guard(false);
    row.alone.add(month_with_fault(site_seed, fault, controller, [](uint32_t, uint32_t) {}));
    controller.guard(true);
    row.guarded.add(month_with_fault(site_seed, fault, controller,
                                     [&](uint32_t tick, uint32_t) { row.actions.add(controller.event(), tick); }));
  }
  return row;
}

/// The fallback decides from the beginning.
Mean fallback_month() {
  Mean mean;
  for (uint64_t site_seed = 1; site_seed <= sites; ++site_seed) {
    mean.add(live_through(
        site_seed, [](const Outcome& outcome) { return fallback(outcome, ballast::is_finite(outcome.charge)); }));
  }
  return mean;
}

void print_actions(const Actions& actions) {
  if (actions.handed_over == 0) {
    printf("nothing |\n");
    return;
  }
  printf("%s at %u sites, after %.0f hours |\n", actions.rolled_back > 0 ? "rolls back" : "hands over",
         actions.handed_over, actions.hours / actions.handed_over);
}

void print(Fault fault, const Row& row) {
  const Month& alone = row.alone.month;
  const Month& guarded = row.guarded.month;
  printf("# | %s | %.2f | %.2f | %.2f | %.2f | ", name(fault),
         static_cast<double>(alone.per_hour(fault_begins, fault_ends)),
         static_cast<double>(guarded.per_hour(fault_begins, fault_ends)),
         static_cast<double>(alone.per_hour(fault_ends)), static_cast<double>(guarded.per_hour(fault_ends)));
  print_actions(row.actions);
}

}  // namespace

int main() {
  printf("# | what is wrong on days 15 to 21 | alone | guarded | alone, days 22 to 30 | guarded | the guard |\n");
  for (const Fault fault : faults) { print(fault, row_of(fault)); }
  printf("# a month with the fallback alone is worth %.2f an hour\n",
         static_cast<double>(fallback_month().month.per_hour()));
  return 0;
}
