#pragma once
/// The folder that `ballast reproduce` writes to.

#include <string>
#include <vector>

#include "experiments/charts/svg_image.hpp"
#include "reproduction/figures/results.hpp"
#include "reproduction/paper/run_info.hpp"

namespace tool {

/// Writes each figure when it is complete. The conclusions of an earlier run are removed with the first of its figures.
class ReproductionFolder {
 public:
  ReproductionFolder(std::string path, ballast::reproduction::RunInfo info, std::string why_no_plots);

  void add(const ballast::reproduction::Figure& figure);
  void conclude(const ballast::reproduction::Results& results);

  /// "complete in reproduction: figure 1, 2; no claims"; empty if no figure is complete.
  std::string complete() const;

 private:
  bool has_plots() const { return why_no_plots_.empty(); }
  void add_theory(const ballast::reproduction::Results& results);
  void add_images(const std::vector<ballast::experiments::SvgImage>& images);
  void forget_conclusions() const;
  void forget_plots(const std::vector<std::string>& stems) const;

  std::string path_;
  ballast::reproduction::RunInfo info_;
  std::string why_no_plots_;
  std::vector<std::string> complete_;
  std::vector<ballast::experiments::SvgImage> images_;
};

}  // namespace tool
