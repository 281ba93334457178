#include "io/record_csv.hpp"

#include <ballast/math/ieee754.hpp>

#include <fmt/format.h>

#include <cstring>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include "io/record_bytes.hpp"

namespace tool {

using ballast::Status;

namespace {

std::string hex_of(const uint8_t* begin, const uint8_t* end) {
  std::string text;
  for (; begin != end; ++begin) { fmt::format_to(std::back_inserter(text), "{:02x}", *begin); }
  return text;
}

/// Read again, it has the same bits: a NaN that is not the usual one is written with them.
template <class T>
void write_number(T x, OutputFile& out) {
  const auto bits = ballast::to_bits(x);
  const bool is_odd = ballast::is_nan(x) && bits != ballast::to_bits(std::numeric_limits<T>::quiet_NaN());
  is_odd ? out.print("{}{:x})", odd_nan, bits) : out.print("{}", x);
}

template <class T>
void write_features(const Record<T>& record, OutputFile& out) {
  const Features<T>& features = record.features;
  for (std::size_t k = 0; k < features.values.size(); ++k) {
    const std::size_t index = features.is_sparse ? features.indices[k] : k;
    if (index == no_feature) { return out.print("{}", not_valid); }
    out.print("{}{}:", k == 0 ? "" : " ", index);
    write_number(features.values[k], out);
  }
}

/// Where there is no feature to have it, a new value of active features is written by itself.
template <class T>
void write_new_value(const Record<T>& record, T& value, OutputFile& out) {
  const bool is_new = ballast::to_bits(record.value) != ballast::to_bits(value);
  value = record.value;
  if (!is_new || !record.features.values.empty()) { return; }
  out.print("{}", value_alone);
  write_number(value, out);
}

void write_readings(const std::vector<float>& readings, OutputFile& out) {
  for (std::size_t k = 0; k < readings.size(); ++k) {
    if (k != 0) { out.print(" "); }
    write_number(readings[k], out);
  }
}

template <class T>
void write_row(const Record<T>& record, uint64_t tick, const LogLayout& layout, T& value, OutputFile& out) {
  const bool is_decision = is_tick(record.kind) && layout.actions != 0;
  const bool has_number = record.kind == RecordKind::saved || record.kind == RecordKind::gap;
  out.print("{},{},", tick, name_of(record.kind));
  if (has_reward(record.kind)) { write_number(record.reward, out); }
  out.print(",");
  if (record.has_feasible) { out.print("0x{:x}", record.feasible); }
  out.print(",");
  if (is_decision) { out.print("{}", record.action); }
  out.print(",");
  if (is_decision || record.kind == RecordKind::evaluate) { out.print("{}", record.is_exploring ? 1 : 0); }
  out.print(",");
  if (is_tick(record.kind)) { out.print("{}", record.has_learned ? 1 : 0); }
  out.print(",");
  if (record.status != Status::ok) { out.print("{}", name(record.status)); }
  out.print(",");
  if (has_number) { out.print("{}", record.number); }
  out.print(",");
  if (has_features(record.kind)) { write_features(record, out); }
  if (has_features(record.kind) && layout.written_as == WrittenAs::active) { write_new_value(record, value, out); }
  if (record.kind == RecordKind::readings) { write_readings(record.readings, out); }
  out.print("\n");
}

void write_block_line(const LogBlock& block, OutputFile& out) {
  out.print("{} kind={} number={} ticks={} words={}", block_comment, name_of(block.kind), block.number, block.ticks,
            block.bytes() / 4);
}

template <class T>
void write_records(const LogBlock& block, RecordReader<T>& records, OutputFile& out) {
  if (block.size < sizeof(T)) { throw InvalidRecord("no room for an average reward"); }
  records.begin_block(block.contents, block.contents + block.size);
  out.print(" average_reward=");
  write_number(records.number(), out);
  out.print("\n");
  Record<T> record;
  T value{1};
  for (uint64_t tick = block.ticks; records.next(record);) {
    write_row(record, tick, block.layout, value, out);
    tick += record.kind == RecordKind::gap ? record.number : is_tick(record.kind) ? 1 : 0;
  }
}

void write_piece(const LogBlock& block, OutputFile& out) {
  if (block.size < piece_header_bytes) { throw InvalidRecord("no room for a piece of a snapshot"); }
  uint32_t head[2];
  std::memcpy(head, block.contents, sizeof head);
  out.print(" length={} at={} bytes={}\n", head[0], head[1],
            hex_of(block.contents + piece_header_bytes, block.contents + block.size));
}

void write_layout(const LogLayout& layout, OutputFile& out) {
  out.print("{} features={} dimension={} actions={} scalar={}\n{}\n", records_comment, name_of(layout.written_as),
            layout.features, layout.actions, layout.number_bytes == 8 ? "double" : "float", records_header);
}

}  // namespace

void refuse_record_csv(InputFile& file) {
  const std::string_view records = records_comment;
  if (file.peek(records.size()) != records) { return; }
  throw InputError(fmt::format("{}: records as text: 'ballast log convert' makes a binary log of them", file.name()));
}

template <class T>
void write_record_csv(std::unique_ptr<InputFile> file, OutputFile& out) {
  BlockReader blocks(std::move(file));
  LogBlock block;
  if (!blocks.next(block)) { throw InputError(fmt::format("{}: no block is whole", blocks.name())); }
  const LogLayout layout = block.layout;
  RecordReader<T> records(layout);
  write_layout(layout, out);
  do {
    try {
      if (block.layout != layout) { throw InvalidRecord("another type of agent or learner than before it"); }
      write_block_line(block, out);
      block.kind == BlockKind::records ? write_records(block, records, out) : write_piece(block, out);
    } catch (const InvalidRecord& invalid) {
      throw InputError(fmt::format("{}: {}: {}", blocks.name(), place_of(block.number, block.at), invalid.what()));
    }
  } while (blocks.next(block));
}

template void write_record_csv<float>(std::unique_ptr<InputFile>, OutputFile&);
template void write_record_csv<double>(std::unique_ptr<InputFile>, OutputFile&);

}  // namespace tool
