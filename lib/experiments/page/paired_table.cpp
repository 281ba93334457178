#include "experiments/page/paired_table.hpp"

#include <cmath>

#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"

#include <page_fragments.hpp>

namespace ballast::experiments {
namespace {

/// "-0.0076 to -0.0002"; nothing where there is no interval.
std::string interval(double mean, double half) {
  if (!std::isfinite(mean) || !std::isfinite(half)) { return ""; }
  return fmt::format("{} to {}", format_number(mean - half), format_number(mean + half));
}

/// Why there is no number, in words.
std::string without_number(const PairedDifference& difference) {
  if (std::isnan(difference.mean)) { return "both overflowed"; }
  return difference.standing == Standing::better ? "the other overflowed" : "overflowed";
}

void write_row(HtmlWriter& writer, double x, const PairedDifference& difference) {
  writer.print(page::paired_row, as_given(x),
               std::isfinite(difference.mean) ? format_number(difference.mean) : without_number(difference),
               interval(difference.mean, difference.ci95), interval(difference.mean, difference.corrected),
               difference.wins, difference.trials, name_of(difference.standing));
}

std::string sentence_of_differences(const PairedTable& table) {
  if (table.rows.size() == 1) {  // nothing to count
    const auto& [x, difference] = table.rows.front();
    const bool is_time = table.x_label == "updates";
    const std::string place =
        is_time ? fmt::format("after {} updates", as_given(x)) : fmt::format("at {} = {}", table.x_label, as_given(x));
    return fmt::format("{}: {} {}, {}.", table.title, name_of(difference.standing), place,
                       format_difference(difference));
  }
  Standings standings;
  for (const auto& [x, difference] : table.rows) { standings.add(x, difference.standing); }
  return fmt::format("{}: {}.", table.title, text_of(standings));
}

}  // namespace

std::string sentence_of(const PairedTable& table) {
  const std::string sentence = sentence_of_differences(table);
  return table.ratios.empty() ? sentence : sentence + " " + sentence_of(table.ratios);
}

std::string format_difference(const PairedDifference& difference) {
  if (!std::isfinite(difference.mean)) { return without_number(difference); }
  const std::string mean = format_number(difference.mean);
  return std::isfinite(difference.ci95) ? fmt::format("{} \u00b1 {}", mean, format_number(difference.ci95)) : mean;
}

void write_card(HtmlWriter& writer, const PairedTable& table) {
  writer.print(page::card, math_markup_html(sentence_of(table)));
  writer.print(page::details, "The differences");
  writer.print(page::paired_table, math_markup_html(table.title), math_markup_html(table.x_label));
  for (const auto& [x, difference] : table.rows) { write_row(writer, x, difference); }
  writer.print(page::end_scrolled_table);
  writer.print(page::end_details);
  if (!table.ratios.empty()) { write_ratios(writer, table.title, table.x_label, table.ratios); }
  writer.print(page::end_card);
}

}  // namespace ballast::experiments
