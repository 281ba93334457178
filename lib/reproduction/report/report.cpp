#include "reproduction/report/report.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/charts/sweep_chart.hpp"
#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"
#include "reproduction/paper/methods.hpp"
#include "reproduction/report/extra_section.hpp"
#include "reproduction/report/findings.hpp"
#include "reproduction/report/html_writer.hpp"
#include "reproduction/report/plots.hpp"
#include "reproduction/report/policy_charts.hpp"

#include <html_fragments.hpp>
#include <html_style.hpp>

namespace ballast::reproduction {
namespace {

constexpr const char* paper = "Implicit Updates for Average-Reward Temporal Difference Learning";

// --- the first screen -----------------------------------------------------------------------------------------------

void write_preview_note(HtmlWriter& writer, const RunInfo& info) {
  if (!info.is_preview) { return; }
  writer.print(html::preview_note, counted(info.evaluation_trials, "trial"), counted(info.control_trials, "run"));
}

void write_note_on_plots(HtmlWriter& writer, const std::string& why_no_plots) {
  if (why_no_plots.empty()) { return; }
  writer.print(html::plots_note, no_plots, escaped(why_no_plots));
}

void write_counts(HtmlWriter& writer, const Results& results) {
  if (count(results, Source::paper) == 0) { return; }
  writer.print(html::counts);
  for (const Verdict verdict : {Verdict::holds, Verdict::holds_in_part, Verdict::does_not_hold}) {
    writer.print(html::count, count(results, Source::paper, verdict), label_html(verdict));
  }
  writer.print(html::end_list);
}

/// The image is shown a second time, but stored once.
void write_opening_image(HtmlWriter& writer, const std::string& stem) {
  if (!writer.has_image(stem)) { return; }
  const SvgImage& image = writer.image(stem);
  writer.print(html::opening_picture, image.width, image.height, image.stem);
}

void write_opening(HtmlWriter& writer, const Results& results, const std::string& why_no_plots) {
  const std::string stem = "fig2_left";
  writer.print(html::opening_title, escaped(results.info.version), results.info.seed,
               results.info.is_preview ? "preview" : "full report");
  writer.print(html::opening_heading);
  write_preview_note(writer, results.info);
  write_note_on_plots(writer, why_no_plots);
  writer.print(html::opening, writer.has_image(stem) ? " has_picture" : "");
  for (const std::string& sentence : findings_of(results)) { writer.paragraph(sentence); }
  write_counts(writer, results);
  writer.print(html::end_block);
  write_opening_image(writer, stem);
  writer.print(html::end_opening);
}

// --- verdicts -------------------------------------------------------------------------------------------------------

/// Where a claim of one figure is about one of its environments, its id says so: "fig4.pendulum.".
std::string statement_of(const Claim& claim) {
  for (const auto& [name, label] : {std::pair("access_control", "Access control"), std::pair("pendulum", "Pendulum"),
                                    std::pair("mrp", "MRP"), std::pair("boyan", "Boyan chain")}) {
    if (claim.id.find(fmt::format(".{}.", name)) != std::string::npos) {
      return fmt::format("{}: {}", label, claim.statement);
    }
  }
  return claim.statement;
}

/// Claims that say the same of several figures, with the same verdict.
std::vector<std::vector<const Claim*>> rows_of(const Results& results, Source source) {
  std::vector<std::vector<const Claim*>> rows;
  for (const Claim& claim : results.claims) {
    if (claim.source != source) { continue; }
    const auto is_like = [&](const std::vector<const Claim*>& row) {
      return statement_of(*row[0]) == statement_of(claim) && row[0]->verdict == claim.verdict;
    };
    const auto found = std::find_if(rows.begin(), rows.end(), is_like);
    if (found == rows.end()) {
      rows.push_back({&claim});
    } else {
      found->push_back(&claim);
    }
  }
  return rows;
}

void write_verdict_rows(HtmlWriter& writer, const Results& results, Source source, const char* heading) {
  if (count(results, source) == 0) { return; }
  writer.print(html::verdict_group, heading);
  for (const std::vector<const Claim*>& row : rows_of(results, source)) {
    writer.print(html::verdict_row);
    for (const Claim* const claim : row) {
      writer.print(html::claim_link, claim == row[0] ? "" : ", ", escaped(claim->id), claim->figure);
    }
    writer.print(html::end_verdict_row, math_markup_html(statement_of(*row[0])), label_html(row[0]->verdict));
  }
  writer.print(html::end_verdict_group);
}

void write_verdicts(HtmlWriter& writer, const Results& results) {
  if (!has_intervals(results.info)) { writer.print(html::no_verdicts_section, no_verdicts); }
  if (results.claims.empty()) { return; }
  writer.print(html::verdicts);
  writer.print(html::verdicts_intro, paper);
  writer.print(html::verdict_table);
  write_verdict_rows(writer, results, Source::paper, "What the paper says");
  write_verdict_rows(writer, results, Source::ballast, "What we add");
  writer.print(html::end_table);
  if (results.extra) { writer.print(html::way_on); }
  writer.print(html::end_section);
}

// --- figures --------------------------------------------------------------------------------------------------------

std::string link_to_data(const std::string& stem) {
  return fmt::format(html::data_link, escaped(stem));
}

/// A rule in one column, if its projections change nothing.
std::vector<std::pair<std::string, Method>> columns_of(const Sweep& sweep) {
  std::vector<std::pair<std::string, Method>> columns;
  const bool is_one = do_projections_change_nothing(sweep);
  for (const Method& method : methods_of(sweep.cells)) {
    if (is_one && method == paper::implicit) {
      columns.push_back({"implicit, with any R", method});
    } else if (!is_one || method == paper::standard) {
      columns.push_back({method.label, method});
    }
  }
  return columns;
}

void write_table(HtmlWriter& writer, const Sweep& sweep, const std::string& measure) {
  const auto columns = columns_of(sweep);
  writer.print(html::sweep_table, math_markup_html(sweep.title),
               math_markup_html(measure == "loss" ? sweep.y_label : label_of_measure(measure)),
               math_markup_html(sweep.x_label));
  for (const auto& [label, method] : columns) { writer.print(html::column_heading, label); }
  writer.print(html::sweep_rows);
  for (const Cell* const first : sweep.curve(columns.front().second, measure)) {
    writer.print(html::sweep_row, as_given(first->x));
    for (const auto& [label, method] : columns) {
      const Cell* const cell = sweep.find(method, first->x, measure);
      writer.print(html::cell, cell == nullptr ? "" : format_cell(*cell));
    }
    writer.print(html::end_row);
  }
  writer.print(html::end_scrolled_table);
}

void write_tables(HtmlWriter& writer, const Figure& figure) {
  writer.print(html::numbers_of_sweeps);
  for (const Sweep& sweep : figure.sweeps) {
    for (const std::string& measure : sweep.measures) { write_table(writer, sweep, measure); }
  }
  writer.print(html::end_details);
}

void write_other_measures(HtmlWriter& writer, const Figure& figure) {
  if (!writer.has_plots()) { return; }
  for (const Sweep& sweep : figure.sweeps) {
    if (sweep.measures.size() < 2) { continue; }
    writer.print(html::other_measures, math_markup_html(sweep.title));
    for (std::size_t i = 1; i < sweep.measures.size(); ++i) { writer.figure(stem_of(sweep, sweep.measures[i])); }
    writer.print(html::end_block);
  }
}

void write_panels(HtmlWriter& writer, const Figure& figure) {
  writer.print(html::panels);
  for (const Sweep& sweep : figure.sweeps) { writer.figure(sweep.stem, link_to_data(sweep.stem)); }
  for (const LearningCurve& learning_curve : figure.learning_curves) {
    writer.figure(learning_curve.stem, link_to_data(learning_curve.stem));
  }
  writer.print(html::end_block);
}

/// Counts and step-sizes are among them: a number that is exact in few digits is shown in full.
std::string number_of_claim(double value) {
  const std::string given = as_given(value);
  return given.size() <= 5 ? given : format_number(value);
}

void write_numbers(HtmlWriter& writer, const Claim& claim) {
  if (claim.numbers.empty()) { return; }
  writer.print(html::numbers_of_claim);
  for (const auto& [name, value] : claim.numbers) {
    writer.print(html::number_of_claim, escaped(name), std::isnan(value) ? "none" : number_of_claim(value));
  }
  writer.print(html::end_numbers_of_claim);
}

void write_claim(HtmlWriter& writer, const Claim& claim) {
  writer.print(html::claim, name_of(claim.verdict), escaped(claim.id), label_html(claim.verdict),
               math_markup_html(statement_of(claim)));
  writer.print(html::claim_body, math_markup_html(claim.measured), math_markup_html(claim.rule));
  write_numbers(writer, claim);
  writer.print(html::end_claim);
}

void write_claims(HtmlWriter& writer, const Results& results, const std::string& figure, Source source,
                  const char* heading) {
  const auto is_here = [&](const Claim& claim) { return claim.figure == figure && claim.source == source; };
  if (std::none_of(results.claims.begin(), results.claims.end(), is_here)) { return; }
  writer.print(html::claims, heading);
  for (const Claim& claim : results.claims) {
    if (is_here(claim)) { write_claim(writer, claim); }
  }
  writer.print(html::end_block);
}

void write_other_readings(HtmlWriter& writer, const Results& results, const std::string& figure) {
  if (!results.extra) { return; }
  const std::string prefix = fmt::format("fig{}_", figure);
  bool is_first = true;
  for (const Sweep& sweep : results.extra->other_readings) {
    if (sweep.stem.rfind(prefix, 0) != 0) { continue; }
    if (is_first) { writer.print(html::other_readings); }
    is_first = false;
    writer.figure(sweep.stem, link_to_data(sweep.stem));
  }
  if (!is_first) { writer.print(html::end_block); }
}

void write_figure(HtmlWriter& writer, const Results& results, const Figure& figure) {
  writer.print(html::figure_section, figure.name, math_markup_html(figure.title), math_markup_html(figure.setup));
  write_panels(writer, figure);
  write_claims(writer, results, figure.name, Source::paper, "What the paper says, and what was measured");
  write_claims(writer, results, figure.name, Source::ballast, "What we add");
  write_other_measures(writer, figure);
  write_other_readings(writer, results, figure.name);
  write_tables(writer, figure);
  writer.print(html::end_section);
}

// --- how it was made ------------------------------------------------------------------------------------------------

void write_fact(HtmlWriter& writer, const char* name, const std::string& html) {
  writer.print(html::fact, name, html);
}

void write_making(HtmlWriter& writer, const RunInfo& info) {
  writer.print(html::making);
  write_fact(writer, "Command", fmt::format(html::code, escaped(info.command)));
  write_fact(writer, "Version", "Ballast " + escaped(info.version));
  write_fact(writer, "Seed", fmt::format("{}", info.seed));
  write_fact(writer, "Evaluation",
             fmt::format("{} of {}", counted(info.evaluation_trials, "trial"), counted(info.evaluation_steps, "step")));
  write_fact(writer, "Control",
             fmt::format("{} of {}", counted(info.control_trials, "run"), counted(info.control_steps, "step")));
  write_fact(writer, "Arithmetic", escaped(info.scalar));
  for (const auto& [name, reading] : info.readings) {
    write_fact(writer, "Reading", fmt::format("{} ({})", math_markup_html(reading), escaped(name)));
  }
  writer.print(html::end_making, writer.has_plots() ? ", the plots as SVG" : "");
}

void write_head(HtmlWriter& writer, const RunInfo& info) {
  writer.print(html::document, info.is_preview ? " (preview)" : "", escaped(info.version), html::style);
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
  write_head(writer, results.info);
  write_opening(writer, results, why_no_plots);
  writer.print(html::main);
  write_verdicts(writer, results);
  for (const Figure& figure : results.figures) { write_figure(writer, results, figure); }
  if (results.extra) { write_extra_section(writer, results); }
  write_making(writer, results.info);
  writer.print(html::end_page);
  writer.finish();
}

}  // namespace ballast::reproduction
