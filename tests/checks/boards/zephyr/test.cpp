// The Zephyr application on a PC, for some months.

#include <zephyr/kernel.h>

#include "../project.hpp"

namespace {

void check() {
  const std::vector<double> rewards = printed.values("reward an hour ");
  require(rewards.size() == 100, "a line for each day");
  require(mean_of_last(rewards, 20) > mean(rewards, 0, 5) + 200.0, "it does better in the end than at first");
}

}  // namespace

int project_main();

int32_t k_msleep(int32_t) {
  pass_delay();
  return 0;
}

int main() {
  life = {100 * 24 * 60, check};
  return project_main();
}
