#include "reproduction/report/results_json.hpp"

#include <nlohmann/json.hpp>

#include "experiments/files/output_file.hpp"

namespace ballast::reproduction {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const RunInfo& info) {
  Json json = {{"version", info.version},
               {"command", info.command},
               {"seed", info.seed},
               {"scalar", info.scalar},
               {"preview", info.is_preview},
               {"evaluation_trials", info.evaluation_trials},
               {"evaluation_steps", info.evaluation_steps},
               {"control_trials", info.control_trials},
               {"control_steps", info.control_steps},
               {"readings", info.readings}};
  if (info.theory_trials > 0) { json["theory_trials"] = info.theory_trials; }
  return json;
}

/// A number, as the paper has it; the theory part has a name.
Json figure_of(const Claim& claim) {
  return claim.figure == theory_figure ? Json(claim.figure) : Json::parse(claim.figure);
}

template <class Things>
Json list_of(const Things& things);

Json to_json(const Part& part) {
  return {{"part", part.text}, {"state", name_of(part.state)}};
}

Json to_json(const VerdictCounts& counts) {
  return {{"seeds", counts.seeds()},
          {"holds", counts.holds},
          {"holds_in_part", counts.holds_in_part},
          {"does_not_hold", counts.does_not_hold},
          {"undecided", counts.undecided},
          {"depends_on_the_seed", counts.depends_on_the_seed()}};
}

Json to_json(const PairedDifference& difference) {
  return {{"mean", difference.mean},
          {"ci95", difference.ci95},
          {"corrected", difference.corrected},
          {"standing", name_of(difference.standing)}};
}

Json to_json(const PooledDifference& pooled) {
  return {
      {"sweep", pooled.sweep}, {"x", pooled.x}, {"trials", pooled.trials}, {"difference", to_json(pooled.difference)}};
}

Json to_json(const Claim& claim) {
  Json numbers = Json::object();
  for (const auto& [name, number] : claim.numbers) { numbers[name] = number; }  // NaN, an overflow, becomes null
  return {{"figure", figure_of(claim)},
          {"id", claim.id},
          {"source", name_of(claim.source)},
          {"claim", claim.statement},
          {"rule", claim.rule},
          {"numbers", numbers},
          {"measured", claim.measured},
          {"parts", list_of(claim.parts)},
          {"verdict", name_of(claim.verdict)},
          {"over_seeds", claim.over_seeds ? to_json(*claim.over_seeds) : Json()}};
}

Json to_json(const Cell& cell) {
  Json json = {{"trials", cell.trials}, {"overflowed", cell.overflowed}, {"projections", cell.projections}};
  json["mean"] = cell.estimate ? Json(cell.estimate->mean) : Json();
  json["ci95"] = cell.estimate ? Json(cell.estimate->ci95) : Json();
  return json;
}

Json to_json(const FloatBesideDouble& both) {
  return {{"sweep", both.sweep},     {"method", both.method.name},        {"x", both.x},
          {"measure", both.measure}, {"double", to_json(both.in_double)}, {"float", to_json(both.in_float)}};
}

Json to_json(const UsefulRange& range) {
  return {{"sweep", range.sweep},
          {"method", range.method.name},
          {"best_step_size", range.best_x},
          {"best_loss", range.best_loss},
          {"low", range.low},
          {"high", range.high},
          {"low_is_at_edge", range.low_is_at_edge},
          {"high_is_at_edge", range.high_is_at_edge}};
}

Json to_json(const DivergenceRun& run) {
  return {{"chain", run.chain},
          {"variant", run.variant},
          {"step_size", run.step_size},
          {"projections", run.projections},
          {"overflowed_at", run.overflowed_at},
          {"norms", run.norms},
          {"losses", run.losses}};
}

Json to_json(const DriftRun& run) {
  return {{"scalar", run.scalar},
          {"is_direction_removed", run.is_direction_removed},
          {"step_size", run.step_size},
          {"norms", run.norms},
          {"losses", run.losses}};
}

