#include "commands/simulate_model.hpp"

#include <ballast/oracle/model.hpp>

#include <filesystem>

#include "experiments/trials/process_of_size.hpp"
#include "io/json_file.hpp"
#include "io/model_file.hpp"

namespace tool {

using namespace ballast::experiments;

namespace {

/// As a word of a log's first line, which ends at a blank.
std::string word_of(const std::string& path) {
  std::string word = path == "-" ? "model" : std::filesystem::path(path).filename().string();
  for (char& c : word) {
    if (static_cast<unsigned char>(c) <= ' ' || c == '=') { c = '_'; }
  }
  return word;
}

ProcessOfSize read_process(const std::string& path) {
  try {
    return process_of(read_model(path));
  } catch (const ballast::oracle::ModelError& error) {
    throw InputError(fmt::format("{}: {}", name_of_input(path), error.what()));
  }
}

}  // namespace

void simulate_model(const SimulateOptions& options) {
  if (!options.model_out.empty()) {
    throw InputError(fmt::format("--model-out is for mrp and boyan: {} is a model already", options.environment));
  }
  ProcessOfSize process = read_process(options.environment);
  ballast::Random random(options.seed);
  run_process(process, word_of(options.environment), random, options);
}

}  // namespace tool
