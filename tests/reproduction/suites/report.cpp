// What shows the results of `ballast reproduce`: plots, drawings and the report, of made-up results.

#include <experiments/charts/draw_line_chart.hpp>
#include <experiments/charts/gnuplot.hpp>
#include <experiments/charts/sweep_chart.hpp>
#include <experiments/charts/y_axis.hpp>
#include <experiments/files/error.hpp>
#include <experiments/text/math_markup.hpp>
#include <experiments/text/number_format.hpp>
#include <reproduction/report/findings.hpp>
#include <reproduction/report/plots.hpp>
#include <reproduction/report/report.hpp>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "sample_results.hpp"
#include "suite.hpp"

namespace {

using namespace ballast::reproduction;
namespace fs = std::filesystem;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

void check_text(const char* expected, const std::string& actual) {
  TEST_ASSERT_EQUAL_STRING(expected, actual.c_str());
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) { ++count; }
  return count;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// --- words ----------------------------------------------------------------------------------------------------------

void test_numbers_in_words() {
  check_text("0", format_number(0.0));
  check_text("0.694", format_number(0.69444));
  check_text("1.00", format_number(0.9999));
  check_text("\u22120.395", format_number(-0.3951));
  check_text("26.6", format_number(26.59));
  check_text("1234", format_number(1234.4));
  check_text("1.60\u00a0\u00d7\u00a010\u2074", format_number(16000.0));
  check_text("\u22121.00\u00a0\u00d7\u00a010\u207b\u00b9\u2070", format_number(-9.999e-11));
  check_text("none", format_number(nan));
  check_text("\u221e", format_number(HUGE_VAL));
  check_text("2.5", as_given(2.5));
  check_text("0.3", as_given(0.1 * 3.0));
  check_text("15,000", with_commas(15000));
  check_text("999", with_commas(999));
  check_text("1,000,000", with_commas(1000000));
}

void test_lists_in_words() {
  check_text("", listed({}));
  check_text("a", listed({"a"}));
  check_text("a and b", listed({"a", "b"}));
  check_text("a, b and c", listed({"a", "b", "c"}));
  check_text("1 trial", counted(1, "trial"));
  check_text("0 trials", counted(0, "trial"));
}

void test_markup_is_escaped() {
  check_text("&lt;b&gt;&amp;amp;&quot;it&#39;s&quot; 5 &lt; 6 \u2260 7&lt;/b&gt;", escaped(awkward_text));
  check_text("ab", escaped("a\x01"
                           "b"));
}

void test_letters_and_signs() {
  check_text("\u03b2\u2080 / 400", math_markup("beta_0 / 400"));
  check_text("\u03b2\u209c, implicit_r1000 and alphabeta", math_markup("beta_t, implicit_r1000 and alphabeta"));
  check_text("10\u2077 steps, t^0.99", math_markup("10^7 steps, t^0.99"));
  check_text("(\u03c9\u00a0\u2212\u00a0\u03c9*)\u00b2 \u2264 \u22120.5, step-size",
             math_markup("(omega - omega*)^2 <= -0.5, step-size"));
  check_text("\u2016\u03a0<sub>O</sub> \u03b8\u2016<sup>2</sup>, held at 5 &lt; 6, t<sup>0.99</sup>.",
             math_markup_html("||Pi_O theta||^2, held at 5 < 6, t^0.99."));
  check_text("a ^ b", math_markup("a ^ b"));
  check_text("2.49\u00a0\u00d7\u00a010\u2074, 10\u2076 and 3e", math_markup("2.49e+04, 1e+06 and 3e"));
  check_text("1270, 3.00\u00a0\u00d7\u00a010\u207b\u2075", math_markup("1.27e+03, 3.00e-05"));
}

// --- panels ---------------------------------------------------------------------------------------------------------

LineChart chart_with(const std::vector<double>& ys) {
  LineChart chart;
  chart.curves.push_back({"curve", {"#000000", "#000000", 1.0, {}, Marker::none}, {}});
  double x = 1.0;
  for (const double y : ys) {
    chart.curves[0].samples.push_back({x, y, y, y, !std::isnan(y)});
    x += 1.0;
  }
  return chart;
}

void test_the_y_axis() {
  LineChart modest = chart_with({1.0, 2.0, 20.0});
  choose_y_axis(modest, true);
  TEST_ASSERT_FALSE(modest.is_y_logarithmic);
  TEST_ASSERT_TRUE(modest.bottom == 0.0);

  LineChart explosive = chart_with({1.0, 2.0, 40.0});
  choose_y_axis(explosive, true);
  TEST_ASSERT_TRUE(explosive.is_y_logarithmic);
  TEST_ASSERT_TRUE(explosive.bottom > 0.0 && explosive.bottom < 1.0 && explosive.top > 40.0);
  TEST_ASSERT_TRUE(explosive.marks.empty());

  LineChart forbidden = chart_with({1.0, 2.0, 40.0});
  choose_y_axis(forbidden, false);
  TEST_ASSERT_FALSE(forbidden.is_y_logarithmic);

  LineChart negative = chart_with({-1.0, 2.0, 40.0});
  choose_y_axis(negative, true);
  TEST_ASSERT_FALSE(negative.is_y_logarithmic);
  TEST_ASSERT_TRUE(negative.bottom < -1.0);
}

void test_what_is_off_the_scale_is_marked() {
  LineChart chart = chart_with({1.0, 2.0, 1e80, 1e4, 1e81});
  choose_y_axis(chart, true);
  TEST_ASSERT_EQUAL_UINT(1, chart.marks.size());
  TEST_ASSERT_FALSE(chart.marks[0].is_filled);
  TEST_ASSERT_EQUAL_UINT(2, chart.marks[0].xs.size());
  TEST_ASSERT_TRUE(chart.marks[0].xs[0] == 3.0);
  TEST_ASSERT_TRUE(chart.marks[0].xs[1] == 5.0);
}

/// gnuplot complains about what it cannot draw, and a complaint is an error.
void test_panels_that_are_hardly_there() {
  for (const std::vector<double>& ys : {std::vector<double>{},
                                        {nan},
                                        {nan, nan},
                                        {1.0},
                                        {1.0, 1.0},
                                        {0.0, 0.0},
                                        {-3.0},
                                        {1.0, nan, 1.0},
                                        {1e-300, 1e300},
                                        {5e-324, 1.0},
                                        {-1.7e308, 1.7e308},
                                        {1e-300, 1.7e308}}) {
    LineChart chart = chart_with(ys);
    choose_y_axis(chart, true);
    chart.marks.push_back({"overflow", "#000000", true, {1.0}});
    TEST_ASSERT_TRUE(contains(draw(chart, "panel"), "panel-gpPt8"));
    chart.marks.clear();
    TEST_ASSERT_TRUE(contains(draw(chart, "panel"), "<path"));
  }
}

/// How far down the first filled triangle is.
double depth_of_overflow(const std::string& svg) {
  const std::string mark = "<use xlink:href='#panel-gpPt8' transform='translate(";
  const std::size_t found = svg.find(mark);
  TEST_ASSERT_TRUE(found != std::string::npos);
  return std::stod(svg.substr(svg.find(',', found) + 1));
}

/// Where more is better, as with rewards, what overflows is no winner.
void test_overflow_stands_where_the_bad_ends() {
  LineChart chart = chart_with({1.0, 2.0});
  choose_y_axis(chart, false);
  chart.marks.push_back({"overflow", "#000000", true, {1.0}});
  TEST_ASSERT_TRUE(depth_of_overflow(draw(chart, "panel")) < 0.4 * chart_height);
  chart.is_more_better = true;
  TEST_ASSERT_TRUE(depth_of_overflow(draw(chart, "panel")) > 0.7 * chart_height);
  Results results = sample_results();
  Figure control = *results.figure("4");
  Cell& cell = control.sweeps.front().cells.front();
  cell.estimate.reset();
  cell.overflowed = 1;
  std::string body = plots_of(control, results.info).front().body;
  const std::string prefix = "#" + control.sweeps.front().stem + "-gpPt8";
  for (std::size_t at = 0; (at = body.find(prefix, at)) != std::string::npos;) {
    body.replace(at, prefix.size(), "#panel-gpPt8");
  }
  TEST_ASSERT_TRUE(depth_of_overflow(body) > 0.7 * chart_height);
}

void test_a_text_in_a_panel_is_a_text() {
  LineChart chart = chart_with({1.0, 2.0});
  chart.x_label = awkward_text;
  chart.title = "'; set output 'x'\n";
  chart.y_label = "@x^2_3 {/Bold b}";
  chart.curves[0].label = awkward_text;
  choose_y_axis(chart, true);
  const std::string svg = draw(chart, "panel");
  TEST_ASSERT_EQUAL_UINT(2, occurrences(svg, "5 &lt; 6"));
  TEST_ASSERT_FALSE(contains(svg, "<b>"));
  TEST_ASSERT_TRUE(contains(svg, "&#39;; set output &#39;x&#39;"));
  TEST_ASSERT_TRUE(contains(svg, "@x^2_3 {/Bold b}"));
}

// --- gnuplot --------------------------------------------------------------------------------------------------------

template <class Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const InputError& error) { return error.what(); }
  return "";
}

