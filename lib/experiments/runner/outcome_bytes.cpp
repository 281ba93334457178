#include "experiments/runner/outcome_bytes.hpp"

#include <cstring>

#include "experiments/files/error.hpp"

namespace ballast::experiments {

// --- to bytes -------------------------------------------------------------------------------------------------------

void OutcomeWriter::put_bytes(std::uint64_t value, int count) {
  for (int i = 0; i < count; ++i) { bytes_.push_back(static_cast<char>(value >> (8 * i) & 0xFFU)); }
}

void OutcomeWriter::put(std::uint32_t value) {
  put_bytes(value, 4);
}

void OutcomeWriter::put(std::uint64_t value) {
  put_bytes(value, 8);
}

void OutcomeWriter::put(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  put(bits);
}

void OutcomeWriter::put(const std::string& text) {
  put(static_cast<std::uint32_t>(text.size()));
  bytes_ += text;
}

// --- and back -------------------------------------------------------------------------------------------------------

void OutcomeReader::require(bool fits) {
  if (!fits) { throw InputError("the outcomes are not those of this experiment"); }
}

std::string_view OutcomeReader::take(std::size_t count) {
  require(count <= left_.size());
  const std::string_view taken = left_.substr(0, count);
  left_.remove_prefix(count);
  return taken;
}

std::uint64_t OutcomeReader::get_bytes(int count) {
  const std::string_view bytes = take(static_cast<std::size_t>(count));
  std::uint64_t value = 0;
  for (int i = 0; i < count; ++i) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)])) << (8 * i);
  }
  return value;
}

std::uint32_t OutcomeReader::get_count() {
  std::uint32_t count = 0;
  get(count);
  return count;
}

void OutcomeReader::get(std::uint32_t& value) {
  value = static_cast<std::uint32_t>(get_bytes(4));
}

void OutcomeReader::get(std::uint64_t& value) {
  value = get_bytes(8);
}

void OutcomeReader::get(double& value) {
  const std::uint64_t bits = get_bytes(8);
  std::memcpy(&value, &bits, sizeof value);
}

void OutcomeReader::get(std::string& text) {
  text = take(get_count());
}

}  // namespace ballast::experiments
