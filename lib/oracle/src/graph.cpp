#include <ballast/oracle/graph.hpp>

#include <cstddef>
#include <numeric>
#include <queue>

namespace ballast::oracle {

namespace {

Index& at(std::vector<Index>& values, Index i) {
  return values[static_cast<std::size_t>(i)];
}
Index at(const std::vector<Index>& values, Index i) {
  return values[static_cast<std::size_t>(i)];
}

}  // namespace

std::vector<Index> steps_from(const Matrix& P, Index start) {
  std::vector<Index> steps(static_cast<std::size_t>(P.rows()), -1);
  std::queue<Index> waiting;
  at(steps, start) = 0;
  waiting.push(start);
  while (!waiting.empty()) {
    const Index state = waiting.front();
    waiting.pop();
    for (Index next = 0; next < P.cols(); ++next) {
      if (P(state, next) > 0 && at(steps, next) < 0) {
        at(steps, next) = at(steps, state) + 1;
        waiting.push(next);
      }
    }
  }
  return steps;
}

// Two ways of different length to one state differ by a multiple of the period, and all of these differences together
// have no larger common divisor.
Index period(const Matrix& P) {
  const std::vector<Index> steps = steps_from(P, 0);
  Index divisor = 0;
  for (Index state = 0; state < P.rows(); ++state) {
    for (Index next = 0; next < P.cols(); ++next) {
      if (P(state, next) > 0) { divisor = std::gcd(divisor, at(steps, state) + 1 - at(steps, next)); }
    }
  }
  return divisor;
}

std::vector<std::vector<Index>> closed_classes(const Matrix& P) {
  std::vector<std::vector<Index>> reach;
  for (Index state = 0; state < P.rows(); ++state) { reach.push_back(steps_from(P, state)); }
  std::vector<std::vector<Index>> classes;
  for (Index state = 0; state < P.rows(); ++state) {
    std::vector<Index> members;
    bool closed = true;
    for (Index other = 0; other < P.rows(); ++other) {
      if (at(reach[static_cast<std::size_t>(state)], other) < 0) { continue; }
      members.push_back(other);
      closed = closed && at(reach[static_cast<std::size_t>(other)], state) >= 0;
    }
    if (closed && members.front() == state) { classes.push_back(members); }
  }
  return classes;
}

}  // namespace ballast::oracle
