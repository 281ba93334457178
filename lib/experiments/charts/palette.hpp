#pragma once
/// Lines that can be distinguished. The blue ones, and the orange ones, are a wide line under a narrow one under
/// dashes: where curves coincide, all of them are visible.

#include "experiments/results/line_style.hpp"

namespace ballast::experiments {

/// For lines of equal rank. Okabe and Ito.
inline constexpr const char* line_colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};

inline const LineStyle orange{"#d55e00", "#d55e00", 2.4, {}, Marker::square};
inline const LineStyle wide_light_blue{"#9ecae8", "#0072b2", 9.0, {}, Marker::none};
inline const LineStyle blue{"#0072b2", "#0072b2", 3.6, {}, Marker::none};
inline const LineStyle black_dashes{"#111111", "#0072b2", 1.5, {7.0, 6.0}, Marker::none};
inline const LineStyle green{"#009e73", "#009e73", 2.4, {12.0, 4.0, 2.0, 4.0}, Marker::none};
inline const LineStyle purple{"#cc79a7", "#cc79a7", 2.4, {}, Marker::triangle};
inline const LineStyle black_dots{"#111111", "#888888", 1.8, {2.0, 4.0}, Marker::none};
inline const LineStyle yellow{"#e69f00", "#e69f00", 2.4, {}, Marker::open_triangle};
inline const LineStyle light_blue{"#56b4e9", "#56b4e9", 2.4, {7.0, 6.0}, Marker::none};
inline const LineStyle wide_light_orange{"#f2b27a", "#d55e00", 9.0, {}, Marker::none};
inline const LineStyle brown_dashes{"#803300", "#d55e00", 1.8, {7.0, 6.0}, Marker::none};

}  // namespace ballast::experiments
