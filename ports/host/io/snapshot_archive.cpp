#include "io/snapshot_archive.hpp"

#include <ballast/math/ieee754.hpp>

#include <cmath>
#include <string_view>

#include <etl/crc32.h>

namespace tool {

namespace format = ballast::detail;
using ballast::detail::Section;

namespace {

const char* name_of(uint32_t section) {
  if ((section & 0xFFFFU) == (static_cast<uint32_t>(Section::health) & 0xFFFFU)) { return "health"; }
  if ((section & 0xFFFFU) == (static_cast<uint32_t>(Section::guard) & 0xFFFFU)) { return "guard"; }
  switch (static_cast<Section>(section & 0xFFFFU)) {
    case Section::end: return "end";
    case Section::settings: return "settings";
    case Section::progress: return "progress";
    case Section::weights: return "weights";
    case Section::trace: return "trace";
    case Section::sparse: return "sparse";
    case Section::agent: return "agent";
    default: return "unknown";
  }
}

/// Weights are within half of their range, and no trace is the smallest number there is.
bool is_out_of_range(double x, Quantity quantity, const FixedFormats& formats) {
  const double raw = std::ldexp(x, fraction_of(quantity, formats));
  return quantity == Quantity::weight ? std::abs(raw) > 0x1p30 : raw == (formats.trace_width == 16 ? -0x1p15 : -0x1p31);
}

}  // namespace

uint32_t word_at(const std::vector<uint8_t>& bytes, std::size_t at) {
  uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i) { word |= static_cast<uint32_t>(bytes[at + i]) << (8 * i); }
  return word;
}

uint32_t checksum_of(const std::vector<uint8_t>& bytes, std::size_t count) {
  return etl::crc32(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count)).value();
}

// --- writing --------------------------------------------------------------------------------------------------------

void SnapshotWriter::section(Section tag, uint64_t length) {
  word(static_cast<uint32_t>(tag));
  word(static_cast<uint32_t>(length));
}

void SnapshotWriter::word(uint32_t x) {
  for (std::size_t i = 0; i < 4; ++i) { bytes.push_back(static_cast<uint8_t>(x >> (8 * i))); }
}

void SnapshotWriter::long_integer(uint64_t x) {
  word(static_cast<uint32_t>(x));
  word(static_cast<uint32_t>(x >> 32U));
}

uint32_t SnapshotWriter::fixed_word(double x, Quantity quantity, const std::string& what) const {
  if (const auto raw = to_fixed(x, quantity, *format_.fixed)) { return *raw; }
  throw ballast::experiments::InputError(
      fmt::format("{}: {} does not fit the format of fixed point, with {} bits "
                  "after the point",
                  what, x, fraction_of(quantity, *format_.fixed)));
}

void SnapshotWriter::fixed_rate(double x, Quantity quantity, const char* what) {
  const auto words = to_fixed_rate(x, quantity);
  if (!words) {
    throw ballast::experiments::InputError(
        fmt::format("{}: {} is not between 2^-40 and 2^40, as it must be in fixed point", what, x));
  }
  word(words->mantissa);
  word(words->exponent);
}

void SnapshotWriter::number(double x, Quantity quantity, const char* what) {
  if (format_.fixed && (quantity == Quantity::rate || quantity == Quantity::decayed_rate)) {
    return fixed_rate(x, quantity, what);
  }
  if (format_.fixed) { return word(fixed_word(x, quantity, what)); }
  if (format_.is_double) { return long_integer(ballast::to_bits(x)); }
  word(ballast::to_bits(static_cast<float>(x)));
}

void SnapshotWriter::numbers(const std::vector<double>& numbers, std::size_t /*count*/, Quantity quantity,
                             const char* what) {
  if (!format_.fixed) {
    for (const double x : numbers) { number(x, quantity, what); }
    return;
  }
  const std::size_t in_a_word = quantity == Quantity::trace ? 32 / format_.fixed->trace_width : 1;
  for (std::size_t from = 0; from < numbers.size(); from += in_a_word) {
    uint32_t packed = 0;
    for (std::size_t i = from; i < from + in_a_word && i < numbers.size(); ++i) {
      packed |= fixed_word(numbers[i], quantity, fmt::format("{} {}", what, i)) << (16 * (i - from));
    }
    word(packed);
  }
}

void SnapshotWriter::words(const std::vector<uint32_t>& words, uint64_t /*count_of_bytes*/) {
  for (const uint32_t x : words) { word(x); }
}

// --- reading --------------------------------------------------------------------------------------------------------

std::pair<uint32_t, uint32_t> SnapshotReader::begin() {
  part_ = "the list of sections";
  const std::size_t begin = at_;
  const uint32_t head = word();
  const uint32_t length = word();
  part_ = fmt::format("section {} ({})", head & 0xFFFFU, name_of(head));
  if (length % 4 != 0 || length > left()) { fail(begin, "{} has a length of {} bytes", part_, length); }
  return {head, length};
}

