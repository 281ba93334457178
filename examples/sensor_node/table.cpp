// The figures and the picture of README.md: a hundred sites, day by day, as CSV. For the host.
//   sensor_node_table > month.csv

#include <stdio.h>

#include "figures.hpp"
#include "month.hpp"

namespace {

using namespace sensor_node;

/// Reports in a tick of the last week, where the gateway can be reached and where it hardly can.
struct Duty {
  uint32_t reports[2] = {0, 0};
  uint32_t ticks[2] = {0, 0};

  void add(const Site& site, uint32_t sent) {
    const size_t kind = site.is_reachable() ? 0 : 1;
    reports[kind] += sent;
    ++ticks[kind];
  }
  double mean(size_t kind) const { return static_cast<double>(reports[kind]) / static_cast<double>(ticks[kind]); }
};

void add_last_week(Duty& duty, uint64_t site_seed) {
  static Controller controller;
  if (controller.start(site_seed) != ballast::Status::ok) { return; }
  Site site(site_seed);
  Outcome outcome = site.observe();
  for (uint32_t tick = 0; tick < days * ticks_per_day; ++tick) {
    const uint32_t reports = controller.tick(outcome);
    if (tick >= (days - 7) * ticks_per_day) { duty.add(site, reports); }
    outcome = site.step(reports);
  }
}

struct Table {
  Mean learned;
  Mean fixed;
  Mean proportional;
  Duty duty;
  uint32_t beats_fixed = 0;
  uint32_t beats_proportional = 0;
};

void add(Table& table, uint64_t site_seed) {
  static Controller controller;
  uint32_t quarters = 0;
  const Month learned = learned_month(site_seed, controller);
  const Month fixed = best_fixed_month(site_seed, quarters);
  const Month proportional = best_proportional_month(site_seed);
  table.learned.add(learned);
  table.fixed.add(fixed);
  table.proportional.add(proportional);
  add_last_week(table.duty, site_seed);
  table.beats_fixed += learned.per_hour() > fixed.per_hour() ? 1U : 0U;
  table.beats_proportional += learned.per_hour() > proportional.per_hour() ? 1U : 0U;
}

}  // namespace

int main() {
  Table table;
  for (uint64_t site_seed = 1; site_seed <= sites; ++site_seed) { add(table, site_seed); }
  print_heading();
  print_figures("learned", table.learned.month);
  print_figures("best fixed duty of each site", table.fixed.month);
  print_figures("best duty in proportion to the charge, of each site", table.proportional.month);
  printf("# learned beats the best fixed duty at %u of %u sites, the best proportional one at %u\n", table.beats_fixed,
         sites, table.beats_proportional);
  printf(
      "# in the last week it sends %.2f reports in ten minutes where the gateway can be reached, %.2f where it hardly "
      "can\n",
      table.duty.mean(0), table.duty.mean(1));
  printf("day,learned,fixed,proportional\n");
  for (uint32_t day = 0; day < days; ++day) {
    printf("%u,%.3f,%.3f,%.3f\n", day + 1, static_cast<double>(table.learned.month.per_hour(day, day + 1)),
           static_cast<double>(table.fixed.month.per_hour(day, day + 1)),
           static_cast<double>(table.proportional.month.per_hour(day, day + 1)));
  }
  return 0;
}
