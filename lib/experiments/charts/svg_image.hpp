#pragma once
/// An SVG image, as a separate file and in the report.

#include <string>
#include <vector>

#include "experiments/files/output_file.hpp"

namespace ballast::experiments {

struct SvgImage {
  std::string stem;         ///< of its file, and what the ids in it begin with: "fig2_left"
  std::string title;        ///< what it shows
  std::string description;  ///< a text for readers who cannot see it
  std::string caption;      ///< how to read it
  int width;
  int height;
  std::string body;  ///< what is between <svg> and </svg>, without title and background
};

/// The image as an <svg> element.
std::string element_of(const SvgImage& image);

/// The image as a file, with a note of what made it.
void print_image(const SvgImage& image, const std::string& made_by, OutputFile& file);

/// Writes `<stem>.svg` into the folder, with a note of what made it.
void write_image(const SvgImage& image, const std::string& made_by, const std::string& folder);
void write_images(const std::vector<SvgImage>& images, const std::string& made_by, const std::string& folder);

}  // namespace ballast::experiments
