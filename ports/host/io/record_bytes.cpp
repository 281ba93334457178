#include "io/record_bytes.hpp"

#include <ballast/math/ieee754.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace tool {

using ballast::Status;

namespace {

namespace format = ballast::detail;
using format::pairs_not_valid;

/// In fixed point, of a reward.
int value_fraction(const LogLayout& layout) {
  return static_cast<int>(layout.weight_bits) - 1;
}

/// Which bits a record may have.
uint32_t allowed_bits(RecordKind kind, const LogLayout& layout) {
  const uint32_t action = 31U << format::record_action_shift;
  uint32_t bits = format::record_kind_mask;
  if (is_tick(kind)) { bits |= format::record_has_learned | format::record_has_status; }
  if (is_tick(kind) && kind != RecordKind::update) {
    bits |= format::record_is_exploring | format::record_has_feasible | action;
  }
  if (kind == RecordKind::evaluate) { bits |= format::record_is_exploring; }
  if (has_features(kind) && layout.written_as == WrittenAs::active) { bits |= format::record_has_value; }
  return bits;
}

template <class... Arguments>
[[noreturn]] void refuse(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  throw InvalidRecord(fmt::format(text, std::forward<Arguments>(arguments)...));
}

}  // namespace

bool is_status(Status status) {
  return std::strcmp(name(status), name(static_cast<Status>(UINT8_MAX))) != 0;
}

// --- reading --------------------------------------------------------------------------------------------------------

template <class T>
void RecordReader<T>::need(std::size_t bytes, const char* what) const {
  if (static_cast<std::size_t>(end_ - at_) < bytes) { refuse("{} runs over the end of the block", what); }
}

template <class T>
template <class Integer>
Integer RecordReader<T>::integer() {
  need(sizeof(Integer), "a record");
  Integer x{};
  std::memcpy(&x, at_, sizeof x);
  at_ += sizeof x;
  return x;
}

template <class T>
T RecordReader<T>::number() {
  if (!layout_.is_fixed()) { return integer<T>(); }
  return static_cast<T>(integer<int32_t>() * ballast::detail::two_to_the(-value_fraction(layout_)));
}

template <class T>
T RecordReader<T>::feature() {
  if (!layout_.is_fixed()) { return integer<T>(); }
  return static_cast<T>(ballast::FixedFeature::from_raw(integer<int16_t>()).to_double());
}

template <class T>
void RecordReader<T>::check_head(const Record<T>& record, uint32_t head) const {
  const char* const name = name_of(record.kind);
  const bool is_agent = layout_.actions != 0;
  if (is_agent ? is_of_learner(record.kind) : is_of_agent(record.kind)) {
    refuse("a record '{}' in the log of {}", name, is_agent ? "an agent" : "a learner");
  }
  const uint32_t unknown = head & ~allowed_bits(record.kind, layout_);
  if (unknown != 0) { refuse("a record '{}' has bits that it cannot have: 0x{:04X}", name, unknown); }
  if (is_agent && record.action >= layout_.actions) {
    refuse("action {}, and there are {}", record.action, layout_.actions);
  }
}

/// An empty record: what follows is zero.
template <class T>
void RecordReader<T>::check_rest() const {
  if (std::any_of(at_, end_, [](uint8_t x) { return x != 0; })) { refuse("what follows the last record is not zero"); }
}

template <class T>
void RecordReader<T>::read_status(Record<T>& record) {
  const auto status = integer<uint16_t>();
  record.status = static_cast<Status>(status);
  if (status > UINT8_MAX || !is_status(record.status)) { refuse("status {} is unknown", status); }
}

template <class T>
void RecordReader<T>::read_feasible(Record<T>& record) {
  record.feasible = integer<uint32_t>();
  const uint32_t unknown = record.feasible & ~layout_.all_actions();
  if (unknown != 0) { refuse("a feasible set with actions that do not exist: 0x{:08X}", record.feasible); }
}

