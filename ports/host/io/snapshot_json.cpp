#include "io/snapshot_json.hpp"

#include <ballast/math/ieee754.hpp>

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "experiments/files/error.hpp"
#include "io/json_file.hpp"
#include "io/snapshot_bytes.hpp"
#include "io/snapshot_companions.hpp"

namespace tool {

using ballast::experiments::InputError;

namespace {

using Settings = LearnerSettings<double>;

// --- writing --------------------------------------------------------------------------------------------------------

using Written = nlohmann::ordered_json;

/// 64 bits are more than a number of JSON is sure to have.
std::string hexadecimal(uint64_t x, int digits) {
  return fmt::format("0x{:0{}X}", x, digits);
}

struct ScheduleJson {
  Written operator()(Settings::SameSchedule /*schedule*/) const { return {}; }
  Written operator()(const ballast::ConstantSchedule<double>& schedule) const {
    return {{"type", "constant"}, {"step_size", schedule.step_size}};
  }
  Written operator()(const ballast::PolynomialSchedule<double>& schedule) const {
    return {{"type", "polynomial"},
            {"beta_0", schedule.beta_0},
            {"offset", schedule.offset},
            {"power", schedule.power},
            {"hold", schedule.hold}};
  }
  Written operator()(const AdjustableSchedule<double>& schedule) const {
    const ballast::PolynomialSchedule<double>& polynomial = schedule;
    Written json = (*this)(polynomial);
    json["type"] = "adjustable";
    json["held_step_size"] = schedule.held_step_size;
    return json;
  }
};

struct ProjectionJson {
  Written operator()(const ballast::NoProjection<double>& /*projection*/) const { return {{"type", "none"}}; }
  Written operator()(const ballast::JointBall<double>& ball) const {
    return {{"type", "joint"}, {"radius", ball.radius}};
  }
  Written operator()(const ballast::SeparateBalls<double>& balls) const {
    return {{"type", "separate"},
            {"average_reward_radius", balls.average_reward_radius},
            {"weights_radius", balls.weights_radius}};
  }
};

struct DirectionJson {
  Written operator()(Settings::KeepAll /*direction*/) const { return "none"; }
  Written operator()(Settings::Ones /*direction*/) const { return "ones"; }
  Written operator()(const std::vector<double>& direction) const { return direction; }
};

Written json_of(const Settings& settings) {
  Written json = {{"rule", named_rules[settings.rule.index()].name},
                  {"lambda", settings.lambda},
                  {"ratio", settings.ratio},
                  {"schedule", std::visit(ScheduleJson{}, settings.schedule)}};
  if (settings.average_reward_schedule.index() != 0) {
    json["average_reward_schedule"] = std::visit(ScheduleJson{}, settings.average_reward_schedule);
  }
  json["projection"] = std::visit(ProjectionJson{}, settings.projection);
  json["constant_direction"] = std::visit(DirectionJson{}, settings.constant_direction);
  return json;
}

/// By their numbers in a snapshot; 0 is no agent, and a type of one's own has the last number.
const std::vector<const char*> features_types{"none", "array", "OneHot", "ActiveFeatures", "SparseFeatures"};
constexpr uint32_t own_features = 255;

Written json_of(const SavedAgent& agent) {
  Written steps = Written::array();
  for (const SavedAgent::Step& step : agent.exploration) {
    steps.push_back({{"from", step.from}, {"epsilon", step.epsilon}});
  }
  return {{"actions", agent.actions},
          {"exploration", steps},
          {"generator", hexadecimal(agent.generator, 16)},
          {"action", agent.action},
          {"decisions", agent.decisions},
          {"skipped", agent.skipped},
          {"has_observed", agent.has_observed},
          {"is_evaluating", agent.is_evaluating},
          {"features_type", agent.features_type == own_features ? "own" : features_types.at(agent.features_type)},
          {"features", agent.features}};
}

/// What they say is for people; what is read again are the words.
Written json_of(const SavedHealth& health) {
  return {{"verdict", name(health.verdict)},
          {"blocks_since_change", health.blocks_since_change},
          {"td_error", health.td_error},
          {"td_error_size", health.td_error_size},
          {"reward", health.reward},
          {"reward_deviation", health.reward_deviation},
          {"projection_rate", health.projection_rate},
          {"rejection_rate", health.rejection_rate},
          {"skip_rate", health.skip_rate},
          {"small_update_rate", health.small_update_rate},
          {"overwriting_rate", health.overwriting_rate},
          {"unused", health.unused}};
}
Written json_of(const SavedGuard& guard) {
  constexpr const char* hands[] = {"learner", "fallback", "fallback_while_blind"};
  constexpr const char* kept[] = {"none", "in_this_snapshot", "elsewhere"};
  return {{"decides", hands[guard.hands]},  {"failures", guard.failures}, {"was_evaluating", guard.was_evaluating},
          {"since_kept", guard.since_kept}, {"left", guard.left},         {"rollbacks", guard.rollbacks},
          {"handovers", guard.handovers},   {"kept", kept[guard.kept]}};
}

void add_companions(const Snapshot& snapshot, Written& json) {
  if (snapshot.companions.empty()) { return; }
  if (const auto health = health_of(snapshot)) { json["health"] = json_of(*health); }
  if (const auto guard = guard_of(snapshot)) { json["guard"] = json_of(*guard); }
  json["companions"] = Written::array();
  for (const SavedSection& section : snapshot.companions) {
    json["companions"].push_back(
        {{"tag", section.head & 0xFFFFU}, {"flags", section.head >> 16U}, {"words", section.words}});
  }
}

// --- reading --------------------------------------------------------------------------------------------------------

using Json = nlohmann::json;

template <class... Arguments>
[[noreturn]] void fail(const std::string& place, fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  throw InputError(fmt::format("{} {}", place, fmt::format(text, std::forward<Arguments>(arguments)...)));
}

/// The entries of an object, each of which must be asked for.
class Object {
 public:
  /// `place` is the beginning of messages: the file and the entries before.
  Object(const Json& json, std::string place, bool is_double)
      : json_(json), place_(std::move(place)), is_double_(is_double) {
    if (!json.is_object()) { fail(place_, "must be an object, not {}", json.type_name()); }
  }

