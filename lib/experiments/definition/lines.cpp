#include "experiments/definition/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "experiments/charts/palette.hpp"

namespace ballast::experiments {
namespace {

constexpr Axis axes[] = {Axis::step_size, Axis::ratio,  Axis::lambda, Axis::power,
                         Axis::hold,      Axis::offset, Axis::radius};

/// Settings that a rule does not have are those of the panel's first combination: lines that differ in nothing else are
/// the same.
Method with_own_settings(Method method, const PanelDefinition& panel) {
  if (!has_lambda(method.rule)) { method.lambda = panel.lambdas.front(); }
  if (!has_ratio(method.rule)) {
    method.ratio = panel.ratios.front();
    method.average_reward_decay = std::nullopt;
  }
  if (!has_step_size(method.rule)) {
    method.step_size = panel.step_sizes.front();
    method.decay = panel.decays.front();
  }
  return method;
}

/// With every method.
void add_methods(const PanelDefinition& panel, Method method, std::vector<Method>& all) {
  for (const MethodDefinition& definition : panel.methods) {
    method.rule = definition.rule;
    method.radii = definition.radii;
    method.is_without_constant = definition.is_without_constant;
    method.scalar = definition.scalar;
    all.push_back(with_own_settings(method, panel));
  }
}

/// With every pair of schedules.
template <class Use>
void for_each_schedule(const PanelDefinition& panel, Method method, Use use) {
  for (const Decay& decay : panel.decays) {
    method.decay = decay;
    for (const std::optional<Decay>& of_average_reward : panel.average_reward_decays) {
      method.average_reward_decay = of_average_reward;
      use(method);
    }
  }
}

/// Every combination, the axis not excepted.
std::vector<Method> combinations(const PanelDefinition& panel) {
  std::vector<Method> all;
  Method first;
  for (std::size_t features = 0; features < panel.features.size(); ++features) {
    first.features = features;
    for_each_schedule(panel, first, [&](Method method) {
      for (const double lambda : panel.lambdas) {
        method.lambda = lambda;
        for (const double ratio : panel.ratios) {
          method.ratio = ratio;
          for (const double step_size : panel.step_sizes) {
            method.step_size = step_size;
            add_methods(panel, method, all);
          }
        }
      }
    });
  }
  return all;
}

std::set<double> values_of(const std::vector<Method>& methods, Axis axis) {
  std::set<double> values;
  for (const Method& method : methods) {
    if (const std::optional<double> value = setting_of(method, axis)) { values.insert(*value); }
  }
  return values;
}

bool has_same_decay(const Decay& a, const Decay& b) {
  if (a.is_constant || b.is_constant) { return a.is_constant == b.is_constant && a.factor == b.factor; }
  return a.power == b.power && a.offset == b.offset && a.hold == b.hold && a.holds_beta_0 == b.holds_beta_0 &&
         a.factor == b.factor;
}

bool has_same_decay(const std::optional<Decay>& a, const std::optional<Decay>& b) {
  return a.has_value() == b.has_value() && (!a || has_same_decay(*a, *b));
}

bool has_same_settings(const Method& a, const Method& b) {
  return a.features == b.features && a.lambda == b.lambda && a.ratio == b.ratio && a.step_size == b.step_size &&
         has_same_decay(a.decay, b.decay) && has_same_decay(a.average_reward_decay, b.average_reward_decay);
}

/// Of the settings, those that both rules have.
bool agrees(const Method& a, const Method& b) {
  const auto is_one_without = [&](bool (*has)(Rule)) { return !has(a.rule) || !has(b.rule); };
  const bool has_same_step = a.step_size == b.step_size && has_same_decay(a.decay, b.decay);
  const bool has_same_ratio = a.ratio == b.ratio && has_same_decay(a.average_reward_decay, b.average_reward_decay);
  return a.features == b.features && (is_one_without(has_lambda) || a.lambda == b.lambda) &&
         (is_one_without(has_ratio) || has_same_ratio) && (is_one_without(has_step_size) || has_same_step);
}

ProjectionDefinition projection_of(const Method& method) {
  return {method.radii, method.is_without_constant};
}

/// But for the scalar.
bool is_same_algorithm(const Method& a, const Method& b) {
  const bool has_same_radii = a.radii.has_value() == b.radii.has_value() &&
                              (!a.radii || (a.radii->omega == b.radii->omega && a.radii->theta == b.radii->theta &&
                                            a.radii->is_joint == b.radii->is_joint));
  return a.rule == b.rule && has_same_radii && a.is_without_constant == b.is_without_constant;
}

bool is_same_method(const Method& a, const Method& b) {
  return is_same_algorithm(a, b) && a.scalar == b.scalar;
}

/// Along the radius, a line has all of them.
bool is_line_of(const Method& line, MethodDefinition method, Axis axis) {
  if (axis == Axis::radius && line.radii && method.radii) { method.radii->theta = line.radii->theta; }
  return name_of(method) == name_of(MethodDefinition(line.rule, projection_of(line), line.scalar));
}

// --- names ----------------------------------------------------------------------------------------------------------

/// What is said of a line, if lines differ in it.
struct Words {
  std::string name;
  std::string label;
};

/// Without what lies along x.
Words words_of_decay(const Decay& decay, Axis axis) {
  Words words{"constant", "constant step-size"};
  if (!decay.is_constant) {
    words = {};
    const auto add = [&](Axis of, const char* name, const char* label, double value) {
      if (axis == of) { return; }
      words.name += fmt::format("{}{}{}", words.name.empty() ? "" : "_", name, value);
      words.label += fmt::format("{}{} {}", words.label.empty() ? "" : ", ", label, value);
    };
    add(Axis::power, "power", "power", decay.power);
    add(Axis::offset, "offset", "offset", decay.offset);
    add(Axis::hold, "hold", "held for", decay.hold);
    if (decay.holds_beta_0) {
      words.name += "_raw";
      words.label += " at beta_0";
    }
  }
  if (decay.factor != 1.0) {
    words.name += fmt::format("_x{}", decay.factor);
    words.label += fmt::format(", times {}", decay.factor);
  }
  return words;
}

/// Of alpha_t.
Words words_of_average_reward(const std::optional<Decay>& decay) {
  if (!decay) { return {"alpha_cbeta", "alpha = c beta"}; }
  const Words words = words_of_decay(*decay, Axis::time);
  return {"alpha_" + words.name, "alpha: " + words.label};
}

/// Names and labels, from what differs among all lines.
class Naming {
 public:
  Naming(const PanelDefinition& panel, const std::vector<Method>& lines) : panel_(panel), lines_(lines) {}

