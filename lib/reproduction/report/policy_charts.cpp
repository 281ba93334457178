#include "reproduction/report/policy_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

#include "experiments/text/number_format.hpp"
#include "reproduction/paper/methods.hpp"

namespace ballast::reproduction {
namespace {

constexpr int width = 560;

/// SVG elements, one after another.
class Drawing {
 public:
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(svg_), format, std::forward<Arguments>(arguments)...);
    svg_ += '\n';
  }

  void text(double x, double y, const char* anchor, const std::string& text, const char* attributes = "") {
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" {}>{}</text>", x, y, anchor, attributes, escaped(text));
  }

  std::string finish() const {
    return "<g font-family=\"sans-serif\" font-size=\"18\" fill=\"#111111\">\n" + svg_ + "</g>\n";
  }

 private:
  std::string svg_;
};

// --- policies -------------------------------------------------------------------------------------------------------

using Shares = std::vector<std::vector<double>>;

constexpr double cell = 39.0;
constexpr double left = 124.0;
constexpr double top = 44.0;

bool accepts(double share) {
  return share > 0.5;
}

/// White on a cell that is nearly blue: below that, black has the better contrast.
const char* style_of_sign(double share) {
  return share > 0.88 ? "class=\"on_share\" font-size=\"15\" fill=\"#ffffff\"" : "class=\"on_share\" font-size=\"15\"";
}

/// A cell shows its colour, from white to blue, also as a sign or a number; a thick edge if the optimal policy does the
/// opposite.
void draw_cell(Drawing& drawing, double x, double y, double share, bool is_share, bool is_different) {
  drawing.add(
      "<rect class=\"share\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#0072b2\" fill-opacity=\"{:.2f}\" "
      "stroke=\"#888888\"/>",
      x, y, cell, cell, share);
  if (is_different) {
    drawing.add(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#d55e00\" "
        "stroke-width=\"4\"/>",
        x + 3.0, y + 3.0, cell - 6.0, cell - 6.0);
  }
  const std::string sign = is_share ? fmt::format("{:.0f}", 100.0 * share) : accepts(share) ? "\u2713" : "\u2013";
  drawing.text(x + 0.5 * cell, y + 0.5 * cell + 5.0, "middle", sign, style_of_sign(share));
}

void draw_class(Drawing& drawing, std::size_t customer, std::size_t classes, const Shares& accept,
                const Shares& optimal, bool is_share) {
  const double y = top + cell * static_cast<double>(classes - 1 - customer);
  const int pays_one_in = 1 << (classes - 1 - customer);
  drawing.text(left - 10.0, y + 0.5 * cell + 6.0, "end",
               pays_one_in == 1 ? "pays 1" : fmt::format("pays 1/{}", pays_one_in));
  drawing.add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"#e4e4e4\" stroke=\"#888888\"/>", left, y, cell,
              cell);
  for (std::size_t free = 1; free < accept.size(); ++free) {
    const double share = accept[free][customer];
    draw_cell(drawing, left + cell * static_cast<double>(free), y, share, is_share,
              accepts(share) != accepts(optimal[free][customer]));
  }
}

std::string describe(const Shares& accept) {
  std::string text;
  const std::size_t classes = accept.front().size();
  for (std::size_t customer = classes; customer-- > 0;) {
    std::vector<std::string> free_servers;
    for (std::size_t free = 1; free < accept.size(); ++free) {
      if (accepts(accept[free][customer])) { free_servers.push_back(fmt::format("{}", free)); }
    }
    text += fmt::format(" Class {}: {}.", customer + 1, free_servers.empty() ? "never" : listed(free_servers));
  }
  return text;
}

SvgImage draw_policy(const std::string& stem, const std::string& title, const Shares& accept, const Shares& optimal,
                     bool is_share) {
  Drawing drawing;
  const std::size_t classes = accept.front().size();
  const double bottom = top + cell * static_cast<double>(classes);
  drawing.text(0.5 * width, 28.0, "middle", title, "font-size=\"20\" font-weight=\"bold\"");
  for (std::size_t customer = 0; customer < classes; ++customer) {
    draw_class(drawing, customer, classes, accept, optimal, is_share);
  }
  for (std::size_t free = 0; free < accept.size(); ++free) {
    drawing.text(left + cell * (static_cast<double>(free) + 0.5), bottom + 22.0, "middle", fmt::format("{}", free));
  }
  drawing.text(left - 10.0, bottom + 22.0, "end", "free servers");
  return {stem,
          title,
          "A grid of customer classes and free servers. Accepted with so many servers free:" + describe(accept),
          "",
          width,
          static_cast<int>(bottom) + 36,
          drawing.finish()};
}

std::string title_of(const QueuePolicy& policy, const RunInfo& info) {
  std::string name = policy.name;
  name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
  return name + (info.is_preview ? " (preview)" : "");
}

// --- ranges ---------------------------------------------------------------------------------------------------------

constexpr double bars_begin = 204.0;
constexpr double bars_end = 448.0;
constexpr double row_height = 30.0;

struct Row {
  std::string label;
  const UsefulRange* range;
  const char* colour;
};

bool is_same(const UsefulRange& one, const UsefulRange& other) {
  return one.low == other.low && one.high == other.high && one.best_x == other.best_x;
}

