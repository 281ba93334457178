#include "reproduction/report/report.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/charts/sweep_chart.hpp"
#include "experiments/page/html_writer.hpp"
#include "experiments/page/paired_table.hpp"
#include "experiments/page/sweep_table.hpp"
#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"
#include "reproduction/paper/methods.hpp"
#include "reproduction/report/best_section.hpp"
#include "reproduction/report/claim_cards.hpp"
#include "reproduction/report/extra_section.hpp"
#include "reproduction/report/findings.hpp"
#include "reproduction/report/plots.hpp"
#include "reproduction/report/policy_charts.hpp"
#include "reproduction/report/theory_section.hpp"
#include "reproduction/report/verdict_table.hpp"

#include <html_fragments.hpp>
#include <page_fragments.hpp>

namespace ballast::reproduction {
namespace {

constexpr const char* title = "Implicit TD(\u03bb) for average reward: the paper reproduced";

// --- the first screen -----------------------------------------------------------------------------------------------

void write_preview_note(HtmlWriter& writer, const Results& results) {
  const RunInfo& info = results.info;
  if (!info.is_preview) { return; }
  if (results.figures.empty()) {
    writer.print(page::preview_note, fmt::format("{} at most: enough to see the shape of each chart, not to judge a "
                                                 "claim.",
                                                 counted(info.theory_trials, "trial")));
    return;
  }
  writer.print(html::preview_note, counted(info.evaluation_trials, "trial"), counted(info.control_trials, "run"));
}

void write_counts(HtmlWriter& writer, const Results& results) {
  if (count(results, Source::paper) == 0) { return; }
  writer.print(html::counts);
  for (const Verdict verdict : all_verdicts) {
    writer.print(html::count, count(results, Source::paper, verdict), label_html(verdict));
  }
  writer.print(page::end_list);
}

/// The image is shown a second time, but stored once.
void write_opening_image(HtmlWriter& writer, const std::string& stem) {
  if (!writer.has_image(stem)) { return; }
  const SvgImage& image = writer.image(stem);
  writer.print(html::opening_picture, image.width, image.height, image.stem);
}

void write_opening(HtmlWriter& writer, const Results& results, const std::string& why_no_plots) {
  const std::string stem = "fig2_left";
  writer.print(page::opening_title,
               fmt::format("Ballast {} &middot; seed {} &middot; {}", escaped(results.info.version), results.info.seed,
                           results.info.is_preview ? "preview" : "full report"),
               title);
  write_preview_note(writer, results);
  writer.note_on_plots(why_no_plots, ", and the verdicts do not depend on them");
  writer.print(html::opening, writer.has_image(stem) ? " has_picture" : "");
  for (const std::string& sentence : findings_of(results)) { writer.paragraph(sentence); }
  write_counts(writer, results);
  writer.print(page::end_block);
  write_opening_image(writer, stem);
  writer.print(html::end_opening);
}

// --- figures --------------------------------------------------------------------------------------------------------

std::string link_to_csv(const std::string& stem) {
  return link_to_data(stem + ".csv");
}

void write_tables(HtmlWriter& writer, const Figure& figure) {
  std::vector<const Sweep*> sweeps;
  for (const Sweep& sweep : figure.sweeps) { sweeps.push_back(&sweep); }
  experiments::write_tables(writer, sweeps);
}

void write_other_measures(HtmlWriter& writer, const Figure& figure) {
  if (!writer.has_plots()) { return; }
  for (const Sweep& sweep : figure.sweeps) {
    if (sweep.measures.size() < 2) { continue; }
    writer.print(html::other_measures, math_markup_html(sweep.title));
    for (std::size_t i = 1; i < sweep.measures.size(); ++i) { writer.figure(stem_of(sweep, sweep.measures[i])); }
    writer.print(page::end_block);
  }
}

void write_panels(HtmlWriter& writer, const Figure& figure) {
  writer.print(page::panels);
  for (const Sweep& sweep : figure.sweeps) { writer.figure(sweep.stem, link_to_csv(sweep.stem)); }
  for (const LearningCurve& learning_curve : figure.learning_curves) {
    writer.figure(learning_curve.stem, link_to_csv(learning_curve.stem));
  }
  writer.print(page::end_block);
}

/// Implicit minus standard, if there are several seeds.
void write_pooled(HtmlWriter& writer, const Results& results, const Figure& figure) {
  std::vector<PairedTable> tables;
  for (const Sweep& sweep : figure.sweeps) {
    PairedTable table{"", sweep.x_label, {}};
    for (const PooledDifference& pooled : results.pooled) {
      if (pooled.sweep != sweep.stem) { continue; }
      table.title = fmt::format("{}, {}: implicit against standard", sweep.title, counted(pooled.trials, "run"));
      table.rows.push_back({pooled.x, pooled.difference});
    }
    if (!table.rows.empty()) { tables.push_back(table); }
  }
  if (tables.empty()) { return; }
  writer.print(html::over_all_seeds);
  for (const PairedTable& table : tables) { write_card(writer, table); }
  writer.print(page::end_block);
}

/// The sweeps that belong to a figure, by their stems: "fig5_left_without_hold".
std::vector<const Sweep*> sweeps_of(const std::string& figure, const std::vector<Sweep>& sweeps) {
  const std::string prefix = fmt::format("fig{}_", figure);
  std::vector<const Sweep*> own;
  for (const Sweep& sweep : sweeps) {
    if (sweep.stem.rfind(prefix, 0) == 0) { own.push_back(&sweep); }
  }
  return own;
}

void write_other_readings(HtmlWriter& writer, const std::vector<const Sweep*>& sweeps) {
  if (sweeps.empty()) { return; }
  writer.print(html::other_readings);
  for (const Sweep* const sweep : sweeps) { writer.figure(sweep->stem, link_to_csv(sweep->stem)); }
  writer.print(page::end_block);
}

void write_wide_sweeps(HtmlWriter& writer, const std::vector<const Sweep*>& sweeps) {
  if (sweeps.empty()) { return; }
  writer.print(html::wide_sweeps);
  for (const Sweep* const sweep : sweeps) { writer.figure(sweep->stem); }
  writer.print(page::end_block);
  experiments::write_tables(writer, sweeps);
}

void write_extra_sweeps(HtmlWriter& writer, const Results& results, const std::string& figure) {
  if (!results.extra) { return; }
  write_other_readings(writer, sweeps_of(figure, results.extra->other_readings));
  write_wide_sweeps(writer, sweeps_of(figure, results.extra->wide_sweeps));
}

void write_figure(HtmlWriter& writer, const Results& results, const Figure& figure) {
  writer.print(html::figure_section, figure.name, math_markup_html(figure.title), math_markup_html(figure.setup));
  write_panels(writer, figure);
  write_claims(writer, results, figure.name, Source::paper, "What the paper says, and what was measured");
  write_claims(writer, results, figure.name, Source::ballast, "What we add");
  write_pooled(writer, results, figure);
  write_other_measures(writer, figure);
  write_extra_sweeps(writer, results, figure.name);
  write_tables(writer, figure);
  writer.print(page::end_section);
}

// --- how it was made ------------------------------------------------------------------------------------------------

void write_facts_of_figures(HtmlWriter& writer, const RunInfo& info) {
  writer.fact("Evaluation", fmt::format("{} of {}", counted(info.evaluation_trials, "trial"),
                                        counted(info.evaluation_steps, "step")));
  writer.fact("Control",
              fmt::format("{} of {}", counted(info.control_trials, "run"), counted(info.control_steps, "step")));
  writer.fact("Arithmetic", escaped(info.scalar));
  for (const auto& [name, reading] : info.readings) {
    writer.fact("Reading", fmt::format("{} ({})", math_markup_html(reading), escaped(name)));
  }
}

void write_making(HtmlWriter& writer, const Results& results) {
  const RunInfo& info = results.info;
  writer.print(html::making);
  writer.fact("Command", code_html(info.command));
  writer.fact("Version", "Ballast " + escaped(info.version));
  writer.fact("Seed", fmt::format("{}", info.seed));
  if (!results.figures.empty()) { write_facts_of_figures(writer, info); }
  if (info.theory_trials > 0) {
    writer.fact("Theory", fmt::format("{} at most, in double", counted(info.theory_trials, "trial")));
  }
  writer.print(html::end_making, writer.has_plots() ? ", the plots as SVG" : "");
}

}  // namespace

std::vector<SvgImage> images_of_extra(const Results& results, bool has_plots) {
  const ExtraResults& extra = *results.extra;
  std::vector<SvgImage> images;
  if (has_plots) { images = plots_of(extra, results.info); }
  const std::vector<SvgImage> policies = charts_of_policies(extra.policies, results.info);
  images.insert(images.end(), policies.begin(), policies.end());
  if (!extra.useful_ranges.empty()) { images.push_back(chart_of_ranges(results)); }
  return images;
}

void write_report(const Results& results, const std::vector<SvgImage>& images, const std::string& folder,
                  const std::string& why_no_plots) {
  HtmlWriter writer(folder + "/report.html", images, why_no_plots.empty());
  writer.head(fmt::format("{}{}", title, results.info.is_preview ? " (preview)" : ""), results.info.version);
  write_opening(writer, results, why_no_plots);
  writer.print(page::main);
  write_verdicts(writer, results);
  for (const Figure& figure : results.figures) { write_figure(writer, results, figure); }
  write_best_section(writer, results);
  if (results.extra) { write_extra_section(writer, results); }
  write_theory_section(writer, results);
  write_making(writer, results);
  writer.finish();
}

}  // namespace ballast::reproduction