  Words words(const Method& line) const {
    const char* const rule = name_of(line.rule);
    Words words{rule, rule};
    if (line.radii) { add_radii(words, *line.radii); }
    if (line.is_without_constant) { add(words, "without_constant", "without the constant"); }
    if (line.scalar) { add(words, name_of(*line.scalar), label_of(*line.scalar)); }
    add_settings(words, line);
    return words;
  }

 private:
  static void add(Words& words, const std::string& name, const std::string& label) {
    words.name += "_" + name;
    words.label += ", " + label;
  }

  static const char* label_of(Scalar scalar) { return scalar == Scalar::fixed ? "fixed point" : name_of(scalar); }

  /// Along the radius it has no number.
  void add_radii(Words& words, const Radii& radii) const {
    if (panel_.axis == Axis::radius) {
      add(words, radii.is_joint ? "projected_jointly" : "projected",
          radii.is_joint ? "projected jointly" : "projected");
    } else {
      add(words, fmt::format("{}{}", radii.is_joint ? "joint" : "r", radii.theta),
          fmt::format("{}R = {}", radii.is_joint ? "joint " : "", radii.theta));
    }
    if (!radii.is_joint && radii.omega != usual_omega_radius) {
      add(words, fmt::format("omega{}", radii.omega), fmt::format("R_omega = {}", radii.omega));
    }
  }

  void add_settings(Words& words, const Method& line) const {
    if (panel_.features.size() > 1) {
      std::string name = text_of(panel_.features[line.features]);
      name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
      add(words, name, "features " + text_of(panel_.features[line.features]));
    }
    if (has_lambda(line.rule) && differs(has_lambda, [](const Method& m) { return m.lambda; })) {
      add(words, fmt::format("lambda{}", line.lambda), fmt::format("lambda = {}", line.lambda));
    }
    if (has_ratio(line.rule) && differs(has_ratio, [](const Method& m) { return m.ratio; })) {
      add(words, fmt::format("c{}", line.ratio), fmt::format("c = {}", line.ratio));
    }
    if (has_step_size(line.rule) && differs(has_step_size, [](const Method& m) { return m.step_size; })) {
      add(words, fmt::format("beta{}", line.step_size), fmt::format("beta_0 = {}", line.step_size));
    }
    if (has_step_size(line.rule) &&
        differ_in(has_step_size, [](const Method& m) { return std::optional<Decay>(m.decay); })) {
      const Words decay = words_of_decay(line.decay, panel_.axis);
      add(words, decay.name, decay.label);
    }
    if (has_ratio(line.rule) && differ_in(has_ratio, [](const Method& m) { return m.average_reward_decay; })) {
      const Words decay = words_of_average_reward(line.average_reward_decay);
      add(words, decay.name, decay.label);
    }
  }

