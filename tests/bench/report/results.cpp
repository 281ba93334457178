#include "results.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace bench {
namespace {

std::ifstream opened(const std::string& path) {
  std::ifstream file(path);
  if (!file) { throw std::runtime_error(path + " cannot be read"); }
  return file;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) { fields.push_back(field); }
  return fields;
}

std::string header() {
  std::string text = "case,contender";
  for (const Variant& variant : variants) { text += fmt::format(",{}", variant.name); }
  return text;
}

}  // namespace

std::optional<double> Results::time(const Variant& variant, const std::string& of_case,
                                    const std::string& contender) const {
  const auto row = times_.find({of_case, contender});
  if (row == times_.end()) { return {}; }
  const auto found = row->second.find(variant.name);
  return found == row->second.end() ? std::optional<double>() : found->second;
}

std::optional<double> Results::ratio(const Variant& variant, const std::string& of_case, const std::string& contender,
                                     const std::string& other) const {
  const auto above = time(variant, of_case, contender);
  const auto below = time(variant, of_case, other);
  return above && below ? std::optional<double>(*above / *below) : std::nullopt;
}

void Results::add_about(const std::string& text) {
  if (about_.find(text) == std::string::npos) { about_ += (about_.empty() ? "" : "; ") + text; }
}

void Results::set(const std::string& variant, const std::string& of_case, const std::string& contender, double time) {
  times_[{of_case, contender}][variant] = time;
}

void add_json(Results& results, const std::string& variant, const std::string& path) {
  std::ifstream file = opened(path);
  const auto written = nlohmann::json::parse(file);
  results.add_about(written.at("context").at("processor"));
  results.add_about(written.at("context").at("compiler"));
  for (const auto& entry : written.at("benchmarks")) {
    const std::string name = entry.at("run_name");
    if (entry.value("error_occurred", false)) {
      throw std::runtime_error(fmt::format("{}: {}: {}", path, name, entry.at("error_message").get<std::string>()));
    }
    if (entry.value("aggregate_name", "") != "fastest") { continue; }
    const std::size_t slash = name.rfind('/');
    results.set(variant, name.substr(0, slash), name.substr(slash + 1), entry.at("cpu_time"));
  }
}

Results read_csv(const std::string& path) {
  std::ifstream file = opened(path);
  Results results;
  std::string line;
  if (!std::getline(file, line) || line.rfind("# ", 0) != 0) {
    throw std::runtime_error(path + " does not begin '# '");
  }
  results.add_about(line.substr(2));
  if (!std::getline(file, line) || line != header()) { throw std::runtime_error(path + " has no line " + header()); }
  while (std::getline(file, line)) {
    const auto fields = fields_of(line);
    for (std::size_t i = 2; i < fields.size(); ++i) {
      if (!fields[i].empty()) { results.set(variants[i - 2].name, fields[0], fields[1], std::stod(fields[i])); }
    }
  }
  return results;
}

void write_csv(const Results& results, const std::string& path) {
  std::ofstream file(path);
  file << "# " << results.about() << '\n' << header() << '\n';
  for (const auto& [row, times] : results.times_) {
    file << row.of_case << ',' << row.contender;
    for (const Variant& variant : variants) {
      const auto found = times.find(variant.name);
      file << ',' << (found == times.end() ? "" : fmt::format("{:.4g}", found->second));
    }
    file << '\n';
  }
  if (!file.flush()) { throw std::runtime_error(path + " cannot be written"); }
}

}  // namespace bench
