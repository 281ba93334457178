#include "experiments/definition/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "experiments/charts/palette.hpp"

namespace ballast::experiments {
namespace {

/// Nothing, if the method has no such setting.
std::optional<double> setting_of(const Method& method, Axis axis) {
  const Decay& decay = method.decay;
  switch (axis) {
    case Axis::step_size: return method.step_size;
    case Axis::ratio: return method.ratio;
    case Axis::lambda: return method.lambda;
    case Axis::power: return decay.is_constant ? std::nullopt : std::optional<double>(decay.power);
    case Axis::offset: return decay.is_constant ? std::nullopt : std::optional<double>(decay.offset);
    case Axis::hold: return decay.is_constant ? std::nullopt : std::optional<double>(decay.hold);
    case Axis::radius: return method.radii ? std::optional<double>(method.radii->theta) : std::nullopt;
    case Axis::time: break;
  }
  return std::nullopt;
}

constexpr Axis axes[] = {Axis::step_size, Axis::ratio,  Axis::lambda, Axis::power,
                         Axis::hold,      Axis::offset, Axis::radius};

/// Every combination, the axis not excepted.
std::vector<Method> combinations(const PanelDefinition& panel) {
  std::vector<Method> all;
  Method method;
  for (std::size_t features = 0; features < panel.features.size(); ++features) {
    method.features = features;
    for (const Decay& decay : panel.decays) {
      method.decay = decay;
      for (const double lambda : panel.lambdas) {
        method.lambda = lambda;
        for (const double ratio : panel.ratios) {
          method.ratio = ratio;
          for (const double step_size : panel.step_sizes) {
            method.step_size = step_size;
            for (const MethodDefinition& definition : panel.methods) {
              method.rule = definition.rule;
              method.radii = definition.radii;
              all.push_back(method);
            }
          }
        }
      }
    }
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

bool has_same_settings(const Method& a, const Method& b) {
  return a.features == b.features && a.lambda == b.lambda && a.ratio == b.ratio && a.step_size == b.step_size &&
         has_same_decay(a.decay, b.decay);
}

bool is_same_method(const Method& a, const Method& b) {
  const bool has_same_radii = a.radii.has_value() == b.radii.has_value() &&
                              (!a.radii || (a.radii->omega == b.radii->omega && a.radii->theta == b.radii->theta));
  return a.rule == b.rule && has_same_radii;
}

/// Along the radius, a line has all of them.
bool is_line_of(const Method& line, MethodDefinition method, Axis axis) {
  if (axis == Axis::radius && line.radii && method.radii) { method.radii->theta = line.radii->theta; }
  return name_of(method) == name_of(MethodDefinition{line.rule, line.radii});
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

/// Names and labels, from what differs among all lines.
class Naming {
 public:
  Naming(const PanelDefinition& panel, const std::vector<Method>& lines) : panel_(panel), lines_(lines) {}

  Words words(const Method& line) const {
    const char* const rule = name_of(line.rule);
    Words words{rule, rule};
    if (line.radii && panel_.axis == Axis::radius) { add(words, "projected", "projected"); }
    if (line.radii && panel_.axis != Axis::radius) {
      const double radius = line.radii->theta;
      add(words, fmt::format("r{}", radius), fmt::format("R = {}", radius));
    }
    if (line.radii && line.radii->omega != usual_omega_radius) {
      add(words, fmt::format("omega{}", line.radii->omega), fmt::format("R_omega = {}", line.radii->omega));
    }
    add_settings(words, line);
    return words;
  }

 private:
  static void add(Words& words, const std::string& name, const std::string& label) {
    words.name += "_" + name;
    words.label += ", " + label;
  }

  void add_settings(Words& words, const Method& line) const {
    if (panel_.features.size() > 1) {
      std::string name = text_of(panel_.features[line.features]);
      name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
      add(words, name, "features " + text_of(panel_.features[line.features]));
    }
    if (differs([](const Method& m) { return m.lambda; })) {
      add(words, fmt::format("lambda{}", line.lambda), fmt::format("lambda = {}", line.lambda));
    }
    if (differs([](const Method& m) { return m.ratio; })) {
      add(words, fmt::format("c{}", line.ratio), fmt::format("c = {}", line.ratio));
    }
    if (differs([](const Method& m) { return m.step_size; })) {
      add(words, fmt::format("beta{}", line.step_size), fmt::format("beta_0 = {}", line.step_size));
    }
    if (std::any_of(lines_.begin(), lines_.end(),
                    [&](const Method& other) { return !has_same_decay(other.decay, lines_.front().decay); })) {
      const Words decay = words_of_decay(line.decay, panel_.axis);
      add(words, decay.name, decay.label);
    }
  }

  template <class Setting>
  bool differs(Setting setting) const {
    std::set<double> values;
    for (const Method& line : lines_) { values.insert(setting(line)); }
    return values.size() > 1;
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

LineStyle style_of(const std::vector<Method>& lines, std::size_t index) {
  const Rule rule = lines[index].rule;
  const auto is_family = [&](const Method& line) { return line.rule == rule; };
  const auto size = static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), is_family));
  const auto end = lines.begin() + static_cast<std::ptrdiff_t>(index);
  const auto number = static_cast<std::size_t>(std::count_if(lines.begin(), end, is_family));
  const bool is_standard = rule == Rule::standard;
  if (size == 1) { return is_standard ? orange : blue; }
  if (size <= 3 && differ_in_projection_only(lines)) {
    const LineStyle styles[2][3] = {{wide_light_orange, orange, brown_dashes}, {wide_light_blue, blue, black_dashes}};
    return styles[is_standard ? 0 : 1][number];
  }
  const char* const colour = line_colours[number_of_settings(lines, index) % std::size(line_colours)];
  if (is_standard) { return {colour, colour, 1.8, {8.0, 5.0}, Marker::square}; }
  return {colour, colour, 2.6, lines[index].radii ? std::vector<double>{2.0, 4.0} : std::vector<double>{},
          Marker::none};
}

}  // namespace

std::string name_of(const MethodDefinition& method) {
  std::string name = name_of(method.rule);
  if (method.radii) { name += fmt::format("_r{}", method.radii->theta); }
  if (method.radii && method.radii->omega != usual_omega_radius) {
    name += fmt::format("_omega{}", method.radii->omega);
  }
  return name;
}

std::string name_of(const Decay& decay) {
  return words_of_decay(decay, Axis::time).name;
}

double combinations_of(const PanelDefinition& panel) {
  double count = 1.0;
  for (const std::size_t size : {panel.features.size(), panel.decays.size(), panel.lambdas.size(), panel.ratios.size(),
                                 panel.step_sizes.size(), panel.methods.size()}) {
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
    const bool has_none = panel.overflow_search && longest == Axis::step_size;
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
      const bool is_against = has_one_method ? j == 0 : is_baseline(lines[j]) && has_same_settings(lines[i], lines[j]);
      if (i != j && is_against && (has_one_method || !is_baseline(lines[i]))) {
        pairs.push_back({i, j});
        break;
      }
    }
  }
  return pairs;
}

}  // namespace ballast::experiments