void test_a_missing_gnuplot_is_said() {
  const char* const set = std::getenv("PATH");
  const std::string path = set != nullptr ? set : "";
  ::setenv("PATH", "/nowhere", 1);
  const std::string message = message_of([] { require_gnuplot(); });
  ::setenv("PATH", path.c_str(), 1);
  TEST_ASSERT_TRUE_MESSAGE(contains(message, "gnuplot, which draws the plots, cannot be run"), message.c_str());
  require_gnuplot();
}

void test_what_gnuplot_complains_about_is_said() {
  const std::string message = message_of([] { run_gnuplot("plot 'nowhere.csv'\n"); });
  TEST_ASSERT_TRUE_MESSAGE(contains(message, "nowhere.csv"), message.c_str());
}

// --- plots ----------------------------------------------------------------------------------------------------------

const SvgImage& find(const std::vector<SvgImage>& images, const std::string& stem) {
  for (const SvgImage& image : images) {
    if (image.stem == stem) { return image; }
  }
  TEST_FAIL_MESSAGE(stem.c_str());
  return images.front();
}

std::vector<SvgImage> all_images(const Results& results) {
  std::vector<SvgImage> images = images_of_extra(results);
  for (const Figure& figure : results.figures) {
    const std::vector<SvgImage> plots = plots_of(figure, results.info);
    images.insert(images.end(), plots.begin(), plots.end());
  }
  return images;
}

