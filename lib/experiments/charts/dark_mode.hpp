#pragma once
/// Charts on a dark screen. A chart is drawn in light colours, which every viewer shows; where a reader prefers dark
/// ones, CSS replaces each by its counterpart: same role, light on dark.

#include <string>

namespace ballast::experiments {

struct ColourPair {
  const char* light;
  const char* dark;
};

/// Of every colour in a chart. Texts have a contrast of at least 4.5 to the background in both, lines of at least 3,
/// except those that are wide and lie under others.
inline constexpr ColourPair colour_pairs[] = {
    {"#ffffff", "#15181c"},                          // background
    {"#111111", "#ececec"},                          // text, dashes over wide lines
    {"#222222", "#f5f5f5"}, {"#333333", "#d0d3d6"},  // numbers along the axes
    {"#555555", "#9aa0a6"},                          // axes
    {"#888888", "#7d848b"},                          // edges
    {"#c4c4c4", "#6d747b"}, {"#dddddd", "#3b4147"},  // grid
    {"#e4e4e4", "#2d3238"},                          // cells without a choice
    {"#0072b2", "#4fb0ea"}, {"#9ecae8", "#24597f"}, {"#56b4e9", "#a5daf8"}, {"#d55e00", "#f58a3c"},
    {"#f2b27a", "#85491c"}, {"#803300", "#ffd9b8"}, {"#009e73", "#2fcfa0"}, {"#cc79a7", "#e59ac4"},
    {"#e69f00", "#f2b632"}, {"#f0e442", "#f0e442"},
};

/// A CSS media rule, for the page or the SVG file that has charts.
std::string dark_style();

}  // namespace ballast::experiments
