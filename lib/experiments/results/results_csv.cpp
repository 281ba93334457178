#include "experiments/results/results_csv.hpp"

#include <cmath>

#include "experiments/files/output_file.hpp"

namespace ballast::experiments {
namespace {

/// "mean,ci95", either of them empty where there is none.
std::string estimate_text(const std::optional<Estimate>& estimate) {
  if (!estimate) { return ","; }
  return std::isnan(estimate->ci95) ? fmt::format("{},", estimate->mean)
                                    : fmt::format("{},{}", estimate->mean, estimate->ci95);
}

std::string path_of(const std::string& directory, const std::string& stem) {
  return fmt::format("{}/{}.csv", directory, stem);
}

}  // namespace

void write_csv(const Sweep& sweep, const std::string& directory) {
  const bool has_measures = sweep.measures.size() > 1;
  OutputFile file(path_of(directory, sweep.stem));
  file.print("method,{},{}mean,ci95,trials,overflowed,projections\n", sweep.x_name, has_measures ? "measure," : "");
  for (const Cell& cell : sweep.cells) {
    file.print("{},{},{}{}{},{},{},{}\n", cell.method.name, cell.x, has_measures ? cell.measure : "",
               has_measures ? "," : "", estimate_text(cell.estimate), cell.trials, cell.overflowed, cell.projections);
  }
  file.finish();
}

void write_csv(const LearningCurve& learning_curve, const std::string& directory) {
  OutputFile file(path_of(directory, learning_curve.stem));
  file.print("method,t,mean,ci95\n");
  for (const Point& point : learning_curve.points) {
    file.print("{},{},{}\n", point.method.name, point.t, estimate_text(point.estimate));
  }
  file.finish();
}

}  // namespace ballast::experiments
