#include "commands/experiment_folder.hpp"

#include <ballast/version.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "experiments/charts/same_numbers.hpp"
#include "experiments/charts/sweep_chart.hpp"
#include "experiments/definition/plan_of.hpp"
#include "experiments/page/experiment_page.hpp"
#include "experiments/results/long_csv.hpp"

namespace tool {

using namespace ballast::experiments;

namespace {

/// Those of the chart: methods with the same numbers are one.
std::vector<Line> lines_of(const PanelOutcome& panel) {
  if (!panel.sweep.empty()) { return ballast::experiments::lines_of(panel.sweep.front()); }
  return panel.learning_curves.empty() ? std::vector<Line>{}
                                       : ballast::experiments::lines_of(panel.learning_curves.front());
}

/// Nothing, if another line has its numbers.
const Line* line_of(const std::vector<Line>& lines, const Method& method) {
  const auto found = std::find_if(lines.begin(), lines.end(), [&](const Line& line) { return line.method == method; });
  return found == lines.end() ? nullptr : &*found;
}

/// Stated once, on the page.
constexpr const char* how_compared =
    "Two methods are compared by the differences of the trials that they share: the mean difference, and Student's "
    "interval of it. Each comparison of two lines is corrected for the places along its axis: a place counts as better "
    "or worse only if the interval at level 1 - 0.05 / places excludes 0 (Bonferroni), otherwise it is undecided. A "
    "trial that overflows counts as worst, and so does one with a loss above 1e6 (or what the file says): where only "
    "one of the two methods has such a trial the other is better, where both have nothing is decided.";

/// Stated as well where one method is compared in two arithmetics.
constexpr const char* how_ratios =
    "One method in two arithmetics: the ratio is the mean of the first divided by the mean of the second, and its 95 % "
    "interval Student's of the mean of first - ratio x second, over the trials that they share.";

/// Cards are about what a panel is judged by; differences.csv has the rest.
std::vector<PairedTable> tables_of(const PanelOutcome& panel) {
  const std::vector<Line> lines = lines_of(panel);
  std::vector<PairedTable> tables;
  for (const Comparison& comparison : panel.comparisons) {
    const Line* const line = line_of(lines, comparison.method);
    if (comparison.measure != panel.definition.measures.front() || line == nullptr) { continue; }
    const Line* const against = line_of(lines, comparison.against);
    const std::string title =
        fmt::format("{} against {}", line->label, against == nullptr ? comparison.against.label : against->label);
    const std::string x_label = panel.sweep.empty() ? "updates" : panel.sweep.front().x_label;
    tables.push_back({title, x_label, comparison.differences, comparison.ratios});
  }
  return tables;
}

std::string title_of(const PanelOutcome& panel) {
  return panel.sweep.empty()
             ? panel.learning_curves.empty() ? panel.definition.name : panel.learning_curves.front().title
             : panel.sweep.front().title;
}

}  // namespace

ExperimentFolder::ExperimentFolder(std::string path, ExperimentInfo info, std::string why_no_plots)
    : path_(std::move(path)), info_(std::move(info)), why_no_plots_(std::move(why_no_plots)) {}

std::vector<SvgImage> ExperimentFolder::draw(const PanelOutcome& panel) const {
  const std::string suffix = info_.is_preview ? " (preview)" : "";
  std::vector<SvgImage> images;
  for (const Sweep& sweep : panel.sweep) {
    for (const std::string& measure : sweep.measures) { images.push_back(chart_of(sweep, measure, suffix)); }
  }
  for (LearningCurve curve : panel.learning_curves) {
    if (!images.empty()) { curve.stem += "_" + curve.measure; }
    images.push_back(chart_of(curve, suffix));
  }
  return images;
}

void ExperimentFolder::add(const PanelOutcome& panel) {
  std::vector<SvgImage> images;
  if (why_no_plots_.empty()) {
    images = draw(panel);
    write_images(images, fmt::format("Made by Ballast {} with: {}", BALLAST_VERSION, info_.command), path_);
  }
  for (const PairedTable& table : tables_of(panel)) {
    sentences_.push_back(fmt::format("{}: {}", panel.definition.name, sentence_of(table)));
  }
  panels_.push_back({panel, images});
}

void ExperimentFolder::write_data() const {
  PanelResults results;
  std::vector<Comparison> comparisons;
  for (const auto& [outcome, images] : panels_) {
    results.sweeps.insert(results.sweeps.end(), outcome.sweep.begin(), outcome.sweep.end());
    results.learning_curves.insert(results.learning_curves.end(), outcome.learning_curves.begin(),
                                   outcome.learning_curves.end());
    comparisons.insert(comparisons.end(), outcome.comparisons.begin(), outcome.comparisons.end());
  }
  write_trials(results, path_ + "/trials.csv");
  write_summary(results, path_ + "/summary.csv");
  write_differences(comparisons, path_ + "/differences.csv");
}

void ExperimentFolder::write_report() const {
  PageInfo info{info_.title, info_.text, info_.command, BALLAST_VERSION, {}, why_no_plots_};
  const bool has_own = std::any_of(panels_.begin(), panels_.end(), [](const Shown& shown) {
    const std::vector<MethodDefinition>& methods = shown.outcome.definition.methods;
    return std::any_of(methods.begin(), methods.end(), [](const auto& method) { return method.scalar.has_value(); });
  });
  info.facts = {{"Seed", fmt::format("{}", info_.seed)},
                {"Arithmetic", info_.scalar + (has_own ? ", where a method does not name its own" : "")}};
  if (info_.is_preview) {
    info.preview = "At most 10 trials; of agents 4, and shorter runs. Without --quick the same command runs all of it.";
  }
  info.method = how_compared;
  if (has_own) { info.method += std::string(" ") + how_ratios; }
  std::vector<PagePanel> panels;
  for (const auto& [outcome, images] : panels_) {
    const Sweep* const sweep = outcome.sweep.empty() ? nullptr : &outcome.sweep.front();
    panels.push_back(
        {title_of(outcome), setup_of(outcome.definition), images, {}, tables_of(outcome), sweep, "trials.csv"});
  }
  write_page(info, panels, path_ + "/report.html");
}

void ExperimentFolder::conclude() const {
  write_data();
  write_report();
}

}  // namespace tool
