#pragma once
/// Policy evaluation on a reward process of any size, measured against its exact answer.

#include <ballast/math/random.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "experiments/trials/exact_solution.hpp"
#include "experiments/trials/feature_set.hpp"
#include "experiments/trials/process_of_size.hpp"
#include "experiments/trials/trial.hpp"

namespace ballast::experiments {

/// Of the last estimate, or over time.
enum class EvaluationMeasure : std::uint8_t {
  loss,         ///< (omega - omega*)^2 + ||Pi_O (theta - theta*)||^2
  omega_error,  ///< |omega - omega*|
};

/// "loss", "omega_error"
const char* name_of(EvaluationMeasure measure);

struct EvaluationSetup {
  std::uint32_t steps;
  std::vector<FeatureSet> features = {FeatureSet{}};  ///< Method::features is the number of one of them
  std::vector<EvaluationMeasure> measures = {EvaluationMeasure::loss};
  double start_range = 1.0;  ///< theta_0 is uniform in [-start_range, start_range)
};

/// An instance with its exact answers, start weights and one trajectory.
class EvaluationTrial : public Trial {
 public:
  /// Walks through the process from here: `random` continues where the instance left it. The trajectory is the same for
  /// all features; features that are not those of the process come from a generator of their own, which depends on
  /// `random` and on what they are, not on the others.
  EvaluationTrial(const ProcessOfSize& process, ballast::Random random, const EvaluationSetup& setup);

  Outcome run(const Run& run) const override;

  /// Solved on first use.
  const ExactSolution& exact(std::size_t features, double lambda) const;
  /// With features number i.
  const ProcessOfSize& process(std::size_t features) const { return instances_.at(features).process; }

 private:
  /// The numbers of an instance in the scalar of a learner.
  template <class T>
  struct Numbers {
    std::size_t dimension = 0;
    std::vector<T> phi;  // state by state
    std::vector<T> reward;
    std::vector<T> start;  // theta_0

    const T* features(std::size_t state) const { return phi.data() + state * dimension; }
  };

  /// The process with one set of features.
  struct Instance {
    Instance(ProcessOfSize of_process, double start_range, ballast::Random& random);

    ProcessOfSize process;
    Numbers<double> doubles;
    Numbers<float> floats;
  };

  template <class T>
  static Numbers<T> numbers_of(const ProcessOfSize& process, const std::vector<double>& start);
  template <class T>
  Outcome run_in(const Numbers<T>& numbers, const Run& run) const;
  template <class Learner, class T>
  Outcome outcome_of(Learner& learner, const Numbers<T>& numbers, const Run& run, const ExactSolution& solution) const;
  template <class Learner, class T, class Record>
  bool walk(Learner& learner, const Numbers<T>& numbers, Record record) const;
  template <class Learner>
  std::vector<double> measured(const Learner& learner, const ExactSolution& exact) const;

  std::vector<EvaluationMeasure> measures_;
  std::vector<Instance> instances_;  // by set of features
  std::vector<std::uint32_t> path_;  // S_0, ..., S_T

  mutable std::mutex mutex_;
  mutable std::map<std::pair<std::size_t, double>, ExactSolution> solutions_;  // by set of features and lambda
};

}  // namespace ballast::experiments
