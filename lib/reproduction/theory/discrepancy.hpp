#pragma once
/// How far the fixed point of TD(lambda) is from the true values, and the paper's bound on it, as lambda goes to 1.

#include "reproduction/theory/topic.hpp"
#include "reproduction/theory/vector_experiment.hpp"

namespace ballast::reproduction {

/// On instances of the MRP and of the Boyan chain without the feature v, which would make the distance 0. Exact:
/// nothing is sampled.
class DiscrepancyTopic : public Topic {
 public:
  explicit DiscrepancyTopic(const Options& options);

  std::string name() const override { return "discrepancy"; }
  std::vector<std::shared_ptr<Experiment>> experiments() const override;
  TopicResult result() const override;

 private:
  std::vector<std::shared_ptr<VectorExperiment>> experiments_;  // one for each environment
};

}  // namespace ballast::reproduction
