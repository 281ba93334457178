#include "io/block_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "experiments/text/plural.hpp"
#include "io/crc32.hpp"

namespace tool {

using ballast::experiments::plural;

namespace {

constexpr std::size_t shortest_block = block_header_bytes + block_checksum_bytes;
constexpr std::size_t length_end = 8;  // magic, length, kind and version: the same in all versions
constexpr std::string_view magic = log_magic;

/// Places after the point of a weight; 0 if this is no code of fixed point.
uint32_t weight_bits_of(uint8_t code) {
  const uint32_t bits = code - ballast::detail::fixed_point_code;
  return code >= ballast::detail::fixed_point_code && bits >= 8 && bits <= 30 ? bits : 0;
}

/// What is wrong with these bytes of a header; empty if nothing is.
std::string invalid_layout(const uint8_t* block) {
  const auto refused = [](const char* what, uint32_t x) { return fmt::format("{} is {}: unknown", what, x); };
  const uint32_t features = load_word(block + 20);
  if (block[16] < 1 || block[16] > 4) { return refused("how features are written", block[16]); }
  if (block[18] != 4 && block[18] != 8 && weight_bits_of(block[18]) == 0) {
    return refused("the size of a number", block[18]);
  }
  if (block[19] > 32) { return refused("the number of actions", block[19]); }
  if (features == 0) { return "a state has no features"; }
  if (block[17] != (features < 65536 ? 2 : 4)) {
    return fmt::format("an index of {} bytes, for {} {}", block[17], features, plural(features, "feature"));
  }
  return "";
}

/// Of a block whose checksum is right.
std::string invalid_header(const uint8_t* block) {
  if (block[7] != log_version) {
    return fmt::format("version {} of the format, and this tool knows version {}: use a later version of this tool",
                       block[7], log_version);
  }
  if (block[6] < 1 || block[6] > 4) { return fmt::format("kind {} of block is unknown", block[6]); }
  return invalid_layout(block);
}

}  // namespace

std::string place_of(uint32_t number, uint64_t byte) {
  return fmt::format("block {} (at byte {})", number, byte);
}

bool is_binary_log(InputFile& file) {
  return file.peek(block_header_bytes).substr(0, magic.size()) == magic;
}

namespace {

uint8_t number_code_of(InputFile& file) {
  const std::string_view bytes = file.peek(block_header_bytes);
  return bytes.size() == block_header_bytes ? static_cast<uint8_t>(bytes[18]) : uint8_t{0};
}

}  // namespace

uint32_t number_bytes_of(InputFile& file) {
  return number_code_of(file) == 8 || is_fixed_point(file) ? 8 : 4;
}

bool is_fixed_point(InputFile& file) {
  return weight_bits_of(number_code_of(file)) != 0;
}

void refuse_fixed_point(InputFile& file) {
  if (!is_fixed_point(file)) { return; }
  throw InputError(fmt::format(
      "{}: of a learner in fixed point, and this command knows float and double ('ballast replay', 'log show' and "
      "'log cut' know fixed point)",
      file.name()));
}

BlockReader::BlockReader(std::unique_ptr<InputFile> file, OnDamage on_damage)
    : file_(std::move(file)), on_damage_(on_damage), buffer_(chunk) {}

bool BlockReader::has(std::size_t bytes) {
  while (left() < bytes && !is_at_end_) {
    std::memmove(buffer_.data(), at(), left());
    end_ -= begin_;
    begin_ = 0;
    const std::size_t count = file_->read(reinterpret_cast<char*>(buffer_.data()) + end_, buffer_.size() - end_);
    is_at_end_ = count == 0;
    end_ += count;
  }
  return left() >= bytes;
}

void BlockReader::pass(std::size_t bytes) {
  begin_ += bytes;
  place_ += bytes;
}

/// As far as there are bytes.
bool BlockReader::begins_as_block() const {
  return std::memcmp(at(), magic.data(), std::min(left(), magic.size())) == 0;
}

std::size_t BlockReader::length() const {
  return (at()[4] | static_cast<std::size_t>(at()[5]) << 8U) * 4;
}

bool BlockReader::is_whole() {
  if (!has(length_end) || !begins_as_block() || length() < shortest_block || !has(length())) { return false; }
  const std::size_t end = length() - block_checksum_bytes;
  return crc32(at(), end) == load_word(at() + end);
}

/// Goes to the next one, after this byte; to the end if there is none.
bool BlockReader::find_whole_block() {
  while (has(1)) {
    pass(1);
    const auto* const next = static_cast<const uint8_t*>(std::memchr(at(), magic.front(), left()));
    pass(next == nullptr ? left() : static_cast<std::size_t>(next - at()));
    if (is_whole()) { return true; }
  }
  return false;
}

/// Whether it would be whole if it had this length: then the length is what is damaged.
bool BlockReader::is_whole_with_length(std::size_t bytes) const {
  if (bytes < shortest_block || bytes % 4 != 0 || bytes > ballast::detail::largest_block_bytes) { return false; }
  std::vector<uint8_t> block(at(), at() + bytes);
  block[4] = static_cast<uint8_t>(bytes / 4);
  block[5] = static_cast<uint8_t>(bytes / 4 >> 8U);
  const std::size_t end = bytes - block_checksum_bytes;
  return crc32(block.data(), end) == load_word(block.data() + end);
}

/// Whether a log begins here: with the first piece of a start or a state, whole and with number 0.
bool BlockReader::begins_log() {
  if (!is_whole() || length() < shortest_block + piece_header_bytes) { return false; }
  const bool is_beginning =
      at()[6] == static_cast<uint8_t>(BlockKind::start) || at()[6] == static_cast<uint8_t>(BlockKind::state);
  return is_beginning && load_word(at() + 8) == 0 && load_word(at() + block_header_bytes + 4) == 0;
}

/// Of a block that was torn off before another log was joined to it: how many bytes there are of it. 0 if it is not.
std::size_t BlockReader::bytes_before_joined_log() {
  (void)has(2 * ballast::detail::largest_block_bytes);  // for what follows, which then moves nothing
  const std::size_t longest = begins_as_block() && left() >= length_end ? length() : 0;
  const std::size_t end = std::min(left(), std::max(longest, length_end));
  const std::size_t begin = begin_;
  std::size_t bytes = 0;
  for (std::size_t i = 1; i < end && bytes == 0; ++i) {
    begin_ = begin + i;
    if (*at() == magic.front() && is_whole()) { bytes = i; }
  }
  const bool is_joined = bytes != 0 && begins_log();
  begin_ = begin;
  const bool is_block = std::memcmp(at(), magic.data(), std::min(bytes, magic.size())) == 0;
  return is_joined && is_block && !is_whole_with_length(bytes) ? bytes : 0;
}

/// Whether the file ends inside a block. What has a whole block after it is no end: its length is damaged.
bool BlockReader::is_torn() {
  if (!begins_as_block() || (has(length_end) && (length() < shortest_block || has(length())))) { return false; }
  if (is_whole_with_length(left())) { return false; }
  const std::size_t begin = begin_;  // all of the rest is in the buffer
  const uint64_t place = place_;
  const bool has_another = find_whole_block();
  begin_ = begin;
  place_ = place;
  return !has_another;
}

/// What is wrong with a block that is not whole.
std::string BlockReader::damage() {
  if (!begins_as_block()) {
    return fmt::format("no block begins here: there is {} instead of {}",
                       fmt::format("0x{:08X}", left() >= 4 ? load_word(at()) : *at()), log_magic);
  }
  if (length() < shortest_block) { return fmt::format("a length of {} bytes", length()); }
  if (!has(length())) { return fmt::format("a length of {} bytes, and {} are left", length(), left()); }
  const std::size_t end = length() - block_checksum_bytes;
  return fmt::format("the checksum is 0x{:08X}, that of the contents 0x{:08X}", load_word(at() + end),
                     crc32(at(), end));
}

/// Goes to the next whole block. False if there is none.
bool BlockReader::leave_out(const std::string& what) {
  const std::string message = fmt::format("{}: {}: {}", name(), place_of(expected_, place_), what);
  if (on_damage_ == OnDamage::stop) { throw InputError(message); }
  const uint64_t begin = place_;
  const bool is_found = find_whole_block();
  fmt::print(stderr, "ballast: {}; {} bytes are left out\n", message, place_ - begin);
  ++damages_;
  return is_found;
}

void BlockReader::leave_torn(std::size_t bytes, const char* why) {
  torn_bytes_ += bytes;
  fmt::print(stderr, "ballast: {}: {}: {}; {} {} left out\n", name(), place_of(expected_, place_), why, bytes,
             bytes == 1 ? "byte is" : "bytes are");
  pass(bytes);
}

/// Goes to the next whole block. False if there is none. Throws if that is not allowed.
bool BlockReader::leave_damage() {
  if (const std::size_t bytes = bytes_before_joined_log(); bytes != 0) {
    leave_torn(bytes, "the log ends inside of it, and another one begins");
    return true;
  }
  if (!is_torn()) { return leave_out(damage()); }
  leave_torn(left(), "the file ends inside of it");
  return false;
}

bool BlockReader::next(LogBlock& block) {
  if (!has(1)) { return false; }
  block.is_after_damage = !is_whole();
  if (block.is_after_damage && !leave_damage()) { return false; }
  take(block);
  return true;
}

void BlockReader::take(LogBlock& block) {
  const uint8_t* const bytes = at();
  block.number = load_word(bytes + 8);
  block.at = place_;
  const std::string invalid = invalid_header(bytes);
  if (!invalid.empty()) {
    throw InputError(fmt::format("{}: {}: {}", name(), place_of(block.number, place_), invalid));
  }
  block.kind = static_cast<BlockKind>(bytes[6]);
  block.ticks = load_word(bytes + 12);
  const uint32_t weight_bits = weight_bits_of(bytes[18]);
  const uint32_t number_bytes = weight_bits != 0 ? 4 : bytes[18];
  block.layout = {
      static_cast<WrittenAs>(bytes[16]), bytes[17], number_bytes, bytes[19], load_word(bytes + 20), weight_bits};
  block.contents = bytes + block_header_bytes;
  block.size = length() - shortest_block;
  expected_ = block.number + 1;
  pass(length());
}

}  // namespace tool
