#include "experiments/charts/dark_mode.hpp"

#include <fmt/format.h>

namespace ballast::experiments {

/// Not in print. `share`: a cell that is filled by a share of its colour, and the text on it.
std::string dark_style() {
  std::string css = "@media screen and (prefers-color-scheme: dark) {\n";
  for (const ColourPair& pair : colour_pairs) {
    css += fmt::format(
        "[fill=\"{0}\"] {{ fill: {1}; }} [stroke=\"{0}\"] {{ stroke: {1}; }} "
        "[color=\"{0}\"] {{ color: {1}; }}\n",
        pair.light, pair.dark);
  }
  return css + ".share { fill: #1769a5; } .on_share { fill: #ffffff; }\n}\n";
}

}  // namespace ballast::experiments