/// The implicit methods in one row, if they are the same.
std::vector<Row> rows_of(const std::vector<UsefulRange>& ranges, const std::string& stem) {
  std::vector<Row> rows;
  for (const UsefulRange& range : ranges) {
    if (range.sweep != stem) { continue; }
    if (range.method == paper::standard) {
      rows.push_back({"standard", &range, "#d55e00"});
    } else if (rows.empty() || rows.back().range->method == paper::standard || !is_same(*rows.back().range, range)) {
      rows.push_back({range.method.label, &range, "#0072b2"});
    } else {
      rows.back().label = "implicit, with any R";
    }
  }
  return rows;
}

/// Logarithmic.
struct Scale {
  double smallest;
  double largest;
  double operator()(double x) const {
    return bars_begin + (bars_end - bars_begin) * std::log(x / smallest) / std::log(largest / smallest);
  }
};

std::string ends_text(const UsefulRange& range) {
  return fmt::format("{:.2g} to {:.2g}", range.low, range.high);
}

/// "1/8", "2": a power of two.
std::string power_text(int exponent) {
  return exponent < 0 ? fmt::format("1/{}", 1 << -exponent) : fmt::format("{}", 1 << exponent);
}

void draw_row(Drawing& drawing, const Row& row, const Scale& scale, double y) {
  const UsefulRange& range = *row.range;
  drawing.text(bars_begin - 16.0, y + 6.0, "end", row.label);
  drawing.add("<path d=\"M{:.1f},{:.1f} H{:.1f}\" stroke=\"{}\" stroke-width=\"11\"/>", scale(range.low), y,
              scale(range.high), row.colour);
  if (range.high_is_at_edge) {
    drawing.add("<path d=\"M{:.1f},{:.1f} l13,10 l-13,10 z\" fill=\"{}\"/>", scale(range.high), y - 10.0, row.colour);
  }
  if (range.low_is_at_edge) {
    drawing.add("<path d=\"M{:.1f},{:.1f} l-13,10 l13,10 z\" fill=\"{}\"/>", scale(range.low), y - 10.0, row.colour);
  }
  drawing.add("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"#ffffff\" stroke=\"#111111\" stroke-width=\"2\"/>",
              scale(range.best_x), y);
  drawing.text(width - 8.0, y + 6.0, "end", ends_text(range));
}

void draw_axis(Drawing& drawing, const Scale& scale, double first, double last, bool is_preview) {
  for (int exponent = -5; exponent <= 3; exponent += 2) {
    const double x = std::exp2(exponent);
    if (x < scale.smallest || x > scale.largest) { continue; }
    drawing.add("<path d=\"M{0:.1f},{1:.1f} V{2:.1f}\" stroke=\"#dddddd\"/>", scale(x), first, last);
    drawing.text(scale(x), last + 20.0, "middle", power_text(exponent));
  }
  drawing.text(0.5 * (bars_begin + bars_end), last + 44.0, "middle",
               is_preview ? "step-size \u03b2\u2080 (logarithmic, preview)" : "step-size \u03b2\u2080 (logarithmic)");
}

std::string title_of_sweep(const Results& results, const std::string& stem) {
  for (const Figure& figure : results.figures) {
    for (const Sweep& sweep : figure.sweeps) {
      if (sweep.stem + "_wide" == stem) { return fmt::format("Figure {}: {}", figure.name, sweep.title); }
    }
  }
  return stem;
}

std::vector<std::string> stems_of(const std::vector<UsefulRange>& ranges) {
  std::vector<std::string> stems;
  for (const UsefulRange& range : ranges) {
    if (std::find(stems.begin(), stems.end(), range.sweep) == stems.end()) { stems.push_back(range.sweep); }
  }
  return stems;
}

}  // namespace

std::vector<SvgImage> charts_of_policies(const std::vector<QueuePolicy>& policies, const RunInfo& info) {
  std::vector<SvgImage> images;
  for (std::size_t i = 0; i < policies.size(); ++i) {
    const QueuePolicy& policy = policies[i];
    const std::string stem = fmt::format("policy_{}", i);
    const Shares& optimal = policies.front().accept;
    const std::string title = title_of(policy, info);
    const bool is_learned = policy.runs > 0;
    images.push_back(draw_policy(stem, is_learned ? title + ": % of runs" : title, policy.accept, optimal, is_learned));
    if (!policy.best_accept.empty()) {
      images.push_back(draw_policy(stem + "_best", title + ": best run", policy.best_accept, optimal, false));
    }
  }
  return images;
}

SvgImage chart_of_ranges(const Results& results) {
  const std::vector<UsefulRange>& ranges = results.extra->useful_ranges;
  Scale scale{0.125, 2.0};
  for (const UsefulRange& range : ranges) {
    scale.smallest = std::min(scale.smallest, range.low);
    scale.largest = std::max(scale.largest, range.high);
  }
  Drawing bars;
  std::string description = "Bars along the step-size.";
  double y = 20.0;
  for (const std::string& stem : stems_of(ranges)) {
    bars.text(8.0, y + 8.0, "start", title_of_sweep(results, stem), "font-weight=\"bold\"");
    for (const Row& row : rows_of(ranges, stem)) {
      y += row_height;
      draw_row(bars, row, scale, y);
      description += fmt::format(" {}, {}: {}.", title_of_sweep(results, stem), row.label, ends_text(*row.range));
    }
    y += row_height + 8.0;
  }
  Drawing drawing;
  draw_axis(drawing, scale, 4.0, y - 14.0, results.info.is_preview);
  return {"useful_ranges",
          "Step-sizes within twice the best loss of standard TD",
          description,
          "",
          width,
          static_cast<int>(y) + 40,
          drawing.finish() + bars.finish()};
}

}  // namespace ballast::reproduction
