#include "commands/tune_defaults.hpp"

#include <memory>
#include <optional>
#include <utility>

#include "commands/log_configuration.hpp"
#include "io/binary_log.hpp"
#include "io/log_reader.hpp"
#include "io/record_csv.hpp"

namespace tool {
namespace {

/// The first snapshot, if the log begins with one.
template <class T>
std::optional<Snapshot> snapshot_in(std::unique_ptr<InputFile> file) {
  BinaryLog<T> log(std::move(file));
  if (log.next() != LogItem::snapshot) { return {}; }
  return log.snapshot().snapshot;
}

/// What is not known stays empty.
struct Known {
  std::string rule;
  std::string projection;
  std::string constant_direction;
  std::string scalar;
  std::string omega0;
  LogLearner learner;
};

Known known_of_binary(std::unique_ptr<InputFile> file) {
  Known known;
  refuse_fixed_point(*file);
  const bool is_double = number_bytes_of(*file) == 8;
  known.scalar = is_double ? "double" : "float";
  const auto snapshot = is_double ? snapshot_in<double>(std::move(file)) : snapshot_in<float>(std::move(file));
  if (!snapshot) { return known; }
  known.learner = {true, snapshot->is_sparse, snapshot->agent.has_value()};
  const LearnerSettings<double>& settings = snapshot->settings;
  const LearnerOptions options = is_double ? options_of(settings) : options_of(converted<float>(settings));
  known.rule = options.rule;
  known.projection = options.projection;
  if (options.constant_direction == "ones") { known.constant_direction = "ones"; }
  return known;
}

Known known_of_csv(std::unique_ptr<InputFile> file, const std::vector<std::string>& ignored) {
  const LogReader<float> log(std::move(file), ignored);
  const LogConfiguration configuration(log.comments(), log.name());
  configuration.check_features(log.dimension());
  const auto value = [&](const char* key) {
    const std::string* const text = configuration.find(key);
    return text == nullptr ? std::string() : *text;
  };
  Known known{value("rule"), value("projection"), value("constant_direction"), value("scalar"), value("omega0"), {}};
  const std::string all = known.rule + known.projection + known.constant_direction + known.scalar + known.omega0;
  known.learner.has_configuration =
      !(all + value("lambda") + value("ratio") + value("schedule") + value("average_reward_schedule")).empty();
  return known;
}

}  // namespace

LogLearner take_from_log(const std::string& path, const std::vector<std::string>& ignored,
                         const std::set<std::string>& given, LearnerOptions& options, std::string& scalar) {
  auto file = std::make_unique<InputFile>(path);
  const bool is_binary = is_binary_log(*file);
  if (!is_binary) { refuse_record_csv(*file); }
  const Known known = is_binary ? known_of_binary(std::move(file)) : known_of_csv(std::move(file), ignored);
  const auto take = [&](const char* option, std::string& text, const std::string& value) {
    if (given.count(option) == 0 && !value.empty()) { text = value; }
  };
  take("--rule", options.rule, known.rule);
  take("--projection", options.projection, known.projection);
  take("--constant-direction", options.constant_direction, known.constant_direction);
  take("--scalar", scalar, known.scalar);
  take("--omega0", options.omega0, known.omega0);
  return known.learner;
}

}  // namespace tool
