// The tables of README.md: a hundred buildings, two plants. Exits with 1 if something that README.md claims does not
// hold. For the host.
//   thermostat_comparison

#include <stdint.h>
#include <stdio.h>

#include <vector>

#include "comparison.hpp"

namespace {

using namespace thermostat;

constexpr uint32_t buildings = 100;
constexpr uint32_t shown[] = {1, 3, 4, 6};

void print_costs(const char* what, const Table& table) {
  printf("# | cents a day, %s | month 1 | month 3 | month 4, changed | month 6 |\n", what);
  for (size_t i = 0; i < controllers; ++i) {
    printf("# | %s |", names[i]);
    for (const uint32_t month : shown) { printf(" %.1f |", table.mean(static_cast<Who>(i), month - 1)); }
    printf("\n");
  }
}

/// What each costs more than SARSA in the same buildings.
void print_differences(const Table& table) {
  printf("# | more than SARSA, found by search | month 1 | month 3 | month 4, changed | month 6 |\n");
  for (size_t i = 0; i < controllers; ++i) {
    if (i == learned) { continue; }
    printf("# | %s |", names[i]);
    for (const uint32_t month : shown) {
      const Difference more = difference(table, static_cast<Who>(i), learned, month - 1);
      printf(" %+.1f ± %.1f |", more.mean, more.half_width());
    }
    printf("\n");
  }
}

/// A sentence of README.md, and what must hold for it.
struct Statement {
  const char* text;
  std::vector<Claim> claims;
};

const std::vector<Statement> about_busy_buildings = {
    {"In the first month the counters cost least. Between SARSA, the factory's timetable and PI it is undecided. SARSA "
     "costs less than thresholds, price table and bandit.",
     {{by_counters, {by_hand, found, by_price, by_pi, by_bandit, as_documented, learned}, {1}, 5.0},
      {by_counters, {by_hour}, {1}, 2.0},
      {learned, {by_hour}, {1}, -15.0},
      {by_hour, {learned}, {1}, -15.0},
      {learned, {by_hand, found, by_bandit}, {1}, 5.0},
      {learned, {by_price}, {1}, 2.0},
      {learned, {by_pi}, {1}, -5.0}}},
    {"In the third month SARSA costs less than all simpler controllers that do not know the building in advance.",
     {{learned, {by_hand, found, by_price, by_hour, by_pi}, {3}, 15.0}, {learned, {by_bandit, by_counters}, {3}, 2.0}}},
    {"In the month after the change the counters cost least again, SARSA a little more, and all others more than "
     "SARSA.",
     {{by_counters, {learned}, {4}, 0.0},
      {learned, {by_hand, found, by_price, by_hour, by_pi, by_bandit, as_documented, in_hindsight}, {4}, 5.0}}},
    {"Two months later it is undecided between SARSA, the counters and the bandit; all others cost more than SARSA.",
     {{learned, {by_counters}, {6}, -10.0},
      {by_counters, {learned}, {6}, -20.0},
      {learned, {by_bandit}, {6}, -5.0},
      {learned, {as_documented}, {6}, 2.0},
      {learned, {by_hand, found, by_price, by_hour, by_pi, in_hindsight}, {6}, 20.0}}},
    {"A timetable set in hindsight for each building costs less than SARSA until the plant changes, and from then on "
     "more than all others but two thresholds set by hand, where it is undecided.",
     {{in_hindsight, {learned}, {1, 2, 3}, 0.0},
      {found, {in_hindsight}, {4, 5, 6}, 2.0},
      {by_price, {in_hindsight}, {4, 5, 6}, 2.0},
      {by_hour, {in_hindsight}, {4, 5, 6}, 2.0},
      {by_pi, {in_hindsight}, {4, 5, 6}, 2.0},
      {by_bandit, {in_hindsight}, {4, 5, 6}, 2.0},
      {by_counters, {in_hindsight}, {4, 5, 6}, 2.0},
      {as_documented, {in_hindsight}, {4, 5, 6}, 2.0}}},
    {"SARSA with the numbers of the documentation costs more in the first month than two thresholds that were searched "
     "for, and less in the third.",
     {{found, {as_documented}, {1}, 2.0}, {as_documented, {found}, {3}, 30.0}}},
};
const std::vector<Statement> about_steady_buildings = {
    {"Here two thresholds, set by hand, cost less than SARSA in every month.",
     {{by_hand, {learned}, {1}, 30.0}, {by_hand, {learned}, {2, 3}, 4.0}, {by_hand, {learned}, {4, 5, 6}, 0.0}}},
    {"The counters and the bandit, with numbers found in busy buildings, cost much more than SARSA from the second "
     "month "
     "on.",
     {{learned, {by_counters, by_bandit}, {2, 3, 4, 5, 6}, 50.0}}},
};

bool print_statements(const std::vector<Statement>& statements, const Table& table) {
  bool all_hold = true;
  for (const Statement& statement : statements) {
    printf("# %s\n", statement.text);
    for (const Claim& claim : statement.claims) { all_hold = holds(claim, table) && all_hold; }
  }
  return all_hold;
}

}  // namespace

int main() {
  const Table busy = compare(busy_plant, buildings);
  print_costs("busy buildings", busy);
  print_differences(busy);
  const Table steady = compare(steady_plant, buildings);
  print_costs("steady buildings", steady);
  const bool holds_of_busy = print_statements(about_busy_buildings, busy);
  const bool holds_of_steady = print_statements(about_steady_buildings, steady);
  return holds_of_busy && holds_of_steady ? 0 : 1;
}
