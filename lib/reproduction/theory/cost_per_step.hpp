#pragma once
/// What an update costs on a microcontroller, implicit beside standard: from docs/footprint.csv, which is compiled in.

#include <string>
#include <vector>

#include "reproduction/theory/topic.hpp"

namespace ballast::reproduction {

/// An update of 16 weights in float, on one core.
struct UpdateCost {
  std::string core;
  std::string variant;  ///< as in footprint.csv: "16", "16 standard rule"
  double ram;           ///< bytes of a learner
  double idle;          ///< instructions, mean, where the projection does not act
  double acting;        ///< the same where it does
};

/// The rows in float of such a file that begin with "16"; lines that are none are left out.
std::vector<UpdateCost> read_update_costs(const std::string& csv);

/// Nothing is run: the instructions were counted when the table was made.
class CostPerStep : public Topic {
 public:
  std::string name() const override { return "cost_per_step"; }
  std::vector<std::shared_ptr<Experiment>> experiments() const override { return {}; }
  TopicResult result() const override;
};

/// The topic for a given table.
TopicResult cost_per_step(const std::vector<UpdateCost>& costs);

}  // namespace ballast::reproduction
