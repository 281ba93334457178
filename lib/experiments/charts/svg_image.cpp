#include "experiments/charts/svg_image.hpp"

#include <fmt/format.h>

#include "experiments/charts/dark_mode.hpp"
#include "experiments/files/output_file.hpp"
#include "experiments/text/number_format.hpp"

namespace ballast::experiments {
namespace {

/// `more` is for a separate file: a page contains it once.
std::string element(const SvgImage& image, const std::string& more) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 {0} {1}\" "
      "role=\"img\" aria-labelledby=\"{2}-title {2}-description\">\n"
      "<title id=\"{2}-title\">{3}</title>\n<desc id=\"{2}-description\">{4}</desc>\n{5}"
      "<g id=\"{2}-picture\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n{6}</g>\n</svg>\n",
      image.width, image.height, image.stem, escaped(image.title), escaped(image.description), more, image.body);
}

}  // namespace

std::string element_of(const SvgImage& image) {
  return element(image, "");
}

/// Not as a comment: in XML it could not contain the "--" of an option.
void print_image(const SvgImage& image, const std::string& made_by, OutputFile& file) {
  file.print(
      "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n{}",
      element(image, fmt::format("<metadata>{}</metadata>\n<style>\n{}</style>\n", escaped(made_by), dark_style())));
}

void write_image(const SvgImage& image, const std::string& made_by, const std::string& folder) {
  OutputFile file(folder + "/" + image.stem + ".svg");
  print_image(image, made_by, file);
  file.finish();
}

void write_images(const std::vector<SvgImage>& images, const std::string& made_by, const std::string& folder) {
  for (const SvgImage& image : images) { write_image(image, made_by, folder); }
}

}  // namespace ballast::experiments
