#include "reproduction/theory/cost_per_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "experiments/text/number_format.hpp"

#include <footprint_table.hpp>

namespace ballast::reproduction {
namespace {

constexpr const char* topic = "cost_per_step";

/// How many times as many instructions count as the same cost.
constexpr double same_cost = 1.1;

// --- the table ------------------------------------------------------------------------------------------------------

using Fields = std::vector<std::string>;

Fields fields_of(const std::string& line) {
  Fields fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, ',');) { fields.push_back(field); }
  return fields;
}

/// Empty if the header has no such column.
std::string field_of(const Fields& header, const Fields& row, const std::string& column) {
  const auto found = std::find(header.begin(), header.end(), column);
  const auto i = static_cast<std::size_t>(found - header.begin());
  return i < row.size() ? row[i] : "";
}

// --- implicit beside standard ---------------------------------------------------------------------------------------

/// A rule and its implicit form, as rows of the table.
struct RulePair {
  const char* title;
  const char* name;  ///< of its claim
  const char* standard;
  const char* implicit;
  Source source;  ///< the paper speaks of its own rule alone
};

constexpr RulePair pairs[] = {
    {"TD(lambda)", "td", "16 standard rule", "16", Source::paper},
    {"Differential TD(lambda)", "differential_td", "16 differential rule", "16 implicit differential rule",
     Source::ballast},
};

/// Both on one core.
struct CoreCost {
  std::string core;
  UpdateCost standard;
  UpdateCost implicit;

  double idle_ratio() const { return implicit.idle / standard.idle; }
  double acting_ratio() const { return implicit.acting / standard.acting; }
};

std::vector<CoreCost> cores_of(const std::vector<UpdateCost>& costs, const RulePair& pair) {
  std::vector<CoreCost> cores;
  for (const UpdateCost& standard : costs) {
    if (standard.variant != pair.standard) { continue; }
    for (const UpdateCost& implicit : costs) {
      if (implicit.variant == pair.implicit && implicit.core == standard.core) {
        cores.push_back({standard.core, standard, implicit});
      }
    }
  }
  return cores;
}

TopicTable table_of(const std::vector<CoreCost>& cores, const RulePair& pair) {
  TopicTable table{fmt::format("{}, 16 features, float: instructions of an update", pair.title),
                   {"core", "standard", "implicit", "ratio", "standard, projecting", "implicit, projecting", "ratio",
                    "bytes, standard", "bytes, implicit"},
                   {}};
  for (const CoreCost& core : cores) {
    table.rows.push_back({core.core, as_given(core.standard.idle), as_given(core.implicit.idle),
                          fmt::format("{:.3f}", core.idle_ratio()), as_given(core.standard.acting),
                          as_given(core.implicit.acting), fmt::format("{:.3f}", core.acting_ratio()),
                          as_given(core.standard.ram), as_given(core.implicit.ram)});
  }
  return table;
}

Claim time_claim(const std::vector<CoreCost>& cores, const RulePair& pair) {
  Claim claim = topic_claim(topic, fmt::format("same_time_{}", pair.name), pair.source,
                            fmt::format("{}: an implicit update takes about as long as a standard one.", pair.title),
                            fmt::format("Each core is a part: at most {} times as many instructions on average, "
                                        "whether the projection acts or not.",
                                        as_given(same_cost)));
  double least = cores.front().idle_ratio();
  double most = least;
  for (const CoreCost& core : cores) {
    claim.parts.push_back(
        {fmt::format("on {}", core.core), met_if(core.idle_ratio() <= same_cost && core.acting_ratio() <= same_cost)});
    claim.numbers.emplace_back(core.core + "_ratio", core.idle_ratio());
    claim.numbers.emplace_back(core.core + "_ratio_projecting", core.acting_ratio());
    least = std::min({least, core.idle_ratio(), core.acting_ratio()});
    most = std::max({most, core.idle_ratio(), core.acting_ratio()});
  }
  claim.measured = fmt::format("From {:.3f} to {:.3f} times as many instructions, over {}.", least, most,
                               counted(cores.size(), "core"));
  return judged(claim);
}

Claim space_claim(const std::vector<CoreCost>& cores, const RulePair& pair) {
  Claim claim =
      topic_claim(topic, fmt::format("same_space_{}", pair.name), pair.source,
                  fmt::format("{}: an implicit learner needs no more memory than a standard one.", pair.title),
                  "Each core is a part: the learners have the same number of bytes.");
  for (const CoreCost& core : cores) {
    claim.parts.push_back({fmt::format("on {}", core.core), met_if(core.implicit.ram == core.standard.ram)});
  }
  const CoreCost& first = cores.front();
  claim.numbers = {{"bytes_standard", first.standard.ram}, {"bytes_implicit", first.implicit.ram}};
  claim.measured =
      fmt::format("{} and {} bytes on {}.", as_given(first.standard.ram), as_given(first.implicit.ram), first.core);
  return judged(claim);
}

}  // namespace

std::vector<UpdateCost> read_update_costs(const std::string& csv) {
  std::istringstream lines(csv);
  std::vector<UpdateCost> costs;
  Fields header;
  for (std::string line; std::getline(lines, line);) {
    const Fields row = fields_of(line);
    if (!row.empty() && row[0] == "core") { header = row; }
    const auto field = [&](const char* column) { return field_of(header, row, column); };
    const auto number = [&](const char* column) { return std::stod(field(column)); };
    if (field("scalar") != "float" || (field("features") + " ").rfind("16 ", 0) != 0) { continue; }
    costs.push_back({field("core"), field("features"), number("ram"), number("idle_mean"), number("acting_mean")});
  }
  return costs;
}

TopicResult cost_per_step(const std::vector<UpdateCost>& costs) {
  TopicResult result{
      topic,
      "What a step costs",
      {"The paper says that an implicit update has the time and space complexity of a standard one. Here "
       "the instructions of one update were counted in an emulator of each core, with the library as "
       "firmware has it; docs/footprint.md says how, and has more settings. Without a unit for floating point "
       "the count depends on the numbers, which are not the same for both rules."},
      {},
      {},
      {}};
  for (const RulePair& pair : pairs) {
    const std::vector<CoreCost> cores = cores_of(costs, pair);
    if (cores.empty()) { continue; }
    result.tables.push_back(table_of(cores, pair));
    result.claims.push_back(time_claim(cores, pair));
    result.claims.push_back(space_claim(cores, pair));
  }
  return result;
}

TopicResult CostPerStep::result() const {
  return cost_per_step(read_update_costs(footprint_table));
}

}  // namespace ballast::reproduction