  /// Among the lines that have it.
  template <class Setting>
  bool differs(bool (*has)(Rule), Setting setting) const {
    std::set<double> values;
    for (const Method& line : lines_) {
      if (has(line.rule)) { values.insert(setting(line)); }
    }
    return values.size() > 1;
  }

  template <class DecayOf>
  bool differ_in(bool (*has)(Rule), DecayOf decay) const {
    const auto has_it = [&](const Method& line) { return has(line.rule); };
    const auto first = std::find_if(lines_.begin(), lines_.end(), has_it);
    return std::any_of(first, lines_.end(), [&](const Method& other) {
      return has_it(other) && !has_same_decay(decay(other), decay(*first));
    });
  }

  const PanelDefinition& panel_;
  const std::vector<Method>& lines_;
};

// --- styles ---------------------------------------------------------------------------------------------------------

/// Lines of one rule that differ in their projection only often coincide: a wide one below a narrow one below dashes.
bool differ_in_projection_only(const std::vector<Method>& lines) {
  return std::all_of(lines.begin(), lines.end(),
                     [&](const Method& line) { return has_same_settings(line, lines.front()); });
}

/// Lines that differ in their method only have the same number, and so the same colour.
std::size_t number_of_settings(const std::vector<Method>& lines, std::size_t index) {
  std::vector<Method> different;
  for (const Method& line : lines) {
    const auto is_like = [&](const Method& other) { return has_same_settings(line, other); };
    if (std::none_of(different.begin(), different.end(), is_like)) { different.push_back(line); }
  }
  const auto found = std::find_if(different.begin(), different.end(),
                                  [&](const Method& other) { return has_same_settings(lines[index], other); });
  return static_cast<std::size_t>(found - different.begin());
}

/// Of the only line of a rule.
LineStyle style_of(Rule rule) {
  const LineStyle styles[] = {orange, blue, purple, green, black_dots, yellow, light_blue};
  return styles[static_cast<std::size_t>(rule)];
}

/// Of lines that have other colours.
std::vector<double> dashes_of(Rule rule) {
  return rule == Rule::standard ? std::vector<double>{8.0, 5.0} : style_of(rule).dashes;
}

/// Of one of several lines of a rule that have other colours: a line in fixed point is dashed, since it often lies on
/// that of another scalar.
std::vector<double> dashes_of(const Method& line) {
  if (line.scalar == Scalar::fixed) { return {5.0, 3.0}; }
  if (line.rule != Rule::implicit) { return dashes_of(line.rule); }
  return line.radii ? std::vector<double>{2.0, 4.0} : std::vector<double>{};
}

LineStyle style_of(const std::vector<Method>& lines, std::size_t index) {
  const Rule rule = lines[index].rule;
  const auto is_family = [&](const Method& line) { return line.rule == rule; };
  const auto size = static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), is_family));
  const auto end = lines.begin() + static_cast<std::ptrdiff_t>(index);
  const auto number = static_cast<std::size_t>(std::count_if(lines.begin(), end, is_family));
  const bool is_standard = rule == Rule::standard;
  if (size == 1) { return style_of(rule); }
  if (size <= 3 && differ_in_projection_only(lines) && (is_standard || rule == Rule::implicit)) {
    const LineStyle styles[2][3] = {{wide_light_orange, orange, brown_dashes}, {wide_light_blue, blue, black_dashes}};
    return styles[is_standard ? 0 : 1][number];
  }
  const char* const colour = line_colours[number_of_settings(lines, index) % std::size(line_colours)];
  const std::vector<double> dashes = dashes_of(lines[index]);
  if (rule != Rule::implicit) { return {colour, colour, 1.8, dashes, style_of(rule).marker}; }
  return {colour, colour, 2.6, dashes, Marker::none};
}

}  // namespace

std::string name_of(const MethodDefinition& method) {
  std::string name = name_of(method.rule);
  if (method.radii) { name += fmt::format("_{}{}", method.radii->is_joint ? "joint" : "r", method.radii->theta); }
  if (method.radii && !method.radii->is_joint && method.radii->omega != usual_omega_radius) {
    name += fmt::format("_omega{}", method.radii->omega);
  }
  if (method.is_without_constant) { name += "_without_constant"; }
  return method.scalar ? fmt::format("{}_{}", name, name_of(*method.scalar)) : name;
}

