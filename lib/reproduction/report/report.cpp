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

#include <page_fragments.hpp>
#include <page_style.hpp>

namespace ballast::reproduction {
namespace {

constexpr const char* paper = "Implicit Updates for Average-Reward Temporal Difference Learning";

// --- the first screen -----------------------------------------------------------------------------------------------

void write_preview_note(HtmlWriter& page, const RunInfo& info) {
  if (!info.is_preview) { return; }
  page.print(html::preview_note, counted(info.evaluation_trials, "trial"), counted(info.control_trials, "run"));
}

void write_note_on_plots(HtmlWriter& page, const std::string& why_no_plots) {
  if (why_no_plots.empty()) { return; }
  page.print(html::plots_note, no_plots, escaped(why_no_plots));
}

void write_counts(HtmlWriter& page, const Results& results) {
  if (count(results, Source::paper) == 0) { return; }
  page.print(html::counts);
  for (const Verdict verdict : {Verdict::holds, Verdict::holds_in_part, Verdict::does_not_hold}) {
    page.print(html::count, count(results, Source::paper, verdict), label_html(verdict));
  }
  page.print(html::end_list);
}

/// The picture is shown a second time, not stored a second time.
void write_opening_picture(HtmlWriter& page, const std::string& stem) {
  if (!page.has_picture(stem)) { return; }
  const SvgImage& picture = page.picture(stem);
  page.print(html::opening_picture, picture.width, picture.height, picture.stem);
}

void write_opening(HtmlWriter& page, const Results& results, const std::string& why_no_plots) {
  const std::string stem = "fig2_left";
  page.print(html::opening_title, escaped(results.info.version), results.info.seed,
             results.info.is_preview ? "preview" : "full report");
  page.print(html::opening_heading);
  write_preview_note(page, results.info);
  write_note_on_plots(page, why_no_plots);
  page.print(html::opening, page.has_picture(stem) ? " has_picture" : "");
  for (const std::string& sentence : findings_of(results)) { page.paragraph(sentence); }
  write_counts(page, results);
  page.print(html::end_block);
  write_opening_picture(page, stem);
  page.print(html::end_opening);
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

void write_verdict_rows(HtmlWriter& page, const Results& results, Source source, const char* heading) {
  if (count(results, source) == 0) { return; }
  page.print(html::verdict_group, heading);
  for (const std::vector<const Claim*>& row : rows_of(results, source)) {
    page.print(html::verdict_row);
    for (const Claim* const claim : row) {
      page.print(html::claim_link, claim == row[0] ? "" : ", ", escaped(claim->id), claim->figure);
    }
    page.print(html::end_verdict_row, typeset_html(statement_of(*row[0])), label_html(row[0]->verdict));
  }
  page.print(html::end_verdict_group);
}

void write_verdicts(HtmlWriter& page, const Results& results) {
  if (!has_intervals(results.info)) { page.print(html::no_verdicts_section, no_verdicts); }
  if (results.claims.empty()) { return; }
  page.print(html::verdicts);
  page.print(html::verdicts_intro, paper);
  page.print(html::verdict_table);
  write_verdict_rows(page, results, Source::paper, "What the paper says");
  write_verdict_rows(page, results, Source::ballast, "What we add");
  page.print(html::end_table);
  if (results.beyond) { page.print(html::way_on); }
  page.print(html::end_section);
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

void write_table(HtmlWriter& page, const Sweep& sweep, const std::string& measure) {
  const auto columns = columns_of(sweep);
  page.print(html::sweep_table, typeset_html(sweep.title),
             typeset_html(measure == "loss" ? sweep.y_label : label_of_measure(measure)), typeset_html(sweep.x_label));
  for (const auto& [label, method] : columns) { page.print(html::column_heading, label); }
  page.print(html::sweep_rows);
  for (const Cell* const first : sweep.curve(columns.front().second, measure)) {
    page.print(html::sweep_row, as_given(first->x));
    for (const auto& [label, method] : columns) {
      const Cell* const cell = sweep.find(method, first->x, measure);
      page.print(html::cell, cell == nullptr ? "" : format_cell(*cell));
    }
    page.print(html::end_row);
  }
  page.print(html::end_scrolled_table);
}

void write_tables(HtmlWriter& page, const Figure& figure) {
  page.print(html::numbers_of_sweeps);
  for (const Sweep& sweep : figure.sweeps) {
    for (const std::string& measure : sweep.measures) { write_table(page, sweep, measure); }
  }
  page.print(html::end_details);
}

void write_other_measures(HtmlWriter& page, const Figure& figure) {
  if (!page.has_plots()) { return; }
  for (const Sweep& sweep : figure.sweeps) {
    if (sweep.measures.size() < 2) { continue; }
    page.print(html::other_measures, typeset_html(sweep.title));
    for (std::size_t i = 1; i < sweep.measures.size(); ++i) { page.figure(stem_of(sweep, sweep.measures[i])); }
    page.print(html::end_block);
  }
}

void write_panels(HtmlWriter& page, const Figure& figure) {
  page.print(html::panels);
  for (const Sweep& sweep : figure.sweeps) { page.figure(sweep.stem, link_to_data(sweep.stem)); }
  for (const LearningCurve& course : figure.learning_curves) { page.figure(course.stem, link_to_data(course.stem)); }
  page.print(html::end_block);
}

/// Counts and step-sizes are among them: what is exact in few digits is shown as it is.
std::string number_of_claim(double value) {
  const std::string given = as_given(value);
  return given.size() <= 5 ? given : format_number(value);
}

void write_numbers(HtmlWriter& page, const Claim& claim) {
  if (claim.numbers.empty()) { return; }
  page.print(html::numbers_of_claim);
  for (const auto& [name, value] : claim.numbers) {
    page.print(html::number_of_claim, escaped(name), std::isnan(value) ? "none" : number_of_claim(value));
  }
  page.print(html::end_numbers_of_claim);
}

void write_claim(HtmlWriter& page, const Claim& claim) {
  page.print(html::claim, name_of(claim.verdict), escaped(claim.id), label_html(claim.verdict),
             typeset_html(statement_of(claim)));
  page.print(html::claim_body, typeset_html(claim.measured), typeset_html(claim.rule));
  write_numbers(page, claim);
  page.print(html::end_claim);
}

void write_claims(HtmlWriter& page, const Results& results, const std::string& figure, Source source,
                  const char* heading) {
  const auto is_here = [&](const Claim& claim) { return claim.figure == figure && claim.source == source; };
  if (std::none_of(results.claims.begin(), results.claims.end(), is_here)) { return; }
  page.print(html::claims, heading);
  for (const Claim& claim : results.claims) {
    if (is_here(claim)) { write_claim(page, claim); }
  }
  page.print(html::end_block);
}

void write_other_readings(HtmlWriter& page, const Results& results, const std::string& figure) {
  if (!results.beyond) { return; }
  const std::string prefix = fmt::format("fig{}_", figure);
  bool is_first = true;
  for (const Sweep& sweep : results.beyond->other_readings) {
    if (sweep.stem.rfind(prefix, 0) != 0) { continue; }
    if (is_first) { page.print(html::other_readings); }
    is_first = false;
    page.figure(sweep.stem, link_to_data(sweep.stem));
  }
  if (!is_first) { page.print(html::end_block); }
}

void write_figure(HtmlWriter& page, const Results& results, const Figure& figure) {
  page.print(html::figure_section, figure.name, typeset_html(figure.title), typeset_html(figure.setup));
  write_panels(page, figure);
  write_claims(page, results, figure.name, Source::paper, "What the paper says, and what was measured");
  write_claims(page, results, figure.name, Source::ballast, "What we add");
  write_other_measures(page, figure);
  write_other_readings(page, results, figure.name);
  write_tables(page, figure);
  page.print(html::end_section);
}

// --- how it was made ------------------------------------------------------------------------------------------------

void write_fact(HtmlWriter& page, const char* name, const std::string& html) {
  page.print(html::fact, name, html);
}

void write_making(HtmlWriter& page, const RunInfo& info) {
  page.print(html::making);
  write_fact(page, "Command", fmt::format(html::code, escaped(info.command)));
  write_fact(page, "Version", "Ballast " + escaped(info.version));
  write_fact(page, "Seed", fmt::format("{}", info.seed));
  write_fact(page, "Evaluation",
             fmt::format("{} of {}", counted(info.evaluation_trials, "trial"), counted(info.evaluation_steps, "step")));
  write_fact(page, "Control",
             fmt::format("{} of {}", counted(info.control_trials, "run"), counted(info.control_steps, "step")));
  write_fact(page, "Arithmetic", escaped(info.scalar));
  for (const auto& [name, reading] : info.readings) {
    write_fact(page, "Reading", fmt::format("{} ({})", typeset_html(reading), escaped(name)));
  }
  page.print(html::end_making, page.has_plots() ? ", the plots as SVG" : "");
}

void write_head(HtmlWriter& page, const RunInfo& info) {
  page.print(html::page, info.is_preview ? " (preview)" : "", escaped(info.version), html::style);
}

}  // namespace

std::vector<SvgImage> pictures_of_beyond(const Results& results, bool has_plots) {
  const ExtraResults& beyond = *results.beyond;
  std::vector<SvgImage> pictures;
  if (has_plots) { pictures = plots_of(beyond, results.info); }
  const std::vector<SvgImage> policies = drawings_of_policies(beyond.admission, results.info);
  pictures.insert(pictures.end(), policies.begin(), policies.end());
  if (!beyond.useful_ranges.empty()) { pictures.push_back(drawing_of_ranges(results)); }
  return pictures;
}

void write_report(const Results& results, const std::vector<SvgImage>& pictures, const std::string& folder,
                  const std::string& why_no_plots) {
  HtmlWriter page(folder + "/report.html", pictures, why_no_plots.empty());
  write_head(page, results.info);
  write_opening(page, results, why_no_plots);
  page.print(html::main);
  write_verdicts(page, results);
  for (const Figure& figure : results.figures) { write_figure(page, results, figure); }
  if (results.beyond) { write_beyond(page, results); }
  write_making(page, results.info);
  page.print(html::end_page);
  page.finish();
}

}  // namespace ballast::reproduction
