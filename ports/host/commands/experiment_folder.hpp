#pragma once
/// The files of an experiment.

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/charts/svg_image.hpp"
#include "experiments/definition/defined_experiment.hpp"

namespace tool {

/// What the page says about how it was made.
struct ExperimentInfo {
  std::string title;
  std::string text;
  std::string command;
  std::uint64_t seed;
  std::string scalar;
  bool is_preview;
};

/// Plots are written when a panel is complete, all else at the end.
class ExperimentFolder {
 public:
  /// `why_no_plots` is empty if there are plots.
  ExperimentFolder(std::string path, ExperimentInfo info, std::string why_no_plots);

  void add(const ballast::experiments::PanelOutcome& panel);
  void conclude() const;

  /// What methods were compared with, in sentences.
  const std::vector<std::string>& sentences() const { return sentences_; }

 private:
  struct Shown {
    ballast::experiments::PanelOutcome outcome;
    std::vector<ballast::experiments::SvgImage> images;
  };

  std::vector<ballast::experiments::SvgImage> draw(const ballast::experiments::PanelOutcome& panel) const;
  void write_data() const;
  void write_report() const;

  std::string path_;
  ExperimentInfo info_;
  std::string why_no_plots_;
  std::vector<Shown> panels_;
  std::vector<std::string> sentences_;
};

}  // namespace tool
