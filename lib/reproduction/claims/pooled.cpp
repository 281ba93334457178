#include "reproduction/claims/pooled.hpp"

#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {

static void append(std::vector<double>& values, const std::vector<double>& more) {
  values.insert(values.end(), more.begin(), more.end());
}

void PooledDifferences::add(const Figure& figure) {
  for (const Sweep& sweep : figure.sweeps) {
    if (sweep.measures.front() == "loss") { continue; }
    for (const Cell* const implicit : sweep.curve(paper::implicit)) {
      const Cell* const standard = sweep.find(paper::standard, implicit->x);
      if (standard == nullptr) { continue; }
      Values& values = sweeps_[sweep.stem][implicit->x];
      append(values.implicit, implicit->values);
      append(values.standard, standard->values);
    }
  }
}

std::vector<PooledDifference> PooledDifferences::differences() const {
  std::vector<PooledDifference> result;
  for (const auto& [stem, cells] : sweeps_) {
    for (const auto& [x, values] : cells) {
      result.push_back({stem, x, values.implicit.size(),
                        paired_difference(values.implicit, values.standard, Better::more, cells.size())});
    }
  }
  return result;
}

}  // namespace ballast::reproduction
