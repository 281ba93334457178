// The page of an experiment: of made-up results, and of results that are hardly there.

#include <experiments/charts/palette.hpp>
#include <experiments/charts/sweep_chart.hpp>
#include <experiments/files/error.hpp>
#include <experiments/page/experiment_page.hpp>
#include <experiments/page/paired_table.hpp>
#include <experiments/text/number_format.hpp>

#include <cmath>
#include <limits>

#include "suite.hpp"
#include "written_page.hpp"

namespace {

using namespace ballast::experiments;

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr const char* awkward = "<b>&\"it's\" 5 < 6</b>";

Sweep sweep_of(const std::string& text) {
  const Method standard{"standard", "standard", Rule::standard, std::nullopt, orange};
  const Method implicit{"implicit", text, Rule::implicit, std::nullopt, blue};
  Sweep sweep{"chain", "boyan", text, "step_size", text, text, {"loss"}, {}};
  for (const Method& method : {standard, implicit}) {
    for (const double x : {0.5, 1.0}) { sweep.cells.push_back({method, x, "loss", Estimate{1.0 + x, 0.25}, 5, 0, 0}); }
  }
  sweep.cells[1].estimate.reset();
  sweep.cells[1].overflowed = 2;
  return sweep;
}

PairedTable table_of(const std::string& title) {
  return {title,
          "step-size beta_0",
          {{0.5, {-0.25, 0.125, 0.5, Standing::undecided}},
           {1.0, {-infinite, 0.0, 0.0, Standing::better}},
           {1.5, {infinite, 0.0, 0.0, Standing::worse}},
           {2.0, {nan, nan, nan, Standing::undecided}}}};
}

std::string page_of(const PageInfo& info, const std::vector<PagePanel>& panels) {
  const Folder folder;
  write_page(info, panels, folder.path + "/page.html");
  return folder.read("page.html");
}

void test_a_page_has_everything() {
  const Sweep sweep = sweep_of("implicit");
  PagePanel panel{"Boyan chain", "beta_0 = 1.", {}, {"It overflows at 1."}, {table_of("implicit against standard")}};
  panel.images = {chart_of(sweep, "loss", "")};
  panel.sweep = &sweep;
  panel.csv = "trials.csv";
  const std::string html =
      page_of({"My chain", "A sentence.", "ballast experiment mine.json", "0.1.0", {{"Seed", "7"}}, ""}, {panel});
  for (const char* const part :
       {"<title>My chain</title>", "<h1>My chain</h1>", "<h2>Boyan chain</h2>", "id=\"chain-picture\"",
        "<p>It overflows at 1.</p>", "<a href=\"trials.csv\">trials.csv</a>", "overflow in 2 of 5",
        "<code>ballast experiment mine.json</code>", "<dt>Seed</dt><dd>7</dd>", "prefers-color-scheme: dark"}) {
    TEST_ASSERT_TRUE_MESSAGE(contains(html, part), part);
  }
  TEST_ASSERT_FALSE(contains(html, "nan"));
  TEST_ASSERT_FALSE(contains(html, "<script"));
  TEST_ASSERT_FALSE(contains(html, "The plots are missing"));
}

void test_a_comparison_is_a_sentence_and_a_table() {
  const PairedTable table = table_of("implicit against standard");
  TEST_ASSERT_EQUAL_STRING(
      "implicit against standard: better at 1 of 4 (1), undecided at 2 (0.5, 2), worse at 1 (1.5).",
      sentence_of(table).c_str());
  const std::string html = page_of({}, {{"", "", {}, {}, {table}}});
  TEST_ASSERT_TRUE(contains(html, "better at 1 of 4 (1), undecided at 2 (0.5, 2), worse at 1 (1.5)."));
  TEST_ASSERT_TRUE(contains(html,
                            "<th scope=\"row\">0.5</th><td>\u22120.250</td><td>\u22120.375 to \u22120.125</td>"
                            "<td>\u22120.750 to 0.250</td><td>0 of 0</td><td>undecided</td>"));
  TEST_ASSERT_TRUE(contains(html, "<td>the other overflowed</td><td></td><td></td><td>0 of 0</td><td>better</td>"));
  TEST_ASSERT_TRUE(contains(html, "<td>overflowed</td><td></td><td></td><td>0 of 0</td><td>worse</td>"));
  TEST_ASSERT_TRUE(contains(html, "<td>both overflowed</td><td></td><td></td><td>0 of 0</td><td>undecided</td>"));
}

void test_ratios_are_a_sentence_and_a_table() {
  PairedTable table = table_of("fixed point against double");
  table.ratios = {{0.5, {1.00012, 0.00035}},
                  {1.0, {0.99961, 0.0004}},
                  {1.5, {nan, nan}},
                  {2.0, {12345.0, 678.0}},
                  {2.5, {0.9997, nan}}};
  const std::string sentence = "Ratio from 0.99961 \u00b1 0.00040 (at 1) to ";
  TEST_ASSERT_TRUE(contains(sentence_of(table), "worse at 1 (1.5). " + sentence));
  TEST_ASSERT_TRUE(contains(sentence_of(table), "(at 2), none at 1 by overflow."));
  const std::string html = page_of({}, {{"", "", {}, {}, {table}}});
  TEST_ASSERT_TRUE(contains(html, "mean of the first divided by mean of the second"));
  TEST_ASSERT_TRUE(contains(html, "<th scope=\"row\">0.5</th><td>1.00012</td><td>0.99977 to 1.00047</td></tr>"));
  TEST_ASSERT_TRUE(contains(html, "<th scope=\"row\">1.5</th><td>none: overflowed</td><td></td></tr>"));
  TEST_ASSERT_TRUE(contains(html, "<th scope=\"row\">2.5</th><td>0.99970</td><td></td></tr>"));
  TEST_ASSERT_EQUAL_STRING("Ratio 1.00012 \u00b1 0.00035.", sentence_of({table.ratios.front()}).c_str());
  TEST_ASSERT_EQUAL_STRING("Ratio none, by overflow.", sentence_of({table.ratios[2], table.ratios[2]}).c_str());
  TEST_ASSERT_FALSE(contains(page_of({}, {{"", "", {}, {}, {table_of("")}}}), "The ratios"));
}

void test_nothing_in_a_page_is_markup_by_accident() {
  const Sweep sweep = sweep_of(awkward);
  PagePanel panel{awkward, awkward, {chart_of(sweep, "loss", "")}, {awkward}, {table_of(awkward)}};
  panel.sweep = &sweep;
  panel.csv = awkward;
  const std::string html = page_of({awkward, awkward, awkward, awkward, {{awkward, awkward}}, awkward}, {panel});
  TEST_ASSERT_FALSE(contains(html, "<b>"));
  TEST_ASSERT_TRUE(occurrences(html, "&lt;b&gt;") > 20);
}

void test_without_plots_a_page_says_why() {
  PageInfo info;
  info.why_no_plots = "gnuplot cannot be run";
  const Sweep sweep = sweep_of("implicit");
  PagePanel panel;
  panel.sweep = &sweep;
  const std::string html = page_of(info, {panel});
  TEST_ASSERT_TRUE(contains(html, "The plots are missing:</strong> gnuplot cannot be run."));
  TEST_ASSERT_FALSE(contains(html, "<svg"));
  TEST_ASSERT_TRUE(contains(html, "overflow in 2 of 5"));
}

void test_a_page_that_cannot_be_written() {
  const Folder folder;
  try {
    write_page({}, {}, folder.path + "/nowhere/page.html");
    TEST_FAIL_MESSAGE("a page in a folder that is not there");
  } catch (const InputError&) {}
  TEST_ASSERT_TRUE(fs::is_empty(folder.path));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(test_a_page_has_everything);
  RUN_TEST(test_a_comparison_is_a_sentence_and_a_table);
  RUN_TEST(test_ratios_are_a_sentence_and_a_table);
  RUN_TEST(test_nothing_in_a_page_is_markup_by_accident);
  RUN_TEST(test_without_plots_a_page_says_why);
  RUN_TEST(test_a_page_that_cannot_be_written);
  return UNITY_END();
}