Json to_json(const QueuePolicy& policy) {
  return {{"name", policy.name},
          {"gain", policy.gain},
          {"disagreements", policy.disagreements},
          {"runs", policy.runs},
          {"worst_gain", policy.worst_gain},
          {"best_gain", policy.best_gain},
          {"best_run", policy.best_run},
          {"accept", policy.accept},
          {"best_accept", policy.best_accept}};
}

Json to_json(const BestSetting& best) {
  return {{"step_size", best.step_size},
          {"ratio", best.ratio},
          {"mean", best.loss.mean},
          {"ci95", best.loss.ci95},
          {"is_at_edge", best.is_at_edge}};
}

Json to_json(const GridEnds& ends) {
  return {{"smallest_step_size", ends.smallest_step},
          {"largest_step_size", ends.largest_step},
          {"smallest_ratio", ends.smallest_ratio},
          {"largest_ratio", ends.largest_ratio}};
}

Json to_json(const OtherBest& other) {
  return {{"method", other.best.method.name}, {"best", to_json(other.best)}, {"difference", to_json(other.difference)}};
}

Json to_json(const BestSettings& best) {
  return {{"environment", best.environment},        {"title", best.title},
          {"standard", to_json(best.standard)},     {"implicit", to_json(best.implicit)},
          {"difference", to_json(best.difference)}, {"grid", to_json(best.ends)},
          {"others", list_of(best.others)}};
}

/// Null where there is no number.
Json to_json(const Curve& curve) {
  Json json = {{"label", curve.label}};
  for (const char* const name : {"x", "y", "low", "high"}) { json[name] = Json::array(); }
  for (const Sample& sample : curve.samples) {
    const auto number = [&](double value) { return sample.is_number ? Json(value) : Json(); };
    json["x"].push_back(sample.x);
    json["y"].push_back(number(sample.y));
    json["low"].push_back(number(sample.low));
    json["high"].push_back(number(sample.high));
  }
  return json;
}

Json to_json(const TopicChart& chart) {
  return {{"stem", chart.stem},
          {"title", chart.chart.title},
          {"x", chart.chart.x_label},
          {"y", chart.chart.y_label},
          {"curves", list_of(chart.chart.curves)}};
}

Json to_json(const TopicTable& table) {
  return {{"title", table.title}, {"header", table.header}, {"rows", table.rows}};
}

Json to_json(const TopicResult& topic) {
  return {{"name", topic.name},
          {"title", topic.title},
          {"text", topic.text},
          {"charts", list_of(topic.charts)},
          {"tables", list_of(topic.tables)}};
}

template <class Things>
Json list_of(const Things& things) {
  Json list = Json::array();
  for (const auto& thing : things) { list.push_back(to_json(thing)); }
  return list;
}

void write(const Json& json, const std::string& path) {
  OutputFile file(path);
  file.print("{}\n", json.dump(2));
  file.finish();
}

}  // namespace

void write_claims(const Results& results, const std::string& directory) {
  Json json = to_json(results.info);
  json["claims"] = list_of(results.claims);
  if (!results.pooled.empty()) { json["pooled_differences"] = list_of(results.pooled); }
  write(json, directory + "/claims.json");
}

void write_extra(const Results& results, const std::string& directory) {
  Json json = to_json(results.info);
  json["float_beside_double"] = list_of(results.extra->float_beside_double);
  json["useful_ranges"] = list_of(results.extra->useful_ranges);
  json["best_settings"] = list_of(results.extra->best_settings);
  json["divergence"] = list_of(results.extra->divergence);
  json["drift"] = list_of(results.extra->drift);
  json["drift_rates"] = results.extra->drift_rates;
  json["admission"] = list_of(results.extra->policies);
  write(json, directory + "/beyond.json");
}

void write_theory(const Results& results, const std::string& directory) {
  Json json = to_json(results.info);
  json["topics"] = list_of(results.theory);
  json["claims"] = Json::array();
  for (const Claim& claim : results.claims) {
    if (claim.figure == theory_figure) { json["claims"].push_back(to_json(claim)); }
  }
  write(json, directory + "/theory.json");
}

}  // namespace ballast::reproduction
