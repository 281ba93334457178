#include "io/model_file.hpp"

#include "experiments/definition/model_text.hpp"
#include "io/json_file.hpp"

namespace tool {

ballast::oracle::Model read_model(const std::string& path) {
  return ballast::experiments::parse_model(read_text(path), name_of_input(path));
}

}  // namespace tool
