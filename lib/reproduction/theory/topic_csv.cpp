#include "experiments/files/output_file.hpp"
#include "reproduction/theory/topic_result.hpp"

namespace ballast::reproduction {
namespace {

/// Labels have commas: "implicit, R = 10".
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) { result += c == '"' ? "\"\"" : std::string(1, c); }
  return result + "\"";
}

}  // namespace

void write_csv(const TopicChart& chart, const std::string& folder) {
  OutputFile file(fmt::format("{}/{}.csv", folder, chart.stem));
  file.print("curve,x,y,low,high\n");
  for (const Curve& curve : chart.chart.curves) {
    for (const Sample& sample : curve.samples) {
      file.print("{},{},", quoted(curve.label), sample.x);
      if (sample.is_number) {
        file.print("{},{},{}\n", sample.y, sample.low, sample.high);
      } else {
        file.print(",,\n");
      }
    }
  }
  file.finish();
}

}  // namespace ballast::reproduction
