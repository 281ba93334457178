#include "io/binary_log.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <type_traits>

#include "experiments/text/plural.hpp"
#include "io/snapshot_bytes.hpp"

namespace tool {

using ballast::experiments::plural;

namespace {

std::string blocks_are(uint32_t count) {
  return fmt::format("{} {}", count, count == 1 ? "block is" : "blocks are");
}

bool begins_log(const LogBlock& block) {
  const bool is_beginning = block.kind == BlockKind::start || block.kind == BlockKind::state;
  return is_beginning && block.size >= piece_header_bytes && load_word(block.contents + 4) == 0;
}

std::string scalar_of(const LogLayout& layout) {
  if (layout.is_fixed()) { return fmt::format("fixed point with {} bits after the point", layout.weight_bits); }
  return layout.number_bytes == 8 ? "double" : "float";
}

/// How the features of an agent's snapshot are written; a type of one's own as pairs.
uint32_t written_as(const SavedAgent& agent) {
  return agent.features_type == 255 ? static_cast<uint32_t>(WrittenAs::pairs) : agent.features_type;
}

}  // namespace

std::string mismatch(const Snapshot& s, const LogLayout& layout) {
  const uint32_t actions = s.agent ? s.agent->actions : 0;
  const uint32_t weight_bits = s.fixed ? s.fixed->weight_bits : 0;
  if (s.is_double != (layout.number_bytes == 8) || weight_bits != layout.weight_bits || actions != layout.actions ||
      s.weights.size() != layout.weights()) {
    return fmt::format("of {} with {} {}; the log is of {}, {} {} and {} {}", type_of(s), actions,
                       plural(actions, "action"), scalar_of(layout), layout.weights(),
                       plural(layout.weights(), "weight"), layout.actions, plural(layout.actions, "action"));
  }
  if (s.agent && written_as(*s.agent) != static_cast<uint32_t>(layout.written_as)) {
    return fmt::format("features of type {}; the log has {}", s.agent->features_type, name_of(layout.written_as));
  }
  return "";
}

template <class T>
BinaryLog<T>::BinaryLog(std::unique_ptr<InputFile> file, OnDamage on_damage)
    : blocks_(std::move(file), on_damage), records_(LogLayout{}) {
  if (!read_block()) { throw InputError(fmt::format("{}: no block is whole", name())); }
  layout_ = block_.layout;
  records_ = RecordReader<T>(layout_);
  if (layout_.bytes_in_memory() != sizeof(T)) {
    throw InputError(fmt::format("{}: numbers of {} bytes after a block with others", place(), layout_.number_bytes));
  }
}

template <class T>
std::string BinaryLog<T>::place() const {
  return fmt::format("{}: {}", name(), place_of(block_.number, block_.at));
}

template <class T>
bool BinaryLog<T>::read_block() {
  is_block_pending_ = blocks_.next(block_);
  if (is_block_pending_) { ++count_of_blocks_; }
  return is_block_pending_;
}

template <class T>
LogItem BinaryLog<T>::miss(const std::string& what) {
  missing_ = what;
  is_beginning_lost_ = true;
  expected_bytes_ = 0;
  is_continuous_ = false;
  return LogItem::missing;
}

template <class T>
LogItem BinaryLog<T>::refuse(const std::string& what) {
  const std::string message = fmt::format("{}: {}", place(), what);
  if (blocks_.on_damage() == OnDamage::stop) { throw InputError(message); }
  fmt::print(stderr, "ballast: {}; the rest of the block is left out\n", message);
  is_in_records_ = false;
  return miss("a damaged block was left out");
}

template <class T>
LogItem BinaryLog<T>::next() {
  for (;;) {
    if (is_in_records_) {
      const LogItem item = next_record();
      if (item != LogItem::end) { return item; }
    }
    if (!is_block_pending_) {
      expected_ = block_.number + 1;
      if (!read_block()) { return leave_unfinished(); }
      const std::string gap = gap_before_block();
      if (!gap.empty()) { return miss(gap); }
    } else if (count_of_blocks_ == 1 && missing_.empty() && block_.number != 0) {
      return miss(fmt::format("{} missing before it", blocks_are(block_.number)));
    }
    const LogItem item = enter_block();
    if (item != LogItem::end) { return item; }
  }
}

/// Between the last block and this one.
template <class T>
std::string BinaryLog<T>::gap_before_block() const {
  const bool follows = block_.number == expected_ || (begins_log(block_) && block_.number < expected_);
  if (follows) { return block_.is_after_damage ? "the block before it is damaged, or its end is missing" : ""; }
  if (block_.number < expected_) { return "the beginning of another log is missing"; }
  return fmt::format("{} missing, from block {} on", blocks_are(block_.number - expected_), expected_);
}

/// What is wrong with a block that follows the last one; empty if nothing is.
template <class T>
std::string BinaryLog<T>::contradiction() const {
  if (block_.layout != layout_) { return "another type of agent or learner than before it: cut the log in two"; }
  if (!is_continuous_ || begins_log(block_) || block_.ticks == static_cast<uint32_t>(tick_)) { return ""; }
  return fmt::format("it says that {} {} came before it, and {} did", block_.ticks, plural(block_.ticks, "tick"),
                     static_cast<uint32_t>(tick_));
}

/// `end` if there is nothing to return.
template <class T>
LogItem BinaryLog<T>::enter_block() {
  if (!continues_snapshot() && leave_unfinished() == LogItem::missing) { return LogItem::missing; }
  is_block_pending_ = false;
  const std::string wrong = contradiction();
  if (!wrong.empty()) { return refuse(wrong); }
  if (!is_continuous_ || begins_log(block_)) { tick_ = block_.ticks; }
  is_continuous_ = true;
  return block_.kind == BlockKind::records ? begin_records() : add_piece();
}

// --- records --------------------------------------------------------------------------------------------------------

template <class T>
LogItem BinaryLog<T>::begin_records() {
  is_beginning_lost_ = false;
  records_.begin_block(block_.contents, block_.contents + block_.size);
  is_in_records_ = true;
  is_average_reward_used_ = false;
  ticks_in_record_ = 0;
  if (block_.size < layout_.number_bytes) { return refuse("no room for an average reward"); }
  average_reward_ = records_.number();
  return LogItem::end;
}

template <class T>
LogItem BinaryLog<T>::next_record() {
  tick_ += ticks_in_record_;
  ticks_in_record_ = 0;
  try {
    is_in_records_ = records_.next(record_);
  } catch (const InvalidRecord& invalid) { return refuse(fmt::format("tick {}: {}", tick_, invalid.what())); }
  if (!is_in_records_) { return LogItem::end; }
  record_.tick = tick_;
  has_average_reward_ = !is_average_reward_used_ && tool::has_average_reward(record_.kind);
  is_average_reward_used_ = is_average_reward_used_ || has_average_reward_;
  ticks_in_record_ = record_.kind == RecordKind::gap ? record_.number : is_tick(record_.kind) ? 1 : 0;
  return LogItem::record;
}

// --- snapshots ------------------------------------------------------------------------------------------------------

template <class T>
bool BinaryLog<T>::continues_snapshot() const {
  return block_.kind == snapshot_.kind && block_.size >= piece_header_bytes &&
         load_word(block_.contents) == expected_bytes_ && load_word(block_.contents + 4) == snapshot_.bytes.size();
}

/// A snapshot whose end is not there, if there is one. A start or a state was written because something had changed,
/// which is then missing. `end` if nothing is.
template <class T>
LogItem BinaryLog<T>::leave_unfinished() {
  if (expected_bytes_ == 0) { return LogItem::end; }
  const std::string what = fmt::format("only {} of {} bytes of a {} are there", snapshot_.bytes.size(), expected_bytes_,
                                       name_of(snapshot_.kind));
  expected_bytes_ = 0;
  if (snapshot_.kind != BlockKind::checkpoint) { return miss(what); }
  fmt::print(stderr, "ballast: {}: {}; it is not used\n", place(), what);
  return LogItem::end;
}

template <class T>
LogItem BinaryLog<T>::add_piece() {
  if (block_.size < piece_header_bytes) { return refuse("no room for a piece of a snapshot"); }
  const uint32_t length = load_word(block_.contents);
  const uint32_t begin = load_word(block_.contents + 4);
  const std::size_t size = block_.size - piece_header_bytes;
  if (uint64_t{begin} + size > length) {
    return refuse(fmt::format("a piece of {} bytes at byte {} of a snapshot of {} bytes", size, begin, length));
  }
  if (begin == 0) {
    snapshot_.bytes.clear();
    snapshot_.kind = block_.kind;
    expected_bytes_ = length;
  }
  const bool follows =
      expected_bytes_ == length && snapshot_.kind == block_.kind && snapshot_.bytes.size() == begin && length != 0;
  if (!follows && is_beginning_lost_) { return LogItem::end; }
  if (!follows) { return miss(fmt::format("the beginning of a {} is missing", name_of(block_.kind))); }
  is_beginning_lost_ = false;
  const uint8_t* const piece = block_.contents + piece_header_bytes;
  snapshot_.bytes.insert(snapshot_.bytes.end(), piece, piece + size);
  return snapshot_.bytes.size() == expected_bytes_ ? finish_snapshot() : LogItem::end;
}

template <class T>
LogItem BinaryLog<T>::finish_snapshot() {
  expected_bytes_ = 0;
  const std::string name = fmt::format("the {}", name_of(snapshot_.kind));
  std::string wrong;
  try {
    const bool is_start = snapshot_.kind == BlockKind::start;
    snapshot_.snapshot =
        is_start ? start_from_bytes(snapshot_.bytes, name) : from_bytes(snapshot_.bytes, name, Scalars::all);
    wrong = mismatch(snapshot_.snapshot, layout_);
    if (!wrong.empty()) { wrong = fmt::format("{}: {}", name, wrong); }
  } catch (const InputError& error) { wrong = error.what(); }
  return wrong.empty() ? LogItem::snapshot : refuse(wrong);
}

template class BinaryLog<float>;
template class BinaryLog<double>;

}  // namespace tool
