#include "reproduction/report/theory_section.hpp"

#include <algorithm>
#include <map>

#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"
#include "reproduction/report/claim_cards.hpp"

#include <html_fragments.hpp>
#include <page_fragments.hpp>

namespace ballast::reproduction {
namespace {

// --- tables ---------------------------------------------------------------------------------------------------------

void write_table(HtmlWriter& writer, const TopicTable& table) {
  writer.print(html::topic_table, math_markup_html(table.title));
  for (const std::string& column : table.header) { writer.print(page::column_heading, math_markup_html(column)); }
  writer.print(page::sweep_rows);
  for (const std::vector<std::string>& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i == 0) {
        writer.print(page::sweep_row, math_markup_html(row[i]));
      } else {
        writer.print(page::cell, math_markup_html(row[i]));
      }
    }
    writer.print(page::end_row);
  }
  writer.print(page::end_scrolled_table);
}

/// A chart with more places on its x axis has its numbers only in its CSV file.
constexpr std::size_t longest_table = 40;

/// A band is as wide above as below.
std::string cell_of(const Sample& sample) {
  if (!sample.is_number) { return "no number"; }
  const std::string y = format_number(sample.y);
  return sample.high > sample.low ? y + " \u00b1 " + format_number(0.5 * (sample.high - sample.low)) : y;
}

/// Its curves side by side.
TopicTable numbers_of(const LineChart& chart) {
  TopicTable table{fmt::format("{}: {}", chart.title, chart.y_label), {chart.x_label}, {}};
  std::map<double, std::vector<std::string>> rows;
  for (const Curve& curve : chart.curves) {
    table.header.push_back(curve.label);
    for (const Sample& sample : curve.samples) {
      std::vector<std::string>& row = rows.try_emplace(sample.x, 1, format_number(sample.x)).first->second;
      row.resize(table.header.size() - 1);
      row.push_back(cell_of(sample));
    }
  }
  for (auto& [x, row] : rows) {
    row.resize(table.header.size());
    table.rows.push_back(row);
  }
  return table;
}

void write_numbers(HtmlWriter& writer, const TopicResult& topic) {
  std::vector<TopicTable> tables;
  for (const TopicChart& chart : topic.charts) { tables.push_back(numbers_of(chart.chart)); }
  const auto is_long = [](const TopicTable& table) { return table.rows.size() > longest_table; };
  tables.erase(std::remove_if(tables.begin(), tables.end(), is_long), tables.end());
  if (tables.empty()) { return; }
  writer.print(page::details, tables.size() == 1 ? "The numbers of the chart" : "The numbers of the charts");
  for (const TopicTable& table : tables) { write_table(writer, table); }
  writer.print(page::end_details);
}

// --- topics ---------------------------------------------------------------------------------------------------------

void write_charts(HtmlWriter& writer, const TopicResult& topic) {
  if (topic.charts.empty()) { return; }
  writer.print(page::panels);
  for (const TopicChart& chart : topic.charts) { writer.figure(chart.stem, link_to_data(chart.stem + ".csv")); }
  writer.print(page::end_block);
}

void write_topic(HtmlWriter& writer, const Results& results, const TopicResult& topic) {
  writer.print(html::topic_heading, escaped(topic.name), math_markup_html(topic.title));
  for (const std::string& paragraph : topic.text) { writer.paragraph(paragraph); }
  write_charts(writer, topic);
  for (const TopicTable& table : topic.tables) { write_table(writer, table); }
  write_topic_claims(writer, results, topic.name);
  write_numbers(writer, topic);
}

}  // namespace

void write_theory_section(HtmlWriter& writer, const Results& results) {
  if (results.theory.empty()) { return; }
  writer.print(page::section, "theory", "Theory beside measurement");
  for (const TopicResult& topic : results.theory) { write_topic(writer, results, topic); }
  writer.print(page::end_section);
}

}  // namespace ballast::reproduction
