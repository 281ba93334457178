#pragma once
/// The joint ball of Algorithm 1 at radii at which it acts, beside the separate balls of the paper's experiments and
/// Pi_O.

#include "reproduction/theory/topic.hpp"
#include "reproduction/theory/vector_experiment.hpp"

namespace ballast::reproduction {

/// On the MRP of figure 2: the same instances, start weights and trajectories.
class JointBallTopic : public Topic {
 public:
  explicit JointBallTopic(const Options& options);

  std::string name() const override { return "joint_ball"; }
  std::vector<std::shared_ptr<Experiment>> experiments() const override { return {experiment_}; }
  TopicResult result() const override;

 private:
  std::uint32_t steps_;
  std::shared_ptr<VectorExperiment> experiment_;
};

}  // namespace ballast::reproduction
