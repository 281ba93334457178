#include "reproduction/paper/figure_files.hpp"

#include <fig1.hpp>
#include <fig2.hpp>
#include <fig3.hpp>
#include <fig4.hpp>
#include <fig5.hpp>
#include <fig6.hpp>
#include <fig7.hpp>

#include <stdexcept>
#include <utility>

#include "experiments/definition/read_definition.hpp"

namespace ballast::reproduction::paper {
namespace {

/// What the pendulum's speed is divided by in the other reading: its largest value.
constexpr double largest_speed = 8.0;

const std::vector<std::pair<std::string, const char*>>& files() {
  static const std::vector<std::pair<std::string, const char*>> all = {
      {"1", figures::fig1}, {"2", figures::fig2}, {"3", figures::fig3}, {"4", figures::fig4},
      {"5", figures::fig5}, {"6", figures::fig6}, {"7", figures::fig7}};
  return all;
}

std::uint32_t steps_of(const PanelDefinition& panel, const Options& options) {
  switch (panel.model.simulator) {
    case Simulator::access_control: return options.access_control_steps;
    case Simulator::pendulum: return options.pendulum_steps;
    default: return options.evaluation_steps;
  }
}

void apply(const Options& options, PanelDefinition& panel) {
  const bool acts = is_control(panel.model.simulator);
  panel.steps = steps_of(panel, options);
  panel.trials = acts ? options.control_trials : options.evaluation_trials;
  panel.model.scales_each_row = options.scales_each_row;
  if (options.scales_speed) { panel.model.speed_scale = 1.0 / largest_speed; }
  for (Decay& decay : panel.decays) { decay.holds_beta_0 = acts && options.holds_raw_step; }
}

}  // namespace

std::vector<std::string> figure_names() {
  std::vector<std::string> names;
  for (const auto& file : files()) { names.push_back(file.first); }
  return names;
}

std::string figure_file(const std::string& name) {
  for (const auto& [figure, text] : files()) {
    if (figure == name) { return text + 1; }  // without the line break after the opening of the constant
  }
  throw std::out_of_range("no figure " + name);
}

Definition figure_definition(const std::string& name, const Options& options) {
  Definition definition = read_definition(figure_file(name), "figure " + name, nullptr);
  for (PanelDefinition& panel : definition.panels) { apply(options, panel); }
  return definition;
}

}  // namespace ballast::reproduction::paper