/// Drawn once: gnuplot takes a moment for each.
const std::vector<SvgImage>& sample_images() {
  static const std::vector<SvgImage> images = all_images(sample_results());
  return images;
}

void test_the_same_results_give_the_same_bytes() {
  const std::vector<SvgImage>& once = sample_images();
  const std::vector<SvgImage> again = all_images(sample_results());
  TEST_ASSERT_EQUAL_UINT(once.size(), again.size());
  for (std::size_t i = 0; i < once.size(); ++i) { TEST_ASSERT_TRUE(element_of(once[i]) == element_of(again[i])); }
}

void test_every_panel_has_its_plot() {
  const std::vector<SvgImage>& images = sample_images();
  for (const char* const stem : {"fig1_left",
                                 "fig1_right",
                                 "fig2_left",
                                 "fig2_right",
                                 "fig3_left",
                                 "fig3_right",
                                 "fig4_access_control",
                                 "fig4_pendulum",
                                 "fig4_access_control_greedy_gain",
                                 "fig5_left",
                                 "fig5_right",
                                 "fig6_left",
                                 "fig6_right",
                                 "fig7_mrp",
                                 "fig7_boyan",
                                 "fig5_left_without_hold",
                                 "divergence_cycle_3",
                                 "drift_norm",
                                 "drift_loss",
                                 "useful_ranges",
                                 "policy_0",
                                 "policy_1",
                                 "policy_1_best"}) {
    TEST_ASSERT_TRUE_MESSAGE(contains(find(images, stem).body, "<path") || contains(find(images, stem).body, "<rect"),
                             stem);
  }
}

/// Many pictures share one page.
void test_every_id_in_a_picture_is_its_own() {
  for (const SvgImage& image : sample_images()) {
    const std::string svg = element_of(image);
    const std::size_t ids = occurrences(svg, " id='") + occurrences(svg, " id=\"") + occurrences(svg, "href='#");
    const std::size_t own = occurrences(svg, " id='" + image.stem + "-") +
                            occurrences(svg, " id=\"" + image.stem + "-") +
                            occurrences(svg, "href='#" + image.stem + "-");
    TEST_ASSERT_EQUAL_UINT_MESSAGE(ids, own, image.stem.c_str());
  }
}

void test_where_a_policy_differs_from_the_optimum() {
  const Results results = sample_results();
  const std::vector<QueuePolicy>& policies = results.extra->policies;
  std::size_t differences = 0;
  for (std::size_t free = 1; free <= 10; ++free) {
    for (std::size_t customer = 0; customer < 4; ++customer) {
      differences += policies[3].accept[free][customer] != policies[0].accept[free][customer] ? 1U : 0U;
    }
  }
  TEST_ASSERT_TRUE(differences > 0);
  const std::vector<SvgImage>& images = sample_images();
  TEST_ASSERT_EQUAL_UINT(0, occurrences(find(images, "policy_0").body, "stroke=\"#d55e00\""));
  TEST_ASSERT_EQUAL_UINT(differences, occurrences(find(images, "policy_3").body, "stroke=\"#d55e00\""));
  TEST_ASSERT_EQUAL_UINT(40, occurrences(find(images, "policy_3").body, "\u2713"));
}