  /// Refuses entries that were not asked for: they would be lost.
  void finish() const {
    for (const auto& [key, value] : json_.items()) {
      if (seen_.count(key) == 0) { fail(place_, "has an unknown entry '{}'", key); }
    }
  }
  void set_double(bool is_double) { is_double_ = is_double; }

  bool has(const std::string& key) {
    seen_.insert(key);
    return json_.contains(key);
  }
  const Json& operator[](const std::string& key) {
    if (!has(key)) { fail(place_, "has no '{}'", key); }
    return json_[key];
  }
  std::string at(const std::string& key) const { return fmt::format("{} {}:", place_, key); }
  Object object(const std::string& key) { return {(*this)[key], at(key), is_double_}; }

  std::string text(const std::string& key) {
    const Json& json = (*this)[key];
    if (!json.is_string()) { fail(at(key), "must be a text, not {}", json.type_name()); }
    return json.get<std::string>();
  }
  /// Which of the choices it is.
  std::size_t among(const std::string& key, const std::vector<std::string>& choices) {
    const std::string found = text(key);
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (found == choices[i]) { return i; }
    }
    fail(at(key), "'{}' is not {}", found, fmt::join(choices, " or "));
  }
  double number(const std::string& key) { return rounded((*this)[key], at(key)); }
  std::vector<double> numbers(const std::string& key) {
    std::vector<double> result;
    for (const Json& json : list(key)) {
      result.push_back(rounded(json, fmt::format("{}[{}]", at(key), result.size())));
    }
    return result;
  }
  uint32_t integer(const std::string& key) { return integer((*this)[key], at(key)); }
  std::vector<uint32_t> integers(const std::string& key) {
    std::vector<uint32_t> result;
    for (const Json& json : list(key)) {
      result.push_back(integer(json, fmt::format("{}[{}]", at(key), result.size())));
    }
    return result;
  }
  bool flag(const std::string& key) {
    const Json& json = (*this)[key];
    if (!json.is_boolean()) { fail(at(key), "must be true or false"); }
    return json.get<bool>();
  }
  /// A text of hexadecimal digits.
  template <class Integer>
  Integer hexadecimal(const std::string& key) {
    const std::string found = text(key);
    const char* const end = found.data() + found.size();
    Integer result = 0;
    const bool has_prefix = found.rfind("0x", 0) == 0;
    const auto [stopped, error] = std::from_chars(found.data() + (has_prefix ? 2 : 0), end, result, 16);
    if (!has_prefix || error != std::errc{} || stopped != end) {
      fail(at(key), "'{}' is not 0x and up to {} hexadecimal digits", found, 2 * sizeof(Integer));
    }
    return result;
  }
  const Json& list(const std::string& key) {
    const Json& json = (*this)[key];
    if (!json.is_array()) { fail(at(key), "must be a list, not {}", json.type_name()); }
    return json;
  }
  bool is_double() const { return is_double_; }

