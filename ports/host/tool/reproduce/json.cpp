#include "json.hpp"

#include <nlohmann/json.hpp>

#include "../output_file.hpp"

namespace tool::reproduce {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const RunInfo& info) {
  return {{"version", info.version},
          {"command", info.command},
          {"seed", info.seed},
          {"scalar", info.scalar},
          {"preview", info.is_preview},
          {"evaluation_trials", info.evaluation_trials},
          {"evaluation_steps", info.evaluation_steps},
          {"control_trials", info.control_trials},
          {"control_steps", info.control_steps},
          {"readings", info.readings}};
}

Json to_json(const Claim& claim) {
  Json numbers = Json::object();
  for (const auto& [name, number] : claim.numbers) { numbers[name] = number; }  // NaN, an overflow, becomes null
  return {{"figure", claim.figure},
          {"id", claim.id},
          {"source", name_of(claim.source)},
          {"claim", claim.statement},
          {"rule", claim.rule},
          {"numbers", numbers},
          {"measured", claim.measured},
          {"verdict", name_of(claim.verdict)}};
}

void write(const Json& json, const std::string& path) {
  OutputFile file(path);
  file.print("{}\n", json.dump(2));
  file.finish();
}

}  // namespace

void write_claims(const Results& results, const std::string& directory) {
  Json json = to_json(results.info);
  json["claims"] = Json::array();
  for (const Claim& claim : results.claims) { json["claims"].push_back(to_json(claim)); }
  write(json, directory + "/claims.json");
}

}  // namespace tool::reproduce