std::string name_of(const Decay& decay) {
  return words_of_decay(decay, Axis::time).name;
}

std::string name_of(const std::optional<Decay>& of_average_reward) {
  return words_of_average_reward(of_average_reward).name;
}

double combinations_of(const PanelDefinition& panel) {
  double count = 1.0;
  for (const std::size_t size :
       {panel.features.size(), panel.decays.size(), panel.average_reward_decays.size(), panel.lambdas.size(),
        panel.ratios.size(), panel.step_sizes.size(), panel.methods.size()}) {
    count *= static_cast<double>(size);
  }
  return count;
}

std::vector<std::string> measures_of(const ModelDefinition& model) {
  switch (model.simulator) {
    case Simulator::access_control: return {"reward", "reward_last_third", "omega", "greedy_worth"};
    case Simulator::pendulum: return {"reward", "reward_last_third", "omega"};
    default: return {"loss", "omega_error"};
  }
}

Axis longest_axis(const PanelDefinition& panel) {
  const std::vector<Method> all = combinations(panel);
  Axis longest = Axis::step_size;
  for (const Axis axis : axes) {
    if (panel.overflow_search && axis == Axis::step_size) { continue; }
    const bool has_none =
        longest == Axis::step_size && (panel.overflow_search || values_of(all, Axis::step_size).empty());
    const std::size_t values = values_of(all, axis).size();
    if (values > values_of(all, longest).size() || (has_none && values > 0)) { longest = axis; }
  }
  return longest;
}

std::vector<double> xs_of(const PanelDefinition& panel) {
  const std::set<double> values = values_of(combinations(panel), panel.axis);
  return {values.begin(), values.end()};
}

std::vector<Method> lines_of(const PanelDefinition& panel) {
  const std::vector<double> xs = xs_of(panel);
  std::vector<Method> lines;
  for (const Method& method : combinations(panel)) {
    const bool is_along = setting_of(method, panel.axis).has_value();
    const Method line = is_along ? with_setting(method, panel.axis, xs.front()) : method;
    const auto is_line = [&](const Method& other) {
      return is_same_method(other, line) && has_same_settings(other, line);
    };
    if (std::none_of(lines.begin(), lines.end(), is_line)) { lines.push_back(line); }
  }
  const std::vector<Method> unnamed = lines;
  const Naming naming(panel, unnamed);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Words words = naming.words(lines[i]);
    lines[i].name = words.name;
    lines[i].label = words.label;
    lines[i].style = style_of(unnamed, i);
  }
  return lines;
}

bool differ_in_scalar_only(const Method& a, const Method& b) {
  return a.scalar != b.scalar && is_same_algorithm(a, b) && has_same_settings(a, b);
}

/// Unless it already has such a pair, each line with the first one that differs from it in its scalar alone.
static void add_pairs_of_scalars(const std::vector<Method>& lines, std::vector<Pair>& pairs) {
  const std::vector<Pair> before = pairs;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto is_like_line = [&](const Method& other) { return differ_in_scalar_only(lines[i], other); };
    const bool is_paired = std::any_of(before.begin(), before.end(), [&](const Pair& pair) {
      return (pair.line == i && is_like_line(lines[pair.against])) ||
             (pair.against == i && is_like_line(lines[pair.line]));
    });
    const auto first = std::find_if(lines.begin(), lines.end(), is_like_line);
    const auto index = static_cast<std::size_t>(first - lines.begin());
    if (!is_paired && index < i) { pairs.push_back({i, index}); }
  }
}

std::vector<Pair> pairs_of(const PanelDefinition& panel, const std::vector<Method>& lines) {
  const auto is_baseline = [&](const Method& line) {
    return std::any_of(panel.methods.begin(), panel.methods.end(), [&](const MethodDefinition& method) {
      return name_of(method) == panel.baseline && is_line_of(line, method, panel.axis);
    });
  };
  const bool has_one_method = std::all_of(lines.begin(), lines.end(), is_baseline);
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t j = 0; j < lines.size(); ++j) {
      const bool is_against = has_one_method ? j == 0 : is_baseline(lines[j]) && agrees(lines[i], lines[j]);
      if (i != j && is_against && (has_one_method || !is_baseline(lines[i]))) {
        pairs.push_back({i, j});
        break;
      }
    }
  }
  add_pairs_of_scalars(lines, pairs);
  return pairs;
}

}  // namespace ballast::experiments