 private:
  static uint32_t integer(const Json& json, const std::string& place) {
    if (!json.is_number_unsigned() || json.get<uint64_t>() > UINT32_MAX) {
      fail(place, "must be a whole number below 2^32");
    }
    return json.get<uint32_t>();
  }
  double rounded(const Json& json, const std::string& place) const {
    const double x = number_of(json, place);
    const double result = is_double_ ? x : static_cast<double>(static_cast<float>(x));
    if (!ballast::is_finite(result)) {
      fail(place, "is not finite, or beyond the range of {}", is_double_ ? "double" : "float");
    }
    return result;
  }

  const Json& json_;
  std::string place_;
  bool is_double_;
  std::set<std::string> seen_;
};

ballast::PolynomialSchedule<double> read_polynomial(Object& schedule) {
  return {schedule.number("beta_0"), schedule.integer("offset"), schedule.number("power"), schedule.integer("hold")};
}

void read_schedule(Object schedule, Settings& settings) {
  const std::size_t type = schedule.among("type", {"constant", "polynomial", "adjustable"});
  if (type == 0) {
    settings.schedule = ballast::ConstantSchedule<double>{schedule.number("step_size")};
  } else {
    const ballast::PolynomialSchedule<double> polynomial = read_polynomial(schedule);
    settings.schedule = polynomial;
    if (type == 2) { settings.schedule = AdjustableSchedule<double>{polynomial, schedule.number("held_step_size")}; }
  }
  schedule.finish();
}

void read_average_reward_schedule(Object schedule, Settings& settings) {
  if (settings.schedule.index() == 2) { fail(schedule.at("type"), "beside an adjustable schedule there is no other"); }
  if (schedule.among("type", {"constant", "polynomial"}) == 0) {
    settings.average_reward_schedule = ballast::ConstantSchedule<double>{schedule.number("step_size")};
  } else {
    settings.average_reward_schedule = read_polynomial(schedule);
  }
  schedule.finish();
}

void read_projection(Object projection, Settings& settings) {
  const std::size_t type = projection.among("type", {"none", "joint", "separate"});
  if (type == 1) { settings.projection = ballast::JointBall<double>{projection.number("radius")}; }
  if (type == 2) {
    settings.projection =
        ballast::SeparateBalls<double>{projection.number("average_reward_radius"), projection.number("weights_radius")};
  }
  projection.finish();
}

Settings read_settings(Object object, std::size_t dimension) {
  Settings settings;
  std::vector<std::string> rules;
  for (const NamedRule& named : named_rules) { rules.emplace_back(named.name); }
  settings.rule = named_rules[object.among("rule", rules)].rule;
  settings.lambda = object.number("lambda");
  settings.ratio = object.number("ratio");
  read_schedule(object.object("schedule"), settings);
  if (object.has("average_reward_schedule")) {
    read_average_reward_schedule(object.object("average_reward_schedule"), settings);
  }
  read_projection(object.object("projection"), settings);
  if (object["constant_direction"].is_array()) {
    const std::vector<double> direction = object.numbers("constant_direction");
    if (direction.size() != dimension) {
      fail(object.at("constant_direction"), "{} numbers for {} weights", direction.size(), dimension);
    }
    settings.constant_direction = direction;
  } else if (object.among("constant_direction", {"none", "ones"}) == 1) {
    settings.constant_direction = Settings::Ones{};
  }
  object.finish();
  return settings;
}

void read_progress(Object object, Snapshot& snapshot) {
  const auto number = [&](const char* key, double& x) { x = object.has(key) ? object.number(key) : 0; };
  const auto count = [&](const char* key, uint32_t& x) { x = object.has(key) ? object.integer(key) : 0; };
  number("average_reward", snapshot.average_reward);
  number("average_reward_rest", snapshot.average_reward_rest);
  count("updates", snapshot.updates);
  count("projections", snapshot.projections);
  count("rejections", snapshot.rejections);
  if (snapshot.fixed) {
    count("dither", snapshot.dither);
    count("saturations", snapshot.saturations);
  }
  snapshot.schedule_time = object.has("schedule_time") ? object.integer("schedule_time") : snapshot.updates;
  object.finish();
}

FixedFormats read_formats(Object object) {
  const FixedFormats read{object.integer("weight_bits"), object.integer("trace_bits"), object.integer("trace_width"),
                          object.has("trace_norm_code") ? object.integer("trace_norm_code") : 0};
  const auto formats = fixed_formats_of(read.word());
  if (!formats || *formats != read) { fail(object.at("weight_bits"), "no learner in fixed point has these formats"); }
  object.finish();
  return read;
}

SavedAgent read_agent(Object object) {
  SavedAgent agent;
  agent.actions = object.integer("actions");
  const Json& steps = object.list("exploration");
  for (std::size_t i = 0; i < steps.size(); ++i) {
    Object step(steps[i], fmt::format("{}[{}]", object.at("exploration"), i), object.is_double());
    agent.exploration.push_back({step.integer("from"), step.number("epsilon")});
    step.finish();
  }
  agent.generator = object.hexadecimal<uint64_t>("generator");
  agent.action = object.integer("action");
  agent.decisions = object.integer("decisions");
  agent.skipped = object.integer("skipped");
  agent.has_observed = object.flag("has_observed");
  agent.is_evaluating = object.flag("is_evaluating");
  const auto type = object.among("features_type", {"array", "OneHot", "ActiveFeatures", "SparseFeatures", "own"});
  agent.features_type = type == 4 ? own_features : static_cast<uint32_t>(type) + 1;
  agent.features = object.integers("features");
  object.finish();
  return agent;
}

SavedSection read_section(Object object) {
  const uint32_t tag = object.integer("tag");
  const uint32_t flags = object.integer("flags");
  const bool is_right = tag <= 0xFFFFU && flags <= 0xFFFFU && flags % 2 == 1;
  if (!is_right) { fail(object.at("flags"), "a section that may be skipped has an odd one, and both are below 65536"); }
  const SavedSection section{flags << 16U | tag, object.integers("words")};
  object.finish();
  return section;
}

/// What they say must be what their words say: it is not read otherwise, and a change would be lost.
void read_companions(Object& object, Snapshot& snapshot) {
  if (object.has("companions")) {
    const Json& sections = object.list("companions");
    for (std::size_t i = 0; i < sections.size(); ++i) {
      const std::string place = fmt::format("{}[{}]", object.at("companions"), i);
      snapshot.companions.push_back(read_section({sections[i], place, object.is_double()}));
      if (invalid_word(snapshot, snapshot.weights.size(), snapshot.companions.back())) {
        fail(place, "has a word that is invalid");
      }
    }
  }
  Written said = Written::object();
  add_companions(snapshot, said);
  for (const char* const key : {"health", "guard"}) {
    if (object.has(key) && (!said.contains(key) || Json::parse(said[key].dump()) != object[key])) {
      fail(object.at(key), "is not what the words in 'companions' say: change those, or leave it out");
    }
  }
}

void read_arrays(Object& object, Snapshot& snapshot, const std::string& name) {
  snapshot.weights = object.numbers("weights");
  const std::size_t dimension = snapshot.weights.size();
  if (dimension == 0) { fail(object.at("weights"), "there must be at least one"); }
  if (object.has("dimension") && object.integer("dimension") != dimension) {
    fail(object.at("dimension"), "{}, but there are {} weights", object.integer("dimension"), dimension);
  }
  snapshot.is_sparse = object.has("learner") && object.among("learner", {"Learner", "SparseLearner"}) == 1;
  if (!has_trace(snapshot) && !object.has("sparse")) {
    fail(name + ":",
         "a SparseLearner has 'sparse'; make a snapshot of a Learner, which a SparseLearner can adopt, too");
  }
  if (!has_trace(snapshot)) { snapshot.sparse = object.integers("sparse"); }
  snapshot.trace.assign(has_trace(snapshot) ? dimension : 0, 0.0);
  if (!has_trace(snapshot) || !object.has("trace")) { return; }
  snapshot.trace = object.numbers("trace");
  if (snapshot.trace.size() != dimension) {
    fail(object.at("trace"), "{} numbers for {} weights", snapshot.trace.size(), dimension);
  }
}

}  // namespace

