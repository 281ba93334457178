#pragma once
/// Means over a hundred sites, and how they are printed for README.md. For the host.

#include <stdint.h>
#include <stdio.h>

#include "month.hpp"

namespace sensor_node {

constexpr uint32_t sites = 100;

struct Mean {
  Month month;

  void add(const Month& one) {
    for (uint32_t day = 0; day < days; ++day) { month.of_day[day] += one.of_day[day] / static_cast<float>(sites); }
  }
};

inline void print_heading() {
  printf("# | worth of an hour, mean of %u sites | first week | last week | month |\n", sites);
}

inline void print_figures(const char* what, const Month& month) {
  printf("# | %s | %.2f | %.2f | %.2f |\n", what, static_cast<double>(month.per_hour(0, 7)),
         static_cast<double>(month.per_hour(days - 7)), static_cast<double>(month.per_hour()));
}

}  // namespace sensor_node
