#include "experiments/charts/legend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "experiments/text/number_format.hpp"

namespace ballast::experiments {
namespace {

constexpr double first_row = 54.0;
constexpr double row_height = 24.0;
constexpr double first_column = 24.0;
constexpr double column_width = 268.0;
constexpr double sample_width = 46.0;

// Guesses, as every width of a text is here.
constexpr std::size_t letters_in_column = 24;
constexpr double width_of_column = 18.0;  // in usual letters

enum class Symbol : std::uint8_t { line, marker, rectangle };

struct Entry {
  std::string label;
  LineStyle style;
  Symbol symbol;
};

std::vector<Entry> entries_of(const LineChart& chart) {
  std::vector<Entry> entries;
  for (const Curve& curve : chart.curves) {
    if (!curve.label.empty()) { entries.push_back({curve.label, curve.style, Symbol::line}); }
  }
  for (const Marks& marks : chart.marks) {
    entries.push_back({marks.label, {marks.colour, marks.colour, 1.5, {}, marks.marker()}, Symbol::marker});
  }
  for (const Rectangles& group : chart.rectangles) {
    entries.push_back({group.label, {group.colour, group.colour, 0.0, {}, Marker::none}, Symbol::rectangle});
  }
  return entries;
}

std::string draw_line(const LineStyle& style, double x, double y) {
  std::string dashes;
  for (const double dash : style.dashes) { dashes += fmt::format(" {:.1f}", 0.5 * style.width * dash); }
  return fmt::format("<path d=\"M{:.0f},{:.0f} h{:.0f}\" stroke=\"{}\" stroke-width=\"{}\" {}fill=\"none\"/>\n", x, y,
                     sample_width, style.colour, style.width,
                     dashes.empty() ? "" : fmt::format("stroke-dasharray=\"{}\" ", dashes.substr(1)));
}

std::string draw_marker(const LineStyle& style, double x, double y) {
  const std::string at = fmt::format("transform=\"translate({:.0f},{:.0f})\"", x, y);
  switch (style.marker) {
    case Marker::none: return "";
    case Marker::square: return fmt::format("<path d=\"M-5,-5 h10 v10 h-10 z\" fill=\"{}\" {}/>\n", style.colour, at);
    case Marker::triangle: return fmt::format("<path d=\"M0,-8 L8,5 L-8,5 z\" fill=\"{}\" {}/>\n", style.colour, at);
    case Marker::open_triangle:
      return fmt::format("<path d=\"M0,-8 L8,5 L-8,5 z\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" {}/>\n",
                         style.colour, at);
  }
  return "";
}

std::string draw_rectangle(const LineStyle& style, double x, double y) {
  return fmt::format("<path d=\"M{:.0f},{:.0f} h{:.0f} v14 h-{:.0f} z\" fill=\"{}\"/>\n", x, y - 7.0, sample_width,
                     sample_width, style.colour);
}

std::string draw_symbol(const Entry& entry, double x, double y) {
  if (entry.symbol == Symbol::rectangle) { return draw_rectangle(entry.style, x, y); }
  return (entry.symbol == Symbol::line ? draw_line(entry.style, x, y) : "") +
         draw_marker(entry.style, x + 0.5 * sample_width, y);
}

std::string draw_entry(const Entry& entry, double x, double y) {
  return draw_symbol(entry, x, y) + fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{}</text>\n", x + sample_width + 10.0,
                                                y + 6.0, escaped(entry.label));
}

std::size_t letters_in(const std::string& text) {
  const auto is_first_byte = [](char byte) { return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_first_byte));
}

/// In usual letters, of which narrow ones are a half.
double width_of(const std::string& text) {
  const auto is_narrow = [](char byte) {
    return std::string_view("ijlftrI.,:;'|() ").find(byte) != std::string_view::npos;
  };
  const auto narrow = static_cast<double>(std::count_if(text.begin(), text.end(), is_narrow));
  return static_cast<double>(letters_in(text)) - 0.5 * narrow;
}

/// A long title is set smaller.
double size_of_title(const std::string& title) {
  return std::min(20.0, 20.0 * 44.0 / std::max(static_cast<double>(letters_in(title)), 1.0));
}

struct Place {
  std::size_t row;
  std::size_t column;
};

/// Two to a row; one that is too long for its column has a row of its own.
std::vector<Place> places_of(const std::vector<Entry>& entries) {
  std::vector<Place> places;
  Place next{0, 0};
  for (const Entry& entry : entries) {
    const bool is_long = letters_in(entry.label) > letters_in_column || width_of(entry.label) > width_of_column;
    if (is_long && next.column > 0) { next = {next.row + 1, 0}; }
    places.push_back(next);
    next = is_long || next.column > 0 ? Place{next.row + 1, 0} : Place{next.row, 1};
  }
  return places;
}

}  // namespace

std::string draw_head(const LineChart& chart) {
  std::string svg = fmt::format(
      "<g font-family=\"sans-serif\" font-size=\"18\" fill=\"#111111\">\n"
      "<text x=\"{}\" y=\"28\" text-anchor=\"middle\" font-size=\"{:.0f}\" font-weight=\"bold\">{}</text>\n",
      chart_width / 2, size_of_title(chart.title), escaped(chart.title));
  const std::vector<Entry> entries = entries_of(chart);
  const std::vector<Place> places = places_of(entries);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    svg += draw_entry(entries[i], first_column + static_cast<double>(places[i].column) * column_width,
                      first_row + static_cast<double>(places[i].row) * row_height);
  }
  svg += fmt::format("<text x=\"10\" y=\"{:.0f}\">{}</text>\n", height_of_head(chart) - 12.0, escaped(chart.y_label));
  return svg + "</g>\n";
}

double height_of_head(const LineChart& chart) {
  const std::vector<Place> places = places_of(entries_of(chart));
  const std::size_t rows = places.empty() ? 0 : places.back().row + 1;
  return first_row + row_height * static_cast<double>(rows) + 24.0;
}

}  // namespace ballast::experiments
