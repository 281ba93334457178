#pragma once
/// The rules by which a log leads to advice, in the terms of docs/CHOOSING.md and docs/FIELD.md. docs/LOGS.md states
/// them.

#include <string>
#include <vector>

#include "log/feature_summary.hpp"

namespace tool {

struct Suggestion {
  std::string rule;    ///< its name in docs/LOGS.md
  std::string advice;  ///< what to do
  std::string reason;  ///< the numbers of the log
  std::string see;     ///< document and section
};

/// `name` is the log's, for places in it.
std::vector<Suggestion> suggestions_for(const LogStatistics& log, const FeatureSummary& features,
                                        const std::string& name);

/// `file:line` of a row.
std::string text_of(const std::string& name, RowPlace place);
/// The same, and t if it is not part of that.
std::string text_with_t(const std::string& name, RowPlace place);
/// "phi_3", "phi_3 and phi_5", "phi_0, phi_1, phi_2 and 7 more".
std::string text_of(const FeatureList& list);

}  // namespace tool
