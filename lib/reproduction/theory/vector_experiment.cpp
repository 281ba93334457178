#include "reproduction/theory/vector_experiment.hpp"

#include <stdexcept>
#include <utility>

#include "experiments/runner/interrupt.hpp"

namespace ballast::reproduction {

VectorExperiment::VectorExperiment(std::string name, std::uint32_t trials, std::size_t length, double seconds_per_trial,
                                   Run run)
    : name_(std::move(name)),
      length_(length),
      seconds_per_trial_(seconds_per_trial),
      run_(std::move(run)),
      results_(trials) {}

void VectorExperiment::run(std::uint32_t trial) {
  results_[trial] = run_(trial);
  if (results_[trial].size() != length_ && !is_interrupted()) {
    throw std::logic_error(name_ + ": a trial does not give as many numbers as it should");
  }
}

void VectorExperiment::save(std::uint32_t trial, OutcomeWriter& out) const {
  out.put(results_[trial]);
}

void VectorExperiment::load(std::uint32_t trial, OutcomeReader& in) {
  in.get(results_[trial]);
  OutcomeReader::require(results_[trial].size() == length_);
}

std::vector<double> VectorExperiment::column(std::size_t i) const {
  std::vector<double> values;
  for (const std::vector<double>& result : results_) { values.push_back(result.at(i)); }
  return values;
}

}  // namespace ballast::reproduction
