#include "experiments/results/method.hpp"

namespace ballast::experiments {

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

}  // namespace ballast::experiments
