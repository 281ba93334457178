#include "experiments/definition/read_definition.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "experiments/definition/fixed_point_limits.hpp"
#include "experiments/definition/json_node.hpp"
#include "experiments/definition/lines.hpp"
#include "experiments/definition/read_model_part.hpp"
#include "experiments/definition/read_numbers.hpp"
#include "experiments/text/shown.hpp"

namespace ballast::experiments {
namespace {

const std::vector<std::string> panel_keys = {"name",
                                             "title",
                                             "model",
                                             "features",
                                             "rules",
                                             "projections",
                                             "methods",
                                             "lambda",
                                             "ratio",
                                             "step_size",
                                             "schedule",
                                             "epsilon",
                                             "start",
                                             "steps",
                                             "trials",
                                             "x",
                                             "every",
                                             "measures",
                                             "overflow_search",
                                             "exploded_above",
                                             "baseline",
                                             "average_reward_schedule"};

const std::vector<std::string> axis_names = {"step_size", "ratio", "lambda", "power",
                                             "offset",    "hold",  "radius", "time"};

constexpr double largest_lambda = 0.999999;  // float has it, and not as 1
constexpr std::size_t most_combinations = 20000;
constexpr std::size_t most_lines = 500;

std::vector<std::string> with(std::vector<std::string> keys, const std::vector<std::string>& more) {
  keys.insert(keys.end(), more.begin(), more.end());
  return keys;
}

/// What a panel says, or else what the file says for all panels.
class Settings {
 public:
  Settings(const JsonNode& panel, const JsonNode& all) : panel_(panel), all_(all) {}

  bool has(const std::string& key) const { return panel_.has(key) || all_.has(key); }
  JsonNode operator[](const std::string& key) const { return panel_.has(key) ? panel_[key] : all_[key]; }
  const JsonNode& panel() const { return panel_; }
  const JsonNode& all() const { return all_; }

  /// What a panel itself says must have a use. What the file says for all panels may be for others.
  void refuse_useless(const std::string& key, const std::string& why) const {
    if (panel_.has(key)) { panel_[key].fail("{}", why); }
  }

  std::vector<double> positive_numbers(const std::string& key, double otherwise) const {
    return has(key) ? read_positive_numbers((*this)[key]) : std::vector<double>{otherwise};
  }

