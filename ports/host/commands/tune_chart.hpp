#pragma once
/// The measure of `ballast tune` over step-sizes, as a picture.

#include "commands/tune_run.hpp"
#include "experiments/charts/svg_image.hpp"

namespace tool {

/// Of a grid: a line for each lambda, with the ratio and the schedule of the best setting. Of a random search: a point
/// for each setting, in the colour of its schedule. Drawn by gnuplot.
ballast::experiments::SvgImage tune_picture(const TuneResult& result, bool is_random);

}  // namespace tool