/// A cell that overflowed is a filled triangle, and one that is off the scale an open one: in all, one for each.
void test_overflow_is_shown_and_is_no_number() {
  const Results results = sample_results();
  const Sweep& sweep = results.figure("2")->sweep("fig2_left");
  std::size_t overflowed = 0;
  for (const Cell& cell : sweep.cells) { overflowed += cell.overflowed > 0 ? 1 : 0; }
  const std::vector<SvgImage> plots = plots_of(*results.figure("2"), results.info);
  const SvgImage& plot = find(plots, "fig2_left");
  TEST_ASSERT_TRUE(overflowed > 0);
  TEST_ASSERT_EQUAL_UINT(overflowed, occurrences(plot.body, "<use xlink:href='#fig2_left-gpPt8'"));
  TEST_ASSERT_TRUE(contains(plot.body, "standard: overflow"));
  TEST_ASSERT_TRUE(contains(plot.caption, "overflow"));
  TEST_ASSERT_TRUE(contains(plot.description, "no number at 3"));
}

void test_methods_that_coincide() {
  Results results = sample_results();
  Figure figure = *results.figure("2");
  TEST_ASSERT_TRUE(do_projections_change_nothing(figure.sweeps[0]));
  TEST_ASSERT_TRUE(contains(plots_of(figure, results.info)[0].caption, "three lines in one"));
  figure.sweeps[0].cells.back().estimate->mean *= 1.0 + 1e-15;
  TEST_ASSERT_FALSE(do_projections_change_nothing(figure.sweeps[0]));
  TEST_ASSERT_FALSE(contains(plots_of(figure, results.info)[0].caption, "three lines in one"));
  TEST_ASSERT_FALSE(do_projections_change_nothing(results.figure("1")->sweeps[0]));
}

void test_a_preview_says_so_in_every_plot() {
  Results results = sample_results();
  results.info.is_preview = true;
  for (const SvgImage& image : all_images(results)) {
    TEST_ASSERT_TRUE_MESSAGE(contains(image.body, "preview"), image.stem.c_str());
  }
}

// --- the report -----------------------------------------------------------------------------------------------------

