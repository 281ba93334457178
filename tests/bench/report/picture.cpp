#include "picture.hpp"

#include <fmt/format.h>

#include "dense_names.hpp"
#include "experiments/charts/draw_line_chart.hpp"
#include "experiments/charts/palette.hpp"
#include "experiments/charts/svg_image.hpp"

namespace bench {
namespace {

namespace charts = ballast::experiments;

const Variant& shown = variants[0];
constexpr int shown_dimensions[] = {4, 16, 32, 64, 128, 256, 512, 1024, 4096};  // the odd ones beside them are too near

charts::Curve curve_of(const Results& results, const char* label, const char* contender,
                       const charts::LineStyle& style) {
  charts::Curve curve{label, style, {}};
  for (const int d : shown_dimensions) {
    const auto times = results.ratio(shown, dense_case("float", d), contender, "floor");
    const double y = times.value_or(0.0);
    curve.samples.push_back({static_cast<double>(d), y, y, y, times.has_value()});
  }
  return curve;
}

charts::LineChart chart_of(const Results& results) {
  charts::LineChart chart;
  chart.title = "An update: times what its loads and stores take";
  chart.x_label = fmt::format("features (float, joint ball, {})", shown.title);
  chart.y_label = "times the floor";
  chart.is_x_logarithmic = true;
  chart.is_y_logarithmic = true;
  chart.bottom = 1.0;
  chart.top = 12.0;
  chart.curves = {curve_of(results, "Ballast", "ballast_joint", charts::blue),
                  curve_of(results, "Eigen, plain", "eigen_plain_joint", charts::orange),
                  curve_of(results, "Eigen, same work", "eigen_same_joint", charts::purple),
                  curve_of(results, "std::vector loop", "vector", charts::black_dots)};
  return chart;
}

}  // namespace

void write_picture(const Results& results, const std::string& folder) {
  const charts::LineChart chart = chart_of(results);
  charts::SvgImage image;
  image.stem = "bench";
  image.title = chart.title;
  image.description =
      "The time of an update over the number of features, as a multiple of its loads and stores alone: Ballast, Eigen "
      "without and with the same promises, and a loop over std::vector.";
  image.caption = fmt::format("float, joint ball, {}", shown.title);
  image.width = charts::chart_width;
  image.height = charts::height_of(chart);
  image.body = charts::draw(chart, image.stem);
  charts::write_image(image, "made with: cmake --build build/bench --target bench_table", folder);
}

}  // namespace bench
