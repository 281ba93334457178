#include "experiments/charts/draw_line_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <set>

#include "experiments/charts/extent.hpp"
#include "experiments/charts/gnuplot.hpp"
#include "experiments/charts/legend.hpp"
#include "experiments/files/error.hpp"
#include "experiments/text/number_format.hpp"

namespace ballast::experiments {

namespace {

constexpr double bottom_margin = 70.0;  // in pixels, for the x axis and its label
constexpr double least_plot = 150.0;    // its height in pixels, below a legend of any length

// --- tics -----------------------------------------------------------------------------------------------------------

std::string decade_label(int exponent) {
  if (exponent < -3 || exponent > 3) { return power_of_ten(exponent); }
  return fmt::format("{}", std::pow(10.0, exponent));
}

/// Every decade has a tic; in a long axis every second or third one has a label, in a short one 2 and 5 have one too.
std::string logarithmic_tics(double bottom, double top) {
  const int first = static_cast<int>(std::floor(std::log10(bottom)));
  const int last = static_cast<int>(std::ceil(std::log10(top)));
  const double decades = std::log10(top / bottom);
  const int stride = 1 + static_cast<int>(decades / 8.0);
  std::string tics;
  for (int exponent = first; exponent <= last; ++exponent) {
    const bool is_labelled = exponent % stride == 0;
    tics += fmt::format("{}'{}' 1e{}", tics.empty() ? "" : ",", is_labelled ? decade_label(exponent) : "", exponent);
    for (int digit = 2; digit <= 9; ++digit) {
      const bool is_one_of_few = decades < 1.6 && (digit == 2 || digit == 5) && exponent >= -3 && exponent < 4;
      const std::string label = fmt::format("{}", digit * std::pow(10.0, exponent));
      tics += fmt::format(",'{}' {}e{} {}", is_one_of_few ? label : "", digit, exponent, is_one_of_few ? 0 : 1);
    }
  }
  return "(" + tics + ")";
}

/// 1, 2, 2.5 or 5 times a power of ten, about five of them in the axis.
double tic_distance(double span) {
  const double about = span / 5.0;
  const double power = std::pow(10.0, std::floor(std::log10(about)));
  for (const double digit : {1.0, 2.0, 2.5, 5.0}) {
    if (digit * power >= 0.8 * about) { return digit * power; }
  }
  return 10.0 * power;
}

// --- the script -----------------------------------------------------------------------------------------------------

class Script {
 public:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

Extent extent_of_x(const LineChart& chart) {
  Extent extent;
  for (const Curve& curve : chart.curves) {
    for (const Sample& sample : curve.samples) { extent.add(sample.x); }
  }
  for (const Rectangles& group : chart.rectangles) {
    for (const Rectangle& rectangle : group.rectangles) {
      extent.add(rectangle.left);
      extent.add(rectangle.right);
    }
  }
  if (extent.is_empty()) { extent.add(1.0); }
  return extent;
}

/// A sweep of step-sizes that begins near zero is drawn from zero; markers at the ends are not cut in half.
void write_x_axis(Script& script, const LineChart& chart) {
  const Extent x = extent_of_x(chart);
  if (chart.is_x_logarithmic) {
    script.line("set logscale x\nset xrange [{}:{}]", x.low, x.high * 1.05);
    script.line("set xtics {} nomirror", logarithmic_tics(x.low, x.high));
    return;
  }
  const double span = std::max(x.high - x.low, 1e-9);
  const double first = x.low >= 0.0 && x.low < 0.2 * x.high ? 0.0 : x.low - 0.05 * span;
  script.line("set xrange [{}:{}]", first, x.high + 0.03 * span);
  script.line("set xtics {} nomirror", tic_distance(x.high - first));
}

std::string named_tics(const std::vector<Tic>& tics) {
  std::string list;
  for (const Tic& tic : tics) { list += fmt::format("{}{} {}", list.empty() ? "" : ",", quoted(tic.label), tic.y); }
  return "(" + list + ")";
}

void write_y_axis(Script& script, const LineChart& chart) {
  if (!chart.y_tics.empty()) {
    script.line("set ytics {} nomirror", named_tics(chart.y_tics));
  } else if (chart.is_y_logarithmic) {
    script.line("set logscale y\nset ytics {} nomirror", logarithmic_tics(chart.bottom, chart.top));
  } else {
    script.line("set ytics {} nomirror", tic_distance(chart.top - chart.bottom));
  }
  script.line("set yrange [{}:{}]\nset y2range [0:1]", chart.bottom, chart.top);
}

/// Title, legend and the label of the y axis are drawn by legend.hpp: gnuplot only guesses how wide a text is.
void write_frame(Script& script, const LineChart& chart) {
  script.line("set terminal svg size {},{} dynamic noenhanced rounded font 'sans-serif,18' name 'curve'", chart_width,
              height_of(chart));
  script.line(
      "set encoding utf8\nset border 3 lc rgb '#555555' lw 1.2\nset tics scale 0.6,0.3 textcolor rgb '#333333'");
  script.line("set grid back lc rgb '#dddddd' lw 1 lt 1\nset format '%g'\nunset key");
  script.line("set lmargin at screen 0.125\nset rmargin at screen 0.96\nset bmargin at screen {}",
              bottom_margin / height_of(chart));
  script.line("set tmargin at screen {}", 1.0 - height_of_head(chart) / height_of(chart));
  script.line("set xlabel {} offset 0,0.3 textcolor rgb '#111111'", quoted(chart.x_label));
}

bool has_numbers(const Curve& curve) {
  return std::any_of(curve.samples.begin(), curve.samples.end(), [](const Sample& sample) { return sample.is_number; });
}

/// The band is cut at the edges of the chart: below the bottom of a logarithmic axis there may be no number at all. A
/// point that is off the scale has none: it would reach down into the chart.
void write_curve_data(Script& script, const LineChart& chart, std::size_t index) {
  script.line("$curve{} << END", index);
  for (const Sample& sample : chart.curves[index].samples) {
    if (!sample.is_number) {
      script.line("");
      continue;
    }
    const bool is_off = sample.y > chart.top;
    script.line("{} {} {} {}", sample.x, sample.y, is_off ? sample.y : std::max(sample.low, chart.bottom),
                is_off ? sample.y : std::max(sample.high, chart.bottom));
  }
  script.line("END");
}

void write_rectangles_data(Script& script, const LineChart& chart, std::size_t index) {
  script.line("$rectangles{} << END", index);
  for (const Rectangle& r : chart.rectangles[index].rectangles) {
    script.line("{} {} {} {} {} {}", 0.5 * (r.left + r.right), 0.5 * (r.bottom + r.top), r.left, r.right, r.bottom,
                r.top);
  }
  script.line("END");
}

/// Rows from the edge inwards, one for each colour.
double height_of_marks(const LineChart& chart, std::size_t index) {
  std::set<std::string> above;
  for (std::size_t i = 0; i < index; ++i) { above.insert(chart.marks[i].colour); }
  above.erase(chart.marks[index].colour);
  const double from_edge = 0.035 + 0.06 * static_cast<double>(above.size());
  return chart.is_more_better ? from_edge : 1.0 - from_edge;
}

void write_marks_data(Script& script, const LineChart& chart, std::size_t index) {
  const double height = height_of_marks(chart, index);
  script.line("$marks{} << END", index);
  for (const double x : chart.marks[index].xs) { script.line("{} {}", x, height); }
  script.line("END");
}

int point_type(Marker marker) {
  switch (marker) {
    case Marker::none: return 7;  // a dot
    case Marker::square: return 5;
    case Marker::triangle: return 9;
    case Marker::open_triangle: return 8;
  }
  return 7;
}

constexpr double marker_radius = 6.38;  // of gnuplot, in pixels, at point size 1

/// Curves without a marker get a dot as large as the line is wide: visible only where a number is between two gaps.
std::string line_of(const Curve& curve) {
  const LineStyle& style = curve.style;
  const std::string dashes = style.dashes.empty() ? "1" : fmt::format("({})", fmt::join(style.dashes, ","));
  const double size = style.marker == Marker::none ? 0.5 * style.width / marker_radius : 0.75;
  return fmt::format("lc rgb '{}' lw {} dt {} pt {} ps {:.3f} pi {}", style.colour, style.width, dashes,
                     point_type(style.marker), size, style.markers_every);
}

/// Curves with markers come last, over the wide ones.
std::vector<std::size_t> order_of_lines(const LineChart& chart) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < chart.curves.size(); ++i) {
    if (has_numbers(chart.curves[i])) { order.push_back(i); }
  }
  std::stable_partition(order.begin(), order.end(),
                        [&](std::size_t i) { return chart.curves[i].style.marker == Marker::none; });
  return order;
}

std::vector<std::string> elements_of(const LineChart& chart) {
  std::vector<std::string> elements;
  for (std::size_t i = 0; i < chart.rectangles.size(); ++i) {
    if (chart.rectangles[i].rectangles.empty()) { continue; }
    elements.push_back(
        fmt::format("$rectangles{} using 1:2:3:4:5:6 with boxxyerror fs solid 1 noborder lc rgb '{}' notitle", i,
                    chart.rectangles[i].colour));
  }
  for (std::size_t i = 0; i < chart.curves.size(); ++i) {
    if (!has_band(chart.curves[i])) { continue; }
    elements.push_back(
        fmt::format("$curve{} using 1:3:4 with filledcurves fs transparent solid 0.25 noborder "
                    "lc rgb '{}' notitle",
                    i, chart.curves[i].style.band));
  }
  for (const std::size_t i : order_of_lines(chart)) {
    const Curve& curve = chart.curves[i];
    elements.push_back(fmt::format("$curve{} using 1:2 with linespoints {} notitle", i, line_of(curve)));
  }
  for (std::size_t i = 0; i < chart.marks.size(); ++i) {
    const Marks& marks = chart.marks[i];
    elements.push_back(fmt::format("$marks{} using 1:2 axes x1y2 with points pt {} ps 1 lw 1.5 lc rgb '{}' notitle", i,
                                   point_type(marks.marker()), marks.colour));
  }
  if (elements.empty()) { elements.push_back("2 axes x1y2 notitle"); }  // out of sight: gnuplot must plot something
  return elements;
}

std::string script_of(const LineChart& chart) {
  Script script;
  write_frame(script, chart);
  write_x_axis(script, chart);
  write_y_axis(script, chart);
  for (std::size_t i = 0; i < chart.curves.size(); ++i) { write_curve_data(script, chart, i); }
  for (std::size_t i = 0; i < chart.marks.size(); ++i) { write_marks_data(script, chart, i); }
  for (std::size_t i = 0; i < chart.rectangles.size(); ++i) { write_rectangles_data(script, chart, i); }
  script.line("plot {}", fmt::join(elements_of(chart), ", "));
  return script.text();
}

// --- the picture ----------------------------------------------------------------------------------------------------

InputError unexpected_svg() {
  return InputError("gnuplot wrote something that is not the SVG of gnuplot 5.4");
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// "rgb( 85,  85,  85)", as gnuplot writes it, becomes "#555555", as it was given: dark_mode.hpp replaces that.
void restore_colours(std::string& svg) {
  for (std::size_t at = svg.find("rgb("); at != std::string::npos; at = svg.find("rgb(", at)) {
    unsigned red = 0;
    unsigned green = 0;
    unsigned blue = 0;
    if (std::sscanf(svg.c_str() + at, "rgb(%u,%u,%u)", &red, &green, &blue) != 3) { throw unexpected_svg(); }
    svg.replace(at, svg.find(')', at) + 1 - at, fmt::format("#{:02x}{:02x}{:02x}", red, green, blue));
  }
}

}  // namespace

int height_of(const LineChart& chart) {
  return std::max(chart_height, static_cast<int>(height_of_head(chart) + least_plot + bottom_margin));
}

double height_of_plot(const LineChart& chart) {
  return height_of(chart) - bottom_margin - height_of_head(chart);
}

std::string draw(const LineChart& chart, const std::string& prefix) {
  std::string svg = run_gnuplot(script_of(chart));
  const std::size_t begin = svg.find("<defs>");
  const std::size_t end = svg.rfind("</g>\n</svg>");  // the canvas, which begins before the definitions
  if (begin == std::string::npos || end == std::string::npos) { throw unexpected_svg(); }
  std::string body = svg.substr(begin, end - begin);
  restore_colours(body);
  replace_all(body, "id='", "id='" + prefix + "-");
  replace_all(body, "id=\"", "id=\"" + prefix + "-");
  replace_all(body, "href='#", "href='#" + prefix + "-");
  return draw_head(chart) + body;
}

}  // namespace ballast::experiments
