#pragma once
/// A part of a run, for one of several machines.

#include <cstdint>
#include <string>

namespace ballast::experiments {

/// Shard 3/16 has every 16th trial of each experiment, beginning with trial 2 (the first is 0): all methods of a trial
/// share its instance, which is made in one shard only.
struct Shard {
  std::uint32_t number = 1;
  std::uint32_t count = 1;

  bool has(std::uint32_t trial) const { return trial % count == number - 1; }
};

/// That which has this trial.
inline Shard shard_of(std::uint32_t trial, std::uint32_t count) {
  return {trial % count + 1, count};
}

/// "3/16"
std::string text_of(const Shard& shard);

/// Throws InputError if `text` is not such a text.
Shard parse_shard(const std::string& text);

}  // namespace ballast::experiments