 private:
  JsonNode panel_;
  JsonNode all_;
};

// --- methods --------------------------------------------------------------------------------------------------------

/// What methods are for.
struct Task {
  ModelDefinition model;
  std::vector<FeatureDefinition> features;
};

Rule read_rule(const JsonNode& node, const Task& task) {
  const auto rule = static_cast<Rule>(node.choice({std::begin(rule_names), std::end(rule_names)}));
  const bool acts = is_control(task.model.simulator);
  if (rule == Rule::lstd && acts) { node.fail("lstd evaluates a reward process: it is not for control"); }
  if (is_q_learning(rule) && !acts) {
    node.fail("{} chooses actions: it is for control, not for a reward process", name_of(rule));
  }
  return rule;
}

/// Throws InputError unless the features have a constant direction.
void require_constant_direction(const JsonNode& node, const Task& task) {
  for (const FeatureDefinition& features : task.features) {
    if (!has_constant_direction(task.model, features)) {
      node.fail("features {}: no weights give every state the same value, so there is no constant to remove",
                text_of(features));
    }
  }
}

/// The radii; several of theta, or of the one ball, are several projections. None: no ball.
std::vector<std::optional<Radii>> read_balls(const JsonNode& node) {
  if (node.has("joint") && (node.has("theta") || node.has("omega"))) {
    node.fail("\"joint\" is one ball for both: there can be no \"theta\" or \"omega\"");
  }
  std::vector<std::optional<Radii>> result;
  if (node.has("joint")) {
    for (const double radius : read_positive_numbers(node["joint"])) { result.push_back(joint_ball(radius)); }
    return result;
  }
  if (!node.has("theta")) {
    if (node.has("without") && !node.has("omega")) { return {std::nullopt}; }
    node.fail("there is no \"theta\": the radius of the ball of the weights");
  }
  const double omega = node.has("omega") ? node["omega"].positive_number() : usual_omega_radius;
  for (const double theta : read_positive_numbers(node["theta"])) { result.push_back(Radii{omega, theta}); }
  return result;
}

/// "none", or balls, or the direction that is removed, or both.
std::vector<ProjectionDefinition> read_projection(const JsonNode& node, const Task& task) {
  if (node.is_string()) {
    (void)node.choice({"none"});
    return {{}};
  }
  node.require_keys({"omega", "theta", "joint", "without"});
  const bool is_without_constant = node.has("without") && node["without"].choice({"constant"}) == 0;
  if (is_without_constant) { require_constant_direction(node["without"], task); }
  std::vector<ProjectionDefinition> result;
  for (const auto& radii : read_balls(node)) { result.push_back({radii, is_without_constant}); }
  return result;
}

std::vector<ProjectionDefinition> read_projections(const JsonNode& node, const Task& task) {
  std::vector<ProjectionDefinition> result;
  for (const JsonNode& element : node.elements()) {
    for (const ProjectionDefinition& projection : read_projection(element, task)) { result.push_back(projection); }
  }
  return result;
}

MethodDefinition method_of(const JsonNode& node, Rule rule, const ProjectionDefinition& projection) {
  if (!is_of_library(rule) && (projection.radii || projection.is_without_constant)) {
    node.fail("{} has no projection; \"methods\" can give projections to the other rules", name_of(rule));
  }
  return {rule, projection};
}

/// Several are several methods. None: that of the command.
std::vector<std::optional<Scalar>> read_scalars(const JsonNode& method, Rule rule) {
  if (!method.has("scalar")) { return {std::nullopt}; }
  const JsonNode list = method["scalar"];
  if (rule == Rule::lstd) { list.fail("lstd is always in double"); }
  std::vector<std::optional<Scalar>> result;
  for (const JsonNode& node : list.elements()) {
    result.emplace_back(static_cast<Scalar>(node.choice({std::begin(scalar_names), std::end(scalar_names)})));
  }
  return result;
}

/// A rule alone, or a rule, projections and scalars.
void read_method(const JsonNode& node, const Task& task, std::vector<MethodDefinition>& methods) {
  if (node.is_string()) {
    methods.push_back({read_rule(node, task)});
    return;
  }
  node.require_keys({"rule", "projection", "scalar"});
  if (!node.has("rule")) { node.fail("there is no \"rule\": {}", fmt::join(rule_names, ", ")); }
  const Rule rule = read_rule(node["rule"], task);
  const std::vector<ProjectionDefinition> projections =
      node.has("projection") ? read_projections(node["projection"], task) : std::vector<ProjectionDefinition>{{}};
  const std::vector<std::optional<Scalar>> scalars = read_scalars(node, rule);
  for (const ProjectionDefinition& projection : projections) {
    const MethodDefinition method = method_of(node.has("projection") ? node["projection"] : node, rule, projection);
    for (const auto& scalar : scalars) { methods.emplace_back(method.rule, projection, scalar); }
  }
}

void refuse_repeated(const JsonNode& node, const std::vector<MethodDefinition>& methods) {
  std::vector<std::string> names;
  for (const MethodDefinition& method : methods) { names.push_back(name_of(method)); }
  node.refuse_twice(names);
}

std::vector<MethodDefinition> read_method_list(const JsonNode& list, const Task& task) {
  std::vector<MethodDefinition> methods;
  for (const JsonNode& node : list.elements()) { read_method(node, task, methods); }
  refuse_repeated(list, methods);
  return methods;
}

std::vector<Rule> read_rules(const Settings& settings, const Task& task) {
  if (!settings.has("rules")) { return {Rule::standard, Rule::implicit}; }
  std::vector<Rule> rules;
  for (const JsonNode& node : settings["rules"].elements()) { rules.push_back(read_rule(node, task)); }
  return rules;
}

/// Each rule with each projection.
std::vector<MethodDefinition> combine(const Settings& settings, const Task& task) {
  std::vector<ProjectionDefinition> projections = {{}};
  if (settings.has("projections")) { projections = read_projections(settings["projections"], task); }
  const JsonNode node = settings[settings.has("projections") ? "projections" : "rules"];
  std::vector<MethodDefinition> methods;
  for (const Rule rule : read_rules(settings, task)) {
    for (const ProjectionDefinition& projection : projections) { methods.push_back(method_of(node, rule, projection)); }
  }
  refuse_repeated(node, methods);
  return methods;
}

bool has_rules(const JsonNode& node) {
  return node.has("rules") || node.has("projections");
}

/// A list of methods, or rules and projections. Those of a panel replace either of the file.
std::vector<MethodDefinition> read_methods(const Settings& settings, const Task& task) {
  for (const JsonNode& node : {settings.panel(), settings.all()}) {
    if (!node.has("methods")) { continue; }
    if (has_rules(node)) {
      node["methods"].fail("there are {} as well; one of the two must go",
                           node.has("rules") ? "\"rules\"" : "\"projections\"");
    }
  }
  if (settings.panel().has("methods") || (!has_rules(settings.panel()) && settings.has("methods"))) {
    return read_method_list(settings["methods"], task);
  }
  if (!has_rules(settings.panel()) && !has_rules(settings.all())) { return {{Rule::standard}, {Rule::implicit}}; }
  return combine(settings, task);
}

// --- schedules ------------------------------------------------------------------------------------------------------

std::vector<std::uint32_t> whole_numbers(const JsonNode& node, const std::string& key, std::uint32_t otherwise,
                                         std::uint32_t low) {
  if (!node.has(key)) { return {otherwise}; }
  std::vector<std::uint32_t> result;
  for (const JsonNode& element : node[key].elements()) { result.push_back(element.whole_number(low, 1000000000)); }
  return result;
}

std::vector<double> powers_of(const JsonNode& node) {
  if (!node.has("power")) { return {Decay{}.power}; }
  const std::vector<double> powers = read_numbers(node["power"]);
  for (const double power : powers) {
    if (!(power >= 0.001 && power <= 1.0)) { node["power"].fail("{} is not from 0.001 to 1", power); }
  }
  return powers;
}

/// Lists in a schedule are several schedules.
void read_polynomial(const JsonNode& node, Decay decay, std::vector<Decay>& decays) {
  decay.is_constant = false;
  decay.holds_beta_0 = node.has("hold_at") && node["hold_at"].choice({"first", "beta_0"}) == 1;
  for (const double power : powers_of(node)) {
    for (const std::uint32_t offset : whole_numbers(node, "offset", 1, 1)) {
      for (const std::uint32_t hold : whole_numbers(node, "hold", 0, 0)) {
        decay.power = power;
        decay.offset = offset;
        decay.hold = hold;
        decays.push_back(decay);
      }
    }
  }
}

/// `others` are texts that are read elsewhere, for the message.
void read_schedule(const JsonNode& node, std::vector<Decay>& decays, const std::vector<std::string>& others = {}) {
  const std::vector<std::string> kinds = with({"constant", "polynomial"}, others);
  if (!node.is_string() && !node.has("kind")) { node.fail("there is no \"kind\": constant or polynomial"); }
  const bool is_constant = (node.is_string() ? node : node["kind"]).choice(kinds) == 0;
  if (node.is_object()) {
    node.require_keys(is_constant ? std::vector<std::string>{"kind", "factor"}
                                  : std::vector<std::string>{"kind", "power", "offset", "hold", "hold_at", "factor"});
  }
  Decay decay;
  if (node.has("factor")) { decay.factor = node["factor"].positive_number(); }
  if (is_constant) {
    decays.push_back(decay);
  } else {
    read_polynomial(node, decay, decays);
  }
}

std::vector<Decay> read_schedules(const Settings& settings) {
  std::vector<Decay> decays;
  if (!settings.has("schedule")) { return {Decay{}}; }
  const JsonNode list = settings["schedule"];
  for (const JsonNode& node : list.elements()) { read_schedule(node, decays); }
  std::vector<std::string> names;
  for (const Decay& decay : decays) { names.push_back(name_of(decay)); }
  list.refuse_twice(names);
  return decays;
}

/// "none", or a schedule whose step-size is 1: alpha_t = c factor / (t + offset)^power.
std::vector<std::optional<Decay>> read_average_reward_schedules(const Settings& settings,
                                                                const PanelDefinition& panel) {
  const char* const key = "average_reward_schedule";
  if (!settings.has(key)) { return {std::nullopt}; }
  const auto is_learned = [](const MethodDefinition& method) { return has_ratio(method.rule); };
  if (std::none_of(panel.methods.begin(), panel.methods.end(), is_learned)) {
    settings.refuse_useless(key, "no method has a step-size of the average reward");
  }
  std::vector<std::optional<Decay>> result;
  std::vector<std::string> names;
  for (const JsonNode& node : settings[key].elements()) {
    std::vector<Decay> decays;
    if (node.is_string() && node.text() == "none") {
      result.emplace_back(std::nullopt);
    } else {
      read_schedule(node, decays, {"none"});
    }
    result.insert(result.end(), decays.begin(), decays.end());
  }
  for (const auto& decay : result) { names.push_back(name_of(decay)); }
  settings[key].refuse_twice(names);
  return result;
}

// --- panels ---------------------------------------------------------------------------------------------------------

void check_ranges(const Settings& settings, const PanelDefinition& panel) {
  for (const double lambda : panel.lambdas) {
    if (!(lambda >= 0.0 && lambda <= largest_lambda)) {
      settings["lambda"].fail("{} is not from 0 to {}", lambda, largest_lambda);
    }
  }
  if (combinations_of(panel) > static_cast<double>(most_combinations)) {
    settings.panel().fail("{} combinations of settings are more than {}", combinations_of(panel), most_combinations);
  }
}

/// What fixed point cannot do is refused before anything runs.
void check_fixed_point(const Settings& settings, const PanelDefinition& panel) {
  for (const MethodDefinition& method : panel.methods) {
    const std::string why = method.scalar == Scalar::fixed ? why_not_in_fixed_point(panel, method) : "";
    if (!why.empty()) { settings["methods"].fail("{}: {}", name_of(method), why); }
  }
}

std::vector<double> read_epsilons(const Settings& settings) {
  if (!settings.has("epsilon")) { return {0.25, 0.125, 0.0}; }
  std::vector<double> epsilons;
  for (const JsonNode& node : settings["epsilon"].elements()) { epsilons.push_back(node.number_within(0.0, 1.0)); }
  if (epsilons.size() > most_epsilons) {
    settings["epsilon"].fail("there may be up to {}, each for an equal part of the run", most_epsilons);
  }
  return epsilons;
}

void read_lengths(const Settings& settings, PanelDefinition& panel) {
  const bool acts = is_control(panel.model.simulator);
  panel.steps = settings.has("steps") ? settings["steps"].whole_number(1, 100000000) : acts ? 15000 : 2000;
  panel.trials = settings.has("trials") ? settings["trials"].whole_number(1, 1000000) : acts ? 30 : 50;
  panel.start = settings.has("start") ? settings["start"].number_within(0.0, 1e6) : acts ? 0.5 : 1.0;
  if (!acts) { return settings.refuse_useless("epsilon", "only an agent explores: there is none here"); }
  panel.epsilons = read_epsilons(settings);
}

std::vector<std::string> read_measures(const Settings& settings, const PanelDefinition& panel) {
  const std::vector<std::string> known = measures_of(panel.model);
  if (!settings.has("measures")) { return known; }
  std::vector<std::string> measures;
  for (const JsonNode& node : settings["measures"].elements()) {
    measures.push_back(with(known, {overflow_measure})[node.choice(with(known, {overflow_measure}))]);
  }
  settings["measures"].refuse_twice(measures);
  return measures;
}

void read_overflow_search(const Settings& settings, PanelDefinition& panel) {
  const bool is_asked =
      std::find(panel.measures.begin(), panel.measures.end(), overflow_measure) != panel.measures.end();
  if (is_asked && panel.measures.size() > 1) {
    settings["measures"].fail("{} is measured by runs of its own: give it a panel of its own", overflow_measure);
  }
  if (!is_asked) {
    return settings.refuse_useless("overflow_search", fmt::format("the measures lack {}", overflow_measure));
  }
  for (const MethodDefinition& method : panel.methods) {
    if (!has_step_size(method.rule)) {
      settings["measures"].fail("{} has no step-size at which it could overflow", name_of(method.rule));
    }
  }
  settings.refuse_useless("step_size", "the step-size is what is looked for: see \"overflow_search\"");
  panel.step_sizes = {1.0};
  panel.overflow_search = OverflowSearch{};
  if (!settings.has("overflow_search")) { return; }
  const JsonNode node = settings["overflow_search"];
  node.require_keys({"from", "to"});
  if (node.has("from")) { panel.overflow_search->lowest = node["from"].positive_number(); }
  if (node.has("to")) { panel.overflow_search->highest = node["to"].positive_number(); }
  if (panel.overflow_search->lowest * 2.0 > panel.overflow_search->highest) {
    node.fail("\"to\" is not at least twice \"from\"");
  }
}

void read_exploded(const Settings& settings, PanelDefinition& panel) {
  if (!settings.has("exploded_above")) { return; }
  if (is_control(panel.model.simulator)) { settings.refuse_useless("exploded_above", "control has no loss"); }
  panel.exploded_above = settings["exploded_above"].positive_number();
}

void read_axis(const Settings& settings, PanelDefinition& panel) {
  panel.axis = settings.has("x") ? static_cast<Axis>(settings["x"].choice(axis_names)) : longest_axis(panel);
  const bool is_time = panel.axis == Axis::time;
  if (panel.overflow_search && (is_time || panel.axis == Axis::step_size)) {
    settings["x"].fail("{} has no course over {}", overflow_measure, is_time ? "time" : "step-sizes");
  }
  if (!is_time && xs_of(panel).empty()) {
    const bool is_of_schedule = panel.axis == Axis::power || panel.axis == Axis::offset || panel.axis == Axis::hold;
    settings["x"].fail("no {} has a {}", is_of_schedule ? "schedule" : "method", name_of(panel.axis));
  }
  const std::size_t lines = lines_of(panel).size();
  if (lines > most_lines) { settings.panel().fail("{} lines are more than {}: use several panels", lines, most_lines); }
  if (!is_time) { return settings.refuse_useless("every", "this is for \"x\": \"time\""); }
  panel.every = std::max(1U, panel.steps / 200);
  if (settings.has("every")) { panel.every = settings["every"].whole_number(1, panel.steps); }
}

/// Of control, some are known at the end only.
void check_measures_over_time(const Settings& settings, const PanelDefinition& panel) {
  if (panel.axis != Axis::time || !settings.has("measures")) { return; }
  for (const std::string& measure : panel.measures) {
    if (measure == "reward_last_third" || measure == "greedy_worth") {
      settings["measures"].fail("{} has no course over time", measure);
    }
  }
}

bool is_file_name(const std::string& name) {
  return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
                              std::string::npos;
}

std::string read_name(const JsonNode& panel, std::size_t index) {
  if (!panel.has("name")) { return fmt::format("panel_{}", index + 1); }
  const std::string name = panel["name"].text();
  if (!is_file_name(name)) { panel["name"].fail("{} names files: letters, digits, '_' and '-' only", shown(name)); }
  return name;
}

void read_baseline(const Settings& settings, PanelDefinition& panel) {
  std::vector<std::string> names;
  for (const MethodDefinition& method : panel.methods) { names.push_back(name_of(method)); }
  panel.baseline = names.front();
  if (settings.has("baseline")) { panel.baseline = names[settings["baseline"].choice(names)]; }
}

PanelDefinition read_panel(const Settings& settings, std::size_t index, const ModelSource& source) {
  PanelDefinition panel;
  panel.name = read_name(settings.panel(), index);
  if (settings.panel().has("title")) { panel.title = settings.panel()["title"].text(); }
  if (!settings.has("model")) { settings.panel().fail("there is no \"model\""); }
  panel.model = read_model_part(settings["model"], source);
  panel.features = settings.has("features") ? read_features(settings["features"], panel.model)
                                            : std::vector<FeatureDefinition>{default_features(panel.model)};
  panel.methods = read_methods(settings, {panel.model, panel.features});
  panel.lambdas = settings.has("lambda") ? read_numbers(settings["lambda"]) : std::vector<double>{0.25};
  panel.ratios = settings.positive_numbers("ratio", 1.0);
  panel.step_sizes = settings.positive_numbers("step_size", 1.0);
  panel.decays = read_schedules(settings);
  panel.average_reward_decays = read_average_reward_schedules(settings, panel);
  check_ranges(settings, panel);
  check_fixed_point(settings, panel);
  read_lengths(settings, panel);
  panel.measures = read_measures(settings, panel);
  read_overflow_search(settings, panel);
  read_exploded(settings, panel);
  read_axis(settings, panel);
  check_measures_over_time(settings, panel);
  read_baseline(settings, panel);
  return panel;
}

std::vector<PanelDefinition> read_panels(const JsonNode& file, const ModelSource& source) {
  if (!file.has("panels")) { return {read_panel({file, file}, 0, source)}; }
  std::vector<PanelDefinition> panels;
  std::set<std::string> names;
  for (const JsonNode& node : file["panels"].elements()) {
    node.require_keys(panel_keys);
    panels.push_back(read_panel({node, file}, panels.size(), source));
    if (!names.insert(panels.back().name).second) { node.fail("another panel is called {}", panels.back().name); }
  }
  return panels;
}

}  // namespace

Definition read_definition(const std::string& text, const std::string& file, const ModelSource& model_source) {
  const auto json = parse_json<nlohmann::json>(text, file);
  const JsonNode node(json, text, file);
  node.require_keys(with(panel_keys, {"text", "panels"}));
  Definition definition;
  definition.title = node.has("title") ? node["title"].text() : "Experiment";
  if (node.has("text")) { definition.text = node["text"].text(); }
  definition.panels = read_panels(node, model_source);
  return definition;
}

}  // namespace ballast::experiments
