#include "experiments/page/ratio_table.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"

#include <page_fragments.hpp>

namespace ballast::experiments {
namespace {

/// `number` of a ratio, or of its interval.
std::string format_beside(double ratio, double number) {
  return ratio > 0.5 && ratio < 2.0 ? fmt::format("{:.5f}", number) : format_number(number);
}

/// Nothing where there is no interval.
std::string interval(const PairedRatio& ratio) {
  if (!std::isfinite(ratio.ratio) || !std::isfinite(ratio.ci95)) { return ""; }
  return fmt::format("{} to {}", format_beside(ratio.ratio, ratio.ratio - ratio.ci95),
                     format_beside(ratio.ratio, ratio.ratio + ratio.ci95));
}

std::string at_place(const Ratios::value_type& one) {
  return fmt::format("{} (at {})", format_ratio(one.second), as_given(one.first));
}

}  // namespace

std::string format_ratio(const PairedRatio& ratio) {
  if (!std::isfinite(ratio.ratio)) { return "none"; }
  const std::string mean = format_beside(ratio.ratio, ratio.ratio);
  return std::isfinite(ratio.ci95) ? fmt::format("{} \u00b1 {}", mean, format_beside(ratio.ratio, ratio.ci95)) : mean;
}

std::string sentence_of(const Ratios& ratios) {
  if (ratios.size() == 1) { return fmt::format("Ratio {}.", format_ratio(ratios.front().second)); }
  Ratios numbers;
  for (const auto& one : ratios) {
    if (std::isfinite(one.second.ratio)) { numbers.push_back(one); }
  }
  if (numbers.empty()) { return "Ratio none, by overflow."; }
  const auto [least, most] = std::minmax_element(
      numbers.begin(), numbers.end(), [](const auto& a, const auto& b) { return a.second.ratio < b.second.ratio; });
  const std::size_t missing = ratios.size() - numbers.size();
  const std::string overflow = missing == 0 ? "" : fmt::format(", none at {} by overflow", missing);
  return fmt::format("Ratio from {} to {}{}.", at_place(*least), at_place(*most), overflow);
}

void write_ratios(HtmlWriter& writer, const std::string& title, const std::string& x_label, const Ratios& ratios) {
  writer.print(page::details, "The ratios");
  writer.print(page::ratio_table, math_markup_html(title), math_markup_html(x_label));
  for (const auto& [x, ratio] : ratios) {
    const std::string mean = std::isfinite(ratio.ratio) ? format_beside(ratio.ratio, ratio.ratio) : "none: overflowed";
    writer.print(page::ratio_row, as_given(x), mean, interval(ratio));
  }
  writer.print(page::end_scrolled_table);
  writer.print(page::end_details);
}

}  // namespace ballast::experiments
