// What shows the results of `ballast reproduce`: plots, drawings and the report, of made-up results.

#include <experiments/charts/dark_mode.hpp>
#include <experiments/charts/describe.hpp>
#include <experiments/charts/draw_line_chart.hpp>
#include <experiments/charts/gnuplot.hpp>
#include <experiments/charts/same_numbers.hpp>
#include <experiments/charts/sweep_chart.hpp>
#include <experiments/charts/y_axis.hpp>
#include <experiments/files/error.hpp>
#include <experiments/text/math_markup.hpp>
#include <experiments/text/number_format.hpp>
#include <reproduction/paper/methods.hpp>
#include <reproduction/report/findings.hpp>
#include <reproduction/report/plots.hpp>
#include <reproduction/report/report.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <limits>

#include "sample_results.hpp"
#include "suite.hpp"
#include "written_page.hpp"

namespace {

using namespace ballast::reproduction;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

void check_text(const char* expected, const std::string& actual) {
  TEST_ASSERT_EQUAL_STRING(expected, actual.c_str());
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
  check_text("\u2016\u0398*\u2016, c<sub>\u03bb</sub>, \u03c4<sub>\u03b2</sub>, max_theta, S_0",
             math_markup_html("||Theta*||, c_lambda, tau_beta, max_theta, S_0"));
  check_text("a ^ b", math_markup("a ^ b"));
  check_text("2.49\u00a0\u00d7\u00a010\u2074, 10\u2076 and 3e", math_markup("2.49e+04, 1e+06 and 3e"));
  check_text("above 10\u2076, r1e6", math_markup("above 1e6, r1e6"));
  check_text("1e99999999999", math_markup("1e99999999999"));
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

void test_one_y_axis_for_several_charts() {
  std::vector<LineChart> charts = {chart_with({6.0, 10.0, 90.0}), chart_with({0.3, 0.7, 20.0})};
  choose_y_axis(charts, true);
  for (const LineChart& chart : charts) {
    TEST_ASSERT_TRUE(chart.is_y_logarithmic);
    TEST_ASSERT_TRUE(chart.bottom == charts[0].bottom && chart.bottom < 0.3);
    TEST_ASSERT_TRUE(chart.top == charts[0].top && chart.top > 90.0);
  }
}

/// A band that is hidden by its line is not claimed.
void test_captions_claim_only_bands_that_can_be_seen() {
  LineChart chart = chart_with({1.0, 1.0, 1.0, 1.0});
  check_text("", caption_of(chart, ""));
  for (Sample& sample : chart.curves[0].samples) { sample.high = 1.001; }
  chart.bottom = 0.0;
  chart.top = 2.0;
  check_text("The 95 % intervals of the mean are mostly narrower than the lines.", caption_of(chart, ""));
  chart.curves.push_back(chart.curves[0]);
  chart.curves[1].label = "wide";
  for (Sample& sample : chart.curves[1].samples) { sample.high = 1.2; }
  check_text("Bands are 95 % intervals of the mean; mostly narrower than the line: curve.", caption_of(chart, ""));
  chart.curves[0] = chart.curves[1];
  check_text("Bands are 95 % intervals of the mean.", caption_of(chart, ""));
  chart.curves[0].style.width = 60.0;
  TEST_ASSERT_TRUE(contains(caption_of(chart, ""), "narrower than the line: wide"));
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

/// An experiment may have many methods.
void test_a_long_legend_leaves_room_for_the_plot() {
  LineChart chart = chart_with({1.0, 2.0});
  choose_y_axis(chart, true);
  TEST_ASSERT_EQUAL_INT(chart_height, height_of(chart));
  for (int i = 0; i < 60; ++i) { chart.curves.push_back(chart.curves[0]); }
  TEST_ASSERT_TRUE(height_of_plot(chart) >= 150.0);
  const SvgImage image = svg_image_of(chart, "long", "");
  TEST_ASSERT_EQUAL_INT(height_of(chart), image.height);
  TEST_ASSERT_EQUAL_UINT(61, occurrences(image.body, ">curve</text>"));
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
                                 "fig4_access_control_greedy_worth",
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

/// What comes between `before` and `after`, each time.
std::vector<std::string> between(const std::string& text, const std::string& before, const std::string& after) {
  std::vector<std::string> found;
  for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at)) {
    at += before.size();
    found.push_back(text.substr(at, text.find(after, at) - at));
  }
  return found;
}

/// Else it would stay as it is where a reader prefers dark colours.
void test_every_colour_has_a_dark_counterpart() {
  for (const SvgImage& image : sample_images()) {
    TEST_ASSERT_FALSE_MESSAGE(contains(image.body, "rgb("), image.stem.c_str());
    for (const char* const attribute : {"fill=\"#", "stroke=\"#", "color=\"#", "fill='#", "stroke='#", "color='#"}) {
      for (const std::string& digits :
           between(image.body, attribute, std::string(1, attribute[std::strlen(attribute) - 2]))) {
        const auto is_this = [&](const ColourPair& pair) { return pair.light == "#" + digits; };
        TEST_ASSERT_TRUE_MESSAGE(std::any_of(std::begin(colour_pairs), std::end(colour_pairs), is_this),
                                 digits.c_str());
      }
    }
  }
}

/// The panels of figure 7 have other losses, and the same numbers along their axes.
void test_the_panels_of_a_figure_share_their_y_axis() {
  const Results results = sample_results();
  const std::vector<SvgImage> plots = plots_of(*results.figure("7"), results.info);
  const std::vector<std::string> left = between(find(plots, "fig7_mrp").body, "text-anchor=\"end\">\n\t\t<text>", "<");
  TEST_ASSERT_TRUE(left.size() >= 3);
  TEST_ASSERT_TRUE(left == between(find(plots, "fig7_boyan").body, "text-anchor=\"end\">\n\t\t<text>", "<"));
  TEST_ASSERT_TRUE(contains(find(plots, "fig7_boyan").body, "(logarithmic)"));
}

void test_a_long_curve_says_how_it_is_thinned() {
  TEST_ASSERT_TRUE(
      contains(find(sample_images(), "fig1_right").caption, "One step in 9 is drawn, one in 225 with a marker."));
  LearningCurve curve = sample_results().figure("1")->learning_curves[0];
  curve.points.resize(100);
  TEST_ASSERT_TRUE(contains(chart_of(curve, "").caption, "Every step is drawn, one in 25 with a marker."));
  for (Point& point : curve.points) { point.t *= 7; }  // only every seventh was measured
  TEST_ASSERT_TRUE(contains(chart_of(curve, "").caption, "One step in 7 is drawn, one in 175 with a marker."));
  TEST_ASSERT_EQUAL_UINT(4, occurrences(chart_of(curve, "").body, "<use xlink:href='#fig1_right-gpPt4'"));
}

/// 0.125, 0.25, ..., 8
void test_an_axis_of_equal_factors_is_logarithmic() {
  TEST_ASSERT_TRUE(contains(find(sample_images(), "fig2_left_wide").body, "\u03b2\u2080 (logarithmic)"));
  TEST_ASSERT_FALSE(contains(find(sample_images(), "fig2_left").body, "\u03b2\u2080 (logarithmic)"));
  TEST_ASSERT_FALSE(contains(find(sample_images(), "fig7_mrp").body, "ratio c (logarithmic)"));
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

void test_a_preview_says_so_in_every_plot() {
  Results results = sample_results();
  results.info.is_preview = true;
  for (const SvgImage& image : all_images(results)) {
    TEST_ASSERT_TRUE_MESSAGE(contains(image.body, "preview"), image.stem.c_str());
  }
}

// --- the report -----------------------------------------------------------------------------------------------------

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
  TEST_ASSERT_TRUE(contains(svg, "<style>\n" + dark_style() + "</style>"));
  TEST_ASSERT_EQUAL_UINT(0, svg.find("<?xml"));
  TEST_ASSERT_FALSE(contains(svg, "GNUPLOT"));
}

/// Three methods with the same numbers are one line with one name, in the chart and in the table.
void test_methods_that_coincide() {
  const std::string name = "implicit, with or without R = 1000, 5000";
  Results results = sample_results();
  Figure figure = *results.figure("2");
  const std::vector<Line> lines = lines_of(figure.sweeps[0]);
  TEST_ASSERT_EQUAL_UINT(2, lines.size());
  check_text("standard", lines[0].label);
  check_text(name.c_str(), lines[1].label);
  const std::vector<SvgImage> together = plots_of(figure, results.info);
  for (const SvgImage& image : together) { TEST_ASSERT_EQUAL_UINT(1, occurrences(image.body, ">implicit")); }
  TEST_ASSERT_TRUE(contains(report_of(results), "<th scope=\"col\">" + math_markup_html(name) + "</th>"));

  figure.sweeps[0].cells.back().estimate->mean *= 1.0 + 1e-15;
  check_text("implicit, with or without R = 1000", lines_of(figure.sweeps[0])[1].label);
  check_text("implicit, R = 5000", lines_of(figure.sweeps[0])[2].label);
  TEST_ASSERT_EQUAL_UINT(2, occurrences(plots_of(figure, results.info)[0].body, ">implicit"));
  TEST_ASSERT_EQUAL_UINT(1, lines_of(results.figure("1")->sweeps[0]).size());
}

/// The card of a claim.
std::string card_of(const std::string& html, const std::string& id) {
  const std::size_t begin = html.find("id=\"claim-" + id + "\"");
  TEST_ASSERT_TRUE_MESSAGE(begin != std::string::npos, id.c_str());
  return html.substr(begin, html.find("</article>", begin) - begin);
}

void test_cards_show_parts_and_seeds() {
  const std::string html = report_of(sample_results());
  const std::string few = card_of(html, "fig3.explodes");
  TEST_ASSERT_EQUAL_UINT(2, occurrences(few, "<li class=\"met\"><span role=\"img\" aria-label=\"met\">"));
  TEST_ASSERT_EQUAL_UINT(1, occurrences(few, "<li class=\"unmet\"><span role=\"img\" aria-label=\"missed\">"));
  TEST_ASSERT_TRUE(contains(few, "</span> better at 2</li>"));
  TEST_ASSERT_FALSE(contains(few, "of its 3 parts"));
  TEST_ASSERT_TRUE(contains(card_of(html, "fig7.explodes"), "<summary>4 of its 7 parts are met</summary>"));
  TEST_ASSERT_EQUAL_UINT(1, occurrences(card_of(html, "fig7.explodes"), "<li class=\"undecided\"><span role=\"img\""));
  TEST_ASSERT_EQUAL_UINT(2, occurrences(html, "</span> holds in part (4 of 7)</span>"));  // in the table and on a card
  TEST_ASSERT_EQUAL_UINT(3, occurrences(html, "<span class=\"verdict undecided\">"));     // and among the counts

  TEST_ASSERT_TRUE(contains(few, "depends on the seed"));
  TEST_ASSERT_FALSE(contains(card_of(html, "fig4.explodes"), "depends on the seed"));
  TEST_ASSERT_FALSE(contains(card_of(html, "fig1.explodes"), "seed"));
  TEST_ASSERT_EQUAL_UINT(3, occurrences(html, "<span class=\"seeds\">all 20 seeds</span>"));
  TEST_ASSERT_EQUAL_UINT(6, occurrences(html, "depends on the seed"));  // three claims: in the table and on a card
}

/// As many as were given, in the opening.
void test_every_verdict_is_counted() {
  Results results = sample_results();
  const std::string four[] = {"<li>2 <span class=\"verdict holds\">", "<li>3 <span class=\"verdict holds_in_part\">",
                              "<li>1 <span class=\"verdict does_not_hold\">",
                              "<li>1 <span class=\"verdict undecided\">"};
  for (Claim& claim : results.claims) {
    if (claim.id == "fig2.explodes") { claim.verdict = Verdict::undecided; }
  }
  const std::string html = report_of(results);
  for (const std::string& count : four) { TEST_ASSERT_EQUAL_UINT_MESSAGE(1, occurrences(html, count), count.c_str()); }
}

void test_the_definition_of_verdicts_is_there_once() {
  const std::string html = report_of(sample_results());
  for (const char* const part :
       {"holds if all of them are met", "is undecided otherwise", "Bonferroni", "counts as worst"}) {
    TEST_ASSERT_EQUAL_UINT_MESSAGE(1, occurrences(html, part), part);
  }
  TEST_ASSERT_FALSE(contains(html, "earns nothing"));
}

void test_the_best_of_each_method() {
  Results results = sample_results();
  const std::string html = report_of(results);
  const std::string section = html.substr(html.find("id=\"best\""));
  TEST_ASSERT_TRUE(contains(section, "<th scope=\"row\" rowspan=\"3\">Boyan chain, decaying step-size</th>"));
  TEST_ASSERT_TRUE(contains(section,
                            "<td>standard</td><td>1.00</td><td>0.250</td><td>0.316 \u00b1 0.0210</td>"
                            "<td>\u22120.0860 \u00b1 0.0210</td><td>better</td>"));
  TEST_ASSERT_TRUE(contains(section,
                            "<td>implicit</td><td>2.50</td><td>0.125 (edge of the grid)</td>"
                            "<td>0.402 \u00b1 0.0330</td><td></td><td></td>"));
  TEST_ASSERT_TRUE(contains(section,
                            "<td>LSTD</td><td>none</td><td>none</td><td>0.00450 \u00b1 0.00120</td>"
                            "<td>\u22120.398 \u00b1 0.0330</td><td>better</td>"));
  TEST_ASSERT_TRUE(contains(section, "<td>overflowed</td><td>worse</td>"));
  TEST_ASSERT_TRUE(contains(section, "a step-size, from 0.0900 to 1024, and a ratio c, from 0.125 to 2, on a grid"));
  results.extra->best_settings.front().difference.standing = Standing::undecided;
  TEST_ASSERT_TRUE(contains(report_of(results), "<td>no difference found</td>"));
  results.extra->best_settings.clear();
  TEST_ASSERT_FALSE(contains(report_of(results), "best\""));
}

void test_differences_over_all_seeds() {
  Results results = sample_results();
  const std::string sentence = "Pendulum, 600 runs: implicit against standard: better at 0 of 2, undecided at 1 (0.5)";
  TEST_ASSERT_EQUAL_UINT(1, occurrences(report_of(results), sentence));
  results.pooled.clear();
  TEST_ASSERT_FALSE(contains(report_of(results), "all seeds"));
}

// --- theory ---------------------------------------------------------------------------------------------------------

/// Those of the sample and of its topic.
const std::vector<SvgImage>& images_with_theory() {
  static const std::vector<SvgImage> images = [] {
    std::vector<SvgImage> all = sample_images();
    const std::vector<SvgImage> plots = plots_of(sample_topic(), sample_results().info);
    all.insert(all.end(), plots.begin(), plots.end());
    return all;
  }();
  return images;
}

void test_the_theory_part() {
  const Results results = sample_with_theory();
  const std::string html = report_of(results, images_with_theory());
  TEST_ASSERT_EQUAL_UINT(1, occurrences(html, "href=\"#theory\""));
  const std::string section = html.substr(html.find("<section id=\"theory\">"));
  TEST_ASSERT_TRUE(contains(section, "<h3 id=\"theory-sample\">A sample of \u2016\u0398\u2016</h3>"));
  TEST_ASSERT_TRUE(contains(section, "<p>It begins at \u03b2<sub>0</sub>\u00a0=\u00a01.</p>"));
  TEST_ASSERT_TRUE(contains(section, "A remark. Data: <a href=\"theory_sample.csv\">"));
  TEST_ASSERT_TRUE(contains(section, "<tr><th scope=\"row\">MRP</th><td>0.125</td></tr>"));
  TEST_ASSERT_FALSE(contains(html, "<b>"));
  for (const Claim& claim : results.theory[0].claims) {
    TEST_ASSERT_EQUAL_UINT(1, occurrences(section, "id=\"claim-" + claim.id + "\""));
    TEST_ASSERT_EQUAL_UINT(1, occurrences(html, "<a href=\"#claim-" + claim.id + "\">theory</a>"));
  }
  TEST_ASSERT_TRUE(contains(section, "<dt>Theory</dt><dd>1,000 trials at most, in double</dd>"));
  TEST_ASSERT_TRUE(contains(findings_of(results).back(), "with what is measured: A sample of ||Theta||."));
  TEST_ASSERT_FALSE(contains(report_of(sample_results()), "heory"));
}

/// Curves side by side, where they have a number; a chart with many places has none.
void test_the_numbers_of_a_chart() {
  const std::string html = report_of(sample_with_theory(), images_with_theory());
  const std::string section = html.substr(html.find("<section id=\"theory\">"));
  TEST_ASSERT_TRUE(contains(section, "<tr><th scope=\"row\">0.250</th><td>2.00 \u00b1 0.500</td><td>2.25</td></tr>"));
  TEST_ASSERT_TRUE(contains(section, "<tr><th scope=\"row\">0.500</th><td>no number</td><td></td></tr>"));
  TEST_ASSERT_TRUE(contains(section, "<tr><th scope=\"row\">0.750</th><td></td><td>1.50</td></tr>"));
  TEST_ASSERT_EQUAL_UINT(1, occurrences(section, "The numbers of the chart<"));
  TEST_ASSERT_FALSE(contains(section, "<th scope=\"col\">over time</th>"));

  const Folder folder;
  write_csv(sample_topic().charts.front(), folder.path);
  check_text(
      "curve,x,y,low,high\n\"measured, c = 1\",0.25,2,1.5,2.5\n\"measured, c = 1\",0.5,,,\n"
      "\"exact\",0.25,2.25,2.25,2.25\n\"exact\",0.75,1.5,1.5,1.5\n",
      folder.read("theory_sample.csv"));
}

void test_the_theory_part_alone() {
  Results results = sample_with_theory();
  results.figures.clear();
  results.extra.reset();
  results.pooled.clear();
  results.claims = results.theory[0].claims;
  results.info.is_preview = true;
  const std::string html = report_of(results, plots_of(results.theory[0], results.info));
  TEST_ASSERT_TRUE(html.find("1,000 trials at most") < html.find("<main>"));
  TEST_ASSERT_TRUE(contains(html, "1 claim that was checked here, 1 holds."));
  for (const char* const none :
       {"figure-", "opening has_picture", "<dt>Control", "<dt>Reading", "in control", "#beyond"}) {
    TEST_ASSERT_FALSE_MESSAGE(contains(html, none), none);
  }

  const Folder folder;
  write_report(results, {}, folder.path, "--no-plots was given");
  TEST_ASSERT_FALSE(contains(folder.read("report.html"), "<svg"));
  TEST_ASSERT_TRUE(contains(folder.read("report.html"), "Data: <a href=\"theory_sample_long.csv\">"));
}

// --- findings -------------------------------------------------------------------------------------------------------

void test_findings() {
  Results results = sample_results();
  const std::string over_seeds = findings_of(results)[3];
  TEST_ASSERT_TRUE(contains(over_seeds, "Over all seeds, ") && contains(over_seeds, "it is in control better at "));
  results.pooled.clear();
  const std::vector<std::string> whole = findings_of(results);
  TEST_ASSERT_EQUAL_UINT(6, whole.size());
  check_text("Of the paper's 7 claims that were checked here, 2 hold, 3 hold in part and 2 do not hold.", whole[1]);
  TEST_ASSERT_TRUE(contains(whole[2], "beta_0 = 3, standard TD overflows in 47 of 50 trials and implicit TD ends"));
  TEST_ASSERT_TRUE(contains(whole[3], "With step-size and c both tuned, implicit TD is better here: "));
  TEST_ASSERT_TRUE(contains(whole[3], ". It is worse here: Boyan chain, decaying step-size."));
  TEST_ASSERT_TRUE(contains(whole[4], "each method at its best: LSTD is better in 1 and worse in 0."));
  TEST_ASSERT_TRUE(contains(whole[5], "with R = 10 it ends at 10.0."));

  results.extra.reset();
  TEST_ASSERT_TRUE(contains(findings_of(results)[3], "acted not once"));
  for (Claim& claim : results.claims) { claim.verdict = Verdict::does_not_hold; }
  check_text("Of the paper's 7 claims that were checked here, 7 do not hold.", findings_of(results)[1]);
}

/// Over trials that are paired: standard TD has a loss of 2 in each, implicit TD of 1 at some step-sizes and 3 at
/// others.
void test_findings_say_where_implicit_is_worse() {
  Results results = sample_results();
  results.pooled.clear();
  results.figures = {*results.figure("2")};
  results.extra.reset();
  for (Cell& cell : results.figures.front().sweeps.front().cells) {
    const double implicit = cell.x < 0.45 ? 3.0 : 1.0;
    cell.values.assign(2, cell.method == paper::standard ? 2.0 : implicit);
  }
  results.claims = {{"7",
                     "fig7.boyan.standard_better_with_a_tuned_ratio",
                     Source::ballast,
                     "",
                     "",
                     {{"ratio_standard", 0.25}, {"loss_standard", 0.316}, {"loss_implicit", 0.735}},
                     Verdict::holds,
                     ""}};
  const std::vector<std::string> findings = findings_of(results);
  TEST_ASSERT_EQUAL_UINT(5, findings.size());
  check_text(
      "The implicit rule against the standard one, trial by trial: in prediction it is better at 26 and worse at 4 of "
      "30 step-sizes. Nothing is decided at the others.",
      findings[2]);
  check_text(
      "At beta_0 = 1 in figure 7, standard TD at its best c, chosen by half of the trials, ends below implicit TD at "
      "its "
      "best: 0.316 at c = 0.25 against 0.735 (Boyan chain).",
      findings[3]);
  results.claims.front().verdict = Verdict::does_not_hold;
  TEST_ASSERT_EQUAL_UINT(4, findings_of(results).size());
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_numbers_in_words);
  RUN_TEST(test_lists_in_words);
  RUN_TEST(test_markup_is_escaped);
  RUN_TEST(test_letters_and_signs);
  RUN_TEST(test_the_y_axis);
  RUN_TEST(test_one_y_axis_for_several_charts);
  RUN_TEST(test_captions_claim_only_bands_that_can_be_seen);
  RUN_TEST(test_what_is_off_the_scale_is_marked);
  RUN_TEST(test_panels_that_are_hardly_there);
  RUN_TEST(test_a_long_legend_leaves_room_for_the_plot);
  RUN_TEST(test_overflow_stands_where_the_bad_ends);
  RUN_TEST(test_a_text_in_a_panel_is_a_text);
  RUN_TEST(test_a_missing_gnuplot_is_said);
  RUN_TEST(test_what_gnuplot_complains_about_is_said);
  RUN_TEST(test_the_same_results_give_the_same_bytes);
  RUN_TEST(test_every_panel_has_its_plot);
  RUN_TEST(test_every_id_in_a_picture_is_its_own);
  RUN_TEST(test_every_colour_has_a_dark_counterpart);
  RUN_TEST(test_the_panels_of_a_figure_share_their_y_axis);
  RUN_TEST(test_a_long_curve_says_how_it_is_thinned);
  RUN_TEST(test_an_axis_of_equal_factors_is_logarithmic);
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
  RUN_TEST(test_cards_show_parts_and_seeds);
  RUN_TEST(test_every_verdict_is_counted);
  RUN_TEST(test_the_definition_of_verdicts_is_there_once);
  RUN_TEST(test_the_best_of_each_method);
  RUN_TEST(test_differences_over_all_seeds);
  RUN_TEST(test_the_theory_part);
  RUN_TEST(test_the_numbers_of_a_chart);
  RUN_TEST(test_the_theory_part_alone);
  RUN_TEST(test_findings);
  RUN_TEST(test_findings_say_where_implicit_is_worse);
  return UNITY_END();
}
