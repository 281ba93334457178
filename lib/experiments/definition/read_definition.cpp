#include "experiments/definition/read_definition.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "experiments/definition/json_node.hpp"
#include "experiments/definition/lines.hpp"
#include "experiments/definition/read_model_part.hpp"
#include "experiments/definition/read_numbers.hpp"
#include "experiments/text/shown.hpp"

namespace ballast::experiments {
namespace {

const std::vector<std::string> panel_keys = {
    "name",   "title", "model",     "features", "rules",           "projections",    "methods",
    "lambda", "ratio", "step_size", "schedule", "epsilon",         "start",          "steps",
    "trials", "x",     "every",     "measures", "overflow_search", "exploded_above", "baseline"};

const std::vector<std::string> axis_names = {"step_size", "ratio", "lambda", "power",
                                             "offset",    "hold",  "radius", "time"};
const std::vector<std::string> rule_names = {"standard", "implicit"};

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

Rule read_rule(const JsonNode& node) {
  return static_cast<Rule>(node.choice(rule_names));
}

/// "none", or the radii of the balls; several radii of theta are several projections.
std::vector<std::optional<Radii>> read_projection(const JsonNode& node) {
  if (node.is_string()) {
    (void)node.choice({"none"});
    return {std::nullopt};
  }
  node.require_keys({"omega", "theta"});
  if (!node.has("theta")) { node.fail("there is no \"theta\": the radius of the ball of the weights"); }
  const double omega = node.has("omega") ? node["omega"].positive_number() : usual_omega_radius;
  std::vector<std::optional<Radii>> result;
  for (const double theta : read_positive_numbers(node["theta"])) { result.push_back(Radii{omega, theta}); }
  return result;
}

std::vector<std::optional<Radii>> read_projections(const JsonNode& node) {
  std::vector<std::optional<Radii>> result;
  for (const JsonNode& element : node.elements()) {
    for (const auto& radii : read_projection(element)) { result.push_back(radii); }
  }
  return result;
}

/// A rule alone, or a rule and a projection.
void read_method(const JsonNode& node, std::vector<MethodDefinition>& methods) {
  if (node.is_string()) {
    methods.push_back({read_rule(node)});
    return;
  }
  node.require_keys({"rule", "projection"});
  if (!node.has("rule")) { node.fail("there is no \"rule\": standard or implicit"); }
  const std::vector<std::optional<Radii>> projections =
      node.has("projection") ? read_projections(node["projection"]) : std::vector<std::optional<Radii>>{std::nullopt};
  for (const auto& radii : projections) { methods.push_back({read_rule(node["rule"]), radii}); }
}

void refuse_repeated(const JsonNode& node, const std::vector<MethodDefinition>& methods) {
  std::vector<std::string> names;
  for (const MethodDefinition& method : methods) { names.push_back(name_of(method)); }
  node.refuse_twice(names);
}

std::vector<MethodDefinition> read_method_list(const JsonNode& list) {
  std::vector<MethodDefinition> methods;
  for (const JsonNode& node : list.elements()) { read_method(node, methods); }
  refuse_repeated(list, methods);
  return methods;
}

std::vector<Rule> read_rules(const Settings& settings) {
  if (!settings.has("rules")) { return {Rule::standard, Rule::implicit}; }
  std::vector<Rule> rules;
  for (const JsonNode& node : settings["rules"].elements()) { rules.push_back(read_rule(node)); }
  return rules;
}

/// Each rule with each projection.
std::vector<MethodDefinition> combine(const Settings& settings) {
  std::vector<std::optional<Radii>> projections = {std::nullopt};
  if (settings.has("projections")) { projections = read_projections(settings["projections"]); }
  std::vector<MethodDefinition> methods;
  for (const Rule rule : read_rules(settings)) {
    for (const auto& radii : projections) { methods.push_back({rule, radii}); }
  }
  refuse_repeated(settings[settings.has("projections") ? "projections" : "rules"], methods);
  return methods;
}

bool has_rules(const JsonNode& node) {
  return node.has("rules") || node.has("projections");
}

/// A list of methods, or rules and projections. Those of a panel replace either of the file.
std::vector<MethodDefinition> read_methods(const Settings& settings) {
  for (const JsonNode& node : {settings.panel(), settings.all()}) {
    if (!node.has("methods")) { continue; }
    if (has_rules(node)) {
      node["methods"].fail("there are {} as well; one of the two must go",
                           node.has("rules") ? "\"rules\"" : "\"projections\"");
    }
  }
  if (settings.panel().has("methods") || (!has_rules(settings.panel()) && settings.has("methods"))) {
    return read_method_list(settings["methods"]);
  }
  if (!has_rules(settings.panel()) && !has_rules(settings.all())) { return {{Rule::standard}, {Rule::implicit}}; }
  return combine(settings);
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

void read_schedule(const JsonNode& node, std::vector<Decay>& decays) {
  const std::vector<std::string> kinds = {"constant", "polynomial"};
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
    settings["x"].fail("no {} has a {}", panel.axis == Axis::radius ? "method" : "schedule", name_of(panel.axis));
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
  panel.methods = read_methods(settings);
  panel.lambdas = settings.has("lambda") ? read_numbers(settings["lambda"]) : std::vector<double>{0.25};
  panel.ratios = settings.positive_numbers("ratio", 1.0);
  panel.step_sizes = settings.positive_numbers("step_size", 1.0);
  panel.decays = read_schedules(settings);
  check_ranges(settings, panel);
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
