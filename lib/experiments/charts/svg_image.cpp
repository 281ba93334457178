#include "experiments/charts/svg_image.hpp"

#include <fmt/format.h>

#include "experiments/files/output_file.hpp"
#include "experiments/text/number_format.hpp"

namespace tool::reproduce {
namespace {

/// `made` goes into a file that stands alone; the report says it once for all.
std::string element(const Picture& picture, const std::string& made) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" viewBox=\"0 0 {0} {1}\" "
      "role=\"img\" aria-labelledby=\"{2}-title {2}-description\">\n"
      "<title id=\"{2}-title\">{3}</title>\n<desc id=\"{2}-description\">{4}</desc>\n{5}"
      "<g id=\"{2}-picture\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n{6}</g>\n</svg>\n",
      picture.width, picture.height, picture.stem, escaped(picture.title), escaped(picture.description), made,
      picture.body);
}

}  // namespace

std::string element_of(const Picture& picture) {
  return element(picture, "");
}

/// Not as a comment: in XML it could not contain the "--" of an option.
void write_picture(const Picture& picture, const RunInfo& info, const std::string& folder) {
  OutputFile file(folder + "/" + picture.stem + ".svg");
  const std::string made = fmt::format("Made by Ballast {} with: {}", info.version, info.command);
  file.print("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n{}",
             element(picture, fmt::format("<metadata>{}</metadata>\n", escaped(made))));
  file.finish();
}

void write_pictures(const std::vector<Picture>& pictures, const RunInfo& info, const std::string& folder) {
  for (const Picture& picture : pictures) { write_picture(picture, info, folder); }
}

}  // namespace tool::reproduce