uint32_t SnapshotReader::find(Section tag) {
  const auto wanted = static_cast<uint32_t>(tag);
  for (;;) {
    const std::size_t at = at_;
    const auto [head, length] = begin();
    if (head == wanted) { return length; }
    if ((head & format::section_may_be_skipped) == 0) { refuse(at, head, wanted); }
    skip(length);
  }
}

uint32_t SnapshotReader::next(std::vector<uint32_t>& words) {
  const std::size_t at = at_;
  const auto [head, length] = begin();
  if ((head & format::section_may_be_skipped) == 0) {
    at_ = at;
    return 0;
  }
  this->words(words, length);
  return head;
}

void SnapshotReader::section(Section tag, uint64_t length) {
  const uint32_t found = find(tag);
  if (found != length) { fail(at_ - 8, "{} has {} bytes, and must have {}", part_, found, length); }
}

void SnapshotReader::refuse(std::size_t at, uint32_t head, uint32_t wanted) const {
  if (std::string_view(name_of(head)) == "unknown") {
    fail(at, "{} is of a later version of the format: use a later version of this tool", part_);
  }
  fail(at, "{} is where section {} ({}) must be", part_, wanted & 0xFFFFU, name_of(wanted));
}

uint32_t SnapshotReader::word() {
  if (left() < 4) { fail(at_, "{} ends too early", part_); }
  at_ += 4;
  return word_at(bytes_, at_ - 4);
}

void SnapshotReader::long_integer(uint64_t& x) {
  x = word();
  x |= static_cast<uint64_t>(word()) << 32U;
}

uint64_t SnapshotReader::read_bits() {
  uint64_t bits = word();
  if (format_.is_double) { bits |= static_cast<uint64_t>(word()) << 32U; }
  return bits;
}

double SnapshotReader::finite(const char* what, std::size_t index) {
  const std::size_t begin = at_;
  const uint64_t bits = read_bits();
  const double x = format_.is_double ? ballast::from_bits<double>(bits)
                                     : static_cast<double>(ballast::from_bits<float>(static_cast<uint32_t>(bits)));
  if (!ballast::is_finite(x)) {
    fail(begin, "{}{} in {} is not finite", what, index == no_index ? "" : fmt::format(" {}", index), part_);
  }
  return x;
}

double SnapshotReader::fixed_rate(Quantity quantity, const char* what) {
  const std::size_t begin = at_;
  FixedRateWords words;
  words.mantissa = word();
  words.exponent = word();
  const auto rate = from_fixed(words, quantity);
  if (!rate) { fail(begin, "{} in {} is not a step-size of fixed point", what, part_); }
  return *rate;
}

void SnapshotReader::number(double& x, Quantity quantity, const char* what) {
  if (!format_.fixed) {
    x = finite(what, no_index);
  } else if (quantity == Quantity::rate || quantity == Quantity::decayed_rate) {
    x = fixed_rate(quantity, what);
  } else {
    x = from_fixed(word(), quantity, *format_.fixed);
  }
}

void SnapshotReader::numbers(std::vector<double>& numbers, std::size_t count, Quantity quantity, const char* what) {
  numbers.resize(count);
  if (!format_.fixed) {
    for (std::size_t i = 0; i < count; ++i) { numbers[i] = finite(what, i); }
    return;
  }
  const std::size_t in_a_word = quantity == Quantity::trace ? 32 / format_.fixed->trace_width : 1;
  for (std::size_t from = 0; from < count; from += in_a_word) {
    const uint32_t packed = word();
    for (std::size_t i = from; i < from + in_a_word && i < count; ++i) {
      numbers[i] = from_fixed(packed >> (16 * (i - from)), quantity, *format_.fixed);
      if (is_out_of_range(numbers[i], quantity, *format_.fixed)) {
        fail(at_ - 4, "{} {} in {} is one that no learner has", what, i, part_);
      }
    }
  }
}

void SnapshotReader::words(std::vector<uint32_t>& words, uint64_t count_of_bytes) {
  words.resize(count_of_bytes / 4);
  for (uint32_t& x : words) { x = word(); }
}

uint32_t SnapshotReader::below(uint64_t limit, const char* what) {
  const uint32_t x = word();
  if (x >= limit) { fail(at_ - 4, "{} in {} is {}, and must be below {}", what, part_, x, limit); }
  return x;
}

void SnapshotReader::positive(const char* what) {
  const std::size_t begin = at_;
  if (!(finite(what, no_index) > 0)) { fail(begin, "{} in {} is not above 0", what, part_); }
}

void SnapshotReader::finite_numbers(const char* what, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) { (void)finite(what, i); }
}

}  // namespace tool