/// A folder that is gone at the end.
struct Folder {
  std::string path = (fs::current_path() / "report suite with spaces").string();
  Folder() {
    fs::remove_all(path);  // a test that fails leaves it
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string read(const std::string& name) const {
    std::ifstream file(path + "/" + name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  }
};

std::string report_of(const Results& results, const std::vector<SvgImage>& images = sample_images()) {
  const Folder folder;
  write_report(results, images, folder.path);
  TEST_ASSERT_EQUAL_INT(1, std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()));
  return folder.read("report.html");
}

void test_the_report_has_everything() {
  const Results results = sample_results();
  const std::string html = report_of(results);
  for (const Figure& figure : results.figures) {
    TEST_ASSERT_TRUE(contains(html, "id=\"figure-" + figure.name + "\""));
  }
  for (const Claim& claim : results.claims) {
    TEST_ASSERT_EQUAL_UINT(1, occurrences(html, "id=\"claim-" + claim.id + "\""));
    TEST_ASSERT_EQUAL_UINT(1, occurrences(html, "href=\"#claim-" + claim.id + "\""));
  }
  TEST_ASSERT_TRUE(contains(html, escaped(results.info.command)));
  TEST_ASSERT_TRUE(contains(html, "whole matrix"));
  TEST_ASSERT_FALSE(contains(html, "<script"));
  TEST_ASSERT_FALSE(contains(html, "This is a preview"));
  TEST_ASSERT_FALSE(contains(html, "nan"));
}

void test_a_preview_says_so_at_once() {
  Results results = sample_results();
  results.info.is_preview = true;
  const std::string html = report_of(results);
  TEST_ASSERT_TRUE(html.find("This is a preview") < html.find("<main>"));
  TEST_ASSERT_TRUE(contains(html, "(preview)</title>"));
}

void test_nothing_in_a_report_is_markup_by_accident() {
  Results results = sample_results();
  results.info.command = results.info.version = results.info.scalar = awkward_text;
  results.info.readings = {{awkward_text, awkward_text}};
  for (Figure& figure : results.figures) {
    figure.title = figure.setup = awkward_text;
    for (Sweep& sweep : figure.sweeps) { sweep.title = sweep.x_label = sweep.y_label = awkward_text; }
    for (LearningCurve& learning_curve : figure.learning_curves) { learning_curve.title = awkward_text; }
  }
  for (QueuePolicy& policy : results.extra->policies) { policy.name = awkward_text; }
  const std::string html = report_of(results, all_images(results));
  TEST_ASSERT_FALSE(contains(html, "<b>"));
  TEST_ASSERT_TRUE(occurrences(html, "&lt;b&gt;") > 30);
}

void test_a_part_of_the_figures() {
  Results results = sample_results();
  results.extra.reset();
  results.figures = {*results.figure("4")};
  results.claims.clear();
  const Folder folder;
  write_report(results, plots_of(results.figures[0], results.info), folder.path);
  const std::string html = folder.read("report.html");
  TEST_ASSERT_TRUE(contains(html, "id=\"figure-4\""));
  TEST_ASSERT_FALSE(contains(html, "figure-2"));
  TEST_ASSERT_FALSE(contains(html, "Verdicts</h2>"));
  TEST_ASSERT_FALSE(contains(html, "Beyond the paper"));
}

void test_a_report_is_whole_or_not_there() {
  const Results results = sample_results();
  const Folder folder;
  TEST_ASSERT_TRUE(contains(message_of([&] { write_report(results, {}, folder.path + "/nowhere"); }), "nowhere"));
  try {
    write_report(results, {}, folder.path);  // without its pictures
    TEST_FAIL_MESSAGE("a report without pictures");
  } catch (const std::out_of_range&) {}
  TEST_ASSERT_TRUE(fs::is_empty(folder.path));
}

void test_a_picture_says_what_made_it() {
  const Results results = sample_results();
  const Folder folder;
  write_images(plots_of(*results.figure("7"), results.info), made_by(results.info), folder.path);
  const std::string svg = folder.read("fig7_mrp.svg");
  TEST_ASSERT_TRUE(contains(svg, "Made by Ballast 0.1.0 with: ballast reproduce --seed 1"));
  TEST_ASSERT_EQUAL_UINT(0, svg.find("<?xml"));
  TEST_ASSERT_FALSE(contains(svg, "GNUPLOT"));
}

// --- findings -------------------------------------------------------------------------------------------------------

void test_three_sentences() {
  Results results = sample_results();
  const std::vector<std::string> whole = findings_of(results);
  TEST_ASSERT_EQUAL_UINT(3, whole.size());
  check_text("Of the paper's 7 claims that were checked here, 2 hold, 3 hold in part and 2 do not hold.", whole[0]);
  TEST_ASSERT_TRUE(contains(whole[1], "beta_0 = 3, standard TD overflows in 47 of 50 trials and implicit TD ends"));
  TEST_ASSERT_TRUE(contains(whole[2], "with R = 10 it ends at 10.0."));

  results.extra.reset();
  TEST_ASSERT_TRUE(contains(findings_of(results)[2], "acted not once"));
  for (Claim& claim : results.claims) { claim.verdict = Verdict::does_not_hold; }
  check_text("Of the paper's 7 claims that were checked here, 7 do not hold.", findings_of(results)[0]);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_numbers_in_words);
  RUN_TEST(test_lists_in_words);
  RUN_TEST(test_markup_is_escaped);
  RUN_TEST(test_letters_and_signs);
  RUN_TEST(test_the_y_axis);
  RUN_TEST(test_what_is_off_the_scale_is_marked);
  RUN_TEST(test_panels_that_are_hardly_there);
  RUN_TEST(test_overflow_stands_where_the_bad_ends);
  RUN_TEST(test_a_text_in_a_panel_is_a_text);
  RUN_TEST(test_a_missing_gnuplot_is_said);
  RUN_TEST(test_what_gnuplot_complains_about_is_said);
  RUN_TEST(test_the_same_results_give_the_same_bytes);
  RUN_TEST(test_every_panel_has_its_plot);
  RUN_TEST(test_every_id_in_a_picture_is_its_own);
  RUN_TEST(test_where_a_policy_differs_from_the_optimum);
  RUN_TEST(test_overflow_is_shown_and_is_no_number);
  RUN_TEST(test_methods_that_coincide);
  RUN_TEST(test_a_preview_says_so_in_every_plot);
  RUN_TEST(test_the_report_has_everything);
  RUN_TEST(test_a_preview_says_so_at_once);
  RUN_TEST(test_nothing_in_a_report_is_markup_by_accident);
  RUN_TEST(test_a_part_of_the_figures);
  RUN_TEST(test_a_report_is_whole_or_not_there);
  RUN_TEST(test_a_picture_says_what_made_it);
  RUN_TEST(test_three_sentences);
  return UNITY_END();
}
