#include "report_beyond.hpp"

#include <algorithm>
#include <cmath>

#include "plots.hpp"
#include "typeset.hpp"
#include "words.hpp"

namespace tool::reproduce {
namespace {

// --- float beside double --------------------------------------------------------------------------------------------

/// How far apart two cells are, in half widths of the interval; NaN, if one of them is no number.
double distance(const FloatBesideDouble& pair) {
  if (!pair.in_double.estimate || !pair.in_float.estimate) { return std::nan(""); }
  return std::fabs(pair.in_float.estimate->mean - pair.in_double.estimate->mean) / pair.in_double.estimate->ci95;
}

bool is_large_by_nature(const FloatBesideDouble& pair) {
  return std::isnan(distance(pair));
}

void write_pairs(Page& page, const std::vector<FloatBesideDouble>& pairs) {
  page.print(
      "<details><summary>All {}</summary>\n<div class=\"scroll\"><table class=\"numeric\">\n<thead><tr>"
      "<th scope=\"col\">sweep</th><th scope=\"col\">method</th><th scope=\"col\">at</th>"
      "<th scope=\"col\">double</th><th scope=\"col\">float</th></tr></thead>\n<tbody>\n",
      counted(pairs.size(), "pair"));
  for (const FloatBesideDouble& pair : pairs) {
    page.print("<tr><th scope=\"row\">{}{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
               escaped(pair.sweep), pair.measure == "loss" ? "" : ", " + label_of_measure(pair.measure),
               label_of(pair.method), as_given(pair.x), in_words(pair.in_double), in_words(pair.in_float));
  }
  page.print("</tbody></table></div></details>\n");
}

void write_float_beside_double(Page& page, const std::vector<FloatBesideDouble>& pairs) {
  if (pairs.empty()) { return; }
  page.print("<h3 id=\"float\">Float beside double</h3>\n");
  const auto without_number = std::count_if(pairs.begin(), pairs.end(), is_large_by_nature);
  const FloatBesideDouble* farthest = nullptr;
  for (const FloatBesideDouble& pair : pairs) {
    if (!is_large_by_nature(pair) && (farthest == nullptr || distance(pair) > distance(*farthest))) {
      farthest = &pair;
    }
  }
  page.paragraph(
      fmt::format("The same trials in float and in double, {}.", counted(pairs.size(), "pair")) +
      (farthest == nullptr
           ? ""
           : fmt::format(
                 " The means that are farthest apart ({}, {} at {}) differ by {} half widths of the 95 % interval.",
                 farthest->sweep, label_of(farthest->method), as_given(farthest->x), in_words(distance(*farthest)))) +
      (without_number == 0 ? ""
                           : fmt::format(" In {} at least one of the two overflowed.",
                                         counted(static_cast<std::uint64_t>(without_number), "pair"))));
  write_pairs(page, pairs);
}

// --- ranges ---------------------------------------------------------------------------------------------------------

void write_ranges(Page& page, const Beyond& beyond) {
  if (beyond.useful_ranges.empty()) { return; }
  page.print("<h3 id=\"ranges\">Slow and fast ends</h3>\n");
  page.paragraph(
      "Between which step-sizes each method stays within twice its best loss. The circle is the best step-size; an "
      "arrow says that the sweep ends there, and the range may go on.");
  page.print("<div class=\"panels one\">\n");
  page.figure("useful_ranges");
  page.print("</div>\n");
}

// --- divergence -----------------------------------------------------------------------------------------------------

std::string outcome(const DivergenceRun& run) {
  if (run.overflowed_at > 0) { return fmt::format("overflow at step {}", with_commas(run.overflowed_at)); }
  return fmt::format("{} after {}", in_words(run.norms.back().second), counted(run.norms.back().first, "step"));
}

void write_divergence_table(Page& page, const std::vector<DivergenceRun>& runs) {
  page.print(
      "<div class=\"scroll\"><table class=\"numeric\">\n<thead><tr><th scope=\"col\">chain</th><th scope=\"col\">"
      "\u03b2</th><th scope=\"col\">method</th><th scope=\"col\">\u2016\u03b8\u2016</th><th "
      "scope=\"col\">projections</th>"
      "</tr></thead>\n<tbody>\n");
  for (const DivergenceRun& run : runs) {
    page.print("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
               run.chain == "cycle" ? "cycle" : "near-cycle", as_given(run.step_size),
               escaped(label_of_variant(run.variant)), outcome(run), with_commas(run.projections));
  }
  page.print("</tbody></table></div>\n");
}

void write_divergence(Page& page, const Beyond& beyond) {
  if (beyond.divergence.empty()) { return; }
  page.print("<h3 id=\"divergence\">Where implicit TD diverges, and what a projection does there</h3>\n");
  page.paragraph(
      "Two chains that are not in the paper: a cycle of three states with features 120 degrees apart, and a chain of "
      "six states that is nearly a cycle, with features made as the paper makes them. The step-size is constant.");
  page.print("<div class=\"panels\">\n");
  for (const std::string& stem : stems_of(beyond.divergence)) { page.figure(stem); }
  page.print("</div>\n");
  write_divergence_table(page, beyond.divergence);
}

// --- drift ----------------------------------------------------------------------------------------------------------

void write_drift(Page& page, const Beyond& beyond) {
  if (beyond.drift.empty()) { return; }
  page.print("<h3 id=\"drift\">Drift</h3>\n");
  page.paragraph(fmt::format(
      "If some combination of the features is constant, theta can grow along it without end and without any effect on "
      "differences between states. Implicit TD on one MRP, {} with a constant step-size, as it is and with the "
      "constant "
      "direction removed from theta after each step.",
      counted(beyond.drift.front().norms.back().first, "step")));
  std::vector<std::string> parts;
  for (const DriftRun& run : beyond.drift) {
    parts.push_back(fmt::format("{} in {} with the direction {}", in_words(run.norms.back().second), run.scalar,
                                run.is_direction_removed ? "removed" : "left in"));
  }
  page.paragraph(fmt::format("At the end ||theta|| is {}.", listed(parts)));
  page.print("<div class=\"panels\">\n");
  page.figure("drift_norm");
  page.figure("drift_loss");
  page.print("</div>\n");
}

// --- policies -------------------------------------------------------------------------------------------------------

void write_policies(Page& page, const std::vector<AdmissionPolicy>& policies) {
  if (policies.empty()) { return; }
  page.print("<h3 id=\"policies\">Access control: what was learned, beside the optimum</h3>\n");
  page.paragraph(
      "Who is let in: a row for each class of customers, a column for each number of free servers. Blue is accept. In "
      "what was learned the numbers are the share of runs that accept, in percent. A thick orange edge marks where the "
      "optimal policy does the opposite.");
  page.print("<div class=\"panels\">\n");
  for (std::size_t i = 0; i < policies.size(); ++i) {
    const AdmissionPolicy& policy = policies[i];
    const std::string stem = fmt::format("policy_{}", i);
    const std::string worth = "Average reward " + fmt::format("{:.4f}", policy.gain);
    if (policy.runs == 0) {
      page.figure(stem, worth + (i == 0 ? ", exact."
                                        : fmt::format(", exact; {} of 40 states decided otherwise.",
                                                      in_words(policy.disagreements))));
    } else {
      page.figure(stem, fmt::format("{} in the mean of {}, from {:.4f} to {:.4f}; {} of 40 states decided otherwise.",
                                    worth, counted(policy.runs, "run"), policy.worst_gain, policy.best_gain,
                                    in_words(policy.disagreements)));
      if (page.has_picture(stem + "_best")) {
        page.figure(stem + "_best", fmt::format("Average reward {:.4f}: run {}.", policy.best_gain, policy.best_run));
      }
    }
  }
  page.print("</div>\n");
}

}  // namespace

void write_beyond(Page& page, const Results& results) {
  const Beyond& beyond = *results.beyond;
  page.print("<section id=\"beyond\">\n<h2>Beyond the paper</h2>\n");
  write_policies(page, beyond.admission);
  write_ranges(page, beyond);
  write_divergence(page, beyond);
  write_drift(page, beyond);
  write_float_beside_double(page, beyond.float_beside_double);
  page.print("</section>\n");
}

}  // namespace tool::reproduce
