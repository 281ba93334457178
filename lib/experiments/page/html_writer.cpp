#include "experiments/page/html_writer.hpp"

#include <stdexcept>

#include "experiments/charts/dark_mode.hpp"
#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"

#include <page_fragments.hpp>
#include <page_style.hpp>

namespace ballast::experiments {

void HtmlWriter::head(const std::string& title, const std::string& version) {
  print(page::document, escaped(title), escaped(version), page::style, dark_style());
}

void HtmlWriter::paragraph(const std::string& plain) {
  print(page::paragraph, math_markup_html(plain));
}

void HtmlWriter::figure(const std::string& stem, const std::string& html) {
  if (!has_plots_ && !has_image(stem)) {
    if (!html.empty()) { print(page::paragraph, html); }
    return;
  }
  const SvgImage& shown = image(stem);
  print(page::figure, element_of(shown));
  if (!shown.caption.empty() || !html.empty()) {
    print(page::caption, math_markup_html(shown.caption), shown.caption.empty() || html.empty() ? "" : " ", html);
  }
  print(page::end_figure);
}

void HtmlWriter::fact(const std::string& name, const std::string& html) {
  print(page::fact, escaped(name), html);
}

void HtmlWriter::note_on_plots(const std::string& why_no_plots, const std::string& unaffected) {
  if (!why_no_plots.empty()) { print(page::plots_note, no_plots, escaped(why_no_plots), unaffected); }
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

void HtmlWriter::finish() {
  print(page::end_page);
  file_.finish();
}

std::string link_to_data(const std::string& stem) {
  return fmt::format(page::data_link, escaped(stem));
}

std::string code_html(const std::string& text) {
  return fmt::format(page::code, escaped(text));
}

}  // namespace ballast::experiments
