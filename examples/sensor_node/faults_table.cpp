// The figures of README.md for a node in which something goes wrong: a hundred sites. For the host.
//   sensor_node_faults_table

#include <math.h>
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

Month month_alone(uint64_t site_seed, Fault fault, Controller& controller) {
  controller.guard(false);
  return month_with_fault(site_seed, fault, controller, [](uint32_t, uint32_t) {});
}
Month month_guarded(uint64_t site_seed, Fault fault, Controller& controller, Actions& actions) {
  controller.guard(true);
  return month_with_fault(site_seed, fault, controller,
                          [&](uint32_t tick, uint32_t) { actions.add(controller.event(), tick); });
}

Row row_of(Fault fault) {
  static Controller controller;
  Row row;
  for (uint64_t site_seed = 1; site_seed <= sites; ++site_seed) {
    row.alone.add(month_alone(site_seed, fault, controller));
    row.guarded.add(month_guarded(site_seed, fault, controller, row.actions));
  }
  return row;
}

/// What the guard gains from day 15 on, in the mean of more sites: at a hundred it is lost in chance.
void print_gain(Fault fault) {
  constexpr uint32_t many_sites = 900;
  static Controller controller;
  Actions actions;
  double sum = 0;
  double squares = 0;
  for (uint64_t site_seed = 1; site_seed <= many_sites; ++site_seed) {
    const auto alone = static_cast<double>(month_alone(site_seed, fault, controller).per_hour(fault_begins));
    const auto guarded =
        static_cast<double>(month_guarded(site_seed, fault, controller, actions).per_hour(fault_begins));
    sum += guarded - alone;
    squares += (guarded - alone) * (guarded - alone);
  }
  const double mean = sum / many_sites;
  printf("# %s: at %u sites the guard gains %.2f an hour from day 15 on, standard error %.2f\n", name(fault),
         many_sites, fabs(mean) < 0.005 ? 0.0 : mean, sqrt((squares / many_sites - mean * mean) / many_sites));
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
  print_gain(Fault::retuned);
  print_gain(Fault::forgotten);
  return 0;
}
