#include "reproduction/report/plots.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/charts/describe.hpp"
#include "experiments/charts/palette.hpp"
#include "experiments/charts/sweep_chart.hpp"
#include "experiments/charts/y_axis.hpp"
#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

/// With `--quick` every plot is marked as a preview.
const char* suffix_of(const RunInfo& info) {
  return info.is_preview ? " (preview)" : "";
}

// --- divergence and drift -------------------------------------------------------------------------------------------

using Track = std::vector<std::pair<std::uint32_t, double>>;

/// Both axes are logarithmic: a start at t = 0 is left out.
Curve curve_of(const std::string& label, const LineStyle& style, const Track& track) {
  Curve curve{label, style, {}};
  for (const auto& [t, value] : track) {
    if (t > 0) { curve.samples.push_back(sample_of(t, Estimate{value, 0.0})); }
  }
  return curve;
}

LineChart long_run(const std::string& title, const std::string& y_label, const RunInfo& info) {
  LineChart chart;
  chart.title = title + suffix_of(info);
  chart.x_label = "updates (logarithmic)";
  chart.y_label = y_label;
  chart.is_x_logarithmic = true;
  return chart;
}

LineStyle style_of_variant(const std::string& variant) {
  for (const Method& method : paper::methods) {
    if (method.name == variant) { return method.style; }
  }
  return green;
}

void add_run(LineChart& chart, const DivergenceRun& run, const Track& track) {
  const LineStyle style = style_of_variant(run.variant);
  const std::string label = label_of_variant(run.variant);
  chart.curves.push_back(curve_of(label, style, track));
  if (run.overflowed_at > 0) {
    chart.marks.push_back({label + ": overflow", style.colour, true, {static_cast<double>(run.overflowed_at)}});
  }
}

std::string title_of_chain(const DivergenceRun& run) {
  const char* const chain = run.chain == "cycle" ? "Cycle of three states" : "Near-cycle";
  return fmt::format("{}, \u03b2 = {}", chain, as_given(run.step_size));
}

SvgImage plot_of_divergence(const std::vector<DivergenceRun>& runs, const std::string& stem, const RunInfo& info) {
  LineChart chart = long_run("", "norm of \u03b8", info);
  for (const DivergenceRun& run : runs) {
    if (stem_of(run) != stem) { continue; }
    chart.title = title_of_chain(run) + suffix_of(info);
    add_run(chart, run, run.norms);
  }
  set_y_axis(chart, 1e-3, 1e12);
  return svg_image_of(chart, stem, "");
}

LineStyle style_of_drift(const DriftRun& run) {
  if (run.is_direction_removed) { return run.scalar == "double" ? blue : black_dashes; }
  return run.scalar == "double" ? wide_light_orange : brown_dashes;
}

SvgImage plot_of_drift(const std::vector<DriftRun>& runs, Track DriftRun::*track, const std::string& stem,
                       const std::string& y_label, const RunInfo& info) {
  LineChart chart =
      long_run(fmt::format("Drift, \u03b2 = {}: {}", as_given(runs.front().step_size), y_label), y_label, info);
  for (const DriftRun& run : runs) {
    const std::string label = fmt::format("{}, {}", run.scalar, run.is_direction_removed ? "removed" : "not removed");
    chart.curves.push_back(curve_of(label, style_of_drift(run), run.*track));
  }
  choose_y_axis(chart, true);
  return svg_image_of(chart, stem, "");
}

// --- figures --------------------------------------------------------------------------------------------------------

/// Losses on one y axis, so that the panels of a figure can be compared; rewards of two environments have little in
/// common.
std::vector<SvgImage> plots_of(const std::vector<Sweep>& sweeps, const std::string& suffix) {
  std::vector<const Sweep*> losses;
  std::vector<SvgImage> images;
  for (const Sweep& sweep : sweeps) {
    if (sweep.measures.front() == "loss") {
      losses.push_back(&sweep);
      continue;
    }
    for (const std::string& measure : sweep.measures) { images.push_back(chart_of(sweep, measure, suffix)); }
  }
  const std::vector<SvgImage> together = charts_of(losses, "loss", suffix);
  images.insert(images.end(), together.begin(), together.end());
  return images;
}

