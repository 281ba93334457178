#include <nlohmann/json.hpp>

#include "commands/log_check_report.hpp"

namespace tool {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Moments& moments) {
  return {
      {"min", moments.low()}, {"max", moments.high()}, {"mean", moments.mean()}, {"deviation", moments.deviation()}};
}

Json json_of(RowPlace place) {
  return place.is_binary() ? Json{{"tick", place.t}} : Json{{"line", place.line}, {"t", place.t}};
}

Json json_of(const Run& run) {
  return {{"rows", run.rows}, {"begin", json_of(run.begin)}};
}

Json json_of(const Gaps& gaps) {
  Json object = {{"count", gaps.count}, {"backwards", gaps.backwards}, {"lost_rows", gaps.lost_rows}};
  if (gaps.count > 0) { object["first"] = json_of(gaps.first); }
  return object;
}

Json json_of(const BadNumbers& bad) {
  Json object = {{"count", bad.count}, {"rows", bad.rows}};
  if (bad.count > 0) {
    object["first"] = json_of(bad.first);
    object["first"]["where"] = bad.in_feature ? "phi_" + std::to_string(*bad.in_feature) : "reward";
  }
  return object;
}

Json json_of_rewards(const LogStatistics& log) {
  Json object = json_of(log.reward());
  object["first_half_mean"] = log.reward_halves().first().mean();
  object["second_half_mean"] = log.reward_halves().second().mean();
  return object;
}

Json json_of_pairs(const std::vector<ParallelPair>& pairs) {
  Json list = Json::array();
  for (const ParallelPair& pair : pairs) {
    list.push_back({{"first", pair.first}, {"second", pair.second}, {"factor", pair.factor}, {"cosine", pair.cosine}});
  }
  return list;
}

/// All of them: a program has no need for a summary.
Json json_of_ranges(const FeatureRanges& features) {
  Json list = Json::array();
  for (std::size_t i = 0; i < features.dimension(); ++i) {
    const FeatureRange range = features[i];
    list.push_back({{"min", range.low},
                    {"max", range.high},
                    {"active_rows", range.active},
                    {"longest_run", json_of(range.longest)}});
  }
  return list;
}

Json json_of(const States& states) {
  Json object = {{"repeated_rows", states.repeated()}, {"longest_run", json_of(states.longest())}};
  object["distinct"] = states.has_many() ? Json() : Json(states.distinct());
  return object;
}

Json json_of(const Start& start) {
  return {{"learner", start.is_sparse ? "SparseLearner" : "Learner"},
          {"without_ones", start.without_ones},
          {"lambda", start.lambda},
          {"step_size", start.step_size},
          {"ratio", start.ratio},
          {"radius", start.radius}};
}

Json json_of(const std::vector<Suggestion>& suggestions) {
  Json list = Json::array();
  for (const Suggestion& one : suggestions) {
    list.push_back({{"rule", one.rule}, {"advice", one.advice}, {"reason", one.reason}, {"see", one.see}});
  }
  return list;
}

}  // namespace

Json json_of(const LogCheck& check) {
  const LogStatistics& log = check.log;
  return {{"log", check.name},
          {"rows", log.rows()},
          {"dimension", log.features().dimension()},
          {"is_sparse", log.has_sparse_rows()},
          {"transitions", log.transitions()},
          {"usable_transitions", log.usable()},
          {"gaps", json_of(log.gaps())},
          {"interrupted", log.interrupted()},
          {"bad_numbers", json_of(log.bad())},
          {"reward", json_of_rewards(log)},
          {"square_norm", json_of(log.square_norm())},
          {"sum", json_of(log.sum())},
          {"is_sum_constant", check.features.is_sum_constant},
          {"active", json_of(log.active())},
          {"parallel", json_of_pairs(check.features.parallel)},
          {"states", json_of(log.states())},
          {"start", json_of(check.start)},
          {"suggestions", json_of(check.suggestions)},
          {"features", json_of_ranges(log.features())}};
}

}  // namespace tool
