#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

const Figure* Results::figure(int number) const {
  for (const Figure& figure : figures) {
    if (figure.number == number) { return &figure; }
  }
  return nullptr;
}

}  // namespace ballast::reproduction
