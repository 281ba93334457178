#include "experiments/page/experiment_page.hpp"

#include "experiments/page/sweep_table.hpp"
#include "experiments/text/math_markup.hpp"
#include "experiments/text/number_format.hpp"

#include <page_fragments.hpp>

namespace ballast::experiments {
namespace {

std::vector<SvgImage> images_of(const std::vector<PagePanel>& panels) {
  std::vector<SvgImage> images;
  for (const PagePanel& panel : panels) { images.insert(images.end(), panel.images.begin(), panel.images.end()); }
  return images;
}

void write_opening(HtmlWriter& writer, const PageInfo& info) {
  writer.print(page::opening_title, "Ballast " + escaped(info.version), math_markup_html(info.title));
  if (!info.preview.empty()) { writer.print(page::preview_note, escaped(info.preview)); }
  writer.note_on_plots(info.why_no_plots, "");
  if (!info.text.empty()) { writer.paragraph(info.text); }
  if (!info.method.empty()) { writer.paragraph(info.method); }
  writer.print(page::end_header);
}

void write_images(HtmlWriter& writer, const PagePanel& panel) {
  if (panel.images.empty()) { return; }
  writer.print(page::panels);
  for (const SvgImage& image : panel.images) { writer.figure(image.stem); }
  writer.print(page::end_block);
}

void write_cards(HtmlWriter& writer, const PagePanel& panel) {
  if (panel.cards.empty() && panel.comparisons.empty()) { return; }
  writer.print(page::cards);
  for (const std::string& card : panel.cards) {
    writer.print(page::card, math_markup_html(card));
    writer.print(page::end_card);
  }
  for (const PairedTable& table : panel.comparisons) { write_card(writer, table); }
  writer.print(page::end_block);
}

void write_panel(HtmlWriter& writer, const PagePanel& panel, std::size_t number) {
  writer.print(page::section, fmt::format("panel-{}", number), math_markup_html(panel.title));
  if (!panel.text.empty()) { writer.paragraph(panel.text); }
  write_images(writer, panel);
  write_cards(writer, panel);
  if (panel.sweep != nullptr) { write_tables(writer, {panel.sweep}); }
  if (!panel.csv.empty()) { writer.print(page::paragraph, link_to_data(panel.csv)); }
  writer.print(page::end_section);
}

void write_making(HtmlWriter& writer, const PageInfo& info) {
  writer.print(page::section, "making", "How this was made");
  writer.print(page::facts);
  writer.fact("Command", code_html(info.command));
  writer.fact("Version", "Ballast " + escaped(info.version));
  for (const auto& [name, text] : info.facts) { writer.fact(name, math_markup_html(text)); }
  writer.print(page::end_facts);
  writer.print(page::end_section);
}

}  // namespace

void write_page(const PageInfo& info, const std::vector<PagePanel>& panels, const std::string& path) {
  const std::vector<SvgImage> images = images_of(panels);
  HtmlWriter writer(path, images, info.why_no_plots.empty());
  writer.head(math_markup(info.title), info.version);
  write_opening(writer, info);
  writer.print(page::main);
  for (std::size_t i = 0; i < panels.size(); ++i) { write_panel(writer, panels[i], i + 1); }
  write_making(writer, info);
  writer.finish();
}

}  // namespace ballast::experiments
