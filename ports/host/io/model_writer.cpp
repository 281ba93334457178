#include "io/model_writer.hpp"

#include <nlohmann/json.hpp>

#include "experiments/files/output_file.hpp"
#include "io/json_layout.hpp"

namespace tool {

void write_model(const WrittenModel& model, const std::string& path) {
  const nlohmann::ordered_json json = {{"P", model.P}, {"r", model.r}, {"Phi", model.Phi}};
  ballast::experiments::OutputFile file(path);
  file.print("{}\n", laid_out(json));
  file.finish();
}

}  // namespace tool
