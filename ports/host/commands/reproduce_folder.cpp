#include "commands/reproduce_folder.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "commands/out_folder.hpp"
#include "experiments/results/long_csv.hpp"
#include "experiments/results/results_csv.hpp"
#include "reproduction/figures/seed_files.hpp"
#include "reproduction/report/plots.hpp"
#include "reproduction/report/report.hpp"
#include "reproduction/report/results_json.hpp"

namespace tool {

using namespace ballast::reproduction;
namespace fs = std::filesystem;

namespace {

void append(std::vector<Sweep>& sweeps, const std::vector<Sweep>& more) {
  sweeps.insert(sweeps.end(), more.begin(), more.end());
}

/// Those of which every trial is written.
PanelResults panels_of(const Results& results) {
  PanelResults panels;
  for (const Figure& figure : results.figures) {
    append(panels.sweeps, figure.sweeps);
    panels.learning_curves.insert(panels.learning_curves.end(), figure.learning_curves.begin(),
                                  figure.learning_curves.end());
  }
  if (results.extra) {
    append(panels.sweeps, results.extra->other_readings);
    append(panels.sweeps, results.extra->wide_sweeps);
    append(panels.sweeps, results.extra->settings_sweeps);
  }
  return panels;
}

}  // namespace

ReproductionFolder::ReproductionFolder(std::string path, RunInfo info, std::string why_no_plots)
    : path_(std::move(path)), info_(std::move(info)), why_no_plots_(std::move(why_no_plots)) {
  make_directory(path_);
}

void ReproductionFolder::add(const Figure& figure) {
  if (complete_.empty()) { forget_conclusions(); }
  for (const Sweep& sweep : figure.sweeps) { write_csv(sweep, path_); }
  for (const LearningCurve& curve : figure.learning_curves) { write_csv(curve, path_); }
  if (has_plots()) {
    add_images(plots_of(figure, info_));
  } else {
    forget_plots(stems_of(figure));
  }
  complete_.push_back(figure.name);
}

void ReproductionFolder::conclude(const Results& results) {
  if (complete_.empty()) { forget_conclusions(); }
  if (!results.figures.empty()) { write_trials(panels_of(results), path_ + "/trials.csv"); }
  write_claims(results, path_);
  if (!results.claims_by_seed.empty()) { write_seed_files(results, path_); }
  if (results.extra) {
    for (const Sweep& sweep : results.extra->other_readings) { write_csv(sweep, path_); }
    for (const Sweep& sweep : results.extra->wide_sweeps) { write_csv(sweep, path_); }
    write_extra(results, path_);
    if (!has_plots()) { forget_plots(stems_of(*results.extra)); }
    add_images(images_of_extra(results, has_plots()));
  }
  if (!results.theory.empty()) { add_theory(results); }
  write_report(results, images_, path_, why_no_plots_);
}

void ReproductionFolder::add_theory(const Results& results) {
  for (const TopicResult& topic : results.theory) {
    for (const TopicChart& chart : topic.charts) { write_csv(chart, path_); }
    if (has_plots()) {
      add_images(plots_of(topic, info_));
    } else {
      forget_plots(stems_of(topic));
    }
  }
  write_theory(results, path_);
}

std::string ReproductionFolder::complete() const {
  if (complete_.empty()) { return ""; }
  return fmt::format("complete in {}: figure {}; no claims", path_, fmt::join(complete_, ", "));
}

void ReproductionFolder::add_images(const std::vector<SvgImage>& images) {
  write_images(images, made_by(info_), path_);
  images_.insert(images_.end(), images.begin(), images.end());
}

void ReproductionFolder::forget_conclusions() const {
  for (const char* name : {"claims.json", "beyond.json", "theory.json", "report.html", "trials.csv"}) {
    fs::remove(fs::path(path_) / name);
  }
  for (const char* name : seed_files) { fs::remove(fs::path(path_) / name); }
}

/// Removes plots of an earlier run, which would not match the new data.
void ReproductionFolder::forget_plots(const std::vector<std::string>& stems) const {
  for (const std::string& stem : stems) { fs::remove(fs::path(path_) / (stem + ".svg")); }
}

}  // namespace tool