template <class T>
uint32_t RecordReader<T>::index() {
  return layout_.index_bytes == 2 ? integer<uint16_t>() : integer<uint32_t>();
}

template <class T>
void RecordReader<T>::read_values(std::vector<T>& values, std::size_t count) {
  need(count * layout_.feature_bytes(), "a record");
  values.resize(count);
  if (layout_.is_fixed()) {
    for (T& x : values) { x = feature(); }
    return;
  }
  if (count != 0) { std::memcpy(values.data(), at_, count * sizeof(T)); }
  at_ += count * sizeof(T);
}

template <class T>
void RecordReader<T>::read_array(Features<T>& features) {
  features.indices.clear();
  read_values(features.values, layout_.features);
}

template <class T>
void RecordReader<T>::read_one_hot(Features<T>& features) {
  const uint32_t none = layout_.index_bytes == 2 ? 0xFFFF : no_feature;
  const uint32_t read = index();
  if (read >= layout_.features && read != none) { refuse("feature {}, and there are {}", read, layout_.features); }
  features.indices.assign(1, read >= layout_.features ? no_feature : read);
  features.values.assign(1, one_in<T>(layout_));
}

template <class T>
void RecordReader<T>::read_indices(Features<T>& features, std::size_t count) {
  need(count * layout_.index_bytes, "a list of features");
  features.indices.resize(count);
  uint64_t lowest = 0;
  for (uint32_t& i : features.indices) {
    i = index();
    if (i < lowest) { refuse("the features do not ascend: {} after {}", i, lowest - 1); }
    if (i >= layout_.features) { refuse("feature {}, and there are {}", i, layout_.features); }
    lowest = uint64_t{i} + 1;
  }
}

template <class T>
void RecordReader<T>::read_active(Record<T>& record, bool has_value) {
  const auto count = integer<uint16_t>();
  if (has_value) { value_ = feature(); }
  record.value = value_;
  read_indices(record.features, count);
  record.features.values.assign(count, value_);
}

template <class T>
void RecordReader<T>::read_pairs(Features<T>& features) {
  const auto count = integer<uint16_t>();
  if (count == pairs_not_valid) {
    features.indices.assign(1, no_feature);
    features.values.assign(1, T{0});
    return;
  }
  read_indices(features, count);
  read_values(features.values, count);
}

template <class T>
void RecordReader<T>::read_features(Record<T>& record, bool has_value) {
  record.features.dimension = layout_.features;
  record.features.is_sparse = layout_.written_as != WrittenAs::array;
  switch (layout_.written_as) {
    case WrittenAs::array: return read_array(record.features);
    case WrittenAs::one_hot: return read_one_hot(record.features);
    case WrittenAs::active: return read_active(record, has_value);
    case WrittenAs::pairs: return read_pairs(record.features);
  }
}

template <class T>
void RecordReader<T>::read_readings(Record<T>& record) {
  const auto count = integer<uint16_t>();
  need(count * sizeof(float), "a record");
  record.readings.resize(count);
  for (float& x : record.readings) { x = integer<float>(); }
}

template <class T>
bool RecordReader<T>::next(Record<T>& record) {
  if (at_ == end_) { return false; }
  const uint32_t head = integer<uint16_t>();
  if ((head & format::record_kind_mask) >= record_kinds) {
    refuse("kind {} of record is unknown", head & format::record_kind_mask);
  }
  record.kind = static_cast<RecordKind>(head & format::record_kind_mask);
  record.action = head >> format::record_action_shift;
  record.is_exploring = (head & format::record_is_exploring) != 0;
  record.has_learned = (head & format::record_has_learned) != 0;
  record.has_feasible = (head & format::record_has_feasible) != 0;
  record.status = Status::ok;
  record.feasible = layout_.all_actions();
  check_head(record, head);
  if (record.kind == RecordKind::none) {
    check_rest();
    at_ = end_;
    return false;
  }
  if ((head & format::record_has_status) != 0) { read_status(record); }
  if (record.has_feasible) { read_feasible(record); }
  if (has_reward(record.kind)) { record.reward = number(); }
  if (has_features(record.kind)) { read_features(record, (head & format::record_has_value) != 0); }
  if (record.kind == RecordKind::saved || record.kind == RecordKind::gap) { record.number = integer<uint32_t>(); }
  if (record.kind == RecordKind::readings) { read_readings(record); }
  return true;
}

