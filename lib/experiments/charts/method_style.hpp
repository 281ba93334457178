#pragma once
/// What the curve of a method looks like.

#include "experiments/charts/line_chart.hpp"
#include "experiments/results/method.hpp"

namespace ballast::experiments {

constexpr Method methods[] = {Method::standard, Method::implicit, Method::implicit_r1000, Method::implicit_r5000};

// The implicit methods are a wide line under a narrow one under dashes: where they coincide, one sees all three.
inline const LineStyle orange{"#d55e00", "#d55e00", 2.4, {}, Marker::square};
inline const LineStyle wide_light_blue{"#9ecae8", "#0072b2", 9.0, {}, Marker::none};
inline const LineStyle blue{"#0072b2", "#0072b2", 3.6, {}, Marker::none};
inline const LineStyle black_dashes{"#111111", "#0072b2", 1.5, {7.0, 6.0}, Marker::none};
inline const LineStyle green{"#009e73", "#009e73", 2.4, {12.0, 4.0, 2.0, 4.0}, Marker::none};
inline const LineStyle wide_light_orange{"#f2b27a", "#d55e00", 9.0, {}, Marker::none};
inline const LineStyle brown_dashes{"#803300", "#d55e00", 1.8, {7.0, 6.0}, Marker::none};

inline LineStyle style_of(Method method) {
  switch (method) {
    case Method::standard: return orange;
    case Method::implicit: return wide_light_blue;
    case Method::implicit_r1000: return blue;
    case Method::implicit_r5000: return black_dashes;
  }
  return black_dashes;
}

}  // namespace ballast::experiments
