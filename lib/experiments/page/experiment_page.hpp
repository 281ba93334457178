#pragma once
/// A page that shows an experiment: charts, comparisons, numbers, and how it was made. One file, without scripts or
/// external resources.

#include <string>
#include <utility>
#include <vector>

#include "experiments/charts/svg_image.hpp"
#include "experiments/page/paired_table.hpp"
#include "experiments/results/sweep.hpp"

namespace ballast::experiments {

/// All texts are plain, with math_markup.hpp for letters and signs.
struct PageInfo {
  std::string title;
  std::string text;  ///< below the title; may be empty
  std::string command;
  std::string version;
  std::vector<std::pair<std::string, std::string>>
      facts;                 ///< "How this was made": name and text, after command, version
  std::string why_no_plots;  ///< empty: there are plots
  std::string preview = {};  ///< what is short about a preview; empty: it is none
  std::string method = {};   ///< how methods are compared: below the title
};

/// One chart, or one for each measure, and what is said of it.
struct PagePanel {
  std::string title;
  std::string text = {};                      ///< a sentence or two; may be empty
  std::vector<SvgImage> images = {};          ///< none without gnuplot
  std::vector<std::string> cards = {};        ///< a sentence each
  std::vector<PairedTable> comparisons = {};  ///< a card with a table each
  const Sweep* sweep = nullptr;               ///< for a table of its numbers; nothing: no table
  std::string csv = {};                       ///< its file, beside the page: "trials.csv"; empty: no link
};

/// Complete or absent, as every OutputFile is.
void write_page(const PageInfo& info, const std::vector<PagePanel>& panels, const std::string& path);

}  // namespace ballast::experiments
