#include "experiments/results/environment.hpp"

namespace ballast::experiments {

const char* name_of(Environment environment) {
  switch (environment) {
    case Environment::mrp: return "mrp";
    case Environment::boyan: return "boyan";
    case Environment::access_control: return "access_control";
    case Environment::pendulum: return "pendulum";
  }
  return "";
}

const char* title_of(Environment environment) {
  switch (environment) {
    case Environment::mrp: return "MRP";
    case Environment::boyan: return "Boyan chain";
    case Environment::access_control: return "Access control";
    case Environment::pendulum: return "Pendulum";
  }
  return "";
}

}  // namespace ballast::experiments
