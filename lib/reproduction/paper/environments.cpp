#include "reproduction/paper/environments.hpp"

#include "experiments/definition/plan_of.hpp"
#include "reproduction/paper/figure_files.hpp"

namespace ballast::reproduction::paper {

Environment mrp(const Options& options) {
  return environment_of(figure_definition("2", options).panels.front());
}

Environment boyan(const Options& options) {
  return environment_of(figure_definition("3", options).panels.front());
}

}  // namespace ballast::reproduction::paper