nlohmann::ordered_json json_of(const Snapshot& snapshot) {
  Written json = {{"version", format_version},
                  {"revision", snapshot.revision},
                  {"fingerprint", hexadecimal(snapshot.fingerprint, 8)},
                  {"learner", learner_of(snapshot)},
                  {"scalar", scalar_of(snapshot)},
                  {"dimension", snapshot.weights.size()},
                  {"configuration", json_of(snapshot.settings)},
                  {"progress",
                   {{"average_reward", snapshot.average_reward},
                    {"average_reward_rest", snapshot.average_reward_rest},
                    {"updates", snapshot.updates},
                    {"projections", snapshot.projections},
                    {"rejections", snapshot.rejections}}},
                  {"weights", snapshot.weights}};
  if (snapshot.fixed) {
    json["formats"] = {{"weight_bits", snapshot.fixed->weight_bits},
                       {"trace_bits", snapshot.fixed->trace_bits},
                       {"trace_width", snapshot.fixed->trace_width}};
    if (snapshot.fixed->trace_norm_code != 0) { json["formats"]["trace_norm_code"] = snapshot.fixed->trace_norm_code; }
    json["progress"]["dither"] = snapshot.dither;
    json["progress"]["saturations"] = snapshot.saturations;
  }
  if (has_time(snapshot.settings)) { json["progress"]["schedule_time"] = snapshot.schedule_time; }
  if (has_trace(snapshot)) {
    json["trace"] = snapshot.trace;
  } else {
    json["sparse"] = snapshot.sparse;
  }
  if (snapshot.agent) { json["agent"] = json_of(*snapshot.agent); }
  add_companions(snapshot, json);
  return json;
}

