#pragma once
/// Writes the report: the file, and the images in it.

#include <string>
#include <vector>

#include "experiments/charts/svg_image.hpp"
#include "experiments/files/output_file.hpp"
#include "experiments/results/sweep.hpp"
#include "reproduction/claims/claim.hpp"

namespace ballast::reproduction {

using namespace experiments;

class HtmlWriter {
 public:
  HtmlWriter(const std::string& path, const std::vector<SvgImage>& images, bool has_plots)
      : file_(path), images_(images), has_plots_(has_plots) {}

  template <class... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    file_.print(format, std::forward<Arguments>(arguments)...);
  }

  /// A paragraph in plain letters (math_markup.hpp).
  void paragraph(const std::string& plain);

  /// An image with its caption; `html` is added to the caption, or shown alone if there are no plots.
  void figure(const std::string& stem, const std::string& html = "");

  const SvgImage& image(const std::string& stem) const;
  bool has_image(const std::string& stem) const;
  bool has_plots() const { return has_plots_; }

  void finish() { file_.finish(); }

 private:
  OutputFile file_;
  const std::vector<SvgImage>& images_;
  bool has_plots_;
};

/// "✓ holds" as a coloured label.
std::string label_html(Verdict verdict);

/// "1.23 ± 0.04", "1.23", or "overflow in 12 of 50"
std::string format_cell(const Cell& cell);

}  // namespace ballast::reproduction
