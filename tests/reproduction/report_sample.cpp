// report_sample FOLDER: the report and the pictures of made-up results, for a browser to look at.

#include <reproduction/report/plots.hpp>
#include <reproduction/report/report.hpp>

#include <cstdio>
#include <exception>

#include "sample_results.hpp"

namespace {

void write_all(const std::string& folder) {
  using namespace ballast::reproduction;
  Results results = sample_with_theory();
  results.info.is_preview = true;
  std::vector<SvgImage> images = images_of_extra(results);
  for (const Figure& figure : results.figures) {
    const std::vector<SvgImage> plots = plots_of(figure, results.info);
    images.insert(images.end(), plots.begin(), plots.end());
  }
  for (const TopicResult& topic : results.theory) {
    const std::vector<SvgImage> plots = plots_of(topic, results.info);
    images.insert(images.end(), plots.begin(), plots.end());
  }
  write_images(images, made_by(results.info), folder);
  write_report(results, images, folder);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) { return 2; }
  try {
    write_all(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