SnapshotFromJson read_snapshot_json(const std::string& path, bool is_double) {
  const std::string name = name_of_input(path);
  const Json json = read_json<Json>(path);
  Object object(json, name + ":", is_double);
  SnapshotFromJson result;
  Snapshot& snapshot = result.snapshot;
  if (object.has("version") && object.integer("version") != format_version) {
    fail(object.at("version"), "this tool knows version {}: use a later version of it", format_version);
  }
  result.has_scalar = object.has("scalar");
  const std::size_t scalar = result.has_scalar ? object.among("scalar", {"float", "double", "fixed"})
                             : is_double       ? 1
                                               : 0;
  snapshot.is_double = scalar == 1;
  if (scalar == 2) { snapshot.fixed = read_formats(object.object("formats")); }
  object.set_double(scalar != 0);  // in fixed point, numbers are rounded where they are written
  if (object.has("revision")) { snapshot.revision = object.integer("revision"); }
  result.has_fingerprint = object.has("fingerprint");
  if (result.has_fingerprint) { snapshot.fingerprint = object.hexadecimal<uint32_t>("fingerprint"); }
  read_arrays(object, snapshot, name);
  result.has_configuration = object.has("configuration");
  if (result.has_configuration) {
    snapshot.settings = read_settings(object.object("configuration"), snapshot.weights.size());
  }
  if (object.has("progress")) { read_progress(object.object("progress"), snapshot); }
  if (object.has("agent")) { snapshot.agent = read_agent(object.object("agent")); }
  read_companions(object, snapshot);
  object.finish();
  return result;
}

}  // namespace tool
