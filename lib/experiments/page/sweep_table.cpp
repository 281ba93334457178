#include "experiments/page/sweep_table.hpp"

#include <cmath>

#include "experiments/charts/same_numbers.hpp"
#include "experiments/charts/sweep_chart.hpp"
#include "experiments/results/measures.hpp"
#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"

#include <page_fragments.hpp>

namespace ballast::experiments {
namespace {

/// A measure without words of its own is what the axis says.
std::string measure_html(const Sweep& sweep, const std::string& measure) {
  const std::string label = label_of_measure(measure);
  return math_markup_html(label == measure && measure == sweep.measures.front() ? sweep.y_label : label);
}

void write_table(HtmlWriter& writer, const Sweep& sweep, const std::string& measure) {
  const std::vector<Line> columns = lines_of(sweep);
  writer.print(page::sweep_table, math_markup_html(sweep.title), measure_html(sweep, measure),
               math_markup_html(sweep.x_label));
  for (const Line& column : columns) { writer.print(page::column_heading, math_markup_html(column.label)); }
  writer.print(page::sweep_rows);
  for (const Cell* const first : sweep.curve(columns.front().method, measure)) {
    writer.print(page::sweep_row, as_given(first->x));
    for (const Line& column : columns) {
      const Cell* const cell = sweep.find(column.method, first->x, measure);
      writer.print(page::cell, cell == nullptr ? "" : format_cell(*cell));
    }
    writer.print(page::end_row);
  }
  writer.print(page::end_scrolled_table);
}

}  // namespace

std::string format_estimate(const Estimate& estimate) {
  const std::string mean = format_number(estimate.mean);
  return std::isfinite(estimate.ci95) ? mean + " \u00b1 " + format_number(estimate.ci95) : mean;
}

std::string format_cell(const Cell& cell) {
  return cell.estimate ? format_estimate(*cell.estimate)
                       : fmt::format("overflow in {} of {}", cell.overflowed, cell.trials);
}

void write_tables(HtmlWriter& writer, const std::vector<const Sweep*>& sweeps) {
  writer.print(page::details, sweeps.size() == 1 ? "The numbers of the sweep" : "The numbers of the sweeps");
  for (const Sweep* const sweep : sweeps) {
    for (const std::string& measure : sweep->measures) { write_table(writer, *sweep, measure); }
  }
  writer.print(page::end_details);
}

}  // namespace ballast::experiments
