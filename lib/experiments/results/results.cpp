#include "experiments/results/results.hpp"

#include <cmath>
#include <stdexcept>

namespace tool::reproduce {

const char* name_of(Method method) {
  switch (method) {
    case Method::standard: return "standard";
    case Method::implicit: return "implicit";
    case Method::implicit_r1000: return "implicit_r1000";
    case Method::implicit_r5000: return "implicit_r5000";
  }
  return "";
}

const char* label_of(Method method) {
  switch (method) {
    case Method::standard: return "standard";
    case Method::implicit: return "implicit";
    case Method::implicit_r1000: return "implicit, R = 1000";
    case Method::implicit_r5000: return "implicit, R = 5000";
  }
  return "";
}

const char* name_of(Environment environment) {
  switch (environment) {
    case Environment::mrp: return "mrp";
    case Environment::boyan: return "boyan";
    case Environment::access_control: return "access_control";
    case Environment::pendulum: return "pendulum";
  }
  return "";
}

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::holds_in_part: return "holds_in_part";
    case Verdict::does_not_hold: return "does_not_hold";
  }
  return "";
}

const char* label_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: return "holds";
    case Verdict::holds_in_part: return "holds in part";
    case Verdict::does_not_hold: return "does not hold";
  }
  return "";
}

const char* name_of(Source source) {
  return source == Source::paper ? "paper" : "ballast";
}

/// Steps of the grids are 0.005 apart or more: what is closer is the same, however it was rounded.
static bool is_at(double x, double y) {
  return std::fabs(x - y) < 1e-9;
}

const Cell* Sweep::find(Method method, double x, const std::string& measure) const {
  for (const Cell& cell : cells) {
    if (cell.method == method && is_at(cell.x, x) && cell.measure == measure) { return &cell; }
  }
  return nullptr;
}

std::vector<const Cell*> Sweep::curve(Method method, const std::string& measure) const {
  std::vector<const Cell*> result;
  for (const Cell& cell : cells) {
    if (cell.method == method && cell.measure == measure) { result.push_back(&cell); }
  }
  return result;
}

std::vector<const Point*> Course::curve(Method method) const {
  std::vector<const Point*> result;
  for (const Point& point : points) {
    if (point.method == method) { result.push_back(&point); }
  }
  return result;
}

const Sweep& Figure::sweep(const std::string& stem) const {
  for (const Sweep& sweep : sweeps) {
    if (sweep.stem == stem) { return sweep; }
  }
  throw std::out_of_range("no sweep " + stem);
}

const Figure* Results::figure(int number) const {
  for (const Figure& figure : figures) {
    if (figure.number == number) { return &figure; }
  }
  return nullptr;
}

}  // namespace tool::reproduce
