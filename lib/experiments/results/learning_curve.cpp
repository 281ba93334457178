#include "experiments/results/learning_curve.hpp"

namespace ballast::experiments {

std::vector<const Point*> LearningCurve::curve(const Method& method) const {
  std::vector<const Point*> result;
  for (const Point& point : points) {
    if (point.method == method) { result.push_back(&point); }
  }
  return result;
}

}  // namespace ballast::experiments