// --- topics ---------------------------------------------------------------------------------------------------------

/// The texts of a topic are in plain letters.
LineChart with_markup(LineChart chart) {
  for (std::string* const text : {&chart.title, &chart.x_label, &chart.y_label}) { *text = math_markup(*text); }
  for (Curve& curve : chart.curves) { curve.label = math_markup(curve.label); }
  for (Marks& marks : chart.marks) { marks.label = math_markup(marks.label); }
  return chart;
}

}  // namespace

std::string label_of_variant(const std::string& variant) {
  const std::size_t radius = variant.find("_r");
  return radius == std::string::npos ? variant : variant.substr(0, radius) + ", R = " + variant.substr(radius + 2);
}

std::string stem_of(const DivergenceRun& run) {
  return fmt::format("divergence_{}_{}", run.chain, run.step_size);
}

std::vector<std::string> stems_of(const std::vector<DivergenceRun>& runs) {
  std::vector<std::string> stems;
  for (const DivergenceRun& run : runs) {
    if (std::find(stems.begin(), stems.end(), stem_of(run)) == stems.end()) { stems.push_back(stem_of(run)); }
  }
  return stems;
}

std::vector<std::string> stems_of(const Figure& figure) {
  std::vector<std::string> stems;
  for (const Sweep& sweep : figure.sweeps) {
    for (const std::string& measure : sweep.measures) { stems.push_back(stem_of(sweep, measure)); }
  }
  for (const LearningCurve& learning_curve : figure.learning_curves) { stems.push_back(learning_curve.stem); }
  return stems;
}

std::vector<std::string> stems_of(const ExtraResults& extra) {
  std::vector<std::string> stems = stems_of(extra.divergence);
  stems.insert(stems.end(), {"drift_norm", "drift_loss"});
  for (const Sweep& sweep : extra.other_readings) { stems.push_back(sweep.stem); }
  for (const Sweep& sweep : extra.wide_sweeps) { stems.push_back(sweep.stem); }
  return stems;
}

std::vector<std::string> stems_of(const TopicResult& topic) {
  std::vector<std::string> stems;
  for (const TopicChart& chart : topic.charts) { stems.push_back(chart.stem); }
  return stems;
}

std::vector<SvgImage> plots_of(const TopicResult& topic, const RunInfo& info) {
  std::vector<SvgImage> images;
  for (const TopicChart& chart : topic.charts) {
    LineChart drawn = with_markup(chart.chart);
    drawn.title += suffix_of(info);
    images.push_back(svg_image_of(drawn, chart.stem, chart.caption));
  }
  return images;
}

std::vector<SvgImage> plots_of(const Figure& figure, const RunInfo& info) {
  std::vector<SvgImage> images = plots_of(figure.sweeps, suffix_of(info));
  for (const LearningCurve& learning_curve : figure.learning_curves) {
    images.push_back(chart_of(learning_curve, suffix_of(info)));
  }
  return images;
}

std::vector<SvgImage> plots_of(const ExtraResults& extra, const RunInfo& info) {
  std::vector<SvgImage> images;
  for (const std::string& stem : stems_of(extra.divergence)) {
    images.push_back(plot_of_divergence(extra.divergence, stem, info));
  }
  if (!extra.drift.empty()) {
    images.push_back(plot_of_drift(extra.drift, &DriftRun::norms, "drift_norm", "norm of \u03b8", info));
    images.push_back(plot_of_drift(extra.drift, &DriftRun::losses, "drift_loss", "loss", info));
  }
  for (const std::vector<Sweep>* const sweeps : {&extra.other_readings, &extra.wide_sweeps}) {
    for (const Sweep& sweep : *sweeps) { images.push_back(chart_of(sweep, sweep.measures.front(), suffix_of(info))); }
  }
  return images;
}

}  // namespace ballast::reproduction
