#pragma once
/// The history of devices as a picture of four charts over time: average reward, TD errors, weights and verdict. Few
/// devices have a line each, a fleet has its median and a band from 10 to 90 %.

#include "commands/telemetry_history.hpp"
#include "experiments/charts/svg_image.hpp"

namespace tool {

/// Drawn by gnuplot. The same history gives the same bytes.
ballast::experiments::SvgImage telemetry_picture(TelemetryHistory history);

}  // namespace tool
