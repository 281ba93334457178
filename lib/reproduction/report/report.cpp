#include "reproduction/report/report.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/charts/sweep_chart.hpp"
#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"
#include "reproduction/report/extra_section.hpp"
#include "reproduction/report/findings.hpp"
#include "reproduction/report/html_writer.hpp"
#include "reproduction/report/plots.hpp"
#include "reproduction/report/policy_charts.hpp"
#include "reproduction/report/report_style.hpp"

namespace ballast::reproduction {
namespace {

constexpr const char* paper = "Implicit Updates for Average-Reward Temporal Difference Learning";

// --- the first screen -----------------------------------------------------------------------------------------------

void write_preview_note(HtmlWriter& page, const RunInfo& info) {
  if (!info.is_preview) { return; }
  page.print(
      "<p class=\"preview\" role=\"note\"><strong>This is a preview.</strong> {} in evaluation and {} in control, "
      "short "
      "runs: enough to see the shape of each figure, not to judge a claim. Without <code>--quick</code> the same "
      "command makes the full report.</p>\n",
      counted(info.evaluation_trials, "trial"), counted(info.control_trials, "run"));
}

void write_note_on_plots(HtmlWriter& page, const std::string& why_no_plots) {
  if (why_no_plots.empty()) { return; }
  page.print(
      "<p class=\"preview\" role=\"note\"><strong>{}:</strong> {}. Their data are in the CSV files of this folder, and "
      "the "
      "verdicts do not depend on them.</p>\n",
      no_plots, escaped(why_no_plots));
}

void write_counts(HtmlWriter& page, const Results& results) {
  if (count(results, Source::paper) == 0) { return; }
  page.print("<ul class=\"counts\" aria-label=\"Verdicts on the paper's claims\">\n");
  for (const Verdict verdict : {Verdict::holds, Verdict::holds_in_part, Verdict::does_not_hold}) {
    page.print("<li>{} {}</li>\n", count(results, Source::paper, verdict), label_html(verdict));
  }
  page.print("</ul>\n");
}

/// The picture is shown a second time, not stored a second time.
void write_opening_picture(HtmlWriter& page, const std::string& stem) {
  if (!page.has_picture(stem)) { return; }
  const SvgImage& picture = page.picture(stem);
  page.print(
      "<a href=\"#figure-2\" aria-label=\"Figure 2\"><svg viewBox=\"0 0 {} {}\" aria-hidden=\"true\">"
      "<use href=\"#{}-picture\"/></svg></a>\n",
      picture.width, picture.height, picture.stem);
}

void write_opening(HtmlWriter& page, const Results& results, const std::string& why_no_plots) {
  const std::string stem = "fig2_left";
  page.print("<header>\n<p class=\"kicker\">Ballast {} &middot; seed {} &middot; {}</p>\n",
             escaped(results.info.version), results.info.seed, results.info.is_preview ? "preview" : "full report");
  page.print("<h1>Implicit TD(\u03bb) for average reward: the paper, run again</h1>\n");
  write_preview_note(page, results.info);
  write_note_on_plots(page, why_no_plots);
  page.print("<div class=\"opening{}\">\n<div>\n", page.has_picture(stem) ? " has_picture" : "");
  for (const std::string& sentence : findings_of(results)) { page.paragraph(sentence); }
  write_counts(page, results);
  page.print("</div>\n");
  write_opening_picture(page, stem);
  page.print("</div>\n</header>\n");
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
  page.print("<tbody>\n<tr class=\"group\"><th colspan=\"3\" scope=\"colgroup\">{}</th></tr>\n", heading);
  for (const std::vector<const Claim*>& row : rows_of(results, source)) {
    page.print("<tr><th scope=\"row\">");
    for (const Claim* const claim : row) {
      page.print("{}<a href=\"#claim-{}\">{}</a>", claim == row[0] ? "" : ", ", escaped(claim->id), claim->figure);
    }
    page.print("</th><td>{}</td><td>{}</td></tr>\n", typeset_html(statement_of(*row[0])), label_html(row[0]->verdict));
  }
  page.print("</tbody>\n");
}

void write_verdicts(HtmlWriter& page, const Results& results) {
  if (!has_intervals(results.info)) {
    page.print("<section id=\"verdicts\">\n<h2>Verdicts</h2>\n<p>{}</p>\n</section>\n", no_verdicts);
  }
  if (results.claims.empty()) { return; }
  page.print("<section id=\"verdicts\">\n<h2>Verdicts</h2>\n");
  page.print(
      "<p>Each verdict is computed from the numbers of this run by a rule that stands beside it. Claims are in our "
      "words; the paper is <cite>{}</cite>.</p>\n",
      paper);
  page.print(
      "<table class=\"verdicts\">\n<thead><tr><th scope=\"col\">Figure</th><th scope=\"col\">Claim</th>"
      "<th scope=\"col\">Verdict</th></tr></thead>\n");
  write_verdict_rows(page, results, Source::paper, "What the paper says");
  write_verdict_rows(page, results, Source::ballast, "What we add");
  page.print("</table>\n");
  if (results.beyond) {
    page.print(
        "<p>Then: <a href=\"#beyond\">what goes beyond the paper</a>, and "
        "<a href=\"#making\">how this was made</a>.</p>\n");
  }
  page.print("</section>\n");
}

// --- figures --------------------------------------------------------------------------------------------------------

std::string link_to_data(const std::string& stem) {
  return fmt::format("Data: <a href=\"{0}.csv\">{0}.csv</a>", escaped(stem));
}

/// The implicit methods in one column, if they have the same numbers.
std::vector<std::pair<std::string, Method>> columns_of(const Sweep& sweep) {
  std::vector<std::pair<std::string, Method>> columns;
  const bool is_one = implicit_methods_coincide(sweep);
  for (const Method method : {Method::standard, Method::implicit, Method::implicit_r1000, Method::implicit_r5000}) {
    if (sweep.curve(method).empty()) { continue; }
    if (is_one && method == Method::implicit) {
      columns.push_back({"implicit, with any R", method});
    } else if (!is_one || method == Method::standard) {
      columns.push_back({label_of(method), method});
    }
  }
  return columns;
}

void write_table(HtmlWriter& page, const Sweep& sweep, const std::string& measure) {
  const auto columns = columns_of(sweep);
  page.print(
      "<div class=\"scroll\"><table class=\"numeric\">\n<caption>{}: {}, mean \u00b1 half of the 95 % interval"
      "</caption>\n<thead><tr><th scope=\"col\">{}</th>",
      typeset_html(sweep.title), typeset_html(measure == "loss" ? sweep.y_label : label_of_measure(measure)),
      typeset_html(sweep.x_label));
  for (const auto& [label, method] : columns) { page.print("<th scope=\"col\">{}</th>", label); }
  page.print("</tr></thead>\n<tbody>\n");
  for (const Cell* const first : sweep.curve(columns.front().second, measure)) {
    page.print("<tr><th scope=\"row\">{}</th>", as_given(first->x));
    for (const auto& [label, method] : columns) {
      const Cell* const cell = sweep.find(method, first->x, measure);
      page.print("<td>{}</td>", cell == nullptr ? "" : format_cell(*cell));
    }
    page.print("</tr>\n");
  }
  page.print("</tbody></table></div>\n");
}

void write_tables(HtmlWriter& page, const Figure& figure) {
  page.print("<details><summary>The numbers of the sweeps</summary>\n");
  for (const Sweep& sweep : figure.sweeps) {
    for (const std::string& measure : sweep.measures) { write_table(page, sweep, measure); }
  }
  page.print("</details>\n");
}

void write_other_measures(HtmlWriter& page, const Figure& figure) {
  if (!page.has_plots()) { return; }
  for (const Sweep& sweep : figure.sweeps) {
    if (sweep.measures.size() < 2) { continue; }
    page.print("<h3>{}: the same runs by other measures</h3>\n<div class=\"panels three\">\n",
               typeset_html(sweep.title));
    for (std::size_t i = 1; i < sweep.measures.size(); ++i) { page.figure(stem_of(sweep, sweep.measures[i])); }
    page.print("</div>\n");
  }
}

void write_panels(HtmlWriter& page, const Figure& figure) {
  page.print("<div class=\"panels\">\n");
  for (const Sweep& sweep : figure.sweeps) { page.figure(sweep.stem, link_to_data(sweep.stem)); }
  for (const LearningCurve& course : figure.learning_curves) { page.figure(course.stem, link_to_data(course.stem)); }
  page.print("</div>\n");
}

/// Counts and step-sizes are among them: what is exact in few digits is shown as it is.
std::string number_of_claim(double value) {
  const std::string given = as_given(value);
  return given.size() <= 5 ? given : format_number(value);
}

void write_numbers(HtmlWriter& page, const Claim& claim) {
  if (claim.numbers.empty()) { return; }
  page.print("<details><summary>Numbers the rule looks at</summary>\n<table class=\"numeric\"><tbody>\n");
  for (const auto& [name, value] : claim.numbers) {
    page.print("<tr><th scope=\"row\"><code>{}</code></th><td>{}</td></tr>\n", escaped(name),
               std::isnan(value) ? "none" : number_of_claim(value));
  }
  page.print("</tbody></table></details>\n");
}

void write_claim(HtmlWriter& page, const Claim& claim) {
  page.print("<article class=\"claim is_{}\" id=\"claim-{}\">\n{}\n<h4>{}</h4>\n", name_of(claim.verdict),
             escaped(claim.id), label_html(claim.verdict), typeset_html(statement_of(claim)));
  page.print("<p>{}</p>\n<p class=\"rule\">Rule: {}</p>\n", typeset_html(claim.measured), typeset_html(claim.rule));
  write_numbers(page, claim);
  page.print("</article>\n");
}

void write_claims(HtmlWriter& page, const Results& results, const std::string& figure, Source source,
                  const char* heading) {
  const auto is_here = [&](const Claim& claim) { return claim.figure == figure && claim.source == source; };
  if (std::none_of(results.claims.begin(), results.claims.end(), is_here)) { return; }
  page.print("<h3>{}</h3>\n<div class=\"claims\">\n", heading);
  for (const Claim& claim : results.claims) {
    if (is_here(claim)) { write_claim(page, claim); }
  }
  page.print("</div>\n");
}

void write_other_readings(HtmlWriter& page, const Results& results, const std::string& figure) {
  if (!results.beyond) { return; }
  const std::string prefix = fmt::format("fig{}_", figure);
  bool is_first = true;
  for (const Sweep& sweep : results.beyond->other_readings) {
    if (sweep.stem.rfind(prefix, 0) != 0) { continue; }
    if (is_first) { page.print("<h3>Read differently</h3>\n<div class=\"panels\">\n"); }
    is_first = false;
    page.figure(sweep.stem, link_to_data(sweep.stem));
  }
  if (!is_first) { page.print("</div>\n"); }
}

void write_figure(HtmlWriter& page, const Results& results, const Figure& figure) {
  page.print("<section id=\"figure-{0}\">\n<h2>Figure {0}. {1}</h2>\n<p class=\"setup\">{2}</p>\n", figure.name,
             typeset_html(figure.title), typeset_html(figure.setup));
  write_panels(page, figure);
  write_claims(page, results, figure.name, Source::paper, "What the paper says, and what was measured");
  write_claims(page, results, figure.name, Source::ballast, "What we add");
  write_other_measures(page, figure);
  write_other_readings(page, results, figure.name);
  write_tables(page, figure);
  page.print("</section>\n");
}

// --- how it was made ------------------------------------------------------------------------------------------------

void write_fact(HtmlWriter& page, const char* name, const std::string& html) {
  page.print("<dt>{}</dt><dd>{}</dd>\n", name, html);
}

void write_making(HtmlWriter& page, const RunInfo& info) {
  page.print("<section id=\"making\">\n<h2>How this was made</h2>\n<dl class=\"facts\">\n");
  write_fact(page, "Command", "<code>" + escaped(info.command) + "</code>");
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
  page.print(
      "</dl>\n<p>The same command with the same version gives the same numbers, bit for bit, with any number of "
      "threads. In the folder of this report are the data of every plot as CSV{}, and the claims as "
      "<code>claims.json</code>.</p>\n</section>\n",
      page.has_plots() ? ", the plots as SVG" : "");
}

void write_head(HtmlWriter& page, const RunInfo& info) {
  page.print(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>Implicit TD(\u03bb) for average reward: the paper, run again{}</title>\n"
      "<meta name=\"generator\" content=\"Ballast {}\">\n<link rel=\"icon\" href=\"data:,\">\n<style>{}</style>\n"
      "</head>\n<body>\n",
      info.is_preview ? " (preview)" : "", escaped(info.version), report_style);
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
  page.print("<main>\n");
  write_verdicts(page, results);
  for (const Figure& figure : results.figures) { write_figure(page, results, figure); }
  if (results.beyond) { write_beyond(page, results); }
  write_making(page, results.info);
  page.print("</main>\n</body>\n</html>\n");
  page.finish();
}

}  // namespace ballast::reproduction
