#pragma once
/// Writes a page: the file, and the images in it.

#include <string>
#include <utility>
#include <vector>

#include "experiments/charts/svg_image.hpp"
#include "experiments/files/output_file.hpp"

namespace ballast::experiments {

class HtmlWriter {
 public:
  HtmlWriter(const std::string& path, const std::vector<SvgImage>& images, bool has_plots)
      : file_(path), images_(images), has_plots_(has_plots) {}

  template <class... Arguments>
  void print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    file_.print(format, std::forward<Arguments>(arguments)...);
  }

  /// From <!doctype> to <body>; `title` is plain text.
  void head(const std::string& title, const std::string& version);

  /// A paragraph in plain letters (math_markup.hpp).
  void paragraph(const std::string& plain);

  /// An image with its caption; `html` is added to the caption, or shown alone if there are no plots.
  void figure(const std::string& stem, const std::string& html = "");

  /// In a list of facts.
  void fact(const std::string& name, const std::string& html);

  /// Why there are no plots; nothing if there are. `unaffected` goes on after "... in the CSV files of this folder".
  void note_on_plots(const std::string& why_no_plots, const std::string& unaffected);

  const SvgImage& image(const std::string& stem) const;
  bool has_image(const std::string& stem) const;
  bool has_plots() const { return has_plots_; }

  /// The end of the page: the file is complete.
  void finish();

 private:
  OutputFile file_;
  const std::vector<SvgImage>& images_;
  bool has_plots_;
};

constexpr const char* no_plots = "The plots are missing";

/// "Data: fig2_left.csv", a link to the file beside the page.
std::string link_to_data(const std::string& stem);

/// `text` as code.
std::string code_html(const std::string& text);

}  // namespace ballast::experiments