// --- writing --------------------------------------------------------------------------------------------------------

template <class T>
uint32_t RecordWriter<T>::head_of(const Record<T>& record) const {
  const bool has_value = has_features(record.kind) && layout_.written_as == WrittenAs::active &&
                         ballast::to_bits(record.value) != ballast::to_bits(value_);
  return static_cast<uint32_t>(record.kind) | (record.is_exploring ? format::record_is_exploring : 0) |
         (record.has_learned ? format::record_has_learned : 0) |
         (record.has_feasible ? format::record_has_feasible : 0) |
         (record.status != Status::ok ? format::record_has_status : 0) | (has_value ? format::record_has_value : 0) |
         record.action << format::record_action_shift;
}

template <class T>
void RecordWriter<T>::write_indices(const Features<T>& features, std::vector<uint8_t>& bytes) const {
  for (const uint32_t i : features.indices) {
    layout_.index_bytes == 2 ? append(bytes, static_cast<uint16_t>(i)) : append(bytes, i);
  }
}

template <class T>
void RecordWriter<T>::write_number(T x, std::vector<uint8_t>& bytes) const {
  if (!layout_.is_fixed()) { return append(bytes, x); }
  const double units = static_cast<double>(x) * ballast::detail::two_to_the(value_fraction(layout_));
  append(bytes, ballast::detail::rounded_into_range<int32_t>(units));
}

template <class T>
void RecordWriter<T>::write_feature(T x, std::vector<uint8_t>& bytes) const {
  layout_.is_fixed() ? append(bytes, ballast::FixedFeature(x).raw()) : append(bytes, x);
}

template <class T>
void RecordWriter<T>::write_features(const Record<T>& record, std::vector<uint8_t>& bytes) const {
  const Features<T>& features = record.features;
  const bool is_listed = layout_.written_as == WrittenAs::active || layout_.written_as == WrittenAs::pairs;
  const bool is_valid = features.indices.empty() || features.indices.front() != no_feature;
  if (is_listed) {
    append(bytes, is_valid ? static_cast<uint16_t>(features.indices.size()) : static_cast<uint16_t>(pairs_not_valid));
  }
  if (is_listed && !is_valid) { return; }
  if (layout_.written_as == WrittenAs::active && ballast::to_bits(record.value) != ballast::to_bits(value_)) {
    write_feature(record.value, bytes);
  }
  if (layout_.written_as != WrittenAs::array) { write_indices(features, bytes); }
  if (layout_.written_as == WrittenAs::array || layout_.written_as == WrittenAs::pairs) {
    for (const T x : features.values) { write_feature(x, bytes); }
  }
}

template <class T>
void RecordWriter<T>::write(const Record<T>& record, std::vector<uint8_t>& bytes) {
  append(bytes, static_cast<uint16_t>(head_of(record)));
  if (record.status != Status::ok) { append(bytes, static_cast<uint16_t>(record.status)); }
  if (record.has_feasible) { append(bytes, record.feasible); }
  if (has_reward(record.kind)) { write_number(record.reward, bytes); }
  if (has_features(record.kind)) { write_features(record, bytes); }
  if (has_features(record.kind) && layout_.written_as == WrittenAs::active) { value_ = record.value; }
  if (record.kind == RecordKind::saved || record.kind == RecordKind::gap) { append(bytes, record.number); }
  if (record.kind == RecordKind::readings) {
    append(bytes, static_cast<uint16_t>(record.readings.size()));
    for (const float x : record.readings) { append(bytes, x); }
  }
}

template class RecordReader<float>;
template class RecordReader<double>;
template class RecordWriter<float>;
template class RecordWriter<double>;

}  // namespace tool
