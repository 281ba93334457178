#include "experiments/runner/shard.hpp"

#include <fmt/format.h>

#include <charconv>

#include "experiments/files/error.hpp"

namespace ballast::experiments {
namespace {

constexpr std::uint32_t most_shards = 100000;  // as many as there can be trials

/// Nothing but digits; 0 for all else.
std::uint32_t parse_count(const char* first, const char* last) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(first, last, value);
  return error == std::errc{} && end == last ? value : 0;
}

}  // namespace

std::string text_of(const Shard& shard) {
  return fmt::format("{}/{}", shard.number, shard.count);
}

Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const char* const end = text.data() + text.size();
    const Shard shard{parse_count(text.data(), text.data() + slash), parse_count(text.data() + slash + 1, end)};
    if (shard.number >= 1 && shard.number <= shard.count && shard.count <= most_shards) { return shard; }
  }
  throw InputError(
      fmt::format("--shard {}: not a shard; of 16 they are 1/16, 2/16, ..., 16/16 (at most {})", text, most_shards));
}

}  // namespace ballast::experiments
