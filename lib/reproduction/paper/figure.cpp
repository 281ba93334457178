#include "reproduction/paper/figure.hpp"

#include <stdexcept>

namespace ballast::reproduction {

const Sweep& Figure::sweep(const std::string& stem) const {
  for (const Sweep& sweep : sweeps) {
    if (sweep.stem == stem) { return sweep; }
  }
  throw std::out_of_range("no sweep " + stem);
}

}  // namespace ballast::reproduction
