#include "reproduction/report/plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "experiments/charts/line_chart.hpp"
#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"

namespace tool::reproduce {
namespace {

constexpr Method methods[] = {Method::standard, Method::implicit, Method::implicit_r1000, Method::implicit_r5000};

// The implicit methods are a wide line under a narrow one under dashes: where they coincide, one sees all three.
const LineStyle orange{"#d55e00", "#d55e00", 2.4, {}, Marker::square};
const LineStyle wide_light_blue{"#9ecae8", "#0072b2", 9.0, {}, Marker::none};
const LineStyle blue{"#0072b2", "#0072b2", 3.6, {}, Marker::none};
const LineStyle black_dashes{"#111111", "#0072b2", 1.5, {7.0, 6.0}, Marker::none};
const LineStyle green{"#009e73", "#009e73", 2.4, {12.0, 4.0, 2.0, 4.0}, Marker::none};
const LineStyle wide_light_orange{"#f2b27a", "#d55e00", 9.0, {}, Marker::none};
const LineStyle brown_dashes{"#803300", "#d55e00", 1.8, {7.0, 6.0}, Marker::none};

LineStyle style_of(Method method) {
  switch (method) {
    case Method::standard: return orange;
    case Method::implicit: return wide_light_blue;
    case Method::implicit_r1000: return blue;
    case Method::implicit_r5000: return black_dashes;
  }
  return black_dashes;
}

Sample sample_of(double x, const std::optional<Estimate>& estimate) {
  if (!estimate || !std::isfinite(estimate->mean)) { return {x, 0.0, 0.0, 0.0, false}; }
  const double half = std::isfinite(estimate->ci95) ? estimate->ci95 : 0.0;
  return {x, estimate->mean, estimate->mean - half, estimate->mean + half, true};
}

/// In what `--quick` makes every picture says so.
std::string titled(const std::string& title, const RunInfo& info) {
  return info.is_preview ? title + " (preview)" : title;
}

Picture picture_of(const Panel& panel, const std::string& stem, const std::string& description,
                   const std::string& caption) {
  return {stem, panel.title, description, caption, panel_width, panel_height, draw(panel, stem)};
}

// --- in words -------------------------------------------------------------------------------------------------------

const Sample* lowest(const Curve& curve) {
  const Sample* found = nullptr;
  for (const Sample& sample : curve.samples) {
    if (sample.is_number && (found == nullptr || sample.y < found->y)) { found = &sample; }
  }
  return found;
}

std::string at(const Sample& sample) {
  return fmt::format("{} at {}", sample.is_number ? in_words(sample.y) : "no number", as_given(sample.x));
}

std::string describe(const Curve& curve) {
  const Sample* const low = lowest(curve);
  if (low == nullptr) { return curve.label + ": no number anywhere."; }
  return fmt::format("{}: {}, lowest {}, {}.", curve.label, at(curve.samples.front()), at(*low),
                     at(curve.samples.back()));
}

std::string describe(const Panel& panel) {
  std::string text = fmt::format("Line chart: {} against {}.", panel.y_label, panel.x_label);
  for (const Curve& curve : panel.curves) {
    if (!curve.samples.empty()) { text += " " + describe(curve); }
  }
  return text;
}

bool has_bands(const Panel& panel) {
  return std::any_of(panel.curves.begin(), panel.curves.end(), has_band);
}

bool has_marks(const Panel& panel, bool is_filled) {
  return std::any_of(panel.marks.begin(), panel.marks.end(),
                     [&](const Marks& marks) { return marks.is_filled == is_filled; });
}

std::string caption_of(const Panel& panel, bool do_implicit_methods_coincide) {
  std::string text = has_bands(panel) ? " Bands are 95 % intervals of the mean." : "";
  if (do_implicit_methods_coincide) {
    text += " The three implicit methods have the same numbers: three lines in one.";
  }
  if (has_marks(panel, false)) { text += " Open triangles: a number, but off the scale."; }
  if (has_marks(panel, true)) { text += " Filled triangles: overflow, there is no number to draw."; }
  return text.empty() ? text : text.substr(1);
}

// --- sweeps ---------------------------------------------------------------------------------------------------------

void add_curve(Panel& panel, const Sweep& sweep, Method method, const std::string& measure) {
  const bool is_alone = method == Method::implicit && sweep.curve(Method::implicit_r1000, measure).empty();
  Curve curve{label_of(method), is_alone ? blue : style_of(method), {}};
  Marks overflows{curve.label + ": overflow", curve.style.colour, true, {}};
  for (const Cell* const cell : sweep.curve(method, measure)) {
    curve.samples.push_back(sample_of(cell->x, cell->estimate));
    if (cell->overflowed > 0) { overflows.xs.push_back(cell->x); }
  }
  if (!curve.samples.empty()) { panel.curves.push_back(curve); }
  if (!overflows.xs.empty()) { panel.marks.push_back(overflows); }
}

Picture plot_of(const Sweep& sweep, const std::string& measure, const RunInfo& info) {
  Panel panel;
  panel.title = titled(typeset(sweep.title), info);
  panel.x_label = typeset(sweep.x_label);
  panel.y_label = measure == sweep.measures.front() ? typeset(sweep.y_label) : label_of_measure(measure);
  panel.is_more_better = measure != "loss";
  for (const Method method : methods) { add_curve(panel, sweep, method, measure); }
  choose_y_axis(panel, measure == "loss");
  return picture_of(panel, stem_of(sweep, measure), describe(panel),
                    caption_of(panel, implicit_methods_coincide(sweep)));
}

// --- courses --------------------------------------------------------------------------------------------------------

/// Enough for a line that is a few hundred pixels long.
constexpr std::uint32_t points_drawn = 250;

void add_curve(Panel& panel, const Course& course, Method method) {
  const std::vector<const Point*> points = course.curve(method);
  if (points.empty()) { return; }
  Curve curve{label_of(method), style_of(method), {}};
  curve.style.markers_every = static_cast<int>(points_drawn / 10);
  Marks overflow{curve.label + ": overflow", curve.style.colour, true, {}};
  const std::uint32_t stride = points.back()->t / points_drawn + 1;
  for (const Point* const point : points) {
    if (!point->estimate && overflow.xs.empty()) { overflow.xs.push_back(point->t); }
    if (point->t % stride == 0 || point == points.back()) {
      curve.samples.push_back(sample_of(point->t, point->estimate));
    }
  }
  panel.curves.push_back(curve);
  if (!overflow.xs.empty()) { panel.marks.push_back(overflow); }
}

bool implicit_methods_coincide(const Course& course) {
  const std::vector<const Point*> plain = course.curve(Method::implicit);
  const auto is_same = [](const Point* one, const Point* other) {
    return one->estimate.has_value() == other->estimate.has_value() &&
           (!one->estimate || one->estimate->mean == other->estimate->mean);
  };
  for (const Method method : {Method::implicit_r1000, Method::implicit_r5000}) {
    const std::vector<const Point*> other = course.curve(method);
    if (!std::equal(plain.begin(), plain.end(), other.begin(), other.end(), is_same)) { return false; }
  }
  return !plain.empty();
}

Picture plot_of(const Course& course, const RunInfo& info) {
  Panel panel;
  panel.title = titled(fmt::format("{}, \u03b2\u2080 = {}", typeset(course.title), as_given(course.step_size)), info);
  panel.x_label = "updates";
  panel.y_label = "loss";
  for (const Method method : methods) { add_curve(panel, course, method); }
  choose_y_axis(panel, true);
  return picture_of(panel, course.stem, describe(panel), caption_of(panel, implicit_methods_coincide(course)));
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

Panel long_run(const std::string& title, const std::string& y_label, const RunInfo& info) {
  Panel panel;
  panel.title = titled(title, info);
  panel.x_label = "updates (logarithmic)";
  panel.y_label = y_label;
  panel.is_x_logarithmic = true;
  return panel;
}

LineStyle style_of_variant(const std::string& variant) {
  for (const Method method : methods) {
    if (variant == name_of(method)) { return style_of(method); }
  }
  return green;
}

void add_run(Panel& panel, const DivergenceRun& run, const Track& track) {
  const LineStyle style = style_of_variant(run.variant);
  const std::string label = label_of_variant(run.variant);
  panel.curves.push_back(curve_of(label, style, track));
  if (run.overflowed_at > 0) {
    panel.marks.push_back({label + ": overflow", style.colour, true, {static_cast<double>(run.overflowed_at)}});
  }
}

std::string title_of_chain(const DivergenceRun& run) {
  const char* const chain = run.chain == "cycle" ? "Cycle of three states" : "Near-cycle";
  return fmt::format("{}, \u03b2 = {}", chain, as_given(run.step_size));
}

Picture plot_of_divergence(const std::vector<DivergenceRun>& runs, const std::string& stem, const RunInfo& info) {
  Panel panel = long_run("", "norm of \u03b8", info);
  for (const DivergenceRun& run : runs) {
    if (stem_of(run) != stem) { continue; }
    panel.title = titled(title_of_chain(run), info);
    add_run(panel, run, run.norms);
  }
  set_y_axis(panel, 1e-3, 1e12);
  return picture_of(panel, stem, describe(panel), caption_of(panel, false));
}

LineStyle style_of_drift(const DriftRun& run) {
  if (run.is_direction_removed) { return run.scalar == "double" ? blue : black_dashes; }
  return run.scalar == "double" ? wide_light_orange : brown_dashes;
}

Picture plot_of_drift(const std::vector<DriftRun>& runs, Track DriftRun::*track, const std::string& stem,
                      const std::string& y_label, const RunInfo& info) {
  Panel panel =
      long_run(fmt::format("Drift, \u03b2 = {}: {}", as_given(runs.front().step_size), y_label), y_label, info);
  for (const DriftRun& run : runs) {
    const std::string label = fmt::format("{}, {}", run.scalar, run.is_direction_removed ? "removed" : "not removed");
    panel.curves.push_back(curve_of(label, style_of_drift(run), run.*track));
  }
  choose_y_axis(panel, true);
  return picture_of(panel, stem, describe(panel), caption_of(panel, false));
}

}  // namespace

std::string stem_of(const Sweep& sweep, const std::string& measure) {
  return measure == sweep.measures.front() ? sweep.stem : sweep.stem + "_" + measure;
}

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
  for (const Course& course : figure.courses) { stems.push_back(course.stem); }
  return stems;
}

std::vector<std::string> stems_of(const Beyond& beyond) {
  std::vector<std::string> stems = stems_of(beyond.divergence);
  stems.insert(stems.end(), {"drift_norm", "drift_loss"});
  for (const Sweep& sweep : beyond.other_readings) { stems.push_back(sweep.stem); }
  return stems;
}

std::string label_of_measure(const std::string& measure) {
  if (measure == "mean_all") { return "mean reward, all steps"; }
  if (measure == "mean_last_5000") { return "mean reward, last 5000 steps"; }
  if (measure == "final_omega") { return "estimate \u03c9 at the end"; }
  if (measure == "greedy_gain") { return "worth of the final policy"; }
  return measure;
}

bool implicit_methods_coincide(const Sweep& sweep) {
  for (const Cell& cell : sweep.cells) {
    if (cell.method != Method::implicit_r1000 && cell.method != Method::implicit_r5000) { continue; }
    const Cell* const plain = sweep.find(Method::implicit, cell.x, cell.measure);
    if (plain == nullptr || plain->overflowed != cell.overflowed) { return false; }
    if (plain->estimate && cell.estimate && plain->estimate->mean != cell.estimate->mean) { return false; }
  }
  return !sweep.curve(Method::implicit_r1000).empty();
}

std::vector<Picture> plots_of(const Figure& figure, const RunInfo& info) {
  std::vector<Picture> pictures;
  for (const Sweep& sweep : figure.sweeps) {
    for (const std::string& measure : sweep.measures) { pictures.push_back(plot_of(sweep, measure, info)); }
  }
  for (const Course& course : figure.courses) { pictures.push_back(plot_of(course, info)); }
  return pictures;
}

std::vector<Picture> plots_of(const Beyond& beyond, const RunInfo& info) {
  std::vector<Picture> pictures;
  for (const std::string& stem : stems_of(beyond.divergence)) {
    pictures.push_back(plot_of_divergence(beyond.divergence, stem, info));
  }
  if (!beyond.drift.empty()) {
    pictures.push_back(plot_of_drift(beyond.drift, &DriftRun::norms, "drift_norm", "norm of \u03b8", info));
    pictures.push_back(plot_of_drift(beyond.drift, &DriftRun::losses, "drift_loss", "loss", info));
  }
  for (const Sweep& sweep : beyond.other_readings) { pictures.push_back(plot_of(sweep, sweep.measures.front(), info)); }
  return pictures;
}

}  // namespace tool::reproduce
