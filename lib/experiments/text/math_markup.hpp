#pragma once
/// What results say in plain letters (beta_0, theta*, ||theta||^2, <=), as it is printed.

#include <string>

namespace ballast::experiments {

/// As text: "\u03b2\u2080". Names such as implicit_r1000 stay what they are.
std::string math_markup(const std::string& plain);

/// As HTML, escaped, with <sub> and <sup>.
std::string math_markup_html(const std::string& plain);

}  // namespace ballast::experiments
