#include "reproduction/figures/results.hpp"

namespace ballast::reproduction {

const Figure* Results::figure(const std::string& name) const {
  for (const Figure& figure : figures) {
    if (figure.name == name) { return &figure; }
  }
  return nullptr;
}

const Sweep* Results::sweep(const std::string& stem) const {
  for (const Figure& figure : figures) {
    for (const Sweep& sweep : figure.sweeps) {
      if (sweep.stem == stem) { return &sweep; }
    }
  }
  return nullptr;
}

}  // namespace ballast::reproduction
