#pragma once
/// A line chart as plain data: curves with bands, filled rectangles behind them, linear or logarithmic axes, and marks
/// along the top edge where there is no number.

#include <string>
#include <vector>

#include "experiments/results/line_style.hpp"

namespace ballast::experiments {

/// A point of a curve; the curve is interrupted where there is no number.
struct Sample {
  double x;
  double y;
  double low;   ///< of the band; y, if there is none
  double high;  ///< of the band
  bool is_number;
};

struct Curve {
  std::string label;  ///< empty: the legend does not have it
  LineStyle style;
  std::vector<Sample> samples;  ///< by ascending x
};

bool has_band(const Curve& curve);

/// Triangles along the edge of bad values: filled where trials overflowed, open where the curve is off the scale.
struct Marks {
  std::string label;
  const char* colour;  ///< that of the curve; marks of one colour are in one row
  bool is_filled;
  std::vector<double> xs;

  Marker marker() const { return is_filled ? Marker::triangle : Marker::open_triangle; }
};

struct Rectangle {
  double left;
  double right;
  double bottom;
  double top;
};

/// Filled with one colour, and behind all curves: for what is a state, not a number.
struct Rectangles {
  std::string label;
  const char* colour;
  std::vector<Rectangle> rectangles;
};

/// A text beside the y axis.
struct Tic {
  double y;
  std::string label;
};

struct LineChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  bool is_x_logarithmic = false;
  bool is_y_logarithmic = false;
  bool is_more_better = false;  ///< overflows are then marked at the bottom, not at the top
  double bottom = 0.0;          ///< of the chart
  double top = 1.0;
  std::vector<Curve> curves;
  std::vector<Marks> marks;
  std::vector<Rectangles> rectangles;
  std::vector<Tic> y_tics;  ///< instead of numbers along the y axis; none: numbers
};

constexpr int chart_width = 560;
constexpr int chart_height = 450;

}  // namespace ballast::experiments
