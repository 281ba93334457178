#pragma once
/// The style of a method's curve, the same in every chart.

#include <cstdint>
#include <vector>

namespace ballast::experiments {

enum class Marker : std::uint8_t { none, square, triangle, open_triangle };

/// Lines differ in width, dash and marker as well as in colour: for print, and for colour-blind readers. Colours are
/// those of Okabe and Ito.
struct LineStyle {
  const char* colour;
  const char* band;  ///< colour of the band
  double width;
  std::vector<double> dashes;  ///< on, off, ..., in half line widths; none for a solid line
  Marker marker;
  int markers_every = 1;
};

}  // namespace ballast::experiments
