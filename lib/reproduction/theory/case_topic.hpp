#pragma once
/// A topic that consists of cases, each with one experiment.

#include <memory>
#include <vector>

#include "reproduction/theory/topic.hpp"

namespace ballast::reproduction {

/// `Case` has a member `experiment`.
template <class Case>
class CaseTopic : public Topic {
 public:
  std::vector<std::shared_ptr<Experiment>> experiments() const override {
    std::vector<std::shared_ptr<Experiment>> all;
    for (const Case& one : cases_) { all.push_back(one.experiment); }
    return all;
  }

 protected:
  std::vector<Case> cases_;
};

}  // namespace ballast::reproduction
