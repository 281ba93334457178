#pragma once
/// Formulas in plain ASCII (beta_0, theta*, ||theta||^2, <=) as they are printed.

#include <string>

namespace ballast::experiments {

/// As text: "\u03b2\u2080". Names such as implicit_r1000 stay unchanged.
std::string math_markup(const std::string& plain);

/// As HTML, escaped, with <sub> and <sup>.
std::string math_markup_html(const std::string& plain);

}  // namespace ballast::experiments
