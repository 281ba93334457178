#include "reproduction/claims/stability.hpp"

#include <fmt/format.h>

#include <sstream>

#include "claims_reference.hpp"
#include "reproduction/paper/options.hpp"
#include "reproduction/paper/run_info.hpp"

namespace ballast::reproduction {
namespace {

constexpr const char* header = "id,holds,holds_in_part,does_not_hold,undecided";

void add(VerdictCounts& counts, Verdict verdict) {
  switch (verdict) {
    case Verdict::holds: ++counts.holds; break;
    case Verdict::holds_in_part: ++counts.holds_in_part; break;
    case Verdict::does_not_hold: ++counts.does_not_hold; break;
    case Verdict::undecided: ++counts.undecided; break;
  }
}

/// A cell of a Markdown table cannot have a bar.
std::string in_cell(std::string text) {
  for (std::size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) { text.insert(at, "\\"); }
  return text;
}

}  // namespace

CountsById count_verdicts(const std::vector<std::vector<Claim>>& claims_by_seed) {
  CountsById counts;
  for (const std::vector<Claim>& claims : claims_by_seed) {
    for (const Claim& claim : claims) { add(counts[claim.id], claim.verdict); }
  }
  return counts;
}

void set_over_seeds(std::vector<Claim>& claims, const CountsById& counts) {
  for (Claim& claim : claims) {
    const auto found = counts.find(claim.id);
    if (found != counts.end()) { claim.over_seeds = found->second; }
  }
}

CountsById reference_counts() {
  return read_counts(claims_reference);
}

CountsById read_counts(const std::string& csv) {
  CountsById counts;
  std::istringstream lines(csv);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string id;
    VerdictCounts read;
    char comma = ',';
    std::getline(fields, id, ',');
    fields >> read.holds >> comma >> read.holds_in_part >> comma >> read.does_not_hold >> comma >> read.undecided;
    if (fields) { counts[id] = read; }
  }
  return counts;
}

std::string reference_csv(const std::vector<Claim>& claims) {
  std::string csv = fmt::format("{}\n", header);
  for (const Claim& claim : claims) {
    if (!claim.over_seeds) { continue; }
    csv += claim.id;
    for (const Verdict verdict : all_verdicts) { csv += fmt::format(",{}", claim.over_seeds->of(verdict)); }
    csv += "\n";
  }
  return csv;
}

std::string markdown_table(const std::vector<Claim>& claims) {
  std::string table = "| claim | measured | verdict |\n|---|---|---|\n";
  for (const Claim& claim : claims) {
    const std::string verdict = claim.over_seeds ? text_of(*claim.over_seeds) : label_of(claim.verdict);
    table +=
        fmt::format("| `{}`: {} | {} | {} |\n", claim.id, in_cell(claim.statement), in_cell(claim.measured), verdict);
  }
  return table;
}

std::string text_of(const VerdictCounts& counts) {
  const std::uint32_t seeds = counts.seeds();
  if (seeds == 0) { return ""; }
  std::vector<std::string> texts;
  for (const Verdict verdict : all_verdicts) {
    const std::uint32_t count = counts.of(verdict);
    const char* const name = label_of(verdict);
    if (count == seeds) {
      return fmt::format("{} with {}", name, seeds == 1 ? "one seed" : fmt::format("all {} seeds", seeds));
    }
    if (count == 0) { continue; }
    texts.push_back(texts.empty() ? fmt::format("{} with {} of {} seeds", name, count, seeds)
                                  : fmt::format("{} with {}", name, count));
  }
  return fmt::format("{}: depends on the seed", fmt::join(texts, ", "));
}

}  // namespace ballast::reproduction
