#pragma once
/// What `ballast log check` found, as text and as JSON.

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "experiments/files/output_file.hpp"
#include "log/start.hpp"
#include "log/suggestions.hpp"

namespace tool {

struct LogCheck {
  const std::string& name;  ///< of the log
  const LogStatistics& log;
  FeatureSummary features;
  std::vector<Suggestion> suggestions;
  Start start;
};

void print(const LogCheck& check, ballast::experiments::OutputFile& out);
nlohmann::ordered_json json_of(const LogCheck& check);

}  // namespace tool
