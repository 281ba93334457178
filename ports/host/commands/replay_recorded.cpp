#include "commands/replay_recorded.hpp"

#include <cmath>
#include <cstdio>
#include <optional>
#include <type_traits>

#include "commands/fingerprint_option.hpp"
#include "commands/replay_binary.hpp"
#include "commands/replay_trace.hpp"
#include "experiments/text/plural.hpp"
#include "io/snapshot_file.hpp"

namespace tool {

using ballast::experiments::plural;

namespace {

// --- options --------------------------------------------------------------------------------------------------------

/// Everything is in the log.
void refuse_options(const ReplayOptions& options, const std::string& log) {
  const auto given = options.given.names();
  for (const char* option : {"--theta0", "--omega0"}) {
    if (given.count(option) != 0) {
      throw InputError(fmt::format("{}: {} has weights and average reward; leave the option out", option, log));
    }
  }
  if (given.count("--limits") != 0) {
    throw InputError(fmt::format("--limits {}: {} has its formats; leave the option out", options.limits, log));
  }
  if (!options.ignored.empty()) {
    throw InputError(fmt::format("--ignore {}: {} is a binary log, which has no columns", options.ignored[0], log));
  }
}

template <class T>
void refuse_other_scalar(const ReplayOptions& options, const std::string& log, bool is_fixed) {
  const char* const scalar = is_fixed ? "fixed" : std::is_same_v<T, double> ? "double" : "float";
  if (options.given.names().count("--scalar") != 0 && options.scalar != scalar) {
    throw InputError(fmt::format("--scalar {}: {} has {}; leave the option out", options.scalar, log, scalar));
  }
}

template <class T>
void refuse_contradictions(const ReplayOptions& options, const Snapshot& start, const std::string& log) {
  auto given = options.given.names();
  given.erase("--scalar");
  if (!start.fixed) {
    refuse_contradiction(options.learner, given, converted<T>(start.settings), log, start.weights.size());
  } else if (!given.empty()) {  // its numbers are rounded otherwise than those of a learner in double
    throw InputError(
        fmt::format("{}: {} has the configuration of its learner; leave the option out", *given.begin(), log));
  }
  if (!options.fingerprint.empty()) { (void)fingerprint_from(options.fingerprint, start.fingerprint, log); }
}

// --- the summary ----------------------------------------------------------------------------------------------------

template <class T>
double norm_of_weights(const Player<T>& player) {
  double sum = 0;
  for (std::size_t i = 0; i < player.dimension(); ++i) {
    const auto x = static_cast<double>(player.weight(i));
    sum += x * x;
  }
  return std::sqrt(sum);
}

std::string not_computed(const ReplayCounts& counts) {
  std::string text;
  const auto add = [&](uint64_t ticks, const char* where) {
    if (ticks != 0) { text += fmt::format("{}{} {}", text.empty() ? ", and " : " and ", ticks, where); }
  };
  add(counts.before_first, "before the first state");
  add(counts.not_computed, "after gaps");
  return text.empty() ? text : text + " that could not be computed";
}

template <class T>
void print_summary(const BinaryLog<T>& log, const BinaryReplay<T>& replay) {
  const ReplayCounts& counts = replay.counts();
  const uint32_t actions = log.layout().actions;
  const auto line = [](const char* what, const std::string& text) { fmt::print("{:<18}{}\n", what, text); };
  line("log", log.name());
  line("type",
       type_of(replay.first()) + (actions == 0 ? "" : fmt::format(", {} {}", actions, plural(actions, "action"))));
  line("features", fmt::format("{}, written as {}", log.layout().features, name_of(log.layout().written_as)));
  line("blocks", fmt::format("{}", log.count_of_blocks()));
  line("ticks", fmt::format("{}{}", counts.ticks, not_computed(counts)));
  line("checkpoints",
       fmt::format("{}{}{}", counts.checkpoints, counts.checkpoints == 0 ? "" : ", byte for byte",
                   counts.without_features == 0 ? "" : " without the last features, which are of a type of your own"));
  line("gaps", fmt::format("{}", counts.gaps));
  if (replay.player() != nullptr) {
    line("average reward", fmt::format("{}", replay.player()->average_reward()));
    line("norm of weights", fmt::format("{:.6g}", norm_of_weights(*replay.player())));
  }
  fmt::print("all {} {} as recorded\n", counts.ticks, plural(counts.ticks, actions == 0 ? "update" : "decision"));
}

// --- all of it ------------------------------------------------------------------------------------------------------

template <class T>
void save(const ReplayOptions& options, const BinaryReplay<T>& replay, const std::string& log, OutputFile& out) {
  if (replay.player() == nullptr) {
    throw InputError(fmt::format("--save {}: the end of the log is after a gap, and is not known", options.save));
  }
  try {
    write_snapshot(replay.player()->snapshot(), "--save", out);
  } catch (const InputError& error) {
    throw InputError(fmt::format("--save {}: the end of {}: {}", options.save, log, error.what()));
  }
  out.finish();
}

template <class T>
int run(const ReplayOptions& options, std::unique_ptr<InputFile> file) {
  const std::string name = file->name();
  refuse_options(options, name);
  refuse_other_scalar<T>(options, name, is_fixed_point(*file));
  BinaryLog<T> log(std::move(file), options.on_bad == "skip" ? OnDamage::skip : OnDamage::stop);
  std::optional<OutputFile> out;
  std::optional<OutputFile> saved;
  std::optional<ReplayTrace<T>> trace;
  if (!options.out.empty()) { trace.emplace(out.emplace(options.out), log.layout()); }
  if (!options.save.empty()) { saved.emplace(options.save); }
  BinaryReplay<T> replay(log, trace ? &*trace : nullptr);
  replay.check_start([&](const Snapshot& start) { refuse_contradictions<T>(options, start, name); });
  if (!options.from.empty()) { replay.start_from(read_snapshot(options.from, Scalars::all), options.from); }
  if (!replay.run()) {
    fmt::print(stderr, "ballast: {}\n", replay.difference());
    return 1;
  }
  if (saved) { save(options, replay, log.place(), *saved); }
  if (out) { out->finish(); }
  print_summary(log, replay);
  return 0;
}

}  // namespace

int replay_recorded(const ReplayOptions& options, std::unique_ptr<InputFile> file) {
  return number_bytes_of(*file) == 8 ? run<double>(options, std::move(file)) : run<float>(options, std::move(file));
}

}  // namespace tool
