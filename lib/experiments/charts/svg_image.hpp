#pragma once
/// A picture of the results: an SVG that stands alone as a file, and in the report.

#include <string>
#include <vector>

#include "experiments/results/results.hpp"

namespace tool::reproduce {

struct Picture {
  std::string stem;         ///< of its file, and what the ids in it begin with: "fig2_left"
  std::string title;        ///< what it is a picture of
  std::string description;  ///< what is to be seen, in words, for those who cannot see it
  std::string caption;      ///< how to read it
  int width;
  int height;
  std::string body;  ///< what is between <svg> and </svg>, without title and background
};

/// The picture as an <svg> element.
std::string element_of(const Picture& picture);

/// Writes `<stem>.svg` into the folder, with the command that made it.
void write_picture(const Picture& picture, const RunInfo& info, const std::string& folder);
void write_pictures(const std::vector<Picture>& pictures, const RunInfo& info, const std::string& folder);

}  // namespace tool::reproduce
