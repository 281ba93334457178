#pragma once
/// The theory part of the reproduction: topics, each with its experiments and what came out of them.

#include <memory>
#include <string>
#include <vector>

#include "experiments/runner/experiment.hpp"
#include "reproduction/paper/options.hpp"
#include "reproduction/theory/topic_result.hpp"

namespace ballast::reproduction {

/// One question that the theory part answers.
class Topic {
 public:
  Topic() = default;
  virtual ~Topic() = default;
  Topic(const Topic&) = delete;
  Topic& operator=(const Topic&) = delete;

  /// As TopicResult::name.
  virtual std::string name() const = 0;

  /// What is run for it; may be empty. Their names are unique within a run (experiment_name).
  virtual std::vector<std::shared_ptr<Experiment>> experiments() const = 0;

  /// When all its experiments are done.
  virtual TopicResult result() const = 0;
};

/// Their names, in the order of the report.
std::vector<std::string> topic_names();

/// Those that are asked for, in the order of the report. `options` are those of one seed, and must outlive the topics.
std::vector<std::shared_ptr<Topic>> theory_topics(const Options& options);

/// "seed 1, theory, joint_ball"
std::string experiment_name(const Options& options, const std::string& what);

}  // namespace ballast::reproduction
