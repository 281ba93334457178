#include "experiments/charts/line_chart.hpp"

#include <algorithm>

namespace ballast::experiments {

bool has_band(const Curve& curve) {
  return std::any_of(curve.samples.begin(), curve.samples.end(),
                     [](const Sample& sample) { return sample.is_number && sample.high > sample.low; });
}

}  // namespace ballast::experiments
