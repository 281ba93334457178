#pragma once
/// How a learner does, in 64 bytes, to send once in a while: over radio, a serial line or into a log. `ballast
/// telemetry` makes a table and a plot of many of them; docs/TELEMETRY.md has the format, byte by byte.
///
///   uint8_t bytes[ballast::telemetry_bytes];
///   ballast::encode(ballast::telemetry_of(agent, health, device, time), bytes);  // field/telemetry_of.hpp
///   send(bytes, sizeof bytes);

#include <ballast/detail/crc32.hpp>
#include <ballast/detail/little_endian.hpp>
#include <ballast/field/verdict.hpp>
#include <ballast/math/ieee754.hpp>
#include <ballast/status.hpp>

#include <stddef.h>
#include <stdint.h>

namespace ballast {

/// The length of a record, in all versions of the format.
constexpr size_t telemetry_bytes = 64;
/// The version of the format that is written.
constexpr uint8_t telemetry_version = 1;

/// Bits of Telemetry::scale_warnings: what was seen that is beyond the scale that docs/CHOOSING.md recommends.
enum TelemetryScaleWarning : uint8_t {
  rewards_beyond_one = 1,   ///< a reward outside [-1, 1]
  features_beyond_one = 2,  ///< ||phi|| above 1
  input_beyond_range = 4,   ///< an input of a feature map beyond its range
  input_stuck = 8,          ///< an input that has not changed for very long
};

/// What a record says.
struct Telemetry {
  Verdict verdict = Verdict::starting;  ///< what Health says
  bool is_agent = false;                ///< of an agent, not of a learner alone
  bool is_evaluating = false;           ///< the agent only decides: learning is off
  bool is_handed_over = false;          ///< a fallback policy decides
  bool has_rolled_back = false;         ///< the last good weights were restored since the last record
  uint8_t scale_warnings = 0;           ///< bits of TelemetryScaleWarning

  uint32_t device = 0;       ///< your number of it
  uint32_t time = 0;         ///< by your clock, in your unit
  uint32_t updates = 0;      ///< transitions learned from
  uint32_t rejections = 0;   ///< transitions that were refused
  uint32_t projections = 0;  ///< updates that the projection scaled back
  uint32_t skipped = 0;      ///< ticks of an agent with a bad or missing input

  float average_reward = 0;    ///< omega
  float td_error = 0;          ///< mean of the TD errors
  float td_error_size = 0;     ///< root of the mean of their squares
  float reward_deviation = 0;  ///< standard deviation of the rewards
  float weights_norm = 0;      ///< ||theta||
  float weights_radius = 0;    ///< what the projection keeps ||theta|| below; 0: there is no ball

  uint16_t small_updates = 0;   ///< share of updates too small to change a weight: 65535 is all of them
  uint16_t longest_unused = 0;  ///< blocks of ticks since the least recently taken action
};

namespace detail {

constexpr uint32_t telemetry_magic = 0x4D544C42U;  // "BLTM", read as a little-endian word
constexpr size_t telemetry_words = telemetry_bytes / 4 - 1;

inline uint32_t telemetry_checksum(const uint8_t* bytes) noexcept {
  return Crc32::of(bytes, 4 * telemetry_words);
}

constexpr uint32_t telemetry_flags(const Telemetry& record) noexcept {
  return (record.is_agent ? 1U : 0U) | (record.is_evaluating ? 2U : 0U) | (record.is_handed_over ? 4U : 0U) |
         (record.has_rolled_back ? 8U : 0U);
}

constexpr uint32_t telemetry_head(const Telemetry& record) noexcept {
  return telemetry_version | static_cast<uint32_t>(record.verdict) << 8 | telemetry_flags(record) << 16 |
         static_cast<uint32_t>(record.scale_warnings) << 24;
}

inline Telemetry telemetry_from(const uint8_t* bytes) noexcept {
  const auto word_at = [&](size_t i) { return get_word(bytes + 4 * i); };
  const auto number = [&](size_t i) { return from_bits<float>(word_at(i)); };
  const auto has = [&](uint8_t flag) { return (bytes[6] & flag) != 0; };
  Telemetry record;
  record.verdict = static_cast<Verdict>(bytes[5]);
  record.is_agent = has(1);
  record.is_evaluating = has(2);
  record.is_handed_over = has(4);
  record.has_rolled_back = has(8);
  record.scale_warnings = bytes[7];
  record.device = word_at(2);
  record.time = word_at(3);
  record.updates = word_at(4);
  record.rejections = word_at(5);
  record.projections = word_at(6);
  record.skipped = word_at(7);
  record.average_reward = number(8);
  record.td_error = number(9);
  record.td_error_size = number(10);
  record.reward_deviation = number(11);
  record.weights_norm = number(12);
  record.weights_radius = number(13);
  record.small_updates = static_cast<uint16_t>(word_at(14));
  record.longest_unused = static_cast<uint16_t>(word_at(14) >> 16);
  return record;
}

}  // namespace detail

/// The record as bytes, little-endian on every machine.
inline void encode(const Telemetry& record, uint8_t (&bytes)[telemetry_bytes]) noexcept {
  const uint32_t words[detail::telemetry_words] = {
      detail::telemetry_magic,
      detail::telemetry_head(record),
      record.device,
      record.time,
      record.updates,
      record.rejections,
      record.projections,
      record.skipped,
      to_bits(record.average_reward),
      to_bits(record.td_error),
      to_bits(record.td_error_size),
      to_bits(record.reward_deviation),
      to_bits(record.weights_norm),
      to_bits(record.weights_radius),
      record.small_updates | static_cast<uint32_t>(record.longest_unused) << 16,
  };
  uint8_t* at = bytes;
  for (const uint32_t word : words) {
    detail::put_word(at, word);
    at += 4;
  }
  detail::put_word(at, detail::telemetry_checksum(bytes));
}

/// Reads the record that `bytes` begin with. record_damaged: not a record, cut off or changed;
/// record_of_later_version: complete, but only a newer program can read it. `record` is then unchanged. A verdict that
/// this version does not know is left as it is, and its name is "unknown".
inline Status decode(const uint8_t* bytes, size_t count, Telemetry& record) noexcept {
  constexpr size_t checksum = 4 * detail::telemetry_words;
  if (count < telemetry_bytes || detail::get_word(bytes) != detail::telemetry_magic || bytes[4] == 0 ||
      detail::get_word(bytes + checksum) != detail::telemetry_checksum(bytes)) {
    return Status::record_damaged;
  }
  if (bytes[4] > telemetry_version) { return Status::record_of_later_version; }
  record = detail::telemetry_from(bytes);
  return Status::ok;
}

}  // namespace ballast
