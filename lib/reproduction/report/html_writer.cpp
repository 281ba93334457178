#include "reproduction/report/html_writer.hpp"

#include <cmath>
#include <stdexcept>

#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"

#include <html_fragments.hpp>

namespace ballast::reproduction {

void HtmlWriter::paragraph(const std::string& plain) {
  print(html::paragraph, math_markup_html(plain));
}

void HtmlWriter::figure(const std::string& stem, const std::string& html) {
  if (!has_plots_ && !has_image(stem)) {
    if (!html.empty()) { print(html::paragraph, html); }
    return;
  }
  const SvgImage& shown = image(stem);
  print(html::figure, element_of(shown));
  if (!shown.caption.empty() || !html.empty()) {
    print(html::caption, math_markup_html(shown.caption), shown.caption.empty() || html.empty() ? "" : " ", html);
  }
  print(html::end_figure);
}

const SvgImage& HtmlWriter::image(const std::string& stem) const {
  for (const SvgImage& image : images_) {
    if (image.stem == stem) { return image; }
  }
  throw std::out_of_range("no image " + stem);
}

bool HtmlWriter::has_image(const std::string& stem) const {
  for (const SvgImage& image : images_) {
    if (image.stem == stem) { return true; }
  }
  return false;
}

std::string label_html(Verdict verdict) {
  const char* const sign = verdict == Verdict::holds           ? "\u2713"
                           : verdict == Verdict::holds_in_part ? "\u25d0"
                                                               : "\u2717";
  return fmt::format(html::verdict, name_of(verdict), sign, label_of(verdict));
}

std::string format_cell(const Cell& cell) {
  if (!cell.estimate) { return fmt::format("overflow in {} of {}", cell.overflowed, cell.trials); }
  const std::string mean = format_number(cell.estimate->mean);
  return std::isfinite(cell.estimate->ci95) ? mean + " \u00b1 " + format_number(cell.estimate->ci95) : mean;
}

}  // namespace ballast::reproduction
